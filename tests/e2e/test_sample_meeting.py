"""The meetings that ship with the product: their notes against what a careful reader finds in them."""

from __future__ import annotations

import re
from typing import Any

import pytest

from guardrails.language.figures import figures_in
from tests.fakes.samples import MEETINGS, SAMPLES, SPOKEN, as_noted, read, sample


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


@every
def test_the_note_is_in_every_field_what_a_careful_reader_would_write(meeting: str) -> None:
    found = sample(meeting)
    note = found.note
    noted = as_noted(found)
    assert noted.keys() - found.expected.keys() <= {"summary"}
    for field in noted.keys() & found.expected.keys():
        assert noted[field] == found.expected[field], field
    assert {item.status for item in note.action_items} == {"open"}
    assert (note.flags, note.warnings) == ((), ())
    assert note.coverage.segments_read == note.coverage.segments_total == len(found.transcript.segments)
    assert note.duration_s == found.transcript.segments[-1].end_s
    assert note.sentiment.timeline[-1].end_s == note.duration_s


@each("not_actions")
def test_what_nobody_promised_is_no_action_item(meeting: str, expected: dict[str, Any]) -> None:
    assert sample(meeting).citing(sample(meeting).note.action_items, expected["quote"]) == []


@each("not_decisions")
def test_what_does_not_hold_at_the_end_is_no_decision(meeting: str, expected: dict[str, Any]) -> None:
    assert sample(meeting).citing(sample(meeting).note.decisions, expected["quote"]) == []


@each("not_questions")
def test_an_answered_question_is_not_open(meeting: str, expected: dict[str, Any]) -> None:
    assert sample(meeting).citing(sample(meeting).note.questions, expected["quote"]) == []


@each("tape")
def test_the_tape_tells_what_became_of_what_is_left_out(meeting: str, expected: dict[str, Any]) -> None:
    entries = [e for e in sample(meeting).note.tape if expected["before"] in e.before]
    assert any(expected["reason"] in entry.reason for entry in entries), entries


@every
def test_the_title_is_at_most_eight_words_that_were_said(meeting: str) -> None:
    found = sample(meeting)
    assert len(found.note.title.split()) <= 8
    for phrase in found.note.title.lower().split(", "):
        assert any(phrase in s.text.lower() for s in found.transcript.segments), phrase


@every
def test_the_summary_says_nothing_that_was_not_said_and_leads_to_the_words(meeting: str) -> None:
    found = sample(meeting)
    sentences = found.note.summary_sources
    assert "\n".join(sentence.text for sentence in sentences) == found.note.summary
    assert 1 <= len(sentences) <= 2
    texts = {s.id: f"{s.speaker}: {s.text}" for s in found.transcript.segments}
    for sentence in sentences:
        said = " ".join(texts[segment_id] for segment_id in sentence.evidence)
        names = re.findall(r"^[A-Z][a-zé]+(?=: )", sentence.text)
        assert all(name in said for name in names), sentence.text
        figures = {figure.value for figure in figures_in(sentence.text)}
        assert figures <= {figure.value for figure in figures_in(said)}, sentence.text


@pytest.mark.parametrize(
    ("meeting", "over"),
    [
        ("moving", ("twelfth", "second quote", "green", "by Thursday", "Nora will write", "van", "archive")),
        ("bueroumzug", ("zwölften", "Angebot", "Teppich", "bis Donnerstag", "Transporter", "Archiv")),
    ],
)
def test_the_summary_of_a_move_says_nothing_of_what_was_taken_back(
    meeting: str, over: tuple[str, ...]
) -> None:
    assert [words for words in over if words in sample(meeting).note.summary] == []
