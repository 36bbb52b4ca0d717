"""Looks into a file to see whether it is a meeting at all: `python -m daemon.uploads.look FILE`.

A process of its own: what came over the network is decoded by C libraries, which a hostile file may crash,
hang or make hungry. The page survives that.
"""

from __future__ import annotations

import json
import resource
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any

from daemon.check.host import Runner, run_command
from daemon.log import LOGGER
from pipelines.errors import BadInputError
from pipelines.note import Model

_GIVE_UP_S = 20.0
"""Starting Python and FFmpeg's libraries takes 2 s on a Raspberry Pi, a transcript of 50 MB some more."""
_MEMORY_BYTES = 1_500_000_000
"""Address space, of which the libraries alone map several hundred megabytes."""


class Seen(Model):
    """What a file is."""

    length_s: float | None = None
    """Of a recording, where its header tells; None for a transcript."""


def look_into(path: Path, name: str, run: Runner = run_command) -> Seen:
    """Decode the beginning of a recording, or read a transcript whole; BadInputError says what is wrong.

    One that crashes the decoder is refused; where looking takes too long, it is taken.

    `name` is what people call it. Its suffix, which `path` has too, says which of the two it has to be.
    """
    ran = run([sys.executable, "-m", "daemon.uploads.look", str(path)], timeout_s=_GIVE_UP_S)
    if ran.code is not None and ran.code < 0:
        raise BadInputError(f"{name} cannot be read: it is damaged, or no recording or transcript at all")
    if not ran.ok:
        # Too slow, or a mistake of ours: no reason to refuse what may be a meeting. The worker will see.
        LOGGER.warning("%s: could not be looked into: %s", name, (ran.err.strip().splitlines() or ["?"])[-1])
        return Seen()
    told: dict[str, Any] = json.loads(ran.out)
    if "error" in told:
        raise BadInputError(told["error"].replace(str(path), name))
    return Seen.model_validate(told)


def main(path: Path) -> dict[str, Any]:
    from pipelines.importers import import_transcript, is_transcript
    from pipelines.speech.decode import AudioFile

    # A sandbox may forbid to set one; it then has its own.
    with suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_AS, (_MEMORY_BYTES, _MEMORY_BYTES))
    try:
        if is_transcript(path):
            import_transcript(path)
            return Seen().model_dump()
        audio = AudioFile(path)
        next(audio.blocks())
    except BadInputError as error:
        return {"error": str(error)}
    return Seen(length_s=audio.length_s).model_dump()


if __name__ == "__main__":
    sys.stdout.write(json.dumps(main(Path(sys.argv[1]))) + "\n")
