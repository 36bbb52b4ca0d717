"""What becomes an action item, and what does not, however it is said."""

from __future__ import annotations

import pytest

from tests.fakes.talk import actions, the_action


@pytest.mark.parametrize(
    ("said", "task"),
    [
        ("I'll send the report to legal.", "send the report to legal"),
        ("I will send the report to legal.", "send the report to legal"),
        ("I'm going to send the report to legal.", "send the report to legal"),
        ("Let me send the report to legal.", "send the report to legal"),
        ("I can send the report to legal.", "send the report to legal"),
        ("Happy to send the report to legal.", "send the report to legal"),
        ("I have to prepare the invoice.", "prepare the invoice"),
        ("So I'll definitely also check the numbers again with Karen.", "check the numbers again with Karen"),
    ],
)
def test_a_promise_is_an_action_item_of_its_speaker(said: str, task: str) -> None:
    claim = the_action(f"Ann: {said}", "Bob: Nice weather today.")
    assert (claim.text, claim.owner) == (task, "Ann")


@pytest.mark.parametrize(
    ("said", "task"),
    [
        ("I'll send you all the signed draft by Friday.", "send the signed draft"),
        ("I'll share the test plan with you tomorrow.", "share the test plan"),
    ],
)
def test_you_has_a_name_or_is_left_out(said: str, task: str) -> None:
    assert the_action(f"Ann: {said}", "Bob: Nice weather today.").text == task


@pytest.mark.parametrize(
    "said",
    [
        "um I I'll send uh the report to legal",
        "I'll, I'll send the, the report to legal",
        "I wi- I will send the rep- the report to legal",
        "ill send the report to legal",
        "I\u2019ll send the report to legal",
        "12:41 I'll send the report to legal",
        "I'll send the report to legal, and the\u2026",
        "I'll send the report to legal, and so on.",
    ],
)
def test_stumbles_and_missing_marks_do_not_hide_a_promise(said: str) -> None:
    claim = the_action(f"Ann: {said}")
    assert claim.text == "send the report to legal"
    assert claim.evidence.quote in said


def test_a_promise_cut_into_pieces_cites_them_all() -> None:
    claim = the_action("Ann: so I", "Ann: I will uh", "Ann: send the report", "Ann: to legal by Friday")
    assert claim.text == "send the report to legal"
    assert claim.due_phrase == "by Friday"
    assert set(claim.evidence.segment_ids) >= {"s2", "s3"}


def test_a_listener_does_not_break_a_promise() -> None:
    claim = the_action("Ann: so I will", "Bob: mm-hmm", "Ann: send the report to legal")
    assert (claim.owner, claim.evidence.segment_ids) == ("Ann", ("s0", "s2"))


def test_a_promise_is_found_inside_a_long_speech_and_quoted_alone() -> None:
    before = "The numbers were fine and nobody complained about anything at all. " * 20
    after = "The weather in the mountains was lovely as well. " * 20
    claim = the_action(f"Ann: {before}I will update the plan next week. {after}")
    assert claim.text == "update the plan"
    assert claim.due_phrase == "next week"
    assert "I will update the plan next week." in claim.evidence.quote
    assert len(claim.evidence.quote.split()) <= 40


def test_two_promises_of_one_sentence_are_two_items() -> None:
    first, second = actions("Ann: I'll send the report and Bob will check the numbers.", "Bob: Right.")
    assert (first.text, first.owner) == ("send the report", "Ann")
    assert (second.text, second.owner) == ("check the numbers", "Bob")


@pytest.mark.parametrize(
    "said",
    [
        "I won't send the report.",
        "I will not send the report.",
        "I'm not going to send the report.",
        "I don't think I'll send the report.",
        "We don't need to send the report.",
        "dont send the report, i wont send it",
        "Nobody thinks I'll send the report.",
    ],
)
def test_a_negated_promise_is_none(said: str) -> None:
    assert actions(f"Ann: {said}") == []


@pytest.mark.parametrize(
    "said",
    [
        "If legal agrees, I'll send the contract.",
        "I'll send the contract if legal agrees.",
        "We lose the client unless I send the contract.",
        "Assuming we get the money, I'll order the chairs.",
        "I'd send the contract.",
        "I would send the contract.",
        "If I were you I would send the contract.",
        "Let's say I'll send the contract, what then?",
    ],
)
def test_a_condition_or_a_thought_is_no_promise(said: str) -> None:
    assert actions(f"Ann: {said}") == []


@pytest.mark.parametrize(
    "said",
    [
        "I'll check if the door fits.",
        "I'll find out whether they sell it.",
        "I'll send the plan if you want.",
    ],
)
def test_an_if_that_sets_no_condition_keeps_the_promise(said: str) -> None:
    assert len(actions(f"Ann: {said}")) == 1


@pytest.mark.parametrize(
    "said",
    [
        "I sent the report yesterday.",
        "I should have sent the report.",
        "I was going to send the report.",
        "I would have sent the report.",
    ],
)
def test_what_is_past_or_reported_is_no_promise(said: str) -> None:
    assert actions(f"Ann: {said}") == []


@pytest.mark.parametrize(
    "said",
    [
        "I'll share my screen.",
        "Let me see.",
        "Let me think.",
        "I'll just say one thing.",
        "I'll be right back.",
        "I will hand over to Bob.",
        "Can you hear me?",
        "Can you repeat that, please?",
        "Let's move on to the next item.",
    ],
)
def test_talk_about_the_meeting_itself_is_no_action_item(said: str) -> None:
    assert actions(f"Ann: {said}", "Bob: Sure.") == []


@pytest.mark.parametrize(
    ("said", "task"),
    [
        ("Action item: send the contract.", "send the contract"),
        ("To do: send the contract.", "send the contract"),
    ],
)
def test_a_label_makes_an_item(said: str, task: str) -> None:
    assert the_action(f"Ann: {said}").text == task


def test_the_due_phrase_is_kept_as_it_was_said() -> None:
    claim = the_action("Ann: I'll send the report by, um, Friday.")
    assert claim.text == "send the report"
    assert claim.due_phrase == "by, um, Friday"


def test_a_dated_promise_is_surer_than_an_undated_one() -> None:
    plain = the_action("Ann: I'll send the report.")
    dated = the_action("Ann: I'll send the report tomorrow.")
    assert dated.confidence > plain.confidence


def test_another_language_gives_no_items_and_no_error() -> None:
    assert actions("Ann: Ik stuur het rapport voor vrijdag.", "Bob: Prima, dank je.") == []


@pytest.mark.parametrize(
    ("said", "task", "due"),
    [
        (
            "I'll send $1,200.50 to john@example.com and R&D by 10:30 on Friday.",
            "send $1,200.50 to john@example.com and R&D",
            "by 10:30 on Friday",
        ),
        ("I'll update node.js and C++ by Monday.", "update node.js and C++", "by Monday"),
        ("I'll use Postgres 16.2 by Friday", "use Postgres 16.2", "by Friday"),
    ],
)
def test_marks_inside_numbers_and_names_stay_and_end_no_task(said: str, task: str, due: str) -> None:
    claim = the_action(f"Ann: {said}")
    assert (claim.text, claim.due_phrase) == (task, due)


def test_a_full_stop_without_its_blank_still_ends_a_task() -> None:
    claim = the_action("Ann: I'll send the report to legal.but the idea is another one")
    assert claim.text == "send the report to legal"
