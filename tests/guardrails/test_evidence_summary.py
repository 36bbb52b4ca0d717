"""A summary says what was said: its words, its days and figures, and names of people who were there."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from guardrails.core.guardrail import Context
from guardrails.core.types import Claim, Evidence, Segment
from guardrails.evidence.guard import EvidenceGuard
from guardrails.evidence.index import MeetingIndex
from guardrails.evidence.names import unknown_names

SEGMENTS = (
    Segment(
        "s1", None, None, "Ann Carter", "I'll send the report to Shane in Leeds, the Nimbus release is late."
    ),
    Segment("s2", None, None, "Bob", "Good, I'll book the room."),
)


PEOPLE = ("Ann Carter", "Bob", "Zoe")


def outcome(text: str, segments: tuple[Segment, ...] = SEGMENTS, code: str = "en") -> str:
    guard = EvidenceGuard()
    claim = Claim("summary-1", "summary", text, Evidence((), ""))
    context = Context(segments, (claim,), PEOPLE, language=code)
    return guard.check(claim, context).outcome


def unknown(text: str, segments: tuple[Segment, ...] = SEGMENTS, code: str = "en") -> list[str]:
    context = Context(segments, (), PEOPLE, language=code)
    return list(unknown_names(text, context, MeetingIndex(segments, code)))


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
        "Ann Miller-Carter sends it.",
        "Suppliers will send their offers.",
        "Costs will rise, and sales orders are late.",
        "Sales orders were discussed.",
        "Business is slow.",
    ],
)
def test_names_that_were_there_are_known(text: str) -> None:
    assert unknown(text) == []


@pytest.mark.parametrize(
    "text",
    [
        "Vanessa will pay it.",
        "The report goes to Gregor.",
        "Bob agreed with Henrietta Miles on Friday.",
        "Chris sends the contract.",
    ],
)
def test_a_sentence_with_a_name_from_nowhere_does_not(text: str) -> None:
    assert unknown(text)
    assert outcome(text) == "unverified"


UMZUG = (
    Segment(
        "s1", None, None, "Anna Kaya", "Ich schicke den Vertrag an Herrn Brandt, der Umzug ist am Montag."
    ),
    Segment("s2", None, None, "Bob", "Gut, die Kartons bringt die Firma Lindner."),
)


@pytest.mark.parametrize(
    "text",
    [
        "Frau Schneider wird den Umzug leiten.",
        "Am Montag hilft Herr Vogel mit den Kartons und dem Lager.",
        "Peter schickt den Vertrag.",
        "Peter wird die Kartons bis Montag bestellen.",
        "Anna schickt den Vertrag, und Holger bestellt am Montag die Kartons.",
        "Jonas übernimmt die Planung und das Lager.",
        "Petra Schneider schickt den Vertrag.",
    ],
)
def test_a_german_sentence_with_a_name_from_nowhere_does_not_stand(text: str) -> None:
    assert unknown(text, UMZUG, "de")
    assert outcome(text, UMZUG, "de") == "unverified"


@pytest.mark.parametrize(
    "text",
    [
        "Frau Kaya schickt den Vertrag an Herrn Brandt.",
        "Bob bringt die Kartons, und Zoe prüft den Plan.",
        "Außerdem wird die Firma Lindner die Kartons bringen.",
        "Anschließend schickt die Firma eine Rechnung.",
        "Der Vermieter schickt den Schlüssel, und das Büro wird den Einzug melden.",
        "Jemand wird den Aufzug reservieren.",
        "Nächste Woche wird das Team die Räume und den Aufzug buchen.",
        "Bis Freitag schickt die Firma den Plan.",
        "Laut Vertrag zahlt die Firma die Miete.",
        "Anfang Mai wird die Leitung den Vertrag schicken.",
        "Der Umzug kommt, und Material bringt die Firma mit.",
        "Morgen wird der Vertrag und die Rechnung von Bob geprüft.",
    ],
)
def test_german_names_that_were_there_are_known(text: str) -> None:
    assert unknown(text, UMZUG, "de") == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Ann sends the report to Shane, and Bob books the room.", "verified"),
        ("The Nimbus release is late.", "verified"),
        ("Bob talked about the room.", "verified"),
        ("Bob books the room on Wednesday.", "unverified"),
        ("The room was cancelled.", "unverified"),
        ("The meeting is on Wednesday.", "unverified"),
        ("Sales rose in spring.", "unverified"),
    ],
)
def test_a_sentence_stands_if_the_meeting_carries_it(text: str, expected: str) -> None:
    assert outcome(text) == expected


@example("0㋀A00")
@given(st.text(max_size=200))
def test_no_name_in_a_sentence_that_was_said_is_unknown(text: str) -> None:
    said = (Segment("s1", None, None, None, text),)
    assert list(unknown_names(text, Context(said), MeetingIndex(said))) == []
