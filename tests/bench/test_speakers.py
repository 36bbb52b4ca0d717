"""What the benchmark of voices takes for a target that is met, and the conversations that it builds."""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from bench.conversations import Condition, build
from bench.speakers import Embedded, Row
from pipelines.evaluate.speakers import FileScore, SpeakerScore
from pipelines.speech.audio import SAMPLE_RATE


def scored(right: int, wrong_s: float) -> FileScore:
    return FileScore("a", SpeakerScore(speech_s=100, confused_s=wrong_s, lines=100, right=right), 4)


def test_a_target_is_met_by_all_files_together_and_a_row_without_one_is_not_judged() -> None:
    files = [scored(100, 2), scored(91, 13)]
    assert Row("both", files, 0.95, 0.08).met
    assert "| 95.5%, 91.0% | 7.5%, 13.0% | 4.0 | lines >= 95%, DER <= 8.0% | met |" in str(
        Row("both", files, 0.95, 0.08)
    )
    assert not Row("lines", files, 0.96).met
    assert not Row("DER", files, most_der=0.07).met
    assert str(Row("free", [scored(0, 100)])).endswith("| - | - |")


def test_a_network_is_judged_by_the_clock_and_not_by_the_time_of_both_cores() -> None:
    assert Embedded("shape", real_s=180, processor_s=400, megabytes=1).met
    late = Embedded("shape", real_s=181, processor_s=181, megabytes=1)
    assert not late.met
    assert str(late).endswith("181 s of processor, 1 MB: missed")


def test_a_built_conversation_has_its_voices_where_its_turns_say() -> None:
    """One voice is a tone of 200 Hz, the other one of 400."""
    times = np.arange(20 * SAMPLE_RATE) / SAMPLE_RATE
    hertz = {"ann": 200, "bob": 400}
    tones = {name: [np.sin(2 * np.pi * pitch * times).astype(np.float32)] for name, pitch in hertz.items()}
    plain = Condition("plain", overlaps=0.0)
    made = build(tones, plain, 120, seed=1)
    assert len(made.samples) == 120 * SAMPLE_RATE
    assert len(made.turns) > 10
    for turn, after in pairwise(made.turns):
        assert turn.voice != after.voice
        assert 0.1 <= after.start_s - turn.end_s <= 0.8
        begin, end = round(turn.start_s * SAMPLE_RATE), round(turn.end_s * SAMPLE_RATE)
        said, pause = made.samples[begin:end], made.samples[end + 1 : round(after.start_s * SAMPLE_RATE)]
        loudest = np.argmax(np.abs(np.fft.rfft(said))) * SAMPLE_RATE / len(said)
        assert abs(loudest - hertz[turn.voice]) < 2
        assert not pause.any()
    assert np.array_equal(made.samples, build(tones, plain, 120, seed=1).samples)
