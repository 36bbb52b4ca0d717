"""The hub itself: one loop that sleeps until something happens, and then looks at everything."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path

from daemon.clock import Clock
from daemon.config import Config
from daemon.control import Orders
from daemon.durable import make_folder
from daemon.errors import ConfigError, StateBusyError, StateWriteError
from daemon.hub.client import lock_path
from daemon.hub.finishing import Finishing
from daemon.hub.intake import Intake
from daemon.hub.known import KnownFiles
from daemon.hub.nightly import JOBS, Night, NightlyJob
from daemon.hub.orders import SERVICE, OrderDesk
from daemon.hub.recordings import Recordings
from daemon.hub.recovery import all_meetings, recover
from daemon.hub.schedule import Scheduler
from daemon.hub.verbs import Verbs
from daemon.hub.wakeup import Wakeup
from daemon.inbox import Found, Inbox
from daemon.inotify import ARRIVALS, CHANGES
from daemon.jobs import JobQueue, MeetingFolder, Priority, WorkFolder
from daemon.log import LOGGER
from daemon.models.lock import FILE_NAME as MODELS_LOCK
from daemon.notify import Notifier
from daemon.spool.recording import spool_dir
from daemon.store import NoteStore
from daemon.store.lock import WriterLock

_TICK_S = 20.0
"""The longest sleep: the watchdog wants to hear of an idle hub too."""
_LIVE_LOOK_S = 5.0
"""While somebody talks, the spool is looked at so often."""
_AT_ONCE = 8
"""Files taken in before anything else is looked at again."""
_PILE = 5
"""More files at once than this are an archive, not meetings that somebody waits for."""
_DISK_RETRY_S = 5.0
_LOCK_TRIES = 20
_LOCK_WAIT_S = 0.1
"""Whoever asks whether a hub runs holds the lock for an instant."""


class Hub:
    """Open it with `opened`. Everything belongs to one thread, except `reload`, `stop` and the store."""

    def __init__(
        self,
        state_dir: Path,
        load_config: Callable[[], Config],
        clock: Clock,
        notifier: Notifier,
        stack: ExitStack,
        *,
        jobs: tuple[NightlyJob, ...] = JOBS,
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        """See `opened`; what is to be closed goes onto `stack`."""
        self.state_dir = state_dir
        self.config = load_config()
        self._load_config = load_config
        self._clock = clock
        self._notifier = notifier
        self._monotonic = monotonic
        self._jobs = jobs
        self._stops = self._reloads = False
        stack.enter_context(closing(_lock(state_dir)))
        self.store = stack.enter_context(NoteStore.open_writer(state_dir))
        if self.store.recovered:
            LOGGER.warning("%s", self.store.recovered)
        self.queue = JobQueue(state_dir)
        self._work = WorkFolder(state_dir)
        self._work.make()
        make_folder(spool_dir(state_dir))
        note_ids = {head.id for head in self.store.heads()}
        hashes = {meeting.sha256: meeting.id for _, meeting in all_meetings(state_dir) if meeting.sha256}
        self._known = KnownFiles(hashes, note_ids, self._is_there)
        self._open_inbox()
        self._finishing = Finishing(
            state_dir, self.queue, self._work, self.store, self._known, self._give_back
        )
        self._recordings = Recordings(
            state_dir, self.queue, self.store, self._finishing.drop, clock, lambda: self.config.timezone
        )
        verbs = Verbs(state_dir, self.store, self.queue, self._known, self._finishing, clock)
        self._desk = OrderDesk(Orders(state_dir, SERVICE, clock), verbs.table())
        recover(state_dir, self.queue, note_ids, self._intake, self._finishing, clock)
        self._models_seen: int | None = -1
        self._ready: list[Found] = []
        """Files of the last look that are not taken in yet."""
        self._folders_told: set[str] = set()
        self._wakeup = stack.enter_context(closing(Wakeup()))
        self._watch()
        self._scheduler = self._new_scheduler()
        stack.callback(lambda: self._scheduler.close())

    @classmethod
    @contextmanager
    def opened(
        cls, state_dir: Path, load_config: Callable[[], Config], clock: Clock, notifier: Notifier
    ) -> Iterator[Hub]:
        """The one hub of a state directory; clears up after the one before.

        StateBusyError while another one, or a command that writes, is at work; StateDamagedError,
        StateWriteError, ConfigError.
        """
        with ExitStack() as stack:
            yield cls(state_dir, load_config, clock, notifier, stack)

    def run(self) -> None:
        """Work until `stop`. StateDamagedError if the store rots meanwhile."""
        self._scheduler.start()
        while not self._stops:
            sleep_s = self.step()
            self._notifier.alive()
            self._wakeup.sleep(sleep_s)

    def step(self) -> float:
        """Look at everything once; returns after how many seconds to look again if nothing happens."""
        renamed = self._wakeup.renamed_into(self._inbox.folder)
        if self._reloads:
            self._reloads = False
            self._take_configuration()
        try:
            self._desk.serve()
            self._finishing.fold_all()
            self._release_waiting_for_models()
            live = self._recordings.look()
            self._look_into_inbox(renamed)
        except StateWriteError as error:
            LOGGER.error("%s", error)
            return _DISK_RETRY_S
        self._notifier.status(self.status())
        return 0.0 if self._ready else self._patience_s(live)

    def status(self) -> str:
        """One line for `systemctl status`."""
        aside = sum(job.state == "aside" for job in self.queue)
        return f"{len(self.queue) - aside} meetings in work" + (f", {aside} set aside" if aside else "")

    def reload(self) -> None:
        """Read the configuration again, soon; from any thread and from a signal handler, as `stop`."""
        self._reloads = True
        self._wakeup.wake()

    def stop(self) -> None:
        """End `run`."""
        self._stops = True
        self._wakeup.wake()

    def _take_configuration(self) -> None:
        self._notifier.reloading(self._clock.boot_s())
        try:
            self.config = self._load_config()
        except ConfigError as error:
            LOGGER.error("the new configuration is refused, the old one stays: %s", error)
        else:
            self._open_inbox()
            self._watch()
            self._scheduler.close()
            self._scheduler = self._new_scheduler()
            self._scheduler.start()
            self._models_seen = -1  # other models may be meant now
            LOGGER.info("the configuration was read again")
        self._notifier.ready()

    def _open_inbox(self) -> None:
        settings = self.config.inbox
        folder = Path(settings.folder) if settings.folder else self.state_dir / "inbox"
        self._inbox = Inbox(folder, settings.settle_s, self._monotonic)
        self._intake = Intake(
            self.state_dir, folder, self.queue, self._known, self._clock, self._notifier.alive
        )

    def _watch(self) -> None:
        self._wakeup.watch(self._inbox.folder, CHANGES)
        self._wakeup.watch(spool_dir(self.state_dir), CHANGES)
        for folder in ("work/results", f"control/{SERVICE}"):
            self._wakeup.watch(self.state_dir / folder, ARRIVALS)
        self._wakeup.watch(self.state_dir, CHANGES)  # where the first model makes its folder

    def _new_scheduler(self) -> Scheduler:
        times: dict[str, str] = self.config.nightly.model_dump()
        entries = [(job.name, times[job.name], self._by_night(job)) for job in self._jobs]
        path = lock_path(self.state_dir).with_name("schedule.json")
        return Scheduler(path, self.config.timezone, self._clock, entries)

    def _by_night(self, job: NightlyJob) -> Callable[[], object]:
        def run() -> object:
            return job.run(Night(self.state_dir, self.store, self.config, self._clock.now(), LOGGER.info))

        return run

    def _look_into_inbox(self, renamed: list[str]) -> None:
        # Always, so that a rename that the kernel has told is not forgotten.
        found = self._inbox.look(renamed)
        known = {each.path for each in self._ready}
        self._ready += [each for each in found if each.path not in known]
        for name in self._inbox.folders - self._folders_told:
            self._folders_told.add(name)
            LOGGER.warning("%s: is a folder and left alone; put the files themselves into the inbox", name)
        priority: Priority = "backlog" if len(self._ready) > _PILE else "normal"
        for _ in range(min(_AT_ONCE, len(self._ready))):
            self._intake.take(self._ready.pop(0), priority, self.config.timezone)
            self._notifier.alive()

    def _release_waiting_for_models(self) -> None:
        self._wakeup.watch(self.state_dir / "models", ARRIVALS)
        stamp = self._models_stamp()
        if stamp == self._models_seen:
            return
        self._models_seen = stamp
        for job in self.queue:
            if job.needs == "models":
                self.queue.put(job.released())

    def _models_stamp(self) -> int | None:
        try:
            return (self.state_dir / "models" / MODELS_LOCK).stat().st_mtime_ns
        except FileNotFoundError:
            return None

    def _patience_s(self, live: bool) -> float:
        waits = [_TICK_S, self.config.inbox.rescan_s]
        if (next_s := self._inbox.next_s()) is not None:
            waits.append(next_s - self._monotonic())
        if live:
            waits.append(_LIVE_LOOK_S)
        return min(waits)

    def _give_back(self, path: Path, name: str, reason: str) -> None:
        """Reject a file that the worker could not read, into the inbox of the configuration of now."""
        self._intake.reject(path, name, reason)

    def _is_there(self, meeting_id: str) -> bool:
        return MeetingFolder(self.state_dir, meeting_id).record.exists() or self._has_note(meeting_id)

    def _has_note(self, note_id: str) -> bool:
        return any(head.id == note_id for head in self.store.heads())


def _lock(state_dir: Path) -> WriterLock:
    path = lock_path(state_dir)
    make_folder(path.parent)
    for _ in range(_LOCK_TRIES):
        try:
            return WriterLock(path)
        except StateBusyError:
            time.sleep(_LOCK_WAIT_S)
    return WriterLock(path)
