"""`roomscribe service recorder`: the service that records the room."""

from __future__ import annotations

import logging
import os
import secrets
import shutil
import signal
from threading import Event

import click

from daemon.base.config import Config
from daemon.base.errors import ConfigError
from daemon.base.settings import SettingsEvent, config_of
from daemon.cli.context import AppContext

log = logging.getLogger("roomscribe.recorder")


@click.command()
@click.pass_obj
def recorder(app: AppContext) -> None:
    """Record meetings from the room's microphone (a service).

    systemd starts it on the appliance. SIGTERM ends it; after SIGHUP, or a change of the settings on the
    page, it reads the configuration again as soon as no recording is running.
    """
    from daemon.base.log import log_to_stderr

    log_to_stderr("recorder")
    stop, reload = Event(), SettingsEvent(app.state_dir)
    signal.signal(signal.SIGTERM, lambda *_: stop.set())
    signal.signal(signal.SIGINT, lambda *_: stop.set())
    signal.signal(signal.SIGHUP, lambda *_: reload.set())
    config = app.as_started().config
    while not stop.is_set():
        _run(app, config, stop, reload)
        if reload.is_set():
            reload.clear()
            config = _reloaded(app, config)


def _run(app: AppContext, config: Config, stop: Event, reload: Event) -> None:
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
        MicrophoneKeeper(SoundCard(clock.boot_s), settings.device, clock),
        clock,
        schedule=Schedule(config.schedule.record, config.timezone, clock.now()) if by_schedule else None,
        light=Light(settings.light),
        chime=Chime(settings.chime),
        notifier=Notifier(),
        status_path=status_path(app.state_dir, os.environ),
    )
    service.run(stop, reload)


def _reloaded(app: AppContext, old: Config) -> Config:
    try:
        config = config_of(app.state_dir, app.config_file)
    except ConfigError as error:
        log.error("%s; the old configuration stays in force", error)
        return old
    log.info("configuration read again")
    return config
