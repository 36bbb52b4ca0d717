"""The process that a file from outside is read in.

`python -m daemon.base.foreign.child SUFFIX [READER] < FILE` writes one line of JSON: what the file is, or
{"error": ...} with FILE_NAME where its name belongs.
"""

from __future__ import annotations

import io
import json
import os
import pkgutil
import sys
import wave
from collections.abc import Callable
from importlib import import_module
from itertools import islice
from pathlib import Path
from typing import Any, BinaryIO

from daemon.base.foreign.confinement import confine
from daemon.base.foreign.look import CHILD_S, FILE_NAME, Seen
from pipelines.characters import shortened
from pipelines.errors import BadInputError
from pipelines.importers import is_transcript, read_and_compared
from pipelines.importers.encodings import OLD_ENCODINGS
from pipelines.importers.labels import split_label
from pipelines.importers.utterance import MOST_PEOPLE
from pipelines.model import Model
from pipelines.speech.archive import is_archive
from pipelines.speech.decode import AudioFile
from pipelines.speech.tracks import tracks_of

_MEMORY_BYTES = 512 * 2**20
"""The hub has a gigabyte, of which 10,000 notes take 250 MB."""
_SHOWN_LINES = 2
_LONGEST_SHOWN = 160
_LATE_S = 2.0
"""So long after its time it ends itself, should nobody be left to end it."""


def main(suffix: str, reader: str | None = None) -> None:
    path = Path(f"{FILE_NAME}{suffix}")
    file = os.fdopen(0, "rb")
    _load(path)
    confine(_MEMORY_BYTES, CHILD_S + _LATE_S)
    sys.stdout.write(json.dumps(_told(path, file, reader)) + "\n")
    sys.stdout.flush()
    # Nothing that a library does at its end is worth a refused call.
    os._exit(0)


def _load(path: Path) -> None:
    """Import and build what is imported and built late elsewhere: from now on no file can be opened."""
    Model.build_all()
    "x".encode("utf-16").decode("utf-16")
    # cp437: of names in a zip archive, which a Word document is.
    for encoding in (*OLD_ENCODINGS, "utf-32", "utf-32-le", "utf-32-be", "utf-16-le", "utf-16-be", "cp437"):
        "x".encode(encoding).decode(encoding)
    if is_transcript(path):
        import_module("lxml.etree")
        split_label("Ann: yes")  # the words of the language that tell a name
        return
    import av

    for module in pkgutil.walk_packages(av.__path__, "av."):
        if not module.name.endswith(("__main__", "datasets")):
            import_module(module.name)
    # Silence of another rate than ours takes the way of every sound.
    silence = io.BytesIO()
    with wave.open(silence, "wb") as file:
        file.setparams((1, 2, 8_000, 0, "NONE", ""))
        file.writeframes(bytes(16_000))
    silence.seek(0)
    list(AudioFile(Path("silence.wav"), lambda _: silence).blocks())


def _told(path: Path, file: BinaryIO, reader: str | None) -> dict[str, Any]:
    def opened(_: Path) -> BinaryIO:
        """Once more, if need be: whoever is done with it closes only its own view of it."""
        file.seek(0)
        return io.BufferedReader(io.FileIO(file.fileno(), closefd=False))

    try:
        seen = _of_transcript(path, opened, reader) if is_transcript(path) else _of_sound(path, opened)
    except BadInputError as error:
        return {"error": str(error)}
    return seen.model_dump(mode="json")


def _of_transcript(path: Path, opened: Callable[[Path], BinaryIO], reader: str | None) -> Seen:
    read, others = read_and_compared(path, opened, reader)
    shown = (f"{line.speaker}: {line.text}" if line.speaker else line.text for line in read.segments)
    return Seen(
        started_at=read.started_at,
        held_at=read.held_at,
        taken_for=read.taken_for,
        people=read.speakers[:MOST_PEOPLE],
        lasts_s=read.duration_s,
        lines=tuple(shortened(line, _LONGEST_SHOWN) for line in islice(shown, _SHOWN_LINES)),
        others=others,
    )


def _of_sound(path: Path, opened: Callable[[Path], BinaryIO]) -> Seen:
    tracks = tracks_of(path, opened)
    length_s = None
    if not is_archive(path):
        audio = AudioFile(path, opened)
        next(audio.blocks())
        length_s = audio.length_s
    names = tuple(dict.fromkeys(track.name for track in tracks if track.name))
    return Seen(length_s=length_s, people=names, tracks=len(tracks))


if __name__ == "__main__":
    main(*sys.argv[1:])
