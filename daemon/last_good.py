"""The last usable configuration: services start with it while the one in /etc cannot be used.

`systemctl reload` refuses a configuration with an error and keeps the old one. Without this copy, a misspelt
key would leave the room without a recorder after the next boot.

    STATE/last-good-config.toml       written by the hub, read by all three services
"""

from __future__ import annotations

from pathlib import Path

from daemon.config import config_in_force
from daemon.durable import make_folder, write_durably
from daemon.errors import ConfigError, StateWriteError
from daemon.log import LOGGER
from daemon.settings import config_of

FILE_NAME = "last-good-config.toml"


def file_at_start(state_dir: Path, config_file: Path | None) -> Path | None:
    """The configuration file for a service that starts: the given one, or the copy of the last good one.

    ConfigError if neither can be used.
    """
    try:
        config_of(state_dir, config_file)
    except ConfigError as error:
        good = state_dir / FILE_NAME
        try:
            config_of(state_dir, good)
        except ConfigError:
            raise error from None
        LOGGER.error("%s; the last usable configuration is in force: correct the error, then reload", error)
        return good
    return config_file


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
