"""A recorder as a process of its own, with a fake sound card on the real clock: to be killed by tests.

    python -m tests.fakes.recorder_child STATE

Records by button. Prints a line when it is ready, and ends at SIGHUP once it is idle, like the real one.
"""

from __future__ import annotations

import os
import signal
import sys
from datetime import UTC
from pathlib import Path
from threading import Event

from daemon.base.clock import SystemClock
from daemon.base.systemd import Notifier
from daemon.recorder.bounds import Beginnings, Conditions
from daemon.recorder.keeper import MicrophoneKeeper
from daemon.recorder.service import RecorderService
from daemon.recorder.session import Session
from daemon.recorder.signs import Chime, Light
from daemon.spool.recorder_status import status_path
from daemon.spool.recording import spool_dir
from tests.fakes.microphone import LoudnessVoice, settings
from tests.fakes.soundcard import FakeCard


class Ready(Notifier):
    """Says on standard output, too, that the spool is in order and recording begins."""

    def ready(self) -> None:
        super().ready()
        print("ready", flush=True)  # noqa: T201  # the test that started it waits for this


def main(state: Path) -> None:
    stop, reload = Event(), Event()
    signal.signal(signal.SIGTERM, lambda *_: stop.set())
    signal.signal(signal.SIGHUP, lambda *_: reload.set())
    clock = SystemClock()
    recorder = settings(start="button", allowed_hours=("mon-sun 0-24",), reserve_mb=0)
    session = Session(
        recorder,
        state,
        clock,
        LoudnessVoice(),
        Conditions(recorder, UTC, lambda: 10**12),
        Beginnings(spool_dir(state), clock, UTC, lambda: "0000"),
    )
    service = RecorderService(
        state,
        session,
        MicrophoneKeeper(FakeCard(clock), "", clock),
        clock,
        schedule=None,
        light=Light(""),
        chime=Chime(False),
        notifier=Ready(),
        status_path=status_path(state, os.environ),
    )
    service.run(stop, reload)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
