"""Which Roomscribe this is: the one text that everything says that names a version.

    0.1.0                                   a release: the commit with the tag v0.1.0
    0.1.0+20261127210118.gca259ab           any other commit; its time (UTC) makes it newer than those before
    0.1.0+20261127210118.gca259ab.changed   the same with changes that are not committed
    0.1.0+unknown                           a checkout where git says nothing

A checkout is asked once in each process; an installed program says what it was built from. Builds ask here
too (`pyproject.toml`, `packaging/deb.sh`), before anything is installed: standard library only.
"""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path

RELEASE = "0.1.0"


_SOURCE = Path(__file__).resolve().parents[2]


@cache
def full_version(source: Path = _SOURCE) -> str:
    """Of the code in this folder, in a form that pip and dpkg take as it is."""
    if not (source / "pyproject.toml").exists():
        from importlib import metadata

        return metadata.version("roomscribe")
    if not (source / ".git").exists():
        return RELEASE
    # "g" as git itself has it: pip would take the leading zeros from a name of digits alone.
    commit = _git(source, "log", "-1", "--abbrev=7", "--date=format-local:%Y%m%d%H%M%S", "--format=%cd.g%h")
    if not commit:
        return f"{RELEASE}+unknown"
    changed = ".changed" if _git(source, "status", "--porcelain", "--untracked-files=no") else ""
    is_release = _git(source, "describe", "--tags", "--exact-match", "--match", f"v{RELEASE}")
    return RELEASE if is_release and not changed else f"{RELEASE}+{commit}{changed}"


def _git(source: Path, *arguments: str) -> str:
    """What it says; nothing where it fails. Root may install what somebody else has checked out."""
    import subprocess

    command = ["git", "-C", str(source), "-c", "safe.directory=*", *arguments]
    try:
        ran = subprocess.run(
            command, capture_output=True, text=True, check=True, env=os.environ | {"TZ": "UTC"}
        )
    except (OSError, subprocess.CalledProcessError):
        return ""
    return ran.stdout.strip()


if __name__ == "__main__":
    print(full_version())  # noqa: T201  # for scripts
