"""The recorder's process: sound in, orders in, status out, five times a second, for months.

The first thing it does is to put in order what the recorder before it left, and to go on with its meeting.
"""

from __future__ import annotations

import logging
from datetime import timedelta
from pathlib import Path
from threading import Event

from daemon.base.clock import Clock
from daemon.base.control import OrderDesk, Orders
from daemon.base.durable import make_folder
from daemon.base.errors import RefusedError, StateWriteError
from daemon.base.lock import WriterLock
from daemon.base.systemd import Notifier
from daemon.base.timetable import Schedule
from daemon.recorder.keeper import MicrophoneKeeper
from daemon.recorder.orders import SERVICE, carry_out
from daemon.recorder.report import Reporter
from daemon.recorder.session import Session
from daemon.recorder.signs import Chime, Light
from daemon.spool.recording import Recording, SpooledRecording, list_recordings, spool_dir, write_record
from daemon.spool.salvage import salvage

log = logging.getLogger("roomscribe.recorder")


def recover(session: Session, state_dir: Path, clock: Clock) -> None:
    """Salvage the spool; go on with the meeting of just now, end the others (StateWriteError).

    A meeting goes on if it was interrupted for less than the silence that would have ended it.
    """
    unfinished = salvage(spool_dir(state_dir))
    for left in unfinished[:-1]:
        _end(left)
    last = unfinished[-1] if unfinished else _just_shut_down(state_dir)
    if last is None:
        return
    lost_s = interrupted_s(last.recording, clock)
    if lost_s is not None and lost_s <= session.silence_s:
        session.take_over(last, lost_s=lost_s)
    elif last.recording.state == "recording":
        _end(last)


def interrupted_s(recording: Recording, clock: Clock) -> float | None:
    """How long ago a recording broke off; None if that was before this boot and no clock can be believed.

    (A computer whose power was switched off in the evening would otherwise go on with yesterday's meeting.)
    """
    anchor = recording.anchors[-1]
    if anchor.boot_id == clock.boot_id:
        return max(0.0, clock.boot_s() - anchor.boot_s - (recording.duration_s - anchor.at_s))
    if not (anchor.synchronised and clock.is_synchronised()):
        return None
    ended_at = anchor.wall + timedelta(seconds=recording.duration_s - anchor.at_s)
    return max(0.0, (clock.now() - ended_at).total_seconds())


def _just_shut_down(state_dir: Path) -> SpooledRecording | None:
    recordings = list_recordings(state_dir)
    last = recordings[-1] if recordings else None
    return last if last is not None and last.recording.end_reason == "shutdown" else None


def _end(left: SpooledRecording) -> None:
    recording = left.recording
    ended_at = recording.started_at + timedelta(seconds=recording.duration_s)
    gaps = tuple(
        gap
        if gap.end_s is not None
        else gap.model_copy(update={"end_s": max(gap.start_s, recording.duration_s)})
        for gap in recording.gaps
    )
    write_record(
        left.folder,
        recording.model_copy(
            update={"state": "ended", "end_reason": "power", "ended_at": ended_at, "gaps": gaps}
        ),
    )
    log.info("recording %s ended when the power or the recorder failed", recording.id)


_STEP_S = 0.2
"""Between two looks at everything: a person who presses a button does not notice it."""
_FEED_S = 1.0
"""Between two signs of life for the watchdog, which waits for many times that."""
_RETRY_S = 5.0
"""Before what the disk has refused is tried again."""
_SWEEP_S = 3600.0


class RecorderService:
    """Wires the parts together; all that can be decided is decided in `Session`."""

    def __init__(
        self,
        state_dir: Path,
        session: Session,
        keeper: MicrophoneKeeper,
        clock: Clock,
        *,
        schedule: Schedule | None,
        light: Light,
        chime: Chime,
        notifier: Notifier,
        status_path: Path,
    ) -> None:
        """`schedule` is None unless it is what starts recordings."""
        self._state_dir = state_dir
        self._session = session
        self._keeper = keeper
        self._clock = clock
        self._schedule = schedule
        self._light = light
        self._chime = chime
        self._notifier = notifier
        self._reporter = Reporter(status_path, clock, notifier)
        self._fed_s = float("-inf")
        self._next_try_s = float("-inf")
        self._next_sweep_s = float("-inf")

    def run(self, stop: Event, reload: Event) -> None:
        """Record until `stop` is set, or until `reload` is and no recording goes on.

        On `stop` the recording is ended, within two seconds. StateBusyError if another recorder works here;
        StateWriteError if the spool cannot be put in order.
        """
        make_folder(spool_dir(self._state_dir))
        lock = WriterLock(spool_dir(self._state_dir) / "lock")
        try:
            recover(self._session, self._state_dir, self._clock)
            orders = Orders(self._state_dir, SERVICE, self._clock)
            desk = OrderDesk(orders, lambda order: carry_out(order, self._session, self._clock))
            self._session.tick()
            self._notifier.ready()
            while not (reload.is_set() and self._session.meeting is None):
                self.step(desk)
                if stop.wait(_STEP_S):
                    break
        finally:
            self._session.close()
            self._light.set(False)
            self._reporter.close()
            self._keeper.close()
            lock.close()

    def step(self, desk: OrderDesk) -> None:
        """One look at everything."""
        session = self._session
        blocks = self._keeper.take()
        session.device = self._keeper.status.name
        for block in blocks:
            session.hear(block)
        session.silent_because = self._keeper.silent_because
        if not self._keeper.is_open:
            session.microphone_lost()
        self._serve(desk)
        session.tick()
        self._look_at_the_schedule()
        self._light.set(session.meeting is not None and not session.is_paused)
        self._chime.set(session.meeting is not None)
        self._reporter.report(session, self._keeper)
        # Real progress: frames have come, or the microphone is missing and looked for. No third state lasts
        # longer than the keeper's few seconds.
        if self._clock.boot_s() - self._fed_s >= _FEED_S:
            self._fed_s = self._clock.boot_s()
            self._notifier.alive()

    def _serve(self, desk: OrderDesk) -> None:
        """What the disk refuses waits."""
        now_s = self._clock.boot_s()
        if now_s < self._next_try_s:
            return
        try:
            desk.serve()
            if now_s >= self._next_sweep_s:
                self._next_sweep_s = now_s + _SWEEP_S
                desk.orders.sweep(self._clock.now().timestamp())
        except StateWriteError as error:
            log.error("%s", error)
            self._next_try_s = now_s + _RETRY_S

    def _look_at_the_schedule(self) -> None:
        if self._schedule is None or not self._schedule.is_due(self._clock.now()):
            return
        try:
            self._session.start("schedule")
        except (RefusedError, StateWriteError) as error:
            log.warning("the schedule starts a recording, but %s", error)
