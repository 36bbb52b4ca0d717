"""The room changes its mind, too: of a decision's days the last one holds, and both stand behind it."""

from __future__ import annotations

import pytest

from guardrails.types import Claim
from pipelines.merging import Settled, settle
from pipelines.rules import draft_by_rules
from tests.fakes.talk import talk

DECIDED = "Ann: We decided to ship on Monday."
BESCHLOSSEN = "Ann: Wir haben beschlossen, dass wir am 5. Dezember umziehen."


def settled(*lines: str, language: str = "en") -> Settled:
    segments = talk(*lines)
    return settle(draft_by_rules(segments, language=language), segments, language=language)


def the_decision(found: Settled) -> Claim:
    (claim,) = (claim for claim in found.draft.claims if claim.kind == "decision")
    return claim


@pytest.mark.parametrize(
    ("later", "text", "cited"),
    [
        (("Ann: Actually, we changed that, we ship on Tuesday.",), "ship on Tuesday", ("s0", "s1")),
        (("Ann: Actually, we changed that. We ship on Tuesday.",), "ship on Tuesday", ("s0", "s1")),
        (
            (
                "Bob: Good.",
                "Ann: What about the docs?",
                "Bob: Done.",
                "Ann: Sorry, we ship on Tuesday instead.",
            ),
            "ship on Tuesday",
            ("s0", "s4"),
        ),
        (("Bob: Okay.", "Ann: No, on Tuesday."), "ship on Tuesday", ("s0", "s2")),
        (("Bob: No, Tuesday.",), "ship on Tuesday", ("s0", "s1")),
        (
            ("Bob: Sorry, it was the 6th of May.", "Ann: Right, the 6th."),
            "ship on the 6th of May",
            ("s0", "s1"),
        ),
        (("Bob: How about Tuesday?", "Ann: Okay, Tuesday works."), "ship on Tuesday", ("s0", "s2")),
        (("Ann: No, on Tuesday.", "Ann: No wait, Thursday."), "ship on Thursday", ("s0", "s1", "s2")),
    ],
)
def test_the_day_that_was_said_last_is_the_decisions(
    later: tuple[str, ...], text: str, cited: tuple[str, ...]
) -> None:
    found = settled(DECIDED, *later)
    claim = the_decision(found)
    assert (claim.text, claim.flags, claim.evidence.segment_ids) == (text, ("changed-later",), cited)
    assert [(entry.before, entry.after) for entry in found.tape] == [("ship on Monday", text)]


@pytest.mark.parametrize(
    "later",
    [
        ("Bob: Tuesday?",),
        ("Bob: No, Tuesday.", "Ann: No, it was Monday."),
        ("Bob: No, Tuesday.", "Ann: Hm, let me look it up."),
        ("Bob: How about Tuesday?", "Ann: Hm."),
        ("Bob: Maybe we ship on Tuesday instead.",),
        ("Ann: Actually, we can't ship on Tuesday.",),
        ("Ann: And the beta ships on Tuesday instead.",),
        ("Ann: Sorry, I'm away on Tuesday.",),
        ("Ann: Actually, they ship on Tuesday.",),
        ("Ann: Actually, shipping was on Tuesday.",),
        ("Ann: When is the fair?", "Bob: Sorry, on Tuesday."),
        ("Ann: If it rains, we ship on Tuesday instead.",),
    ],
)
def test_a_day_of_something_else_leaves_a_decision_alone(later: tuple[str, ...]) -> None:
    found = settled(DECIDED, *later)
    assert (the_decision(found).text, the_decision(found).flags) == ("ship on Monday", ())


def test_a_decision_that_tells_of_an_earlier_change_is_not_changed_by_what_was_so() -> None:
    found = settled("Ann: We decided to postpone the launch to Monday.", "Ann: The launch on Tuesday is off.")
    assert the_decision(found).text == "postpone the launch to Monday"


def test_of_two_decisions_with_the_same_words_none_is_changed() -> None:
    found = settled(
        "Ann: We decided to meet in the hall on Monday.",
        "Bob: And we decided to meet the client on Wednesday.",
        "Ann: No wait, we meet on Tuesday.",
    )
    texts = [claim.text for claim in found.draft.claims if claim.kind == "decision"]
    assert texts == ["meet in the hall on Monday", "meet the client on Wednesday"]


@pytest.mark.parametrize(
    "later",
    [
        ("Bob: Gut.", "Ann: Nein, am 6. Dezember."),
        ("Bob: Nein, am 6. Dezember.", "Ann: Stimmt, am sechsten."),
        ("Bob: Gut.", "Ann: Warte, das war am 6. Dezember."),
    ],
)
def test_a_german_decision_has_the_day_that_was_said_last(later: tuple[str, ...]) -> None:
    claim = the_decision(settled(BESCHLOSSEN, *later, language="de"))
    assert (claim.text, claim.flags) == ("wir ziehen am 6. Dezember um", ("changed-later",))


def test_a_german_decision_that_is_said_anew_replaces_the_first() -> None:
    found = settled(BESCHLOSSEN, "Bob: Gut.", "Ann: Korrektur, wir ziehen am 6. Dezember um.", language="de")
    assert the_decision(found).text == "wir ziehen am 6. Dezember um"
    assert [entry.before for entry in found.tape] == ["wir ziehen am 5. Dezember um"]


@pytest.mark.parametrize(
    "later",
    [
        ("Bob: Am 6. Dezember?",),
        ("Bob: Nein, am 6. Dezember.", "Ann: Nein, das glaube ich nicht."),
        ("Ann: Am 6. Dezember bin ich leider nicht da.",),
        ("Bob: Vielleicht ziehen wir doch lieber am 6. Dezember um.",),
    ],
)
def test_a_german_decision_keeps_its_day(later: tuple[str, ...]) -> None:
    claim = the_decision(settled(BESCHLOSSEN, *later, language="de"))
    assert (claim.text, claim.flags) == ("wir ziehen am 5. Dezember um", ())
