"""The meeting that ships with the product: its note against what a careful reader finds in it."""

from __future__ import annotations

import json
from datetime import UTC, date, datetime
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from pipelines.compose import note_by_rules
from pipelines.importers import import_transcript
from pipelines.note import ActionItem, Note
from pipelines.transcript import Transcript

SAMPLES = Path(__file__).resolve().parents[2] / "samples"
NAME = "2026-11-16-planning"
SCRIPT = json.loads((SAMPLES / "planning.json").read_text(encoding="utf-8"))
EXPECTED = json.loads((SAMPLES / "planning.expected.json").read_text(encoding="utf-8"))


@cache
def transcript() -> Transcript:
    return import_transcript(SAMPLES / f"{NAME}.vtt")


@cache
def note() -> Note:
    return note_by_rules(
        transcript(),
        note_id="sample",
        source=f"{NAME}.vtt",
        started_at=datetime.fromisoformat(SCRIPT["started_at"]),
        said_on=date.fromisoformat(EXPECTED["said_on"]),
    )


def segment_id(quote: str) -> str:
    """The one segment in which the words stand."""
    (found,) = [s.id for s in transcript().segments if quote in s.text]
    return found


def each(kind: str) -> Any:
    return pytest.mark.parametrize("expected", EXPECTED[kind], ids=lambda e: e["quote"][:50])


def by_evidence(items: Any, quote: str) -> list[Any]:
    return [item for item in items if segment_id(quote) in item.evidence]


def test_the_transcript_says_what_the_script_says() -> None:
    assert [[s.speaker, s.text] for s in transcript().segments] == SCRIPT["lines"]
    assert transcript().warnings == ()
    assert datetime.fromisoformat(SCRIPT["started_at"]) == datetime(2026, 11, 16, 10, tzinfo=UTC)


def test_the_audio_speaks_when_the_transcript_says_so() -> None:
    from faster_whisper import decode_audio
    from faster_whisper.vad import VadOptions, get_speech_timestamps

    rate = 16_000
    audio = decode_audio(str(SAMPLES / f"{NAME}.opus"), sampling_rate=rate)
    assert len(audio) / rate == pytest.approx(transcript().duration_s, abs=1.0)
    heard = get_speech_timestamps(audio, VadOptions(min_silence_duration_ms=100), sampling_rate=rate)
    for segment in transcript().segments:
        assert segment.start_s is not None
        assert segment.end_s is not None
        start, end = segment.start_s * rate, segment.end_s * rate
        overlap = sum(max(0, min(end, part["end"]) - max(start, part["start"])) for part in heard)
        assert overlap > 0.5 * (end - start), segment.text


@each("action_items")
def test_every_promise_is_there_with_owner_due_date_and_evidence(expected: dict[str, Any]) -> None:
    items: list[ActionItem] = by_evidence(note().action_items, expected["quote"])
    assert items, "the promise is missing"
    (item,) = items
    assert all(word.lower() in item.task.lower() for word in expected["task"]), item.task
    assert item.owner == expected["owner"]
    if expected["due"] is None:
        assert item.due is None
    else:
        assert item.due is not None
        assert item.due.date == date.fromisoformat(expected["due"]["date"])
        assert item.due.phrase in expected["due"]["phrase"]
    assert item.verdict == "verified"


@each("not_actions")
def test_what_nobody_promised_is_no_action_item(expected: dict[str, Any]) -> None:
    assert by_evidence(note().action_items, expected["quote"]) == []


def test_there_is_no_other_action_item() -> None:
    promised = {segment_id(expected["quote"]) for expected in EXPECTED["action_items"]}
    assert [item.task for item in note().action_items if not promised & set(item.evidence)] == []


@each("decisions")
def test_every_decision_is_there(expected: dict[str, Any]) -> None:
    (decision,) = by_evidence(note().decisions, expected["quote"])
    assert all(word.lower() in decision.text.lower() for word in expected["words"]), decision.text


@each("questions")
def test_every_question_that_nobody_answered_is_there(expected: dict[str, Any]) -> None:
    (question,) = by_evidence(note().questions, expected["quote"])
    assert all(word.lower() in question.text.lower() for word in expected["words"]), question.text


@each("not_questions")
def test_an_answered_question_is_not_open(expected: dict[str, Any]) -> None:
    assert by_evidence(note().questions, expected["quote"]) == []
