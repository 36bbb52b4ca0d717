"""A summary names nobody who was not there and was not named there."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from guardrails.evidence_summary import SummaryNames
from guardrails.guardrail import Scene
from guardrails.types import Claim, Evidence, Segment

SEGMENTS = (
    Segment(
        "s1", None, None, "Ann Carter", "I'll send the report to Shane in Leeds, the Nimbus release is late."
    ),
    Segment("s2", None, None, "Bob", "Good, I'll book the room."),
)


def outcome(text: str, segments: tuple[Segment, ...] = SEGMENTS) -> str:
    guard = SummaryNames()
    claim = Claim("summary-1", "summary", text, Evidence((), ""))
    scene = Scene(segments, (claim,), ("Ann Carter", "Bob", "Zoe"))
    return guard.check(claim, scene).outcome if guard.triggers(claim, scene) else "verified"


@pytest.mark.parametrize(
    "text",
    [
        "Ann sends the report to Shane, and Bob books the room.",
        "Carter will write to Shayne.",
        "The Nimbus release is late.",
        "Zoe was asked.",
        "Participants agreed to meet again.",
        "The Project Manager and the Marketing Expert meet on Tuesday.",
        "Ann's report goes to Leeds.",
        "The report will be sent.",
        "Overall, the group was content.",
        "Der Bericht geht an die Abteilung, und der Raum wird von Bob gebucht.",
        "Ann Miller-Carter sends it.",
    ],
)
def test_a_sentence_with_names_that_were_there_stands(text: str) -> None:
    assert outcome(text) == "verified"


@pytest.mark.parametrize(
    "text",
    ["Vanessa will pay it.", "The report goes to Gregor.", "Bob agreed with Henrietta Miles on Friday."],
)  # fmt: skip
def test_a_sentence_with_a_name_from_nowhere_does_not(text: str) -> None:
    assert outcome(text) == "unverified"


@given(st.text(max_size=200))
def test_a_sentence_that_was_said_always_stands(text: str) -> None:
    assert outcome(text, (Segment("s1", None, None, None, text),)) == "verified"
