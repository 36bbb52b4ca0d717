"""The note as files see it: its shape is promised, and what is read back is what was written."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import UTC, date, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from guardrails.core.types import Segment
from pipelines.note import Imported, Note, NoteDraft
from pipelines.transcript import Transcript

PROMISED = {
    "note": {
        "id", "title", "started_at", "duration_s", "language", "source", "engines", "summary", "action_items",
        "decisions", "questions", "sentiment", "coverage", "transcript", "tape",
    },
    "action_items": {
        "id", "task", "owner", "voices", "due", "status", "evidence", "quote", "sentiment", "verdict",
        "flags", "marks",
    },
    "decisions": {"id", "text", "evidence", "quote", "verdict", "flags", "marks"},
}  # fmt: skip

EXAMPLE = {
    "id": "20261116-0123456789ab",
    "title": "Planning",
    "started_at": "2026-11-16T10:00:00Z",
    "duration_s": 240.5,
    "language": "en",
    "source": "planning.vtt",
    "continues": None,
    "attendees": ["Ann Lee"],
    "planned_s": 1800.0,
    "series": "00",
    "tags": ["Team"],
    "engines": {
        "asr": {
            "name": "whisper",
            "version": "abc",
            "sha256": "00",
            "prompts": None,
            "prompt_tokens": None,
            "output_tokens": None,
        },
        "llm": None,
        "rules": {
            "name": "rules",
            "version": "1",
            "sha256": None,
            "prompts": None,
            "prompt_tokens": None,
            "output_tokens": None,
        },
    },
    "summary": "We planned.",
    "summary_sources": [{"text": "We planned.", "evidence": ["s1"]}],
    "topics": [
        {
            "title": "Report",
            "start_s": 0.0,
            "begins": "s1",
            "said": "The report is late.",
            "evidence": ["s1"],
            "items": ["a1"],
        }
    ],
    "possible_items": [],
    "action_items": [
        {
            "id": "a1",
            "task": "send the report",
            "owner": None,
            "due": {"phrase": "by Friday", "date": "2026-11-20"},
            "status": "open",
            "evidence": ["s1"],
            "quote": "I'll send the report by Friday",
            "sentiment": "neutral",
            "verdict": "verified",
            "flags": ["speaker-unknown"],
            "marks": [{"words": "Friday", "kind": "date", "reason": "“Friday” was not heard"}],
        }
    ],
    "decisions": [
        {
            "id": "d1",
            "text": "go",
            "evidence": ["s1"],
            "quote": "go",
            "verdict": "unverified",
            "flags": [],
            "marks": [],
        }
    ],
    "questions": [],
    "sentiment": {
        "label": "neutral",
        "score": 0.0,
        "timeline": [{"start_s": 0.0, "end_s": 60.0, "score": 0.0}],
        "speakers": {"Ann": 0.1},
        "passages": ["s1"],
        "confidence": 0.8,
    },
    "coverage": {"segments_read": 1, "segments_total": 1},
    "template": {"name": "board", "sections": ["decisions", "actions", "summary"]},
    "flags": [],
    "warnings": [],
    "transcript": {
        "segments": [
            {"id": "s1", "start_s": 0.0, "end_s": 3.0, "speaker": None, "text": "...", "confidence": 0.9}
        ]
    },
    "tape": [
        {
            "guardrail": "evidence",
            "claim": "a1",
            "verdict": "verified",
            "before": "x",
            "after": "x",
            "reason": "found",
            "tokens": 0,
            "ms": 0.5,
        }
    ],
}


def test_a_note_reads_back_as_it_was_written() -> None:
    assert json.loads(Note.model_validate(EXAMPLE).model_dump_json()) == EXAMPLE


def test_an_older_version_reads_a_note_in_which_nobody_speaks_beside_somebody() -> None:
    """It refuses words that it does not know; so a second voice is written where there is one alone."""
    note = Note.model_validate(EXAMPLE)
    assert "also" not in note.model_dump_json()
    (line,) = note.transcript.segments
    both = note.transcript.model_copy(update={"segments": (replace(line, also="Voice 2"),)})
    assert '"also":"Voice 2"' in both.model_dump_json()


def test_the_promised_fields_are_in_the_schema() -> None:
    schema = Note.model_json_schema()
    assert PROMISED["note"] <= set(schema["properties"])
    assert PROMISED["action_items"] == set(schema["$defs"]["ActionItem"]["properties"])
    assert PROMISED["decisions"] == set(schema["$defs"]["Statement"]["properties"])
    assert schema["additionalProperties"] is False


@pytest.mark.parametrize(
    ("field", "value"),
    [("tittle", "x"), ("started_at", "2026-11-16T10:00:00"), ("sentiment", {"label": "fine", "score": 0})],
)
def test_a_note_that_is_not_one_is_refused(field: str, value: object) -> None:
    with pytest.raises(ValidationError):
        Note.model_validate({**EXAMPLE, field: value})


def test_instants_are_kept_in_utc() -> None:
    note = Note.model_validate({**EXAMPLE, "started_at": "2026-11-16T11:00:00+01:00"})
    assert note.started_at == datetime(2026, 11, 16, 10, tzinfo=UTC)
    assert "10:00:00Z" in note.model_dump_json()


def test_two_segments_cannot_share_an_id() -> None:
    one = Segment("s1", 0.0, 1.0, None, "hello")
    with pytest.raises(ValidationError, match="s1"):
        Transcript(segments=(one, one))


segments = st.builds(
    Segment,
    id=st.text(min_size=1, max_size=5),
    start_s=st.none() | st.floats(0, 1e5),
    end_s=st.none() | st.floats(0, 1e5),
    speaker=st.none() | st.text(max_size=10),
    text=st.text(max_size=50),
    confidence=st.none() | st.floats(0, 1),
    also=st.none() | st.text(max_size=10),
)


@given(st.lists(segments, max_size=5, unique_by=lambda s: s.id))
def test_any_transcript_survives_json(items: list[Segment]) -> None:
    transcript = Transcript(segments=tuple(items), title="t")
    assert Transcript.model_validate_json(transcript.model_dump_json()) == transcript


def test_a_recording_may_go_on_after_the_last_words() -> None:
    said = (Segment("s1", 0.0, 3.0, None, "hello"),)
    assert Transcript(segments=said).duration_s == 3.0
    assert Transcript(segments=said, recorded_s=60.0).duration_s == 60.0
    assert Transcript(segments=()).duration_s is None


def test_a_draft_that_an_earlier_version_kept_is_read() -> None:
    kept = NoteDraft(claims=(), summary="", said_on=date(2026, 11, 17), imported=Imported(title="Moving"))
    old = json.loads(kept.model_dump_json())
    old["told"] = old.pop("imported")
    old["mended"] = old.pop("corrected")
    assert NoteDraft.model_validate(old) == kept
