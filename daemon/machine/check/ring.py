"""Opens a socket through io_uring, whose requests the kernel carries out without system calls of their own.

A filter of system calls (`RestrictAddressFamilies=`) therefore sees neither socket(2) nor connect(2). What it
can refuse is the ring itself. Kernels know IORING_OP_SOCKET from 5.19 on.
"""

from __future__ import annotations

import ctypes
import errno
import mmap
import os
import socket
import struct

# System calls; the same on every architecture since they were added (Linux 5.1).
_SETUP, _ENTER = 425, 426
_OP_SOCKET = 45
_GETEVENTS = 1
_PARAMS_BYTES = 120
_SQ_OFFSETS, _CQ_OFFSETS = 40, 80
"""Where struct io_uring_params gives the layout of the two rings."""
_CQ_MAP, _SQES_MAP = 0x8000000, 0x10000000
_SQE = struct.Struct("=BBHiQQIIQ24x")
"""Operation, flags, priority, domain, type, address, protocol, flags, user data."""
_CQE = struct.Struct("=QiI")
_ENTRIES = 4


def open_socket(family: int) -> None:
    """Have the kernel open a socket, and close it. OSError as from socket(2), or from making the ring."""
    libc = ctypes.CDLL(None, use_errno=True)
    params = (ctypes.c_char * _PARAMS_BYTES)()
    ring = _checked(libc.syscall(_SETUP, _ENTRIES, params))
    try:
        os.close(_asked(libc, ring, bytes(params), family))
    finally:
        os.close(ring)


def _asked(libc: ctypes.CDLL, ring: int, params: bytes, family: int) -> int:
    """Put the one request into the ring; the socket's descriptor."""
    _, sq_tail, _, _, _, _, sq_array = struct.unpack_from("=7I", params, _SQ_OFFSETS)
    _, _, _, _, _, cqes = struct.unpack_from("=6I", params, _CQ_OFFSETS)
    page = mmap.PAGESIZE
    with (
        mmap.mmap(ring, page) as submissions,
        mmap.mmap(ring, page, offset=_CQ_MAP) as completions,
        mmap.mmap(ring, page, offset=_SQES_MAP) as requests,
    ):
        requests[: _SQE.size] = _SQE.pack(_OP_SOCKET, 0, 0, family, socket.SOCK_STREAM, 0, 0, 0, 1)
        struct.pack_into("=I", submissions, sq_array, 0)
        struct.pack_into("=I", submissions, sq_tail, 1)
        _checked(libc.syscall(_ENTER, ring, 1, 1, _GETEVENTS, None, 0))
        _, outcome, _ = _CQE.unpack_from(completions, cqes)
    if outcome < 0:
        raise OSError(-outcome, os.strerror(-outcome))
    return int(outcome)


def _checked(outcome: int) -> int:
    if outcome < 0:
        number = ctypes.get_errno() or errno.EIO
        raise OSError(number, os.strerror(number))
    return outcome
