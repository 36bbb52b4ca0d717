"""Work that finds its owner and its day in the turns after it, as the note has it after every check."""

from __future__ import annotations

from datetime import date

import pytest

from pipelines.checking import Checker
from pipelines.merging import settle
from pipelines.rules import draft_by_rules
from tests.fakes.talk import talk

Item = tuple[str | None, str, str | None]


def items(*lines: str) -> list[Item]:
    """Owner, task and due phrase of the items that the note shows as verified."""
    segments = talk(*lines)
    draft = settle(draft_by_rules(segments), segments).draft
    with Checker(start=None, clock=lambda: 0.0) as checker:
        judged = checker.check(draft, segments, (), date(2026, 11, 18)).claims
    actions = [each for each in judged if each.claim.kind == "action" and each.outcome == "verified"]
    return [(each.claim.owner, each.claim.text, each.claim.due_phrase) for each in actions]


@pytest.mark.parametrize(
    "answer",
    [
        "I'll do that.",
        "I don't mind doing it.",
        "I can take that.",
        "Put me down for it.",
        "I'd be happy to do it.",
    ],
)
@pytest.mark.parametrize("asked", ["Somebody needs to find a venue.", "We need somebody to find a venue."])
def test_work_that_nobody_had_is_of_whoever_takes_it(asked: str, answer: str) -> None:
    assert items(f"Ann: {asked} Liam?", "Liam: Can't this week.", f"Cid: {answer}", "Ann: Thanks.") == [
        ("Cid", "find a venue", None)
    ]


@pytest.mark.parametrize(
    "later",
    [
        ("Liam: Can't this week.", "Cid: Good."),
        ("Cid: The last one was lovely, with the lake and all that.", "Liam: I'll do that slide next."),
        ("Cid: I can see two on the map.",),
    ],
)
def test_what_nobody_takes_stays_without_an_owner(later: tuple[str, ...]) -> None:
    found = items("Ann: Somebody needs to find a venue.", *later)
    assert [owner for owner, task, _ in found if task == "find a venue"] in ([None], [])


def test_the_day_may_be_asked_for_and_told_after_the_work_was_taken() -> None:
    lines = ("Ann: We need somebody to write the announcement.", "Bob: I can take that.", "Ann: By when?")
    assert items(*lines, "Bob: End of next week?", "Ann: Works for me.") == [
        ("Bob", "write the announcement", "End of next week")
    ]
    assert items(*lines, "Cid: Friday was the last one.") == [("Bob", "write the announcement", None)]


def test_a_wish_about_somebody_is_a_request_to_him() -> None:
    lines = (
        "Ann: I was hoping Dev could sit in on the interviews.",
        "Dev: Yeah, I can do that, just not Thursdays.",
    )
    assert items(*lines) == [("Dev", "sit in on the interviews", None)]


def test_a_name_at_the_head_of_an_order_is_who_is_told() -> None:
    lines = ("Ann: I'd say yes. Liam, put it in the offer as an option.", "Bob: Good.", "Liam: Okay.")
    assert [owner for owner, _, _ in items(*lines)] == ["Liam"]


def test_a_promise_of_it_with_a_day_is_an_item() -> None:
    lines = ("Liam: I just need the prices from Dev.", "Dev: Sorry about that. I'll get it to you by Friday.")
    assert [(owner, due) for owner, _, due in items(*lines)] == [("Dev", "by Friday")]


def test_an_exclamation_before_a_promise_is_nobodys_name() -> None:
    assert items("Ann: Brilliant, I'll send you the invites on Monday.", "Bob: Great.", "Cid: Nice.") == [
        ("Ann", "send the invites", "on Monday")
    ]


def test_somebodys_i_wont_do_that_is_about_his_own_plan() -> None:
    lines = (
        "Tom: Nadia, could you get me the text?",
        "Nadia: Sure, I can have it for you by Wednesday.",
        "Jonas: I was going to set up the tracker this week, but legal is slow. So I won't do that yet.",
    )
    assert items(*lines) == [("Nadia", "get Tom the text", "by Wednesday")]


def test_the_day_may_be_agreed_on_after_the_work_was_taken() -> None:
    lines = ("Amir: I could write an alert for it.", "Lena: Please do. Is Thursday realistic?")
    assert items(*lines, "Amir: Friday is more realistic.") == [("Amir", "write an alert for it", "Friday")]
    assert items(*lines, "Amir: Yes.") == [("Amir", "write an alert for it", "Thursday")]
    assert items(*lines, "Amir: Not sure.") == [("Amir", "write an alert for it", None)]


def test_whoever_gave_the_work_may_set_its_day() -> None:
    lines = (
        "Kate: I'll take the release notes then.",
        "Ann: Thanks. By Thursday please, so we have a day left.",
    )
    assert items(*lines, "Kate: Sure.") == [("Kate", "take the release notes", "By Thursday")]
    assert items(*lines, "Kate: Not sure about that.") == [("Kate", "take the release notes", None)]


def test_work_with_a_day_is_not_talk_about_the_meeting() -> None:
    lines = ("Omar: Two bugs are left. I'll close them out by Friday.", "Ann: Good.")
    assert [(owner, due) for owner, _, due in items(*lines)] == [("Omar", "by Friday")]
    assert items("Ann: Let's discuss that next week.", "Bob: Okay.", "Cid: Yes.") == []


def test_a_word_to_all_is_work_of_all() -> None:
    lines = ("Ann: Everyone please test on staging before the weekend.", "Bob: Fine.", "Cid: Okay.")
    assert items(*lines) == [(None, "test on staging", "before the weekend")]
