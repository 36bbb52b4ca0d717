"""`python -m daemon.folders`: a drop-in for the hub's unit that lets it write where the configuration says.

At each start of the hub the sandbox mounts everything but the state read-only: a backup stick, a watch folder
or an export folder on a share could then no longer be written.
"""

from __future__ import annotations

import sys
from pathlib import Path

from daemon.config import Config
from daemon.drop_in import print_drop_in

_HEAD = """\
# Written by `make install`, and by start and reload of roomscribe.service, from the configuration.
[Service]
"""


def named_folders(config: Config) -> dict[str, Path]:
    """The folders outside the state that the hub has to write, by the key that names them."""
    named = {
        "[backup] folder": config.backup.folder,
        "[inbox] folder": config.inbox.folder,
        "[export] folder": config.export.folder,
    }
    return {key: Path(folder) for key, folder in named.items() if folder}


def drop_in(config: Config) -> str:
    """A missing folder (a stick that is not plugged in) does not prevent the start."""
    return _HEAD + "".join(f"ReadWritePaths=-{_quoted(path)}\n" for path in named_folders(config).values())


def _quoted(path: Path) -> str:
    """As systemd.syntax(7) reads it, without its specifiers."""
    text = str(path).replace("\\", "\\\\").replace('"', '\\"').replace("%", "%%").replace("\n", "\\n")
    return f'"{text}"'


if __name__ == "__main__":
    sys.exit(print_drop_in(drop_in))
