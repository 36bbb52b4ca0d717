"""A drop-in of a unit, printed of the configuration for `systemd/umbrella`, which runs as root and keeps it.

With an unusable configuration nothing is printed and the exit code is 1: all stays as it was.
"""

from __future__ import annotations

import sys
from collections.abc import Callable

from daemon.base.config import Config, load_config
from daemon.base.errors import ConfigError


def print_drop_in(made: Callable[[Config], str]) -> int:
    """The exit code; `made` may raise ConfigError, too."""
    try:
        sys.stdout.write(made(load_config()))
    except ConfigError as error:
        sys.stderr.write(f"roomscribe: {error}\n")
        return 1
    return 0
