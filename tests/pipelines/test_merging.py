"""What a draft says when the meeting is over: the last word counts, and the tape tells how it came to it."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from guardrails.types import Claim, Evidence, Segment
from pipelines.draft import Draft
from pipelines.merging import Settled, settle
from pipelines.rules import draft_by_rules
from tests.fakes.talk import talk

Item = tuple[str | None, str, str | None]


def settled(*lines: str) -> Settled:
    """The draft of the rules over `lines`, settled."""
    segments = talk(*lines)
    return settle(draft_by_rules(segments), segments)


def items(*lines: str) -> list[Item]:
    """Owner, task and due phrase of each action that stands at the end."""
    claims = settled(*lines).draft.claims
    return [(c.owner, c.text, c.due_phrase) for c in claims if c.kind == "action"]


def texts(kind: str, *lines: str) -> list[str]:
    return [claim.text for claim in settled(*lines).draft.claims if claim.kind == kind]


def action(text: str, *ids: str, owner: str | None = None, due: str | None = None) -> Claim:
    return Claim(f"c{ids[0]}", "action", text, Evidence(ids, ""), owner=owner, due_phrase=due)


@pytest.mark.parametrize(
    ("later", "item"),
    [
        (("Ann: Actually, Bob does that.", "Bob: Yes."), ("Bob", "order the chairs", "by Friday")),
        (("Ann: Oh no, sorry, Bob will do it.",), ("Bob", "order the chairs", "by Friday")),
        (("Cid: Let Bob do that, please.", "Bob: Sure."), ("Bob", "order the chairs", "by Friday")),
        (("Bob: I'll do that instead.",), ("Bob", "order the chairs", "by Friday")),
        (("Ann: Bob, can you take that?", "Bob: Okay."), ("Bob", "order the chairs", "by Friday")),
        (
            ("Ann: Actually, Bob does it.", "Bob: Yes, I can do that tomorrow."),
            ("Bob", "order the chairs", "tomorrow"),
        ),
        (
            ("Bob: Fine.", "Cid: Next.", "Ann: Bob, please order the chairs by Monday instead.", "Bob: Yes."),
            ("Bob", "order the chairs", "by Monday"),
        ),
        (("Ann: Actually, Bob does that.", "Bob: No, I can't."), ("Ann", "order the chairs", "by Friday")),
        (("Ann: Bob does that very well.",), ("Ann", "order the chairs", "by Friday")),
        (("Ann: I leave it to Bob to choose the colour.",), ("Ann", "order the chairs", "by Friday")),
        (("Ann: Actually, leave it to Bob.", "Bob: Fine."), ("Bob", "order the chairs", "by Friday")),
        (("Bob: I did that last time.",), ("Ann", "order the chairs", "by Friday")),
        (
            ("Cid: No, let Bob do that.", "Bob: Sure, tomorrow morning."),
            ("Bob", "order the chairs", "tomorrow morning"),
        ),
        (
            ("Cid: No, let Bob do that.", "Bob: Sure, but I'm away tomorrow."),
            ("Bob", "order the chairs", "by Friday"),
        ),
        (
            ("Cid: The resellers list, that was yours, but Bob takes it now.",),
            ("Ann", "order the chairs", "by Friday"),
        ),
    ],
)
def test_the_one_whom_it_was_given_to_last_owns_it(later: tuple[str, ...], item: Item) -> None:
    assert items("Ann: I'll order the chairs by Friday.", *later) == [item]


def test_a_later_day_takes_the_place_of_an_earlier_one_and_the_tape_tells() -> None:
    found = settled(
        "Ann: I'll send the report to legal by Friday.",
        "Bob: Good.",
        "Ann: I'll send the report to legal by Monday.",
    )
    (claim,) = found.draft.claims
    assert (claim.due_phrase, claim.flags) == ("by Monday", ("changed-later",))
    assert claim.evidence.segment_ids == ("s2",)
    assert [(e.before, e.after) for e in found.tape] == [
        ("Ann: send the report to legal (by Friday)", "Ann: send the report to legal (by Monday)")
    ]


def test_the_same_task_of_two_people_stays_two_items() -> None:
    assert items("Ann: I'll review the budget plan.", "Bob: I'll review the budget plan.") == [
        ("Ann", "review the budget plan", None),
        ("Bob", "review the budget plan", None),
    ]


@pytest.mark.parametrize(
    "words",
    [
        "Ann: Actually, let's not do that after all.",
        "Ann: Hmm, scratch that.",
        "Bob: Oh, forget it, we have enough.",
        "Ann: On second thought, I won't order the chairs.",
    ],
)
def test_what_was_taken_back_is_no_item_but_on_the_tape(words: str) -> None:
    found = settled("Ann: I'll order the chairs by Friday.", words)
    assert found.draft.claims == ()
    assert [(e.before, e.after, e.verdict) for e in found.tape] == [
        ("Ann: order the chairs (by Friday)", "", "unverified")
    ]
    assert found.tape[0].reason.startswith("taken back later: ")


@pytest.mark.parametrize(
    ("lines", "tasks"),
    [
        (("Ann: I'll order the chairs. No, wait, Bob already did that.",), []),
        (("Ann: I'll order the chairs.", "Bob: I've already done that."), []),
        (
            ("Ann: I'll order the chairs.", "Bob: Good.", "Cid: I already sent it to the printer."),
            ["order the chairs"],
        ),
        (
            ("Ann: I'll order the chairs.", "Bob: Last year we already did that, too late."),
            ["order the chairs"],
        ),
    ],
)
def test_what_is_done_already_is_no_item(lines: tuple[str, ...], tasks: list[str]) -> None:
    assert [task for _, task, _ in items(*lines)] == tasks


def test_words_that_name_nothing_take_back_the_last_item_only() -> None:
    assert items(
        "Ann: I'll order the chairs by Friday. And I'll call the printer tomorrow.", "Ann: No, scratch that."
    ) == [("Ann", "order the chairs", "by Friday")]


def test_an_item_that_comes_back_stands() -> None:
    assert items(
        "Ann: I'll order the chairs by Friday.",
        "Ann: Hmm, scratch that.",
        "Bob: But we have no chairs at all.",
        "Ann: You're right, I'll order the chairs by Monday.",
    ) == [("Ann", "order the chairs", "by Monday")]


def test_the_last_decision_holds_where_the_change_is_said() -> None:
    assert texts(
        "decision",
        "Ann: So we agreed, we move on the twelfth of December.",
        "Bob: The twelfth is impossible.",
        "Ann: Then we've decided, we move on the sixteenth of December.",
    ) == ["we move on the sixteenth of December"]


def test_two_decisions_that_contradict_without_a_word_of_change_both_stay() -> None:
    lines = (
        "Ann: So we agreed, we move on the twelfth of December.",
        "Bob: Yes.",
        "Ann: So we agreed, we move on the sixteenth of December.",
    )
    assert len(texts("decision", *lines)) == 2


ASKED = "Ann: Who has the keys to the old archive?"
PUT_OFF = "Bob: No idea, let's come back to that."


@pytest.mark.parametrize(
    "answer",
    [
        "Cid: Ah, the old archive. Eva has the keys, they are in her drawer.",
        "Cid: I have the keys to the archive.",
    ],
)
def test_a_question_that_is_answered_later_is_closed_with_the_line_that_does(answer: str) -> None:
    found = settled(ASKED, PUT_OFF, "Ann: Next, the budget.", answer)
    assert [c for c in found.draft.claims if c.kind == "question"] == []
    (entry,) = found.tape
    assert entry.before == ASKED.removeprefix("Ann: ")
    assert answer.split(": ", 1)[1][-20:] in entry.reason


@pytest.mark.parametrize(
    "later",
    [
        "Cid: Somebody should find out who has the keys to the archive.",
        "Cid: Maybe Eva has the keys to the old archive, who knows.",
        "Cid: The archive is cold in the winter.",
        "Cid: Who has the keys to the archive, Ann?",
    ],
)
def test_what_only_speaks_of_it_answers_no_question(later: str) -> None:
    assert texts("question", ASKED, PUT_OFF, "Ann: Next, the budget.", later)[:1] == [
        ASKED.removeprefix("Ann: ")
    ]


def test_a_question_of_yes_or_no_is_closed_by_the_decision() -> None:
    lines = (
        "Ann: Should we keep the old phone line as a backup?",
        "Bob: I don't know yet.",
        "Cid: It costs sixty euros.",
        "Ann: Okay, so we've decided, we keep the old phone line as a backup.",
    )
    assert texts("question", *lines) == []
    assert len(texts("decision", *lines)) == 1


@pytest.mark.parametrize(
    ("answer", "stands"),
    [
        ("Bob: Yes, let's do that.", True),
        ("Bob: Sounds good.", True),
        ("Bob: Hmm, it is far away.", False),
        ("Bob: No, that costs too much.", False),
        ("Ann: And there is the roof.", False),
    ],
)
@pytest.mark.parametrize(
    "words", ["We could rent a second parking space.", "I suggest we rent a second parking space."]
)
def test_a_proposal_is_a_decision_only_where_somebody_agrees(words: str, answer: str, stands: bool) -> None:
    segments = talk(f"Ann: {words}", answer)
    claim = Claim("d1", "decision", "Rent a second parking space", Evidence(("s0",), ""))
    found = settle(Draft((claim,), "", "t", 2), segments)
    assert found.draft.claims == ((claim,) if stands else ())
    assert stands or found.tape[0].reason == f'proposed, and nobody agreed: "{words}"'


def test_a_refusal_is_on_the_tape() -> None:
    found = settled("Ann: Bob, can you drive the van on Saturday?", "Bob: No, sorry, I can't.")
    assert found.draft.claims == ()
    (entry,) = found.tape
    assert entry.before == "drive the van"
    assert 'Bob refused: "No, sorry, I can\'t."' in entry.reason


def test_nothing_changes_in_a_meeting_where_nothing_was_changed() -> None:
    segments = talk("Ann: I'll order the chairs by Friday.", "Bob: Thank you.")
    draft = draft_by_rules(segments)
    assert settle(draft, segments) == Settled(draft, ())


def test_a_claim_that_cites_words_which_do_not_exist_is_left_to_the_checks() -> None:
    segments = talk("Ann: Good morning.")
    draft = Draft((action("Fly to Rome", "s99", owner="Ann"),), "", "Meeting", 1)
    assert settle(draft, segments).draft == draft


LINES = (
    "Ann: I'll order the chairs by Friday.",
    "Bob: Actually, Cid does that.",
    "Cid: Okay, scratch that.",
    "Ann: Who has the keys to the old archive?",
    "Bob: So we agreed, we move on the twelfth of May.",
    "Cid: Bob, can you drive the van?",
    "Bob: No, I can't.",
    "Ann: We've decided, we move on the first of May instead.",
    "?: I have the keys to the archive.",
)


# The first meeting compiles every pattern of the rules.
@settings(deadline=None)
@given(st.lists(st.sampled_from(LINES), max_size=14))
def test_settling_never_invents_and_never_fails(lines: list[str]) -> None:
    segments = talk(*lines)
    draft = draft_by_rules(segments)
    found = settle(draft, segments)
    assert {claim.id for claim in found.draft.claims} <= {claim.id for claim in draft.claims}
    assert {claim.text for claim in found.draft.claims} <= {claim.text for claim in draft.claims}
    gone = {claim.id for claim in draft.claims} - {claim.id for claim in found.draft.claims}
    told = " ".join(f"{entry.before} {entry.after} {entry.reason}" for entry in found.tape)
    assert all(claim.text in told or "do that" in claim.text for claim in draft.claims if claim.id in gone)


def test_it_does_not_matter_in_which_chunk_a_claim_was_found() -> None:
    segments = [Segment(f"s{n}", None, None, "Ann", "I'll send it to legal.") for n in range(2)]
    first = action("Send the signed lease to legal", "s0", owner="Ann")
    again = replace(action("send the signed lease to legal.", "s1", owner="ann"), due_phrase="by Friday")
    (claim,) = settle(Draft((first, again), "", "t", 2), segments).draft.claims
    assert (claim.id, claim.due_phrase, claim.evidence.segment_ids) == (first.id, "by Friday", ("s0", "s1"))
