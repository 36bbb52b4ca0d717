"""The only way to change the state directory: after a power cut a file is the old or the new one, never half.

What fsync cannot guarantee: a disk or SD card that confirms before it has written can still lose or tear the
last writes, bytes can rot later, and deleted words may remain in blocks that flash has not reused yet.
Against the first two, what we read back carries checksums; against the last only an encrypted disk helps.
"""

from __future__ import annotations

import contextlib
import errno
import os
import shutil
import stat
from collections.abc import Callable, Iterator
from datetime import datetime
from pathlib import Path
from secrets import token_hex
from typing import BinaryIO

from daemon.base.errors import StateWriteError
from pipelines.errors import BadInputError

FILE_MODE = 0o640
"""Meetings are private: the service and its group, nobody else."""
FOLDER_MODE = 0o750
TEMPORARY_PREFIX = ".unfinished-"
"""Prefix of every temporary file, by which leftovers of a crash are recognised."""

_ADVICE = {
    errno.ENOSPC: "free some space on its disk and try again",
    errno.EDQUOT: "free some space in its owner's quota and try again",
    errno.EFBIG: "its file system takes no file of this size (FAT ends at 4 GB): format it as ext4 or exFAT",
    errno.EROFS: "make its disk writable again (a failing SD card turns itself read-only)",
    errno.EACCES: "run this as the user who owns it, or choose another folder with --state",
    errno.EPERM: "run this as the user who owns it, or choose another folder with --state",
}


@contextlib.contextmanager
def reporting(path: Path) -> Iterator[None]:
    """Turn an OSError while changing `path` into one line that a user can act on (StateWriteError)."""
    try:
        yield
    except OSError as error:
        advice = _ADVICE.get(error.errno or 0, "check its disk and try again")
        raise StateWriteError(f"cannot write {path}: {error.strerror or error}; {advice}") from error


def write_durably(path: Path, data: bytes | str, *, mode: int = FILE_MODE) -> None:
    """Replace `path` with `data` (text as UTF-8) and `mode`; on StateWriteError the old file remains.

    One exception: if the last step, the fsync of the folder, fails, the new file is already visible.
    """
    content = data.encode() if isinstance(data, str) else data
    temporary = path.with_name(f"{TEMPORARY_PREFIX}{token_hex(8)}")
    with reporting(path):
        fd = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, mode)
        try:
            try:
                os.fchmod(fd, mode)  # whatever the umask says
                _write_all(fd, content)
                os.fsync(fd)
            finally:
                os.close(fd)
            temporary.rename(path)
        except BaseException:
            with contextlib.suppress(OSError):
                temporary.unlink()
            raise
        _sync_folder(path.parent)


def write_elsewhere(path: Path, data: str | bytes) -> None:
    """Write to the user's own file, outside the state directory; BadInputError names it.

    A symbolic link is kept and its target replaced. What is not a file (a pipe, a terminal, a device) is
    opened and written: a rename would put a file in its place.
    """
    try:
        if not _is_file_or_nothing(path):
            fd = os.open(path, os.O_WRONLY | os.O_NOCTTY | os.O_CLOEXEC)
            try:
                _write_all(fd, data if isinstance(data, bytes) else data.encode())
            finally:
                os.close(fd)
        else:
            write_durably(Path(os.path.realpath(path)), data)
    except (OSError, StateWriteError) as error:
        cause = error if isinstance(error, OSError) else error.__cause__
        reason = getattr(cause, "strerror", None) or cause
        raise BadInputError(f"cannot write {path}: {reason}; choose another file for it") from error


def write_checked(
    path: Path, write: Callable[[BinaryIO], object], check: Callable[[Path], object] = lambda _: None
) -> None:
    """Replace `path` with what `write` writes into a temporary file, once `check` has read that back.

    For what does not fit in memory; otherwise as `write_durably`. If either of the two raises, `path` is
    unchanged. `check` reads from the disk, not from the page cache.
    """
    temporary = path.with_name(f"{TEMPORARY_PREFIX}{token_hex(8)}")
    with reporting(path):
        fd = os.open(temporary, os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, FILE_MODE)
        try:
            with os.fdopen(fd, "wb") as file:
                with contextlib.suppress(PermissionError):  # a USB stick's FAT has no modes
                    os.fchmod(fd, FILE_MODE)
                write(file)
                file.flush()
                os.fsync(fd)
                os.posix_fadvise(fd, 0, 0, os.POSIX_FADV_DONTNEED)
            check(temporary)
            temporary.rename(path)
        except BaseException:
            with contextlib.suppress(OSError):
                temporary.unlink()
            raise
        _sync_folder(path.parent)


def open_to_append(path: Path) -> int:
    """A descriptor of an existing file for `append_durably` and `truncate_durably`; the caller closes it."""
    with reporting(path):
        return os.open(path, os.O_RDWR | os.O_CLOEXEC)


def replace_volatile(path: Path, data: str) -> None:
    """Replace `path` with `data` for other processes; after a power cut it may contain anything.

    For what is worthless after a restart (a level meter): no fsync, which would wear out an SD card.
    """
    temporary = path.with_name(f"{TEMPORARY_PREFIX}{path.name}")
    with reporting(path):
        fd = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_CLOEXEC, FILE_MODE)
        try:
            _write_all(fd, data.encode())
        finally:
            os.close(fd)
        temporary.rename(path)


def append_durably(fd: int, path: Path, end: int, data: bytes) -> int:
    """Write `data` after the first `end` bytes of the open file; returns the new end.

    `end` is the caller's last confirmed size: anything beyond it is left from an append that failed (a full
    disk), and is cut off before and after. So a failed append (StateWriteError) leaves the file as it was,
    and the next one writes its pages again: after a failed fsync the kernel takes them for written, and a
    second fsync would report success wrongly.
    """
    with reporting(path):
        try:
            truncate_durably(fd, path, end)
            os.lseek(fd, end, os.SEEK_SET)
            _write_all(fd, data)
            os.fsync(fd)
        except BaseException:
            with contextlib.suppress(OSError):
                os.ftruncate(fd, end)
            raise
    return end + len(data)


def truncate_durably(fd: int, path: Path, end: int) -> None:
    """Truncate the open file to `end` bytes if it is longer."""
    with reporting(path):
        if os.fstat(fd).st_size > end:
            os.ftruncate(fd, end)
            os.fsync(fd)


def remove_durably(path: Path) -> None:
    """Remove a file for good; it is no error if it does not exist."""
    with reporting(path):
        path.unlink(missing_ok=True)
        _sync_folder(path.parent)


def move_durably(source: Path, target: Path) -> None:
    """Rename a finished file, or a folder of finished files, to `target` (not a folder with contents)."""
    with reporting(target):
        if source.is_dir():
            _sync_folder(source)
        source.rename(target)
        _sync_folder(target.parent)
        if source.parent != target.parent:
            _sync_folder(source.parent)


def link_durably(path: Path, target: str) -> None:
    """Make `path` a symbolic link to `target`, in one step; another link there is replaced."""
    temporary = path.with_name(f"{TEMPORARY_PREFIX}{token_hex(8)}")
    with reporting(path):
        temporary.symlink_to(target)
        temporary.rename(path)
        _sync_folder(path.parent)


def date_file(path: Path, modified_at: datetime) -> None:
    """Set a file's modification time to that of its original; not synced: no data is at stake."""
    with reporting(path):
        os.utime(path, (modified_at.timestamp(), modified_at.timestamp()))


def remove_tree(path: Path) -> None:
    """Remove a file or a folder with all its contents; it is no error if it does not exist."""
    with reporting(path):
        if path.is_dir() and not path.is_symlink():
            shutil.rmtree(path)
        elif os.path.lexists(path):
            path.unlink()
        else:
            return
        _sync_folder(path.parent)


def make_folder(path: Path) -> None:
    """Create a folder and its missing parents, for the service and its group only."""
    with reporting(path):
        if path.is_dir():
            return
        if path.parent != path:
            make_folder(path.parent)
        with contextlib.suppress(FileExistsError):
            path.mkdir(mode=FOLDER_MODE)
        _sync_folder(path.parent)


def sweep_unfinished(folder: Path) -> int:
    """Remove the temporary files that a crash left in `folder`; returns their number.

    Only for the one process that may write there: others cannot distinguish leftovers from files being
    written.
    """
    leftovers = list(folder.glob(f"{TEMPORARY_PREFIX}*"))
    for leftover in leftovers:
        remove_durably(leftover)
    return len(leftovers)


def _is_file_or_nothing(path: Path) -> bool:
    try:
        return stat.S_ISREG(path.stat().st_mode)
    except FileNotFoundError:
        return True


def _write_all(fd: int, data: bytes) -> None:
    rest = memoryview(data)
    while rest:
        rest = rest[os.write(fd, rest) :]


def _sync_folder(folder: Path) -> None:
    fd = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        os.fsync(fd)
    except OSError as error:
        # Some file systems (FUSE, network shares) cannot fsync a folder; their rename has to suffice.
        if error.errno not in (errno.EINVAL, errno.ENOTSUP):
            raise
    finally:
        os.close(fd)
