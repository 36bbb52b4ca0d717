"""Stereo with one person on each side: call recorders' files are taken apart, rooms and cables never."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from pipelines.progress import silent
from pipelines.speech.audio import SAMPLE_RATE
from pipelines.speech.tracks import Separated, sides_of, tracks_of
from tests.fakes.sound import context, loud, quiet, write_audio

ANN = context(*[3, 3] * 6)
"""Three seconds, and three in which another speaks, six times."""
BOB = np.concatenate([quiet(3), ANN[: -3 * SAMPLE_RATE]])
HISS = (0.0005 * np.random.default_rng(1).standard_normal(len(ANN))).astype(np.float32)

CALLS = {
    "nothing of the other": (ANN, BOB),
    "a faint echo of the other, both ways": (ANN + 0.05 * BOB, BOB + 0.05 * ANN),
    "a far end that is five times as quiet": (ANN, 0.2 * BOB),
    "hiss on both lines": (ANN + HISS, BOB + HISS[::-1]),
    "some words at once": (ANN, np.concatenate([BOB[: -6 * SAMPLE_RATE], loud(6)])),
}
OTHERS = {
    "one recording on both sides": (ANN + BOB, ANN + BOB),
    "one side wired the wrong way round": (ANN + BOB, -ANN - BOB),
    "a dead side": (ANN + BOB, quiet(36)),
    "a side that only hums": (ANN + BOB, HISS),
    "a gated microphone, and a side that hums louder than its silence": (ANN, 6 * HISS),
    "two microphones of a room": (ANN + 0.5 * BOB, BOB + 0.5 * ANN),
    "two microphones on lapels": (ANN + 0.2 * BOB, BOB + 0.2 * ANN),
    "a loose cable": (ANN + BOB, BOB),
    "a cable that was moved to the other socket": (
        np.concatenate([loud(18), quiet(18)]),
        np.concatenate([quiet(18), loud(18)]),
    ),
    "one who speaks, and one who says yes": (ANN, 0.8 * context(0, 34, 2)),
    "both all the time": (loud(36), loud(36)[::-1]),
    "silence": (quiet(36), quiet(36)),
}


@pytest.mark.parametrize("what", CALLS)
def test_a_call_has_a_person_on_each_side(tmp_path: Path, what: str) -> None:
    tracks = sides_of(write_audio(tmp_path / "call.wav", CALLS[what]))
    assert [track.name for track in tracks] == [None, None]
    separated = Separated(tracks, silent)
    for number, (on, off) in enumerate(((1, 4), (4, 1))):
        whole = np.concatenate(list(separated.audio(number).blocks()))
        assert np.abs(whole[on * SAMPLE_RATE : (on + 1) * SAMPLE_RATE]).max() > 0.04
        assert not whole[off * SAMPLE_RATE : (off + 1) * SAMPLE_RATE].any(), "the other is not heard twice"


@pytest.mark.parametrize("what", OTHERS)
def test_no_other_stereo_is_taken_apart(tmp_path: Path, what: str) -> None:
    assert sides_of(write_audio(tmp_path / "room.wav", OTHERS[what])) == ()


def test_what_is_not_one_stereo_stream_has_no_sides(tmp_path: Path) -> None:
    assert sides_of(write_audio(tmp_path / "mono.wav", [ANN])) == ()
    assert sides_of(write_audio(tmp_path / "array.flac", [ANN, BOB, ANN, BOB])) == ()
    (tmp_path / "none.wav").write_bytes(b"RIFF")
    assert sides_of(tmp_path / "none.wav") == ()
    assert tracks_of(write_audio(tmp_path / "call.wav", [ANN, BOB])) == (), "a look into it decodes nothing"


@pytest.mark.parametrize("suffix", [".mp3", ".m4a", ".opus"])
def test_a_side_is_told_through_what_compresses_both_together(tmp_path: Path, suffix: str) -> None:
    assert len(sides_of(write_audio(tmp_path / f"call{suffix}", [ANN, BOB]))) == 2
