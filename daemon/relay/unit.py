"""`python -m daemon.relay.unit`: a drop-in that turns the relay on, for the one address of `[llm] server`.

Nothing is printed where no server is configured: the relay's units are then skipped, since they wait for this
file.
"""

from __future__ import annotations

import sys

from daemon.base.config import Config
from daemon.base.drop_in import print_drop_in
from daemon.base.server_address import ServerAddress

_HEAD = "# Written by roomscribe.service, from [llm] server of the configuration.\n[Service]\n"


def drop_in(config: Config) -> str:
    if not config.llm.server:
        return ""
    address = ServerAddress.parse(config.llm.server)
    return f'{_HEAD}Environment="ROOMSCRIBE_SERVER=https://{address}"\nIPAddressAllow={address.host}\n'


if __name__ == "__main__":
    sys.exit(print_drop_in(drop_in))
