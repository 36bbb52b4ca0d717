"""Files of the watch folder: whether one has arrived or is still being copied, its name, its move, its
refusal.

Folder and state may lie on different disks. A file that cannot be used is put aside with the reason beside
it: few people read the log of a room.
"""

from __future__ import annotations

import errno
import itertools
import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from secrets import token_hex
from typing import BinaryIO

from daemon.base.durable import (
    make_folder,
    move_durably,
    remove_durably,
    remove_tree,
    write_checked,
    write_durably,
)
from daemon.base.errors import StateWriteError
from daemon.base.foreign import NotPlainError, open_plain, opened_folder


@dataclass(frozen=True, slots=True)
class Stamp:
    """What a look at a file shows of its changes."""

    size: int
    mtime_ns: int

    @classmethod
    def of(cls, found: os.stat_result) -> Stamp:
        return cls(found.st_size, found.st_mtime_ns)


class StabilityTracker:
    """Feed it what the folder holds; it returns the files that have been left alone for `settle_s`.

    It knows names, stamps and a monotonic clock, and touches no file. Its edge cases:

    - A file grows: every change of size or mtime starts its time anew.
    - It is written again at the same size (a copy into preallocated space): its mtime changes.
    - Its mtime lies in the future, or jumps back: only a difference counts, never order or wall clock.
    - It is renamed into place: it was complete when it came, so it is returned at once. Only the kernel can
      tell a rename from a creation (`arrived`); where it tells nothing (network mounts) the time runs.
    - It replaces one of the same name while that waits: its stamp differs. Inodes are not looked at, because
      some network file systems make them up anew for every look.
    - It is empty: copies begin that way and may hang for long, so it has `EMPTY_FACTOR` times as long.
    - It vanishes: it is forgotten, and is new when it comes back.
    - It was returned and is still there, because taking it failed: it is returned again after `settle_s`,
      not in every look.
    - The computer sleeps: the monotonic clock stands still with it, so does the copying.
    - A copy stalls for longer than `settle_s` (a lost network): it looks like a finished one; a
      longer `settle_s` is the cure, or copying under a temporary name.
    """

    EMPTY_FACTOR = 10

    def __init__(self, settle_s: float) -> None:
        self._settle_s = settle_s
        self._waiting: dict[str, tuple[Stamp, float]] = {}
        """Name to its stamp and the time from which it is taken for complete."""

    def scan(self, found: Mapping[str, Stamp], now_s: float, arrived: Iterable[str] = ()) -> list[str]:
        """Take all files that are there now, and the names that came by renaming since the last look.

        Returns the complete ones, those that have waited longest first.
        """
        at_once = set(arrived)
        waiting: dict[str, tuple[Stamp, float]] = {}
        for name, stamp in found.items():
            known = self._waiting.get(name)
            if name in at_once:
                waiting[name] = (stamp, now_s)
            elif known is not None and known[0] == stamp:
                waiting[name] = known
            else:
                waiting[name] = (stamp, now_s + self._patience_s(stamp))
        ready = sorted(
            (name for name, (_, due_s) in waiting.items() if due_s <= now_s),
            key=lambda name: waiting[name][1],
        )
        for name in ready:
            waiting[name] = (waiting[name][0], now_s + self._settle_s)
        self._waiting = waiting
        return ready

    def next_s(self) -> float | None:
        """When a file will be complete if nothing changes; None if none is waiting."""
        return min((due_s for _, due_s in self._waiting.values()), default=None)

    def _patience_s(self, stamp: Stamp) -> float:
        return self._settle_s * (1 if stamp.size else self.EMPTY_FACTOR)


_TEMPORARY_ENDS = (".part", ".partial", ".tmp", ".temp", ".crdownload", ".download", ".filepart", ".swp", "~")
"""Of browsers, scp clients, editors and rsync --partial."""
_SYSTEM_FILES = frozenset({"thumbs.db", "desktop.ini"})
"""What Windows leaves in every share that it shows."""
_UNFIT = re.compile(
    r"[\x00-\x1f\x7f-\x9f/\\"  # control characters of both sets, separators
    r"\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069"  # turn text around: a name reads as another one
    r"\u2028\u2029\ufeff]"  # break lines, or mark the order of bytes
)
MAX_NAME_BYTES = 200
"""Linux allows 255; this leaves room for " (2)" and ".txt"."""


def is_ignored(name: str) -> bool:
    """Whether a file of this name is not meant for us, or not yet: hidden, temporary, an editor's lock."""
    plain = name.lower()
    return plain.startswith((".", "~$")) or plain.endswith(_TEMPORARY_ENDS) or plain in _SYSTEM_FILES


def fit_name(name: str) -> str:
    """`name` as UTF-8 without characters that control or separate, in at most MAX_NAME_BYTES; suffix kept."""
    text = _UNFIT.sub("_", os.fsencode(name).decode("utf-8", "replace"))
    stem, dot, suffix = text.rpartition(".")
    if not dot or len(suffix.encode()) > MAX_NAME_BYTES // 4:
        stem, dot, suffix = text, "", ""
    room = MAX_NAME_BYTES - len(f"{dot}{suffix}".encode())
    return f"{stem.encode()[:room].decode('utf-8', 'ignore')}{dot}{suffix}"


_PIECE_BYTES = 4 * 1024 * 1024


def transfer(source: Path, target: Path, on_piece: Callable[[], None] = lambda: None) -> bool:
    """Move durably, by copying where there is no other way; `on_piece` is called for each piece of a copy.

    False, and the file stays, if it was changed while it was copied. StateWriteError, FileNotFoundError,
    PermissionError: it stays too, as does what is no plain file where it has to be copied (NotPlainError).
    Whatever else is moved as it is: look at it again before it is read.
    """
    try:
        move_durably(source, target)
    except StateWriteError as error:
        cause = error.__cause__
        if isinstance(cause, FileNotFoundError | PermissionError):
            raise cause from None
        if not isinstance(cause, OSError) or cause.errno != errno.EXDEV:
            raise
        return _copy(source, target, on_piece)
    return True


def _copy(source: Path, target: Path, on_piece: Callable[[], None]) -> bool:
    def write(copy: BinaryIO) -> None:
        while piece := file.read(_PIECE_BYTES):
            copy.write(piece)
            on_piece()

    with open_plain(source) as file:
        before = Stamp.of(os.fstat(file.fileno()))
        write_checked(target, write)
    if Stamp.of(source.lstat()) != before:
        remove_tree(target)
        return False
    remove_durably(source)
    return True


REJECTED = "rejected"
_TRIES = 5
_LONGEST = 4096
"""Bytes of a reason."""


def reject(inbox: Path, file: Path, name: str, reason: str) -> Path:
    """Move `file` into inbox/rejected under `name`, beside a NAME.txt with `reason`; returns where it is.

    A file of an earlier rejection keeps its name. The reason comes first: a crash in between leaves a reason
    without a file, and the file is looked at once more. StateWriteError.
    """
    with _folder(inbox) as folder:
        target = _free(folder, fit_name(name))
        write_durably(target.with_name(f"{target.name}.txt"), f"{reason}\n")
        transfer(file, target)
    return inbox / REJECTED / target.name


def rejections(inbox: Path, most: int) -> tuple[tuple[str, str], ...]:
    """Names and reasons of what the watch folder could not use, the newest first."""
    found: list[tuple[str, str]] = []
    with suppress(OSError), opened_folder(inbox / REJECTED) as folder:
        reasons = sorted(folder.glob("*.txt"), key=lambda path: path.lstat().st_mtime, reverse=True)
        for path in reasons:
            # A rejected transcript may itself be called .txt; its reason is NAME.txt.txt.
            if (
                len(found) < most
                and os.path.lexists(path.with_suffix(""))
                and path.lstat().st_size < _LONGEST
            ):
                with suppress(OSError, NotPlainError), open_plain(path) as file:
                    found.append((path.stem, file.read(_LONGEST).decode("utf-8", "replace").strip()))
    return tuple(found)


@contextmanager
def _folder(inbox: Path) -> Iterator[Path]:
    """inbox/rejected, made if need be. Who may write to the inbox may put a link in its place: that is moved
    aside, to be refused like any other."""
    path = inbox / REJECTED
    for _ in range(_TRIES):
        if os.path.lexists(path) and (path.is_symlink() or not path.is_dir()):
            move_durably(path, inbox / f"{REJECTED}-{token_hex(4)}")
        make_folder(path)
        try:
            with opened_folder(path) as folder:
                yield folder
            return
        except NotADirectoryError:
            continue  # it was replaced just now
        except StateWriteError as error:
            raise StateWriteError(f"{error}".replace(f"{folder}", f"{path}")) from error.__cause__
    raise StateWriteError(f"{path}: is replaced again and again; look who writes to the inbox")


def _free(folder: Path, name: str) -> Path:
    stem, suffix = os.path.splitext(name)  # noqa: PTH122  # Path takes "a. b" for a suffix with a blank
    for number in itertools.count(1):
        path = folder / (name if number == 1 else f"{stem} ({number}){suffix}")
        if not os.path.lexists(path):
            return path
    raise AssertionError  # pragma: no cover - count() never ends
