"""The only way to change the state directory: after a power cut a file is the old or the new one, never half.

What fsync cannot promise: a disk or SD card that confirms before it has written can still lose or tear the
last writes, bytes can rot later, and removed words may stay in blocks that flash has not reused yet. For the
first two, what we read back carries checksums; against the last only an encrypted disk helps.
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

from daemon.errors import StateWriteError
from pipelines.errors import BadInputError

FILE_MODE = 0o640
"""Meetings are private: the service and its group, nobody else."""
FOLDER_MODE = 0o750
TEMPORARY_PREFIX = ".unfinished-"
"""Begins the name of every temporary file, so that what a crash leaves behind is recognised."""

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
    """Turn an OSError of changing `path` into the one line that a user can act on (StateWriteError)."""
    try:
        yield
    except OSError as error:
        advice = _ADVICE.get(error.errno or 0, "check its disk and try again")
        raise StateWriteError(f"cannot write {path}: {error.strerror or error}; {advice}") from error


def write_durably(path: Path, data: bytes | str, *, mode: int = FILE_MODE) -> None:
    """Make `path` hold `data` (text as UTF-8), whole, with `mode`; on StateWriteError the old file stands.

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


def write_elsewhere(path: Path, data: str) -> None:
    """Write to a place of the user's own, outside the state directory; BadInputError names it.

    A symbolic link stays one, and what it leads to is replaced. What is no file (a pipe, a terminal, a
    device) is opened and written: a rename would put a file in its place.
    """
    try:
        if not _is_file_or_nothing(path):
            fd = os.open(path, os.O_WRONLY | os.O_NOCTTY | os.O_CLOEXEC)
            try:
                _write_all(fd, data.encode())
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
    """Make `path` hold what `write` puts into a file of its own, once `check` has read that back.

    For what does not fit in memory; else as `write_durably`. Whatever either of the two raises leaves `path`
    as it was. `check` reads from the disk, not from the kernel's memory of what was written.
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
    """Make `path` hold `data` for whoever reads it next; after a power cut it may hold anything.

    For what is worth nothing after a restart (a level meter): no fsync, so that an SD card is not worn by it.
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
    """Put `data` behind the first `end` bytes of the open file; returns the new end.

    `end` is the caller's last confirmed size: what lies beyond it is the rest of an append that failed (a
    full disk), and is cut off before and after. So a failed append (StateWriteError) leaves the file as it
    was, and the next one writes its pages anew: after a failed fsync the kernel takes them for written, and a
    second fsync would lie.
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
    """Cut the open file down to `end` bytes; nothing happens if it is no longer than that."""
    with reporting(path):
        if os.fstat(fd).st_size > end:
            os.ftruncate(fd, end)
            os.fsync(fd)


def remove_durably(path: Path) -> None:
    """Remove a file for good; one that is already gone is no error."""
    with reporting(path):
        path.unlink(missing_ok=True)
        _sync_folder(path.parent)


def move_durably(source: Path, target: Path) -> None:
    """Rename a finished file, or a folder of finished files, over `target` (which is no filled folder)."""
    with reporting(target):
        if source.is_dir():
            _sync_folder(source)
        source.rename(target)
        _sync_folder(target.parent)
        if source.parent != target.parent:
            _sync_folder(source.parent)


def date_file(path: Path, modified_at: datetime) -> None:
    """Give a file the time of its last change that it had elsewhere; not synced: no data is at stake."""
    with reporting(path):
        os.utime(path, (modified_at.timestamp(), modified_at.timestamp()))


def remove_tree(path: Path) -> None:
    """Remove a file or a folder with all that is in it; one that is already gone is no error."""
    with reporting(path):
        if path.is_dir() and not path.is_symlink():
            shutil.rmtree(path)
        elif os.path.lexists(path):
            path.unlink()
        else:
            return
        _sync_folder(path.parent)


def make_folder(path: Path) -> None:
    """Create a folder, and the missing ones above it, for the service and its group only."""
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

    Only for the one process that may write there: nobody else can tell a crash's file from one in the making.
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
        # Some file systems (FUSE, network shares) know no fsync of a folder; their rename must do.
        if error.errno not in (errno.EINVAL, errno.ENOTSUP):
            raise
    finally:
        os.close(fd)
