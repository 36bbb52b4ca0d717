"""An invented beginning does not pass on what was said of the thing that it is put before."""

from __future__ import annotations

import pytest

from guardrails.every import every_guardrail
from guardrails.evidence_head import added_head
from guardrails.guardrail import Scene
from guardrails.runner import Judged, Local, run_guardrails
from guardrails.support import MeetingWords
from guardrails.types import Claim, ClaimKind, Evidence, Segment

TURNS = (
    ("Ann", "Let's begin with the move."),
    ("Bob", "The landlord called about the keys again."),
    ("Cara", "I'll order the chairs for the new office."),
    ("Dan", "I'll send the budget report to the board."),
    ("Ann", "I'll take photos of the stage for the archive."),
    ("Ann", "And I'll tell you about the programme, Bob."),
    *(("Bob", f"So about the {what}, nobody complained.") for what in "garden kitchen lift stairs".split()),
)


def shown(text: str, owner: str | None, place: int, kind: ClaimKind = "action") -> Judged:
    segments = tuple(Segment(str(n), None, None, who, said) for n, (who, said) in enumerate(TURNS))
    claim = Claim("c", kind, text, Evidence((str(place),), ""), owner)
    guardrails = every_guardrail()
    scene = Scene(segments, (claim,), ("Ann", "Bob", "Cara", "Dan"))
    return run_guardrails(guardrails, scene, Local(guardrails, None, lambda: 0.0)).claims[0]


@pytest.mark.parametrize(
    ("text", "owner", "place"),
    [
        ("Hire a security guard for the new office", "Cara", 2),
        ("Negotiate the insurance contract for the new office", "Cara", 2),
        ("Buy a leather sofa and two armchairs for the new office", "Cara", 2),
        ("Sew curtains for the new office", "Cara", 2),
        ("Cara will bring a bouquet to the new office", "Cara", 2),
        ("Write the tax declaration for the board", "Dan", 3),
    ],
)
def test_an_invented_beginning_is_not_confirmed(text: str, owner: str, place: int) -> None:
    judged = shown(text, owner, place)
    assert judged.outcome == "unverified"
    assert judged.claim.text == text


def test_an_invented_beginning_of_a_decision_is_not_confirmed() -> None:
    assert shown("Hire a security guard for the new office", None, 2, "decision").outcome == "unverified"


@pytest.mark.parametrize(
    ("text", "owner", "place"),
    [
        ("Order the chairs for the new office", "Cara", 2),
        ("Purchase the chairs for the new office", "Cara", 2),
        ("Order desk chairs for the new office", "Cara", 2),
        ("Forward the figures of the budget report to the board", "Dan", 3),
        ("Photograph the show on the stage for the archive", "Ann", 4),
        ("Inform Bob about the programme", "Ann", 5),
    ],
)
def test_other_words_for_what_was_said_are_confirmed(text: str, owner: str, place: int) -> None:
    judged = shown(text, owner, place)
    assert (judged.outcome, judged.claim.text, judged.claim.flags) == ("verified", text, ())


def test_the_reason_names_the_beginning() -> None:
    words = MeetingWords([Segment(str(n), None, None, who, said) for n, (who, said) in enumerate(TURNS)])
    text = "Hire a security guard for the new office"
    claim = Claim("c", "action", text, Evidence(("2",), ""), "Cara")
    assert added_head(claim, text, words, [2]) == "Hire a security guard"
