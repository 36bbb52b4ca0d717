"""Sizes for people to read, and the space that they need."""

from __future__ import annotations

import shutil
from pathlib import Path

from daemon.base.errors import StateWriteError

RESERVE_BYTES = 500_000_000
"""Left free beside a model: recordings go to the same disk, and a full disk would lose them."""


def human(size: int) -> str:
    """Decimal units, as on the hub's pages: "3.1 GB"."""
    for unit, factor in (("GB", 10**9), ("MB", 10**6), ("kB", 10**3)):
        if size >= factor:
            return f"{size / factor:.1f} {unit}" if size < 100 * factor else f"{size / factor:.0f} {unit}"
    return f"{size} bytes"


def require_space(folder: Path, needed: int) -> None:
    """StateWriteError if `needed` more bytes would leave too little space on the disk of `folder`."""
    lacking = needed + RESERVE_BYTES - shutil.disk_usage(folder).free
    if needed and lacking > 0:
        raise StateWriteError(
            f"no room in {folder}: it needs {human(needed)} and {human(RESERVE_BYTES)} must stay free; "
            f"free {human(lacking)} and try again"
        )
