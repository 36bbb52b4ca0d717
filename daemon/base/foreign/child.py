"""The process that a file from outside is read in: `python -m daemon.base.foreign.child SUFFIX < FILE`.

It writes one line of JSON: what the file is, or {"error": ...} with FILE_NAME where its name belongs.
"""

from __future__ import annotations

import io
import json
import os
import pkgutil
import sys
import wave
from importlib import import_module
from pathlib import Path
from typing import Any, BinaryIO

from daemon.base.foreign.confinement import confine
from daemon.base.foreign.look import CHILD_S, FILE_NAME, Seen
from pipelines.errors import BadInputError
from pipelines.importers import import_transcript, is_transcript
from pipelines.importers.encodings import OLD_ENCODINGS
from pipelines.importers.labels import split_label
from pipelines.model import Model
from pipelines.speech.archive import Archive, is_archive
from pipelines.speech.decode import AudioFile

_MEMORY_BYTES = 512 * 2**20
"""The hub has a gigabyte, of which 10,000 notes take 250 MB."""
_LATE_S = 2.0
"""So long after its time it ends itself, should nobody be left to end it."""


def main(suffix: str) -> None:
    path = Path(f"{FILE_NAME}{suffix}")
    file = os.fdopen(0, "rb")
    _load(path)
    confine(_MEMORY_BYTES, CHILD_S + _LATE_S)
    sys.stdout.write(json.dumps(_told(path, file)) + "\n")
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


def _told(path: Path, file: BinaryIO) -> dict[str, Any]:
    try:
        if is_transcript(path):
            read = import_transcript(path, lambda _: file)
            seen = Seen(started_at=read.started_at, held_at=read.held_at, taken_for=read.taken_for)
            return seen.model_dump(mode="json")
        if is_archive(path):
            Archive.read(path, lambda _: file)
            return Seen().model_dump(mode="json")
        audio = AudioFile(path, lambda _: file)
        next(audio.blocks())
    except BadInputError as error:
        return {"error": str(error)}
    return Seen(length_s=audio.length_s).model_dump(mode="json")


if __name__ == "__main__":
    main(sys.argv[1])
