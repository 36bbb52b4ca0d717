"""What the configuration changes in the units of hub and relay: `python -m daemon.base.drop_ins hub|relay`.

It prints a drop-in for `systemd/umbrella`, which runs as root and keeps it. With an unusable configuration
nothing is printed and the exit code is 1: all stays as it was.

At each start of the hub the sandbox mounts everything but the state read-only: a backup stick, a watch folder
or an export folder on a share could then no longer be written without a drop-in.
"""

from __future__ import annotations

import sys
from pathlib import Path

from daemon.base.addresses import ServerAddress
from daemon.base.config import Config, load_config
from daemon.base.errors import ConfigError

_HUB_HEAD = """\
# Written by `make install`, and by start and reload of roomscribe.service, from the configuration.
[Service]
"""
_RELAY_HEAD = "# Written by roomscribe.service, from [llm] server of the configuration.\n[Service]\n"


def named_folders(config: Config) -> dict[str, Path]:
    """The folders outside the state that the hub has to write, by the key that names them."""
    named = {
        "[backup] folder": config.backup.folder,
        "[inbox] folder": config.inbox.folder,
        "[export] folder": config.export.folder,
    }
    return {key: Path(folder) for key, folder in named.items() if folder}


def of_hub(config: Config) -> str:
    """Lets it write the folders that the configuration names. A missing folder (a stick that is
    not plugged in) does not prevent the start."""
    return _HUB_HEAD + "".join(
        f"ReadWritePaths=-{_quoted(path)}\n" for path in named_folders(config).values()
    )


def of_relay(config: Config) -> str:
    """Turns the relay on, for the one address of `[llm] server`. Without a server there is no drop-in, and
    the relay's units are skipped, since they wait for its file."""
    if not config.llm.server:
        return ""
    address = ServerAddress.parse(config.llm.server)
    return f'{_RELAY_HEAD}Environment="ROOMSCRIBE_SERVER=https://{address}"\nIPAddressAllow={address.host}\n'


def _quoted(path: Path) -> str:
    """As systemd.syntax(7) reads it, without its specifiers."""
    text = str(path).replace("\\", "\\\\").replace('"', '\\"').replace("%", "%%").replace("\n", "\\n")
    return f'"{text}"'


def main(unit: str) -> int:
    """The exit code."""
    try:
        sys.stdout.write({"hub": of_hub, "relay": of_relay}[unit](load_config()))
    except ConfigError as error:
        sys.stderr.write(f"roomscribe: {error}\n")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
