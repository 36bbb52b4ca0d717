"""Another language is another value: the checks know no word themselves."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from guardrails.guardrail import Scene
from guardrails.qualifier import Qualifier
from guardrails.qualifiers.english import ENGLISH
from guardrails.qualifiers.tables import Cue, pattern
from guardrails.types import Claim, Evidence, Segment

# A handful of German words, enough to see that nothing else is needed.
GERMAN = replace(
    ENGLISH,
    code="de",
    opening=re.compile(r"\b(?:aber|denn|und)\b(?= (?:ich|wir|er|sie)\b)"),
    negation=Cue(pattern("nicht", r"kein\w*")),
    refused=pattern("nicht", r"kein\w*"),
    condition=Cue(pattern("wenn", "falls", "sofern", "es sei denn")),
    plain_condition=re.compile(r"wenn\b"),
    hedge=Cue(pattern("vielleicht", "wahrscheinlich")),
    hedged_text=pattern("vielleicht", "eventuell"),
    taken_back=Cue(pattern("vergiss das", "doch nicht")),
)
GUARD = Qualifier(GERMAN)
TASK = "Vertrag an die Druckerei schicken"


def mended(*turns: str) -> Claim | None:
    segments = tuple(Segment(str(n), None, None, "Ann", turn) for n, turn in enumerate(turns))
    claim = Claim("a1", "action", TASK, Evidence(("0",), ""), owner="Ann")
    scene = Scene(segments, (claim,), ("Ann",))
    verdict = GUARD.check(claim, scene)
    return claim if verdict.outcome == "verified" else GUARD.repair(claim, scene, verdict, None)


@pytest.mark.parametrize(
    ("turns", "text", "flags"),
    [
        (("Ich werde den Vertrag an die Druckerei schicken.",), TASK, ()),
        (
            ("Ich schicke den Vertrag an die Druckerei, falls der Vorstand zustimmt.",),
            f"{TASK}, falls der Vorstand zustimmt",
            ("qualifier-restored",),
        ),
        (("Vielleicht schicke ich den Vertrag an die Druckerei.",), TASK, ("hedged",)),
    ],
)
def test_german_keeps_its_qualifiers(turns: tuple[str, ...], text: str, flags: tuple[str, ...]) -> None:
    claim = mended(*turns)
    assert claim is not None
    assert (claim.text, claim.flags) == (text, flags)


@pytest.mark.parametrize(
    "turns",
    [
        ("Ich werde den Vertrag nicht an die Druckerei schicken.",),
        ("Ich schicke den Vertrag an die Druckerei.", "Ach, vergiss das."),
    ],
)
def test_german_takes_back(turns: tuple[str, ...]) -> None:
    assert mended(*turns) is None
