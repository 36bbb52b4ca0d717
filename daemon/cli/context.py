"""What every command needs: where the state lives and the configuration, resolved once; and days."""

from __future__ import annotations

import os
import pwd
from dataclasses import dataclass, replace
from datetime import date, tzinfo
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

import click

from daemon.base.errors import ConfigError
from daemon.base.paths import SERVICE_USER, SYSTEM_ETC, SYSTEM_STATE

if TYPE_CHECKING:
    from daemon.base.config import Config


@dataclass(frozen=True)
class AppContext:
    """The options before the command's name; the configuration is read when first asked for."""

    state_dir: Path
    config_file: Path | None
    debug: bool = False

    @cached_property
    def config(self) -> Config:
        """The one in force. While the file in /etc cannot be used that is the last usable one, as for the
        services, and a line on stderr says so; a file that was named is used or refused. ConfigError."""
        from daemon.base.settings import config_of, in_force

        if self.config_file is not None:
            return config_of(self.state_dir, self.config_file)
        found = in_force(self.state_dir, None)
        if found.mistake:
            click.echo(f"roomscribe: {found.mistake}", err=True)
        return found.config

    def as_started(self) -> AppContext:
        """The context with a usable configuration file, for a starting service. ConfigError."""
        from daemon.base.log import LOGGER
        from daemon.base.settings import in_force

        found = in_force(self.state_dir, self.config_file)
        if found.mistake:
            LOGGER.error("%s: correct the error, then reload", found.mistake)
        return replace(self, config_file=found.file)

    @property
    def timezone(self) -> tzinfo:
        return self.config.timezone

    @property
    def models_dir(self) -> Path:
        return self.state_dir / "models"


def act_as_service_user(chosen: Path) -> None:
    """Root becomes the service's user when it works on the appliance's state, so that no file there is
    root's.

    Other users stay who they are; the files' permissions decide whether that is enough.
    """
    if os.geteuid() != 0 or chosen != SYSTEM_STATE:
        return
    try:
        user = pwd.getpwnam(SERVICE_USER)
    except KeyError:
        raise ConfigError(
            f"{SYSTEM_ETC} exists but there is no user {SERVICE_USER}: reinstall, or give --state DIR"
        ) from None
    os.initgroups(SERVICE_USER, user.pw_gid)
    os.setgid(user.pw_gid)
    os.setuid(user.pw_uid)
    os.environ["HOME"] = user.pw_dir


class Day(click.ParamType[date]):
    """YYYY-MM-DD, and a day that exists."""

    name = "day"

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> date:
        if isinstance(value, date):
            return value
        try:
            return date.fromisoformat(str(value))
        except ValueError:
            self.fail(f'"{value}" is not a day; write one as in 2026-11-16', param, ctx)
