"""`roomscribe service worker`: the service that does the heavy work."""

from __future__ import annotations

import logging
import os
from contextlib import closing
from functools import partial

import click

from daemon.base.config import Config
from daemon.base.errors import ConfigError
from daemon.base.settings import config_of
from daemon.cli.context import AppContext


@click.command()
@click.pass_obj
def worker(app: AppContext) -> None:
    """Transcribe and draft the meetings in the queue (a service; `roomscribe run` starts it too)."""
    from daemon.base.clock import SystemClock
    from daemon.base.lock import WriterLock
    from daemon.base.log import LOGGER, log_to_stderr
    from daemon.base.paths import run_dir
    from daemon.base.systemd import Notifier
    from daemon.meetings import WorkFolder
    from daemon.meetings.calendars import find_event
    from daemon.worker.engines import Engines
    from daemon.worker.guard import Guard, step_back
    from daemon.worker.previous_crash import mark_crashes
    from daemon.worker.served import NamedServer
    from daemon.worker.status import Pulse
    from daemon.worker.worker import Worker

    log_to_stderr("worker")
    work = WorkFolder(app.state_dir)
    work.make()
    step_back()
    config = app.as_started().config
    notifier = Notifier()
    clock = SystemClock()
    server = NamedServer(config, app.state_dir, clock.now) if config.llm.server else None
    with closing(WriterLock(work.lock)):
        pulse = Pulse(run_dir(app.state_dir), notifier)
        guard = Guard(pulse)
        each = Worker(
            app.state_dir,
            config,
            Engines(config, app.models_dir, server=server),
            clock,
            pulse,
            guard,
            is_outdated=lambda: _is_outdated(app, config),
            find_event=partial(
                find_event, app.state_dir, config.calendar.folder, timezone=config.locale.timezone
            ),
        )
        mark_crashes(work)
        guard.start()
        notifier.ready()
        LOGGER.info("ready")
        each.run()
        # ctranslate2 and onnxruntime may deadlock while the interpreter ends; everything is on disk.
        logging.shutdown()
        os._exit(0)


def _is_outdated(app: AppContext, config: Config) -> bool:
    """Whether there is a new configuration that can be used."""
    try:
        return config_of(app.state_dir, app.config_file) != config
    except ConfigError:
        return False
