"""How loud each meeting was, kept beside its sound for as long as that is kept.

    STATE/meetings/ID/loudness-TAG.json

TAG is that of the sound that was measured (`sound`): of a sound that has changed since, because part of it
was taken off the record, nothing is shown, and the file goes.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from pydantic import ValidationError

from daemon.base.durable import remove_tree, write_durably
from daemon.meetings import MeetingFolder
from daemon.meetings.sound import Sound
from pipelines.note import Note
from pipelines.render.waveform import waveform
from pipelines.speech.loudness import Loudness

_PREFIX = "loudness-"


def write_loudness(folder: MeetingFolder, sound: Sound, loudness: Loudness) -> None:
    """StateWriteError."""
    write_durably(_path(folder, sound), loudness.model_dump_json())


def drawing(state_dir: Path, note: Note, sound: Sound) -> str:
    """The drawing of a note's sound, as SVG; empty where the sound was not measured as it is now."""
    try:
        found = Loudness.model_validate_json(_path(MeetingFolder(state_dir, note.id), sound).read_bytes())
    except (OSError, ValidationError):
        return ""
    return waveform(found, note) if found.levels and found.length_s > 0 else ""


def loudness_files(folder: MeetingFolder) -> Iterator[Path]:
    return folder.path.glob(f"{_PREFIX}*.json")


def remove_loudness(folder: MeetingFolder, but: Sound | None = None) -> None:
    """Remove what was measured, except of the sound `but`. StateWriteError."""
    for path in loudness_files(folder):
        if but is None or path != _path(folder, but):
            remove_tree(path)


def _path(folder: MeetingFolder, sound: Sound) -> Path:
    return folder.path / f"{_PREFIX}{sound.tag}.json"
