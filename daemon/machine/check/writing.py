"""Tries to write into the folders that are its arguments.

Run inside the hub's sandbox by `folders`; prints the result for each folder as JSON.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterable
from pathlib import Path


def try_to_write(folders: Iterable[Path]) -> dict[str, str | None]:
    """By folder, why it cannot be written; None where it can."""
    return {str(folder): _problem(folder) for folder in folders}


def _problem(folder: Path) -> str | None:
    if not folder.is_dir():
        return "does not exist"
    # Hidden, so that the hub does not take it for a meeting in the watch folder.
    trial = folder / f".roomscribe-check-{os.getpid()}"
    try:
        os.close(os.open(trial, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
        trial.unlink()
    except OSError as error:
        return (error.strerror or str(error)).lower()
    return None


if __name__ == "__main__":
    sys.stdout.write(json.dumps(try_to_write(map(Path, sys.argv[1:]))) + "\n")
