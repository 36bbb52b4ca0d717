"""The configuration in force: the file, what people changed on the page, and the last one that could be used.

    STATE/settings.json           {"vocabulary": {"roster": ["Ann Lee"]}, "retention": {"audio_days": 14}}
    STATE/last-good-config.toml   written by the hub, read by all services and commands

Only what is safe in the hands of anybody with the administrator's PIN can be set on the page: nothing that
names a path, an address, a program or a model. Values equal to the configuration's are not kept, so setting
the configured value removes a setting.

The last usable configuration is in force while the one in /etc cannot be used. `systemctl reload` refuses a
configuration with an error and keeps the old one. Without the copy, a misspelt key would leave the room
without a recorder after the next boot, and the administrator without `backup`. `python -m
daemon.base.settings STATE [FILE]` prints why the file cannot be used, and nothing if it can: for `roomscribe
check`, which is root, and has the user of the services read it.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from threading import Event
from typing import Any

from pydantic import ValidationError

from daemon.base.config import Config, config_in_force, explain, load_config, merge
from daemon.base.durable import make_folder, write_durably
from daemon.base.errors import ConfigError, StateWriteError
from daemon.base.log import LOGGER
from pipelines.errors import BadInputError

CHANGEABLE: dict[str, tuple[str, ...]] = {
    "vocabulary": ("roster", "words"),
    "recorder": ("device", "start", "allowed_hours", "consent"),
    "schedule": ("record",),
    "retention": ("audio_days", "note_days"),
}
"""Section to keys."""

FILE_NAME = "settings.json"

Settings = Mapping[str, Mapping[str, Any]]
"""Section to key to value, as in the configuration."""

MOST_CHARACTERS = 20_000
"""Size of the file; a roster of a thousand names. It is read before every job and is sent in an order."""


def settings_path(state_dir: Path) -> Path:
    return state_dir / FILE_NAME


def config_of(state_dir: Path, config_file: Path | None = None) -> Config:
    """The configuration in force. ConfigError if the file is wrong; unusable settings (damaged, or in
    conflict with a file that was changed since) are left out and logged: no recording fails because of them.
    """
    config = load_config(config_file)
    try:
        return _with_settings(config, read_settings(state_dir))
    except ConfigError as error:
        LOGGER.warning("%s; the settings made on the page are left out", error)
        return config


class SettingsEvent(Event):
    """Set when the settings were changed on the page, or explicitly."""

    def __init__(self, state_dir: Path) -> None:
        super().__init__()
        self._path = settings_path(state_dir)
        self._seen = self._stamp()

    def is_set(self) -> bool:
        """Costs one stat."""
        if (stamp := self._stamp()) != self._seen:
            self._seen = stamp
            self.set()
        return super().is_set()

    def _stamp(self) -> int | None:
        try:
            return self._path.stat().st_mtime_ns
        except OSError:
            return None


def read_settings(state_dir: Path) -> Settings:
    """What was set on the page; ConfigError if the file cannot be read."""
    path = settings_path(state_dir)
    try:
        found = json.loads(path.read_text("utf-8"))
    except FileNotFoundError:
        return {}
    except (OSError, ValueError) as error:
        raise ConfigError(f"{path}: cannot be read: {error}") from None
    if not isinstance(found, dict) or not all(isinstance(keys, dict) for keys in found.values()):
        raise ConfigError(f"{path}: contains no settings")
    return found


def put_settings(state_dir: Path, config_file: Path | None, changes: Settings) -> Config:
    """Set the given keys and keep the others; returns the new configuration in force.

    BadInputError, one line, for a key that may not be set here or a value that the configuration would
    refuse; StateWriteError. In both cases nothing has changed.
    """
    for section, keys in changes.items():
        if unknown := set(keys) - set(CHANGEABLE.get(section, ())):
            raise BadInputError(f"[{section}] {min(unknown)} is set in the configuration file, not here")
    config = load_config(config_file)
    try:
        before = read_settings(state_dir)
        _with_settings(config, before)
    except ConfigError:
        before = {}  # unusable
    try:
        wanted = _with_settings(
            config, merge(dict(before), {name: dict(keys) for name, keys in changes.items()})
        )
    except ConfigError as error:
        raise BadInputError(f"{error}") from None
    content = json.dumps(_difference(config, wanted), ensure_ascii=False, indent=1)
    if len(content) > MOST_CHARACTERS:
        raise BadInputError("that is too much; put such a long list into the configuration file")
    write_durably(settings_path(state_dir), content)
    return wanted


def _with_settings(config: Config, settings: Settings) -> Config:
    base = config.model_dump()
    allowed = {
        section: {key: value for key, value in keys.items() if key in CHANGEABLE.get(section, ())}
        for section, keys in settings.items()
        if section in CHANGEABLE
    }
    try:
        return Config.model_validate(merge(base, allowed))
    except ValidationError as error:
        raise ConfigError(explain(error, Config, base)) from None


def _difference(config: Config, wanted: Config) -> dict[str, dict[str, Any]]:
    base, changed = config.model_dump(), wanted.model_dump()
    found = {
        section: {key: changed[section][key] for key in keys if changed[section][key] != base[section][key]}
        for section, keys in CHANGEABLE.items()
    }
    return {section: keys for section, keys in found.items() if keys}


LAST_GOOD = "last-good-config.toml"


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
        good = state_dir / LAST_GOOD
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
    good = state_dir / LAST_GOOD
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
