"""Names in the watch folder: what is somebody's unfinished business, and how one is made fit for our disk."""

from __future__ import annotations

import os
import re

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
