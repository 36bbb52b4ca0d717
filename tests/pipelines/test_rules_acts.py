"""A meeting in a language that has a data file and no rules of its own gives items, too."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import date
from pathlib import Path

from guardrails.core.runner import Judged
from pipelines.checking import Checker
from pipelines.importers import import_transcript
from pipelines.merging.settling import settle
from pipelines.rules import draft_by_rules

_SAMPLES = Path("samples")


def judged(kind: str) -> Sequence[Judged]:
    segments = import_transcript(_SAMPLES / "2026-11-23-fete.vtt").segments
    draft = settle(draft_by_rules(segments), segments).draft
    with Checker(start=None, clock=lambda: 0.0) as checker:
        checked = checker.check(draft, segments, (), date(2026, 11, 23), language="fr").claims
    return [each for each in checked if each.claim.kind == kind and each.outcome == "verified"]


def test_a_french_meeting_gives_its_items() -> None:
    expected = json.loads((_SAMPLES / "fete.expected.json").read_text("utf-8"))
    found = [
        (each.claim.text, each.claim.owner, each.claim.due_phrase, list(each.claim.flags))
        for each in judged("action")
    ]
    assert found == [
        (item["task"], item["owner"], item["due"], [])
        for item in expected["action_items"]
        if not item["flags"]  # rules leave a promise with a condition alone
    ]
    assert [each.claim.text for each in judged("decision")] == [
        item["text"] for item in expected["decisions"]
    ]
