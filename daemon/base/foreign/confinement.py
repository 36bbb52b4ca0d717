"""Gives up every power of this process for good: what reads a hostile file then has nothing to be used for.

The child runs as the hub's user, since the hub has no right to become another one. So the kernel is asked to
refuse all calls but those that compute, and that read and write what is open already (seccomp, in its form as
a filter: Linux's documentation, userspace-api/seccomp_filter). No file can be opened, not even for reading;
no socket, no process, no signal to others. Limits of memory and time come on top. systemd's filter for the
hub holds as well: filters add up.
"""

from __future__ import annotations

import ctypes
import errno
import os
import platform
import resource
import signal
import struct
from contextlib import suppress

_PR_SET_NO_NEW_PRIVS = 38
_PR_SET_SECCOMP = 22
_SECCOMP_MODE_FILTER = 2
_ALLOW = 0x7FFF_0000
_REFUSE = 0x0005_0000
"""Plus an error number, which the call then fails with: libraries cope with that better than with a kill."""
_LOAD, _EQUAL, _ANY_BIT, _RETURN = 0x20, 0x15, 0x45, 0x06
"""BPF: load a word of the call's data; compare and jump; test bits and jump; decide."""
_NUMBER_AT, _MACHINE_AT, _FIRST_ARGUMENT_AT = 0, 4, 16
_CLONE_THREAD = 0x0001_0000
_CLONE3 = 435
"""Its flags lie in memory, where a filter cannot look. The C library then takes clone."""

_MACHINES = {"x86_64": (0xC000_003E, 0), "aarch64": (0xC000_00B7, 1)}
"""How the kernel names it (linux/audit.h), and its column below."""
_CLONE = (56, 220)
_CALLS = {
    "read": (0, 63),
    "write": (1, 64),
    "close": (3, 57),
    "lseek": (8, 62),
    "mmap": (9, 222),
    "mprotect": (10, 226),
    "munmap": (11, 215),
    "brk": (12, 214),
    "rt_sigaction": (13, 134),
    "rt_sigprocmask": (14, 135),
    "rt_sigreturn": (15, 139),
    "pread64": (17, 67),
    "sched_yield": (24, 124),
    "mremap": (25, 216),
    "madvise": (28, 233),
    "exit": (60, 93),
    "sigaltstack": (131, 132),
    "gettid": (186, 178),
    "futex": (202, 98),
    "sched_getaffinity": (204, 123),
    "clock_gettime": (228, 113),
    "clock_nanosleep": (230, 115),
    "exit_group": (231, 94),
    "set_robust_list": (273, 99),
    "getrandom": (318, 278),
    "rseq": (334, 293),
}
"""What Python and FFmpeg's threads need to compute; numbers of x86-64 and of 64-bit ARM (asm/unistd.h)."""


def confine(memory_bytes: int, end_s: float) -> None:
    """Keep what is open and loaded now, and nothing else; end by itself after `end_s`.

    `memory_bytes` bounds what is written in memory, beyond which allocations fail. OSError where the kernel
    refuses: then nothing is to be read. On other processors than the two that Roomscribe is made for there
    are only the limits.
    """
    limits = {resource.RLIMIT_DATA: memory_bytes, resource.RLIMIT_CORE: 0, resource.RLIMIT_FSIZE: 0}
    for limit, most in limits.items():
        # A sandbox may forbid to set them; it then has its own.
        with suppress(OSError, ValueError):
            resource.setrlimit(limit, (most, most))
    # Whatever the interpreter is busy with, and whether or not anybody is left to end it.
    signal.setitimer(signal.ITIMER_REAL, end_s)
    if (machine := _MACHINES.get(platform.machine())) is not None:
        _install(_filter(*machine))


def _filter(machine: int, column: int) -> bytes:
    """The program: instructions of 8 bytes, jumps count those that are skipped."""
    refused = _REFUSE | errno.EPERM
    program = [
        _do(_LOAD, _MACHINE_AT),
        _do(_EQUAL, machine, 1, 0),  # numbers of another machine's calls mean other calls
        _do(_RETURN, refused),
        _do(_LOAD, _NUMBER_AT),
    ]
    for call in _CALLS.values():
        program += [_do(_EQUAL, call[column], 0, 1), _do(_RETURN, _ALLOW)]
    program += [
        _do(_EQUAL, _CLONE3, 0, 1),
        _do(_RETURN, _REFUSE | errno.ENOSYS),
        _do(_EQUAL, _CLONE[column], 0, 3),
        _do(_LOAD, _FIRST_ARGUMENT_AT),
        _do(_ANY_BIT, _CLONE_THREAD, 0, 1),
        _do(_RETURN, _ALLOW),
        _do(_RETURN, refused),
    ]
    return b"".join(program)


def _do(code: int, value: int, if_so: int = 0, if_not: int = 0) -> bytes:
    return struct.pack("=HBBI", code, if_so, if_not, value)


def _install(program: bytes) -> None:
    class Program(ctypes.Structure):
        _fields_ = (("length", ctypes.c_ushort), ("instructions", ctypes.c_char_p))

    libc = ctypes.CDLL(None, use_errno=True)
    given = Program(len(program) // 8, program)
    nothing = (ctypes.c_ulong(0),) * 3
    # Without it the kernel lets only root set filters.
    refused = libc.prctl(_PR_SET_NO_NEW_PRIVS, ctypes.c_ulong(1), *nothing) or libc.prctl(
        _PR_SET_SECCOMP, ctypes.c_ulong(_SECCOMP_MODE_FILTER), ctypes.byref(given), *nothing[:2]
    )
    if refused:
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number))
