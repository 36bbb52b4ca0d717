"""Work that finds its owner and its day in the turns after it, as the note has it after every check."""

from __future__ import annotations

from datetime import date

import pytest

from pipelines.checking import Checker
from pipelines.meeting import read_meeting
from pipelines.merging import settle
from pipelines.rules import draft_by_rules
from tests.fakes.talk import talk

Item = tuple[str | None, str, str | None]


def items(*lines: str) -> list[Item]:
    """Owner, task and due phrase of the items that the note shows as verified."""
    segments = talk(*lines)
    draft = settle(draft_by_rules(segments), read_meeting(segments))
    with Checker(start=None, clock=lambda: 0.0) as checker:
        judged = checker.check(draft, read_meeting(segments, "en"), date(2026, 11, 18)).claims
    actions = [each for each in judged if each.claim.kind == "action" and each.outcome == "verified"]
    return [(each.claim.owner, each.claim.text, each.claim.due_phrase) for each in actions]


@pytest.mark.parametrize(
    ("later", "owners"),
    [
        (("Liam: I can find one.",), ["Liam"]),
        (("Liam: Can't this week.", "Cid: Good."), []),
        (("Cid: The last one was lovely, with the lake and all that.", "Liam: I'll do that slide next."), []),
    ],
)
def test_a_task_for_somebody_is_an_item_once_it_is_taken(later: tuple[str, ...], owners: list[str]) -> None:
    found = items("Ann: Somebody needs to find a venue.", *later)
    assert [owner for owner, task, _ in found if task == "find a venue"] == owners


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
