"""A recording in a spool, written as the recorder does and read as its readers do."""

from __future__ import annotations

import random
from collections.abc import Iterable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from daemon.spool import ClockAnchor, Recording, find_recording
from daemon.spool.recording import spool_dir
from daemon.spool.segment import BYTES_PER_S
from daemon.spool.writer import RecordingWriter

STARTED = datetime(2026, 11, 16, 9, 3, 12, tzinfo=UTC)


ID = "20261116-100312-09af"


def record(**changes: Any) -> Recording:
    anchor = ClockAnchor(at_s=0, wall=STARTED, boot_id="boot-a", boot_s=1000, synchronised=True)
    whole = Recording(id=ID, started_at=STARTED, anchors=(anchor,), device="Room mic", started_by="voice")
    return whole.model_copy(update=changes)


def started(state: Path, **changes: Any) -> RecordingWriter:
    recording = record(**changes)
    return RecordingWriter(spool_dir(state) / recording.id, recording)


def sound(seconds: float, seed: int = 1) -> bytes:
    """Audio in which every place differs from every other."""
    return random.Random(seed).randbytes(2 * round(seconds * 16_000))


def joined(audio: Iterable[tuple[float, bytes]]) -> list[tuple[float, bytes]]:
    """Neighbouring stretches as one: (second of the meeting, PCM)."""
    whole: list[tuple[float, bytes]] = []
    for start_s, pcm in audio:
        if whole and abs(whole[-1][0] + len(whole[-1][1]) / BYTES_PER_S - start_s) < 1e-9:
            whole[-1] = (whole[-1][0], whole[-1][1] + pcm)
        else:
            whole.append((start_s, pcm))
    return whole


def heard(state: Path, recording_id: str = ID, from_s: float = 0.0) -> list[tuple[float, bytes]]:
    """What a reader gets."""
    return joined(find_recording(state, recording_id).audio(from_s))


def writer_folder(state: Path) -> Path:
    return spool_dir(state) / ID
