"""What was deleted, and when: so that putting back an older backup does not bring it back.

    STATE/deletions.json    {"version": 1, "notes": {"2026-11-16-planning": "2026-11-20T02:30:00Z"},
                             "audio": {"2026-11-17-budget": "2026-11-20T09:12:00Z"}}

An id tells nothing that was said, except as far as the name of a file did.
"""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import Literal

from pydantic import Field, ValidationError

from daemon.base.durable import make_folder, write_durably
from daemon.base.errors import StateDamagedError, unreadable
from pipelines.model import Model, UtcDatetime

FILE_NAME = "deletions.json"


class Deletions(Model):
    version: Literal[1] = 1
    notes: dict[str, UtcDatetime] = Field(default_factory=dict)
    """When each was deleted last, or something of it was taken off the record, by the note's id. A meeting
    that had no note yet is among them."""
    audio: dict[str, UtcDatetime] = Field(default_factory=dict)
    """When the sound of a meeting was deleted and its note kept."""

    def merged(self, later: Deletions) -> Deletions:
        return Deletions(notes=self.notes | later.notes, audio=self.audio | later.audio)


def read_deletions(state_dir: Path) -> Deletions:
    """Empty where nothing was deleted yet. StateDamagedError."""
    path = state_dir / FILE_NAME
    try:
        return Deletions.model_validate_json(path.read_bytes())
    except FileNotFoundError:
        return Deletions()
    except ValidationError:
        raise StateDamagedError(
            f"{path} is damaged; move it away (a backup that is put back may then bring deleted notes back)"
        ) from None
    except OSError as error:
        raise unreadable(path, error) from error


def write_deletions(state_dir: Path, deletions: Deletions) -> None:
    """StateWriteError."""
    make_folder(state_dir)
    write_durably(state_dir / FILE_NAME, deletions.model_dump_json(indent=1))


def record_deletion(state_dir: Path, note_id: str, now: datetime) -> None:
    """Write down durably that a meeting was deleted at `now` (aware). For the store's writer only.

    StateWriteError, StateDamagedError.
    """
    write_deletions(state_dir, read_deletions(state_dir).merged(Deletions(notes={note_id: now})))


def record_audio_deletion(state_dir: Path, note_id: str, now: datetime) -> None:
    """The same for the sound of a meeting alone."""
    write_deletions(state_dir, read_deletions(state_dir).merged(Deletions(audio={note_id: now})))
