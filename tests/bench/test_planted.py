"""Planted mistakes are caught, right claims stay, and both are counted honestly."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from bench.planted import CLEAN, SAMPLE, cases, score
from guardrails.core.types import Segment

TALK = (
    Segment("0", 0.0, 4.0, "A", "Good morning, the garden gate is broken again."),
    Segment("1", 4.0, 8.0, "B", "Yes, the hinges are rusty after the winter."),
)


def row(fault: str, said: str, noted: str, **more: Any) -> Mapping[str, Any]:
    claim = {"id": "c1", "kind": "action", "text": noted, "owner": "Ann", "cites": ["u0"]}
    lines = [{"after": "0", "id": "u0", "speaker": "Ann", "text": said}]
    return {"fault": fault, "meeting": "m", "lines": lines, "claims": [claim], "targets": ["c1"], **more}


def meeting(of: Mapping[str, Any]) -> tuple[Segment, ...]:
    first, second = TALK
    (line,) = of["lines"]
    return first, Segment(line["id"], 4.0, 4.0, line["speaker"], line["text"]), second


def scored(*rows: Mapping[str, Any]) -> Any:
    return score((each, meeting(each)) for each in rows)


def test_a_mistake_that_is_shown_as_a_fact_is_not_caught_and_one_that_is_doubted_is() -> None:
    right = row("negation", "I'll paint the garden gate green.", "Paint the garden gate green")
    wrong = row("negation", "I won't paint the garden gate green.", "Paint the garden gate green")
    scores = scored(right, wrong)
    assert scores.caught == {"negation": [False, True]}
    assert [each["lines"][0]["text"] for each, _ in scores.missed] == ["I'll paint the garden gate green."]


def test_a_right_claim_that_changes_is_counted() -> None:
    kept = row(CLEAN, "I'll paint the garden gate green.", "Paint the garden gate green")
    given = row(CLEAN, "I'll paint the garden gate green.", "Paint the garden gate green")
    given["claims"][0]["owner"] = "Zoe"
    assert scored(kept).changed == 0
    assert scored(kept, given).changed == 1


def test_the_sample_meeting_has_its_lines_in_their_places() -> None:
    for each, segments in cases(None):
        assert each["meeting"] == SAMPLE
        places = {segment.id: n for n, segment in enumerate(segments)}
        for line in each.get("lines", ()):
            assert segments[places[line["id"]]].text == line["text"]
            if "after" in line:
                assert places[line["id"]] == places[line["after"]] + 1


def test_in_the_sample_meeting_mistakes_are_caught_and_nothing_right_is_changed() -> None:
    scores = score(cases(None))
    caught = [is_caught for each in scores.caught.values() for is_caught in each]
    assert len(caught) > 20
    assert sum(caught) >= 0.9 * len(caught)
    assert scores.changed == 0


def test_every_class_has_cases_of_its_own() -> None:
    counted = Counter(each["fault"] for each, _ in cases(None))
    assert counted[CLEAN] >= 1
    assert len(counted) > 10
