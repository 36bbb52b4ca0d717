"""The meetings that ship with the product: their notes against what a careful reader finds in them."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from datetime import date, datetime
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from guardrails.numbers import figures_in
from pipelines.compose import note_by_rules
from pipelines.importers import import_transcript
from pipelines.note import ActionItem, Note
from pipelines.transcript import Transcript

SAMPLES = Path(__file__).resolve().parents[2] / "samples"
MEETINGS = ("planning", "moving")
SPOKEN = "planning"
"""The one that has its sound, too."""


@dataclass(frozen=True)
class Sample:
    name: str
    script: dict[str, Any]
    expected: dict[str, Any]
    transcript: Transcript
    note: Note

    def segment_id(self, quote: str) -> str:
        """The one segment in which the words stand."""
        (found,) = [s.id for s in self.transcript.segments if quote in s.text]
        return found

    def citing(self, items: Any, quote: str) -> list[Any]:
        return [item for item in items if self.segment_id(quote) in item.evidence]


def read(meeting: str, part: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((SAMPLES / f"{meeting}{part}.json").read_text(encoding="utf-8"))
    return found


@cache
def sample(meeting: str) -> Sample:
    script, expected = read(meeting, ""), read(meeting, ".expected")
    name = f"{script['started_at'][:10]}-{meeting}"
    transcript = import_transcript(SAMPLES / f"{name}.vtt")
    note = note_by_rules(
        transcript,
        note_id="sample",
        source=f"{name}.vtt",
        started_at=datetime.fromisoformat(script["started_at"]),
        said_on=date.fromisoformat(expected["said_on"]),
    )
    return Sample(name, script, expected, transcript, note)


def each(kind: str) -> Any:
    """Every expectation of one kind, of every meeting."""
    cases = [(meeting, expected) for meeting in MEETINGS for expected in read(meeting, ".expected")[kind]]
    names = [f"{meeting}: {(e.get('quote') or e['before'])[:50]}" for meeting, e in cases]
    return pytest.mark.parametrize(("meeting", "expected"), cases, ids=names)


every = pytest.mark.parametrize("meeting", MEETINGS)


@every
def test_the_transcript_says_what_the_script_says(meeting: str) -> None:
    found = sample(meeting)
    assert [[s.speaker, s.text] for s in found.transcript.segments] == found.script["lines"]
    assert found.transcript.warnings == ()


def test_the_audio_speaks_when_the_transcript_says_so() -> None:
    from faster_whisper import decode_audio
    from faster_whisper.vad import VadOptions, get_speech_timestamps

    spoken = sample(SPOKEN)
    rate = 16_000
    audio = decode_audio(str(SAMPLES / f"{spoken.name}.opus"), sampling_rate=rate)
    assert len(audio) / rate == pytest.approx(spoken.transcript.duration_s, abs=1.0)
    heard = get_speech_timestamps(audio, VadOptions(min_silence_duration_ms=100), sampling_rate=rate)
    for segment in spoken.transcript.segments:
        assert segment.start_s is not None
        assert segment.end_s is not None
        start, end = segment.start_s * rate, segment.end_s * rate
        overlap = sum(max(0, min(end, part["end"]) - max(start, part["start"])) for part in heard)
        assert overlap > 0.5 * (end - start), segment.text


@each("action_items")
def test_every_promise_is_there_with_owner_due_date_and_evidence(
    meeting: str, expected: dict[str, Any]
) -> None:
    items: list[ActionItem] = sample(meeting).citing(sample(meeting).note.action_items, expected["quote"])
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
def test_what_nobody_promised_is_no_action_item(meeting: str, expected: dict[str, Any]) -> None:
    assert sample(meeting).citing(sample(meeting).note.action_items, expected["quote"]) == []


@each("not_decisions")
def test_what_does_not_hold_at_the_end_is_no_decision(meeting: str, expected: dict[str, Any]) -> None:
    assert sample(meeting).citing(sample(meeting).note.decisions, expected["quote"]) == []


@every
def test_there_is_no_other_item(meeting: str) -> None:
    found = sample(meeting)
    for kind in ("action_items", "decisions", "questions"):
        wanted = {found.segment_id(expected["quote"]) for expected in found.expected[kind]}
        assert [item for item in getattr(found.note, kind) if not wanted & set(item.evidence)] == []


@each("decisions")
def test_every_decision_is_there(meeting: str, expected: dict[str, Any]) -> None:
    (decision,) = sample(meeting).citing(sample(meeting).note.decisions, expected["quote"])
    assert all(word.lower() in decision.text.lower() for word in expected["words"]), decision.text
    assert (decision.verdict, decision.flags) == ("verified", ())


@each("questions")
def test_every_question_that_nobody_answered_is_there(meeting: str, expected: dict[str, Any]) -> None:
    (question,) = sample(meeting).citing(sample(meeting).note.questions, expected["quote"])
    assert all(word.lower() in question.text.lower() for word in expected["words"]), question.text


@each("not_questions")
def test_an_answered_question_is_not_open(meeting: str, expected: dict[str, Any]) -> None:
    assert sample(meeting).citing(sample(meeting).note.questions, expected["quote"]) == []


@each("tape")
def test_the_tape_tells_what_became_of_what_is_left_out(meeting: str, expected: dict[str, Any]) -> None:
    entries = [e for e in sample(meeting).note.tape if expected["before"] in e.before]
    assert any(expected["reason"] in entry.reason for entry in entries), entries


@every
def test_the_title_was_said(meeting: str) -> None:
    found = sample(meeting)
    assert found.note.title == found.expected["title"]
    assert any(found.note.title.lower() in s.text.lower() for s in found.transcript.segments)


@every
def test_the_summary_says_nothing_that_was_not_said_and_leads_to_the_words(meeting: str) -> None:
    found = sample(meeting)
    sentences = found.note.summary_sources
    assert " ".join(sentence.text for sentence in sentences) == found.note.summary
    assert 5 <= len(sentences) <= 12
    texts = {s.id: f"{s.speaker}: {s.text}" for s in found.transcript.segments}
    for sentence in sentences:
        said = " ".join(texts[segment_id] for segment_id in sentence.evidence)
        names = re.findall(r"(?<=[a-z,] )[A-Z][a-z]+|^[A-Z][a-z]+(?= will)", sentence.text)
        assert all(name in said or name == "Everyone" for name in names), sentence.text
        figures = {figure.value for figure in figures_in(sentence.text)}
        assert figures <= {figure.value for figure in figures_in(said)}, sentence.text


def test_the_summary_of_the_move_tells_how_it_ended() -> None:
    summary = sample("moving").note.summary
    assert "we move on the sixteenth of December" in summary
    for over in ("twelfth", "second quote", "go with the green", "by Thursday", "Nora will write"):
        assert over not in summary
