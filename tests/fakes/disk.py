"""Disks that are full, or have turned read-only under the programs that write to them. They need root."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path


@contextmanager
def small_disk(folder: Path, megabytes: int) -> Iterator[None]:
    """Make `folder` a disk of its own; OSError where that may not be done."""
    folder.mkdir(parents=True, exist_ok=True)
    _mount("-t", "tmpfs", "-o", f"size={megabytes}M,mode=0750", "small", folder)
    try:
        yield
    finally:
        _unmount(folder)


@contextmanager
def full(folder: Path, left: int) -> Iterator[None]:
    """Fill the disk of `folder` until only `left` bytes are free."""
    room = os.statvfs(folder)
    ballast = folder / "ballast"
    try:
        # Who works there may take what was free a moment ago: then it is as full as can be.
        with suppress(OSError):
            ballast.write_bytes(bytes(max(0, room.f_bavail * room.f_frsize - left)))
        yield
    finally:
        ballast.unlink()


@contextmanager
def read_only(folder: Path) -> Iterator[None]:
    """Nothing can be opened for writing, made, renamed or removed in `folder`, whoever works there meanwhile.

    The kernel refuses to make a mount read-only while a file in it is open for writing. So the same folder is
    mounted over itself, read-only: names lead there, and files that are open already go on.
    """
    _mount("--bind", folder, folder)
    try:
        _mount("-o", "remount,bind,ro", folder)
        yield
    finally:
        _unmount(folder)


def _mount(*arguments: str | Path) -> None:
    done = subprocess.run(["mount", *arguments], capture_output=True, text=True, check=False)
    if done.returncode:
        raise OSError(done.stderr.strip())


def _unmount(folder: Path) -> None:
    # Lazily: a process that is in the middle of a look at it must not keep it.
    subprocess.run(["umount", "--lazy", folder], check=True)
