"""`python -m daemon.relay.unit`: a drop-in that turns the relay on, for the one address of `[llm] server`.

Printed for `systemd/umbrella`, which runs as root. Nothing is printed where no server is configured: the
relay's units are then skipped, since they wait for this file. With an unusable configuration it exits with
1, and all stays as it was.
"""

from __future__ import annotations

import sys

from daemon.config import Config, load_config
from daemon.errors import ConfigError
from daemon.relay.address import ServerAddress

_HEAD = "# Written by roomscribe.service, from [llm] server of the configuration.\n[Service]\n"


def drop_in(config: Config) -> str:
    if not config.llm.server:
        return ""
    address = ServerAddress.parse(config.llm.server)
    return f'{_HEAD}Environment="ROOMSCRIBE_SERVER=https://{address}"\nIPAddressAllow={address.host}\n'


def main() -> int:
    try:
        sys.stdout.write(drop_in(load_config()))
    except ConfigError as error:
        sys.stderr.write(f"roomscribe: {error}\n")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
