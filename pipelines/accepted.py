"""What a meeting's file may be: one list for the page, the API, the watch folder and the command line."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import BinaryIO

from pipelines.errors import BadInputError
from pipelines.importers import SUFFIXES as TRANSCRIPTS
from pipelines.importers.source import shown
from pipelines.speech.audio import ARCHIVE, AUDIO_SUFFIXES

__all__ = ["NOT_A_MEETING", "RECORDINGS", "TRANSCRIPTS", "listed", "require_file"]

RECORDINGS = (*AUDIO_SUFFIXES, ARCHIVE)
NOT_A_MEETING = (
    f"neither a recording ({' '.join(RECORDINGS)}) nor a transcript ({' '.join(TRANSCRIPTS)}) by its name"
)


def listed(suffixes: tuple[str, ...]) -> str:
    """For people: "wav, mp3, m4a"."""
    return ", ".join(suffix.removeprefix(".") for suffix in suffixes)


def require_file(path: Path, open_file: Callable[[Path], BinaryIO] | None = None) -> None:
    """Raise BadInputError unless `path` is a file with something in it that can be read.

    `open_file`: as for `import_transcript`.
    """
    try:
        if path.is_dir():
            raise BadInputError(f"{shown(path)}: is a directory; name the files in it")
        with open_file(path) if open_file else path.open("rb") as file:
            if not file.read(1):
                raise BadInputError(f"{shown(path)}: is empty")
    except FileNotFoundError:
        raise BadInputError(f"{shown(path)}: does not exist; check the path.") from None
    except PermissionError:
        raise BadInputError(f"{shown(path)}: no permission to read it") from None
    except OSError as error:
        raise BadInputError(f"{shown(path)}: cannot be read: {error.strerror}") from None
