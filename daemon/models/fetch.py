"""Fetching one file from the hub, through broken connections, power cuts and full disks."""

from __future__ import annotations

import time
from pathlib import Path

from daemon.errors import ModelsError
from daemon.models.hub import NETWORK_ERRORS, Hub, RemoteFile
from daemon.models.part import Part, Tell
from daemon.models.sizes import human
from daemon.models.spec import ModelSpec

PIECE_BYTES = 64 * 1024
"""Read at once: small enough that progress moves on a slow connection."""
RETRIES = 4
"""Attempts after one that brought nothing, waiting 1, 2, 4 and 8 s: a short interruption is survived, a long
one is reported within a minute. An attempt that brings bytes resets the count."""
RETRY_WAIT_S = 1.0


def part_path(folder: Path, file: RemoteFile) -> Path:
    """Named after the contents, so that a newer version never continues the bytes of an older one."""
    return folder / f"{file.name}.{(file.etag or file.revision)[:16]}"


def fetch(hub: Hub, spec: ModelSpec, file: RemoteFile, path: Path, tell: Tell) -> str:
    """Fetch the whole file into `path` and return its sha256; bytes that are already there are kept.

    ModelsError if the connection stays broken (what was received is kept for the next time) or the bytes are
    not those that the hub announced; StateWriteError if the disk refuses.
    """
    with Part(path, file.size, tell) as part:
        kept = part.done
        _complete(hub, spec, file, part, tell)
        if kept and not _as_announced(file, part):
            # A power cut can leave a part of the right length with wrong bytes: start again from zero.
            part.restart()
            _complete(hub, spec, file, part, tell)
        if not _as_announced(file, part):
            part.restart()
            raise ModelsError(
                f"{file.name} of {spec.name} has other bytes than {hub.endpoint} announces and was "
                "thrown away: try again; if it happens again, do not use this hub"
            )
        return part.sha256


def _as_announced(file: RemoteFile, part: Part) -> bool:
    return file.sha256 in (None, part.sha256) and file.git_sha1 in (None, part.git_sha1)


def _complete(hub: Hub, spec: ModelSpec, file: RemoteFile, part: Part, tell: Tell) -> None:
    attempts_in_vain = 0
    while part.done < file.size:
        before = part.done
        try:
            _append(hub, spec, file, part, tell)
            reason = "the connection broke"
        except NETWORK_ERRORS as error:
            reason = str(error) or type(error).__name__
        if part.done > before:
            attempts_in_vain = 0
        elif part.done < file.size:
            if attempts_in_vain == RETRIES:
                part.flush()
                raise ModelsError(
                    f"{file.name} broke off at {human(part.done)} of {human(file.size)} ({reason}): "
                    "run `roomscribe models pull` again, it resumes there"
                )
            time.sleep(RETRY_WAIT_S * 2**attempts_in_vain)
            attempts_in_vain += 1


def _append(hub: Hub, spec: ModelSpec, file: RemoteFile, part: Part, tell: Tell) -> None:
    with hub.bytes_of(spec, file, part.done) as (stream, begins):
        if begins != part.done:
            part.restart()
        while part.done < file.size and (piece := stream.read(PIECE_BYTES)):
            part.write(piece[: file.size - part.done])
            tell(part.done)
