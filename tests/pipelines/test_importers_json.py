"""Our own JSON, and Whisper's."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path
from time import process_time
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pipelines.errors import BadInputError
from pipelines.importers import import_transcript
from pipelines.transcript import Segment, Transcript


@pytest.fixture
def read(tmp_path: Path):
    def _read(content: Any) -> Transcript:
        path = tmp_path / "m.json"
        path.write_text(
            content if isinstance(content, str) else json.dumps(content, indent=1), encoding="utf-8"
        )
        return import_transcript(path)

    return _read


def segment(text: str = "hello", **more: Any) -> dict[str, Any]:
    return {"start_s": 1, "end_s": 2.5, "speaker": "Tom", "text": text, **more}


def test_everything_given_is_kept(read) -> None:
    transcript = read(
        {
            "title": "Planning",
            "language": "en",
            "started_at": "2026-11-16T11:00:00+01:00",
            "segments": [segment(id="u7", confidence=0.5, also="Ann"), segment(id=12, speaker=None)],
        }
    )
    assert transcript == Transcript(
        title="Planning",
        language="en",
        started_at=datetime(2026, 11, 16, 10, tzinfo=UTC),
        segments=(
            Segment("u7", 1.0, 2.5, "Tom", "hello", 0.5, "Ann"),
            Segment("12", 1.0, 2.5, None, "hello"),
        ),
        taken_for="Roomscribe transcript",
    )


def test_missing_ids_do_not_collide_with_given_ones(read) -> None:
    transcript = read({"segments": [segment(), segment(id="s1"), segment(), segment(id="s3"), segment()]})
    assert [s.id for s in transcript.segments] == ["s2", "s1", "s4", "s3", "s5"]


def test_an_id_given_twice_is_renewed_with_a_warning(read) -> None:
    transcript = read({"segments": [segment("a", id=1), segment("b", id="1")]})
    assert [(s.id, s.text) for s in transcript.segments] == [("1", "a"), ("s1", "b")]
    assert transcript.warnings == (
        "m.json, line 10: the id '1' is given twice; the later segment got a new one",
    )


def test_a_stored_transcript_can_be_imported(read) -> None:
    stored = Transcript(
        segments=(Segment("a", None, None, None, "hi"),),
        flags=("cut",),
        warnings=("cut at 3 s",),
        taken_for="Teams transcript",
        held_at=datetime.fromisoformat("2026-11-16T10:00:00"),
        attendees=("Ann", "Bob"),
    )
    assert read(stored.model_dump_json()) == stored


def test_unknown_keys_are_skipped_and_named_once(read) -> None:
    transcript = read(
        {"tittle": "x", "segments": [segment("a", words=[{"word": "a"}], mood=1), segment("b", pace=2)]}
    )
    assert [(s.speaker, s.text) for s in transcript.segments] == [("Tom", "a"), ("Tom", "b")]
    assert transcript.flags == ("import-unknown-keys",)
    assert transcript.warnings == ("m.json, from line 2: unknown keys were skipped: mood, pace, tittle",)


def test_hundreds_of_unknown_keys_make_one_short_warning(read) -> None:
    (warning,) = read({"segments": [segment(**{f"k{n:03}" + "\x1b" * 99: n for n in range(300)})]}).warnings
    assert warning.endswith(", k018, k019 and 280 more")


def test_what_whisper_writes_is_read(read) -> None:
    more = {
        "seek": 0,
        "tokens": [50364, 2425],
        "temperature": 0.0,
        "avg_logprob": -0.3,
        "no_speech_prob": 0.1,
    }
    transcript = read(
        {
            "text": " Hello. Bye.",
            "segments": [
                {"id": 0, "start": 0.0, "end": 1.5, "text": " Hello.", **more},
                {"id": 1, "start": 1.5, "end": 2, "text": " Bye.", **more},
                {"id": 2, "start": 3, "end": 2, "text": " No.", **more},
            ],
            "language": "en",
        }
    )
    assert transcript.language == "en"
    assert transcript.segments == (
        Segment("0", 0.0, 1.5, None, "Hello."),
        Segment("1", 1.5, 2.0, None, "Bye."),
        Segment("2", 3.0, None, None, "No."),
    )
    assert transcript.taken_for == "Whisper transcript"
    assert transcript.flags == ("import-damaged",)
    assert "ends before it begins" in transcript.warnings[0]


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("started_at", "yesterday"),
        ("started_at", "2026-11-16T11:00:00"),
        ("started_at", {}),
        ("started_at", "9999-12-31T23:59:59-10:00"),
        ("started_at", "9999-12-31T23:59:59Z"),
        ("started_at", "0001-01-01T00:00:00+14:00"),
        ("title", 3),
        ("recorded_s", -1),
        ("recorded_s", 1e308),
        ("flags", "cut"),
    ],
)
def test_a_head_that_cannot_be_used_costs_only_itself(read, key: str, value: Any) -> None:
    transcript = read({"segments": [segment()], "language": "en", key: value})
    assert transcript.language == "en"
    assert [s.text for s in transcript.segments] == ["hello"]
    assert getattr(transcript, key) == Transcript.model_fields[key].default or key == "flags"
    assert transcript.flags == ("import-damaged",)
    (warning,) = transcript.warnings
    assert warning.startswith(f"m.json, line 11: skipped: {key}: ")


@pytest.mark.parametrize(
    ("bad", "times"),
    [
        (segment(start_s=5), (5.0, None)),
        (segment(start_s="soon"), (None, 2.5)),
        (segment(start_s=True), (None, 2.5)),
        (segment(start_s=-1), (None, 2.5)),
        (segment(end_s=float("nan")), (1.0, None)),
        (segment(start_s=1e308, end_s=1e308), (None, None)),
        (segment(end_s=1e308), (1.0, None)),
        (segment(confidence=2), (1.0, 2.5)),
        (segment(end_s=[3]), (1.0, None)),
    ],
)
def test_a_segment_keeps_its_words_whatever_its_time(read, bad: Any, times: tuple[float | None, ...]) -> None:
    transcript = read({"segments": [segment("a"), {**bad, "text": "kept"}, segment("b", start_s=6, end_s=7)]})
    assert [s.text for s in transcript.segments] == ["a", "kept", "b"]
    kept = transcript.segments[1]
    assert (kept.start_s, kept.end_s) == times
    assert transcript.flags == ("import-damaged",)
    assert all(warning.startswith("m.json, line 9: ") for warning in transcript.warnings)


@pytest.mark.parametrize("bad", [segment(text=None), {"start_s": 1, "end_s": 2, "speaker": None}, "words", 3])
def test_a_segment_without_words_costs_only_itself(read, bad: Any) -> None:
    transcript = read({"segments": [segment("a"), bad, segment("b")]})
    assert [s.text for s in transcript.segments] == ["a", "b"]
    assert transcript.flags == ("import-damaged",)
    (warning,) = transcript.warnings
    assert warning.startswith("m.json, line 9: a segment was skipped: ")


def test_a_segment_torn_in_the_middle_costs_only_itself(read) -> None:
    text = json.dumps({"segments": [segment("a"), segment("torn"), segment("b")]}, indent=1)
    transcript = read(text.replace('"torn"', '"to'))
    assert [s.text for s in transcript.segments] == ["a", "b"]
    assert len(transcript.warnings) == 1


def test_a_file_cut_anywhere_keeps_the_whole_segments_before_the_cut(read) -> None:
    text = json.dumps({"segments": [segment("first"), segment("second"), segment("third")]})
    ends = [i + 1 for i, c in enumerate(text) if c == "}"][:3]
    for cut in range(len(text)):
        whole = sum(end <= cut for end in ends)
        if whole == 0:
            with pytest.raises(BadInputError, match=r"m\.json"):
                read(text[:cut])
        else:
            transcript = read(text[:cut])
            assert [s.text for s in transcript.segments] == ["first", "second", "third"][:whole]
            assert transcript.flags == ("import-damaged",)


@pytest.mark.parametrize(
    "content", ["[]", "3", "null", '{"segments": []}', "{}", '{"segments": {}}', "{'a': 1}"]
)
def test_a_file_without_segments_is_refused_with_its_line(read, content: str) -> None:
    with pytest.raises(BadInputError, match=r"m\.json, line 1: "):
        read(content)


_TEXT = (
    st.text(min_size=1, max_size=30)
    .map(lambda t: " ".join(t.split()))
    .filter(lambda t: any(map(str.isalnum, t)))
)
_SECONDS = st.floats(0, 1e6)


@settings(max_examples=100, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(
    rows=st.lists(
        st.tuples(_SECONDS, _SECONDS, st.sampled_from(["Tom", "Ann", None]), _TEXT), min_size=1, max_size=6
    )
)
def test_a_transcript_that_was_written_is_read_back(read, rows) -> None:
    rows.sort(key=lambda row: row[0])
    written = Transcript(
        title="T",
        segments=tuple(
            Segment(f"u{n}", start, start + length, speaker, text)
            for n, (start, length, speaker, text) in enumerate(rows)
        ),
    )
    invisible = "\ufeff\u200b\u200e\u200f\u2060"
    again = read(written.model_dump_json())
    assert [s.id for s in again.segments] == [s.id for s in written.segments]
    for ours, theirs in zip(again.segments, written.segments, strict=True):
        assert (ours.start_s, ours.end_s, ours.speaker) == (theirs.start_s, theirs.end_s, theirs.speaker)
        if not set(invisible) & set(theirs.text) and theirs.text.isprintable():
            assert ours.text == theirs.text


@pytest.mark.parametrize("bad", ["0", '{"start_s":-1}', '{"text"}'])
def test_millions_of_bad_segments_cost_no_time_and_what_came_before_is_kept(read, bad: str) -> None:
    good = '{"start_s":0,"end_s":1,"text":"I will send the report."}'
    began_s = process_time()
    transcript = read(f'{{"segments":[{good},{",".join([bad] * (8_000_000 // (len(bad) + 1)))}]}}')
    assert process_time() - began_s < 2, "the reader went on"
    assert [each.text for each in transcript.segments] == ["I will send the report."]
    assert transcript.flags == ("import-damaged",)


def test_millions_of_bad_members_cost_no_time(read) -> None:
    began_s = process_time()
    with pytest.raises(BadInputError, match="no segment can be read"):
        read("{" + '"title":0,' * 800_000 + '"segments":[]}')
    assert process_time() - began_s < 2, "the reader went on"


def test_of_a_segment_that_is_divided_the_first_line_keeps_the_id(read) -> None:
    long = "We ship it. " * 600
    lines = read(
        {"segments": [segment(long, id="s1"), segment("Fine.", id="s2", start_s=9, end_s=10)]}
    ).segments
    assert [each.id for each in lines] == ["s1", "s3", "s2"]
    assert lines[2].text == "Fine."
