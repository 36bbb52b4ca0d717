"""The services: `roomscribe run` starts them where there is no systemd; `service recorder` and `service
worker` are two of them.
"""

from __future__ import annotations

import os
import secrets
import shutil
import signal
from contextlib import closing
from functools import partial
from threading import Event
from typing import TYPE_CHECKING

import click

from daemon.base.errors import ConfigError
from daemon.cli.context import AppContext

if TYPE_CHECKING:
    from daemon.base.config import Config


@click.command()
@click.option(
    "--port", type=click.IntRange(0, 65535), help="Port of the page, instead of the configured one."
)
@click.option("--host", metavar="ADDRESS", help="Address of the page; beyond loopback it needs a PIN.")
@click.pass_obj
def run(app: AppContext, port: int | None, host: str | None) -> int:
    """Record, transcribe and show the notes, in the foreground until Ctrl-C.

    Starts the recorder, the worker and the hub, and restarts any that crashes.
    """
    from daemon.base.log import log_to_stderr
    from daemon.base.supervise import Service, supervise

    log_to_stderr("run")
    config = app.config  # an error in it is one line here, not one in each service
    options = ["--state", str(app.state_dir)]
    options += ["--config", str(app.config_file.absolute())] if app.config_file else []
    options += ["--debug"] if app.debug else []
    page = ["--port", str(port)] if port is not None else []
    page += ["--host", host] if host is not None else []
    services = [
        Service("hub", [*options, "service", "hub", *page], is_vital=True),
        Service("worker", [*options, "service", "worker"]),
        Service("recorder", [*options, "service", "recorder"]),
    ]
    if config.llm.server:
        services.append(Service("relay", [*options, "service", "relay"]))
    return supervise(services)


@click.command()
@click.pass_obj
def recorder(app: AppContext) -> None:
    """Record meetings from the room's microphone (a service).

    systemd starts it on the appliance. SIGTERM ends it; after SIGHUP, or a change of the settings on the
    page, it reads the configuration again as soon as no recording is running.
    """
    from daemon.base.log import log_to_stderr
    from daemon.base.settings import SettingsEvent

    log_to_stderr("recorder")
    stop, reload = Event(), SettingsEvent(app.state_dir)
    signal.signal(signal.SIGTERM, lambda *_: stop.set())
    signal.signal(signal.SIGINT, lambda *_: stop.set())
    signal.signal(signal.SIGHUP, lambda *_: reload.set())
    config = app.as_started().config
    while not stop.is_set():
        _record(app, config, stop, reload)
        if reload.is_set():
            reload.clear()
            config = _reloaded(app, config)


def _record(app: AppContext, config: Config, stop: Event, reload: Event) -> None:
    from daemon.base.clock import SystemClock
    from daemon.base.systemd import Notifier
    from daemon.base.timetable import Schedule
    from daemon.recorder.bounds import Beginnings, Conditions
    from daemon.recorder.keeper import MicrophoneKeeper
    from daemon.recorder.service import RecorderService
    from daemon.recorder.session import Session
    from daemon.recorder.signs import Chime, Light
    from daemon.recorder.soundcard import SoundCard
    from daemon.recorder.voice import VoiceDetector
    from daemon.spool.recorder_status import status_path
    from daemon.spool.recording import spool_dir
    from pipelines.speech.silero import SileroNetwork

    clock = SystemClock()
    settings = config.recorder
    session = Session(
        settings,
        app.state_dir,
        clock,
        VoiceDetector(SileroNetwork()),
        Conditions(settings, config.timezone, lambda: shutil.disk_usage(app.state_dir).free),
        Beginnings(spool_dir(app.state_dir), clock, config.timezone, lambda: secrets.token_hex(2)),
    )
    by_schedule = settings.start == "schedule"
    service = RecorderService(
        app.state_dir,
        session,
        MicrophoneKeeper(SoundCard(clock.boot_s, settings.channels), settings.device, clock),
        clock,
        schedule=Schedule(config.schedule.record, config.timezone, clock.now()) if by_schedule else None,
        light=Light(settings.light),
        chime=Chime(settings.chime),
        notifier=Notifier(),
        status_path=status_path(app.state_dir, os.environ),
    )
    service.run(stop, reload)


def _reloaded(app: AppContext, old: Config) -> Config:
    import logging

    from daemon.base.settings import config_of

    log = logging.getLogger("roomscribe.recorder")
    try:
        config = config_of(app.state_dir, app.config_file)
    except ConfigError as error:
        log.error("%s; the old configuration stays in force", error)
        return old
    log.info("configuration read again")
    return config


@click.command()
@click.pass_obj
def worker(app: AppContext) -> None:
    """Transcribe and draft the meetings in the queue (a service; `roomscribe run` starts it too)."""
    import logging

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
    from daemon.worker.remote_server import NamedServer
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
    from daemon.base.settings import config_of

    try:
        return config_of(app.state_dir, app.config_file) != config
    except ConfigError:
        return False
