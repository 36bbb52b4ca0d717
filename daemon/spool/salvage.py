"""Puts the spool in order after a crash or a power cut: done by the recorder before it records anything."""

from __future__ import annotations

import contextlib
import re
from datetime import UTC, datetime
from pathlib import Path

from daemon.base.durable import make_folder, remove_tree, sweep_unfinished
from daemon.base.errors import StateDamagedError
from daemon.spool.forget import cut_segments, finish_forgetting
from daemon.spool.recording import ClockAnchor, Recording, SpooledRecording, read_record, write_record
from daemon.spool.segment import BYTES_PER_SAMPLE, HEADER_BYTES, OPEN_SUFFIX, list_segments, seal
from pipelines.speech.audio import SAMPLE_RATE

_ID = re.compile(r"\d{8}-\d{6}-[0-9a-f]{4}")


def salvage(spool: Path) -> list[SpooledRecording]:
    """Seal open segments, finish removals, rebuild damaged records (StateWriteError).

    Returns the recordings that were going on when the recorder died, oldest first: whether they go on or
    have ended is for the caller to decide.
    """
    make_folder(spool)
    unfinished = []
    for folder in sorted(path for path in spool.iterdir() if path.is_dir()):
        sweep_unfinished(folder)
        recording = _record(folder)
        if recording is None:
            continue
        _seal_open(folder)
        finish_forgetting(folder, recording)
        segments = list_segments(folder)
        end = segments[-1].end if segments else 0
        if recording.state == "discarded":
            cut_segments(folder, 0, end)
        elif recording.state == "recording":
            whole = recording.model_copy(update={"segments": len(segments), "duration_s": end / SAMPLE_RATE})
            unfinished.append(SpooledRecording(folder, whole))
    return unfinished


def _record(folder: Path) -> Recording | None:
    """The record of a folder: read, rebuilt from the audio, or None where there is nothing to keep."""
    with contextlib.suppress(FileNotFoundError, StateDamagedError):
        return read_record(folder)
    if not _ID.fullmatch(folder.name):
        return None  # not ours
    parts = list(folder.glob("*.wav*"))
    if not parts:
        remove_tree(folder)
        return None
    first_written = min(datetime.fromtimestamp(path.stat().st_mtime, UTC) for path in parts)
    rebuilt = Recording(
        id=folder.name,
        started_at=first_written,
        anchors=(ClockAnchor(at_s=0, wall=first_written, boot_id="", boot_s=0, synchronised=False),),
        device="",
        started_by="button",  # so that it is not discarded
    )
    write_record(folder, rebuilt)
    return rebuilt


def _seal_open(folder: Path) -> None:
    """Seal what is open; where the sealed one is there already, the open one was about to be removed."""
    for path in folder.glob(f"*.wav{OPEN_SUFFIX}"):
        whole_samples = max(0, path.stat().st_size - HEADER_BYTES) // BYTES_PER_SAMPLE
        seal(path, 0 if path.with_suffix("").exists() else whole_samples * BYTES_PER_SAMPLE)
