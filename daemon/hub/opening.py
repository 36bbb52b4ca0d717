"""The hub of a state directory, or its substitute while the notes are damaged."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from daemon.base.clock import SystemClock
from daemon.base.config import Config, config_in_force
from daemon.base.errors import StateDamagedError
from daemon.base.log import LOGGER
from daemon.base.settings import config_of
from daemon.base.systemd import Notifier
from daemon.hub.damaged import DamagedHub
from daemon.hub.hub import Hub


@contextmanager
def opened_hub(
    state_dir: Path, config_file: Path | None, config: Config, notifier: Notifier
) -> Iterator[Hub | DamagedHub]:
    """Starting with `config`. Raises what `Hub.opened` raises, unless only notes are damaged."""

    def load_config() -> Config:
        return config_of(state_dir, config_file)

    with ExitStack() as stack:
        each: Hub | DamagedHub
        try:
            each = stack.enter_context(
                Hub.opened(
                    state_dir,
                    load_config,
                    SystemClock(),
                    notifier,
                    config_file=config_in_force(config_file),
                    config=config,
                )
            )
        except StateDamagedError as error:
            LOGGER.error("%s", error)
            each = stack.enter_context(DamagedHub.opened(state_dir, config, load_config, notifier))
            LOGGER.error("until then the notes can only be read")
        yield each
