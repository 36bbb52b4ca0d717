"""The last usable configuration: it is in force while the one in /etc cannot be used.

`systemctl reload` refuses a configuration with an error and keeps the old one. Without this copy, a misspelt
key would leave the room without a recorder after the next boot, and the administrator without `backup`.

    STATE/last-good-config.toml       written by the hub, read by all services and commands

`python -m daemon.base.last_good STATE [FILE]` prints why the file cannot be used, and nothing if it can: for
`roomscribe check`, which is root, and has the user of the services read it.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from daemon.base.config import Config, config_in_force
from daemon.base.durable import make_folder, write_durably
from daemon.base.errors import ConfigError, StateWriteError
from daemon.base.log import LOGGER
from daemon.base.settings import config_of

FILE_NAME = "last-good-config.toml"


@dataclass(frozen=True, slots=True)
class InForce:
    config: Config
    file: Path | None
    """Where it was read; None for the file in /etc, or the defaults without one."""
    mistake: str = ""
    """Why another file than the asked one is in force, in one line for people."""


def in_force(state_dir: Path, config_file: Path | None) -> InForce:
    """The configuration of a file, or the last good one. ConfigError if neither can be used."""
    try:
        return InForce(config_of(state_dir, config_file), config_file)
    except ConfigError as error:
        good = state_dir / FILE_NAME
        try:
            config = config_of(state_dir, good)
            since = datetime.fromtimestamp(good.stat().st_mtime, UTC)
        except (ConfigError, OSError):
            raise error from None
        told = f"{error}; the last usable configuration, of {since:%Y-%m-%d}, is in force"
        return InForce(config, good, told)


def keep_good(state_dir: Path, config_file: Path | None) -> None:
    """Copy the file in force, which was found usable. If the disk refuses the copy, only a warning is
    logged."""
    chosen = config_in_force(config_file)
    if chosen is None:
        return
    good = state_dir / FILE_NAME
    try:
        content = chosen.read_bytes()
        make_folder(state_dir)
        if not good.exists() or good.read_bytes() != content:
            write_durably(good, content)
    except (OSError, StateWriteError) as error:
        LOGGER.warning("no copy of the configuration is kept: %s", error)


def mistake_in(read: Callable[[], InForce]) -> str:
    """Why the configuration file cannot be used, and whether another is in force; "" if it can."""
    try:
        return read().mistake
    except ConfigError as error:
        return f"{error}; services and commands cannot start"


if __name__ == "__main__":
    given, file = Path(sys.argv[1]), Path(sys.argv[2]) if sys.argv[2:] else None
    sys.stdout.write(mistake_in(lambda: in_force(given, file)))
