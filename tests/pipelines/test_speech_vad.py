"""Where speech begins and ends, and what Whisper is given to hear."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipelines.speech.audio import SAMPLE_RATE
from pipelines.speech.decode import AudioFile
from pipelines.speech.silero import CHUNK, SileroNetwork
from pipelines.speech.vad import Span, SpanTracker, VadSettings
from pipelines.speech.windows import WINDOW_S, SpeechWindows, Window, speech_spans
from tests.fakes.sound import context, loud, quiet
from tests.fakes.whisper import LoudIsSpeech

if TYPE_CHECKING:
    from pipelines.speech.audio import Samples

CLIPS = Path(__file__).resolve().parents[2].parent / "shared" / "data" / "audio"
SETTINGS = VadSettings()


def spans_of(samples: Samples, block: int = 5 * SAMPLE_RATE) -> list[tuple[float, float]]:
    """Spans in seconds, the sound being fed in blocks."""
    blocks = (samples[i : i + block] for i in range(0, len(samples), block))
    found = []
    for span, sound in speech_spans(blocks, LoudIsSpeech(), SETTINGS):
        assert len(sound) == span.end - span.start
        found.append((span.start / SAMPLE_RATE, span.end / SAMPLE_RATE))
    return found


def test_speech_is_found_with_its_soft_edges() -> None:
    (first, second) = spans_of(context(0, 2, 3, 5, 1, 2))

    assert first == pytest.approx((2 - SETTINGS.pad_s, 5 + SETTINGS.pad_s), abs=0.05)
    assert second == pytest.approx((10 - SETTINGS.pad_s, 11 + SETTINGS.pad_s), abs=0.05)


def test_a_short_pause_does_not_end_speech() -> None:
    assert len(spans_of(context(2, 0.4, 2, 5))) == 1


def test_a_click_is_no_speech() -> None:
    assert spans_of(context(0, 2, 0.1, 3)) == []


def test_speech_up_to_the_last_sample_is_kept() -> None:
    samples = context(0, 1, 2.01)

    ((_, end),) = spans_of(samples)

    assert end == len(samples) / SAMPLE_RATE


def test_hours_without_a_pause_are_cut_and_nothing_is_lost() -> None:
    spans = spans_of(loud(100))

    assert spans[0][0] == 0
    assert spans[-1][1] == 100
    assert all(before[1] == after[0] for before, after in pairwise(spans))
    assert all(end - start <= WINDOW_S for start, end in spans)


def test_endless_speech_is_cut_where_it_is_least_like_speech() -> None:
    tracker = SpanTracker(SETTINGS)
    probabilities = [0.9] * 2000
    probabilities[700] = 0.5  # a breath at 22.4 s

    assert tracker.feed(probabilities)[0].end == 700 * CHUNK


@pytest.mark.parametrize("block", [CHUNK // 3, CHUNK, 5000, 10**9])
def test_the_size_of_blocks_changes_nothing(block: int) -> None:
    samples = context(0.5, 1, 3, 0.5, 40, 2, 1, 0.7, 2)

    assert spans_of(samples, block) == spans_of(samples)


@given(
    st.lists(st.tuples(st.floats(0, 1), st.integers(1, 400)), max_size=30),
    st.integers(1, 50),
    st.integers(0, CHUNK - 1),
)
def test_spans_come_in_order_inside_the_recording_and_fit_a_window(
    runs: list[tuple[float, int]], batch: int, missing: int
) -> None:
    probabilities = [p for p, count in runs for _ in range(count)]
    total = max(0, len(probabilities) * CHUNK - missing)
    tracker = SpanTracker(SETTINGS)
    spans: list[Span] = []
    for i in range(0, len(probabilities), batch):
        needed_from = tracker.needed_from
        found = tracker.feed(probabilities[i : i + batch])
        assert all(span.start >= needed_from for span in found), "its sound has been dropped already"
        spans += found
    spans += tracker.finish(total)

    edges = [edge for span in spans for edge in (span.start, span.end)]
    assert edges == sorted(edges)
    assert all(edge >= 0 for edge in edges)
    assert not spans or spans[-1].end <= len(probabilities) * CHUNK
    assert all(0 < span.end - span.start <= WINDOW_S * SAMPLE_RATE for span in spans)
    # Whatever is certainly speech for long enough is in a span.
    at = 0
    for probability, count in runs:
        if probability >= SETTINGS.begin and count * CHUNK >= SAMPLE_RATE:
            middle = (at + count // 2) * CHUNK
            assert any(span.start <= middle <= span.end for span in spans)
        at += count


def test_windows_are_filled_with_speech_and_leave_the_silence_out() -> None:
    minute = context(10, 50)
    windows = list(SpeechWindows([minute] * 6, LoudIsSpeech()))

    assert [window.length_s for window in windows] == pytest.approx([WINDOW_S, WINDOW_S, 4.4], abs=0.5)
    assert [len(window.spans) for window in windows] == [3, 4, 1]
    for window in windows:
        assert sum(span.end - span.start for span in window.spans) == len(window.samples)


def test_a_time_in_a_window_leads_back_to_the_recording() -> None:
    (window,) = SpeechWindows([context(0, 10, 4, 20, 4, 5)], LoudIsSpeech())
    first, second = window.spans
    length_s = (first.end - first.start) / SAMPLE_RATE

    assert window.original(1, 2) == pytest.approx((10.6, 11.6), abs=0.05)
    assert window.original(length_s + 1, length_s + 2) == pytest.approx((34.6, 35.6), abs=0.05)
    # A word on the seam lies in the span that holds its middle, never in the silence between.
    seam = window.original(length_s - 0.1, length_s + 0.3)
    assert seam == pytest.approx((second.start / SAMPLE_RATE, second.start / SAMPLE_RATE + 0.3), abs=0.01)


@given(
    st.lists(st.tuples(st.integers(0, 10**6), st.integers(1, 10**5)), min_size=1, max_size=6),
    st.floats(0, 40),
    st.floats(0, 40),
)
def test_times_lie_inside_one_span_whatever_whisper_says(
    gaps: list[tuple[int, int]], start_s: float, length_s: float
) -> None:
    import numpy as np

    spans: list[Span] = []
    for gap, size in gaps:
        start = (spans[-1].end if spans else 0) + gap
        spans.append(Span(start, start + size))
    window = Window(np.zeros(1, dtype=np.float32), tuple(spans))

    first, last = window.original(start_s, start_s + length_s)

    assert first <= last
    assert any(span.start / SAMPLE_RATE <= first <= last <= span.end / SAMPLE_RATE for span in spans)


def test_silence_is_dropped_as_it_passes() -> None:
    """Hours of it must not pile up: what is still alive is counted, not what the process holds."""
    import weakref

    alive: list[weakref.ref[Samples]] = []

    def hours() -> Iterator[Samples]:
        for _ in range(200):
            block = quiet(5)
            alive.append(weakref.ref(block))
            yield block
            assert sum(ref() is not None for ref in alive) < 5

    assert list(SpeechWindows(hours(), LoudIsSpeech())) == []
    assert len(alive) == 200


def test_a_window_is_out_before_the_rest_is_read() -> None:
    read = 0

    def blocks() -> Iterator[Samples]:
        nonlocal read
        for _ in range(1000):
            read += 1
            yield context(4, 1)

    next(SpeechWindows(blocks(), LoudIsSpeech()))

    assert read < 15, "30 s of speech are enough for the first window"


@pytest.mark.models
def test_the_real_detector_hears_no_speech_in_silence_noise_and_hum() -> None:
    import numpy as np

    rng = np.random.default_rng(1)
    noise = rng.standard_normal(30 * SAMPLE_RATE).astype(np.float32)
    t = np.arange(30 * SAMPLE_RATE) / SAMPLE_RATE
    hum = (0.05 * np.sin(2 * np.pi * 50 * t)).astype(np.float32)

    for sound in (quiet(30), noise * 1e-3, noise * 1e-2, noise * 0.1, hum, hum + noise * 1e-3):
        assert list(SpeechWindows([sound], SileroNetwork())) == []


@pytest.mark.models
@pytest.mark.skipif(not CLIPS.is_dir(), reason="the evaluation data is not beside the project")
def test_the_real_detector_finds_a_voice_and_forgets_nothing_between_blocks() -> None:
    import numpy as np

    samples = np.concatenate(list(AudioFile(CLIPS / "clips" / "jfk.flac").blocks()))

    def spans(block: int) -> list[Span]:
        blocks = [samples[i : i + block] for i in range(0, len(samples), block)]
        return [span for span, _ in speech_spans(blocks, SileroNetwork(), SETTINGS)]

    whole = spans(len(samples))
    heard_s = sum(span.end - span.start for span in whole) / SAMPLE_RATE
    assert 7 < heard_s < 11
    # Batches end elsewhere, so that rounding differs; what is heard does not.
    assert np.allclose([[s.start, s.end] for s in spans(7000)], [[s.start, s.end] for s in whole], atol=CHUNK)


@pytest.mark.models
@pytest.mark.skipif(not CLIPS.is_dir(), reason="the evaluation data is not beside the project")
def test_the_real_detector_misses_little_of_a_meeting_room() -> None:
    spoken = heard = 0.0
    turns: dict[str, list[tuple[float, float]]] = {}
    for line in (CLIPS / "ami" / "speakers.rttm").read_text(encoding="utf-8").splitlines():
        fields = line.split()
        turns.setdefault(fields[1], []).append((float(fields[3]), float(fields[3]) + float(fields[4])))
    for name, said in turns.items():
        blocks = AudioFile(CLIPS / "ami" / f"{name}.flac").blocks()
        spans = [span for span, _ in speech_spans(blocks, SileroNetwork(), SETTINGS)]
        for start, end in said:
            spoken += end - start
            heard += sum(
                max(0.0, min(end, span.end / SAMPLE_RATE) - max(start, span.start / SAMPLE_RATE))
                for span in spans
            )

    assert heard / spoken > 0.85
