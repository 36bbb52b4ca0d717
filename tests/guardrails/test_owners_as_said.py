"""Whose item it is by the grammar of what was said, as the note shows it after all checks."""

from __future__ import annotations

from datetime import date

import pytest

from guardrails.every import every_guardrail
from guardrails.evidence_force import force_of
from guardrails.guardrail import Scene
from guardrails.runner import Local, run_guardrails
from guardrails.types import Claim, Evidence, Segment
from pipelines.due import resolve_due


def shown(line: str, task: str, owner: str) -> tuple[str | None, str]:
    """The owner as it is shown, and the verdict; Anna speaks, Cleo answers."""
    segments = (Segment("s1", None, None, "Anna", line), Segment("s2", None, None, "Cleo", "Good."))
    claim = Claim("a1", "action", task, Evidence(("s1",), ""), owner)
    guardrails = every_guardrail(resolve_due)
    scene = Scene(segments, (claim,), ("Anna", "Cleo"), date(2026, 11, 16))
    (judged,) = run_guardrails(guardrails, scene, Local(guardrails, None, lambda: 0.0)).claims
    return judged.claim.owner, judged.outcome


@pytest.mark.parametrize(
    ("line", "task", "owner"),
    [
        ("Bob and I will paint the fence on Saturday.", "Paint the fence", "Bob"),
        ("Bob and I will paint the fence on Saturday.", "Paint the fence", "Anna"),
        ("Bob and I will paint the fence on Saturday.", "Paint the fence", "Anna and Bob"),
        ("Bob will book the coach and I will collect the money.", "Collect the money", "Anna"),
        ("Bob will book the coach and I will collect the money.", "Book the coach", "Bob"),
        ("Me and Bob are going to visit the site.", "Visit the site", "Anna"),
        ("Me and Bob are going to visit the site.", "Visit the site", "Bob"),
        ("Alex and Bob will visit the site.", "Visit the site", "Alex"),
        ("I'd like Bob to call the caterer.", "Call the caterer", "Bob"),
        ("Bob said he'd call the caterer.", "Call the caterer", "Bob"),
        ("I told Bob I'd call the caterer.", "Call the caterer", "Anna"),
        ("I'll ask Bob to call the caterer.", "Ask Bob to call the caterer", "Anna"),
        ("I'll call Bob to sort out the tents.", "Call Bob to sort out the tents", "Anna"),
        ("My team will send the invoices on Friday.", "Send the invoices", "Anna"),
        ("Our lawyers will check the contract.", "Check the contract", "Our lawyers"),
    ],
)
def test_an_owner_whom_the_words_name_stays(line: str, task: str, owner: str) -> None:
    assert shown(line, task, owner) == (owner, "verified")


@pytest.mark.parametrize(
    ("line", "right"),
    [
        ("I'd like Bob to call the caterer.", "Bob"),
        ("I've asked Bob to call the caterer.", "Bob"),
        ("Bob said he will call the caterer.", "Bob"),
        ("Bob's promised to call the caterer.", "Bob"),
        ("The cook, Bob, he said he'd call the caterer.", "Bob"),
    ],
)
def test_who_speaks_of_anothers_work_is_not_its_owner(line: str, right: str) -> None:
    assert shown(line, "Call the caterer", "Anna") == (right, "verified")


@pytest.mark.parametrize(
    "line", ["Our lawyers will check the contract.", "The supplier is going to check the contract."]
)
def test_work_of_people_outside_is_not_confirmed_as_the_speakers(line: str) -> None:
    assert shown(line, "Check the contract", "Anna") == ("Anna", "unverified")


def test_who_asks_whether_somebody_would_do_it_is_not_its_owner() -> None:
    assert shown("Could someone call the caterer?", "Call the caterer", "Anna")[0] is None
    assert force_of("Would anyone mind if I called the caterer?", "Call the caterer") == "promise"


def test_each_clause_gives_its_own_work_away() -> None:
    line = "So Bob will book the coach and I will collect the money."
    assert shown(line, "Book the coach", "Anna") == ("Bob", "verified")
    assert shown(line, "Collect the money", "Bob") == ("Anna", "verified")


def test_a_present_tense_promise_names_its_owner() -> None:
    assert shown("And I write to the mayor this evening.", "Write to the mayor", "Cleo") == (
        "Anna",
        "verified",
    )
