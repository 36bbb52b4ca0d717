"""The hub itself: one loop that sleeps until something happens, and then checks everything."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from typing import Any

from daemon.base.clock import Clock
from daemon.base.config import Config
from daemon.base.control import OrderDesk, Orders, Reply, by_name
from daemon.base.disk import DiskTrouble, DiskWatch
from daemon.base.drop_ins import named_folders
from daemon.base.durable import make_folder
from daemon.base.errors import ConfigError, StateWriteError
from daemon.base.inotify import ARRIVALS, CHANGES
from daemon.base.log import LOGGER
from daemon.base.settings import keep_good, put_settings
from daemon.base.systemd import Notifier
from daemon.hub.arriving import KnownFiles
from daemon.hub.client import SERVICE, take_lock
from daemon.hub.finishing import Finishing, all_meetings, recover
from daemon.hub.intake import Intake
from daemon.hub.nightly.loop import Nights
from daemon.hub.nightly.table import NIGHTLY, NightlyJob
from daemon.hub.recordings import Recordings
from daemon.hub.releases import Releases
from daemon.hub.rooms.exchange import Exchange
from daemon.hub.status import HubReport
from daemon.hub.verbs import Verbs
from daemon.hub.wakeup import Wakeup
from daemon.hub.watch_folder import WatchFolder, inbox_folder
from daemon.meetings import JobQueue, MeetingFolder, WorkFolder
from daemon.meetings.confidential import Confidential
from daemon.notes.exports import ExportFolder
from daemon.notes.questions import QuestionStore
from daemon.notes.search import NoteIndex
from daemon.notes.store import NoteStore
from daemon.spool.recorder_status import LiveRecording, live_status
from daemon.spool.recording import spool_dir

_TICK_S = 20.0
"""The longest sleep: an idle hub must feed the watchdog too."""
_LIVE_LOOK_S = 5.0
"""How often the spool is checked during a recording."""


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
        config_file: Path | None = None,
        jobs: Mapping[str, NightlyJob] = NIGHTLY,
        monotonic: Callable[[], float] = time.monotonic,
        config: Config | None = None,
    ) -> None:
        """See `opened`; what is to be closed goes onto `stack`."""
        self.state_dir = state_dir
        self.config = config or load_config()
        self._load_config = load_config
        self._config_file = config_file
        self._clock = clock
        self._notifier = notifier
        self._monotonic = monotonic
        self._stops = self._reloads = False
        self.lacks: str | None = None
        """What it works without: a page."""
        self._report = HubReport(state_dir)
        self._disks = DiskWatch(lambda: named_folders(self.config).values(), monotonic)
        self._disk = DiskTrouble(monotonic)
        stack.enter_context(closing(take_lock(state_dir)))
        self.store = stack.enter_context(NoteStore.open_writer(state_dir))
        if self.store.recovered:
            LOGGER.warning("%s", self.store.recovered)
        Confidential(state_dir).begin(self.store.private())
        self.queue = JobQueue(state_dir)
        self._work = WorkFolder(state_dir)
        self._work.make()
        make_folder(spool_dir(state_dir))
        note_ids = {head.id for head in self.store.heads()}
        hashes = {meeting.sha256: meeting.id for _, meeting in all_meetings(state_dir) if meeting.sha256}
        self._known = KnownFiles(hashes, self._is_there)
        self._wakeup = stack.enter_context(closing(Wakeup()))
        inbox = inbox_folder(state_dir, self.config)
        self._intake = Intake(state_dir, inbox, self.queue, self._known, clock, self._wakeup.wake)
        stack.enter_context(closing(self._intake))
        self._inbox = WatchFolder(
            state_dir, self.config, self._intake, self._wakeup, monotonic, notifier.alive
        )
        self._open_export()
        self._finishing = Finishing(state_dir, self.queue, self._work, self.store, self._give_back)
        self._recordings = Recordings(
            state_dir,
            self.queue,
            self.store,
            self._finishing.drop,
            clock,
            lambda: self.config.timezone,
            self._live_recording,
        )
        self._open_rooms()
        verbs = Verbs(state_dir, self.store, self.queue, self._known, self._finishing, clock)
        table = verbs.table() | {
            "settings put": self._put_settings,
            "nightly run": self._run_nightly,
            "nightly unrecorded": self._unrecorded_nightly,
            "meeting type": self._recordings.type_line,
        }
        self._desk = OrderDesk(Orders(state_dir, SERVICE, clock), by_name(table))
        QuestionStore(state_dir).sweep()
        recover(state_dir, self.queue, note_ids, self._intake, self._finishing, clock, after_death=True)
        self._releases = Releases(state_dir, self.queue, clock)
        self._watch()
        self._index = stack.enter_context(closing(NoteIndex(state_dir)))
        self._nights = stack.enter_context(
            closing(Nights(state_dir, self.store, clock, lambda: self.config, config_file, jobs))
        )

    @classmethod
    @contextmanager
    def opened(
        cls,
        state_dir: Path,
        load_config: Callable[[], Config],
        clock: Clock,
        notifier: Notifier,
        *,
        config_file: Path | None = None,
        config: Config | None = None,
    ) -> Iterator[Hub]:
        """The one hub of a state directory; recovers from a crash of the previous one.

        `config_file` is the part of the configuration that backups keep: the file that overrides the
        defaults. `config` is the initial configuration, if different. StateBusyError while another one, or a
        command that writes, is at work; StateDamagedError, StateWriteError, ConfigError.
        """
        with ExitStack() as stack:
            yield cls(state_dir, load_config, clock, notifier, stack, config_file=config_file, config=config)

    def run(self) -> None:
        """Work until `stop`. StateDamagedError if the store becomes damaged."""
        self._nights.start()
        while not self._stops:
            sleep_s = self.step()
            self._notifier.alive()
            self._rest(sleep_s)

    def step(self) -> float:
        """Check everything once; returns after how many seconds to check again if nothing happens."""
        renamed = self._wakeup.renamed()
        reloads, self._reloads = self._reloads, False
        if reloads:
            self._take_configuration()
        if folder := self._disks.changed(at_once=reloads):
            # This process would go on writing to the old one, unseen, and keep it from being taken out.
            LOGGER.warning("another disk is at %s now: starting anew, to use that one", folder)
            self.stop()
        try:
            self._nights.mind_the_clock()
            self._pick_up()
            self._desk.serve()
            self._finishing.fold_all()
            is_behind = self._rooms.update(self.store)
            for folder in self._rooms.folders():
                self._wakeup.watch(folder, ARRIVALS)
            self._wakeup.watch(self.state_dir / "models", ARRIVALS)
            self._releases.update(self.config)
            live = self._recordings.poll()
            if live is not None:
                self._wakeup.watch(live, ARRIVALS)  # its record, which says when it ends
            self._inbox.update(renamed)
            is_behind |= self._index.update(self.store)
            if self._export:
                is_behind |= self._export.update(self.store)
        except StateWriteError as error:
            pause_s = self._disk.failed(error)
            self._tell()
            return pause_s
        self._disk.is_over()
        self._tell()
        # Else it is woken when one was read.
        return 0.0 if self._inbox.has_next() or is_behind else self._patience_s(live is not None)

    def _rest(self, seconds: float) -> None:
        """Sleep until something happens. After a disk failure sleep for all of `seconds`, since the failed
        attempts themselves cause events in the folders."""
        until_s = self._monotonic() + seconds
        self._wakeup.sleep(seconds)
        while self._disk.name and not self._stops and (left_s := until_s - self._monotonic()) > 0:
            self._wakeup.forget()
            self._wakeup.sleep(left_s)

    def _pick_up(self) -> None:
        """After a disk failure: continue what was half done, as after a crash. StateWriteError."""
        if self._disk.name:
            note_ids = {head.id for head in self.store.heads()}
            recover(
                self.state_dir,
                self.queue,
                note_ids,
                self._intake,
                self._finishing,
                self._clock,
                after_death=False,
            )

    def _tell(self) -> None:
        """For `systemctl status`, and what is wrong for `roomscribe status` and the page."""
        self._notifier.status(self.status())
        wrong = [each for each in (self.lacks, self._disk_trouble()) if each]
        self._report.write(self.store, "; ".join(wrong) or None)

    def status(self) -> str:
        """One line for `systemctl status`."""
        aside = sum(job.state == "aside" for job in self.queue)
        waiting = sum(job.needs == "models" for job in self.queue)
        does = f"{len(self.queue) - aside} meetings in the queue"
        does += (f", {waiting} waiting for a model" if waiting else "") + (
            f", {aside} set aside" if aside else ""
        )
        return "; ".join(each for each in (self.lacks, self._disk_trouble() or does) if each)

    def _disk_trouble(self) -> str | None:
        if not self._disk.name:
            return None
        waiting = self._inbox.count()
        return (
            f"{self._disk.name}, 1 file waits" if waiting == 1 else f"{self._disk.name}, {waiting} files wait"
        )

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
            LOGGER.error("the new configuration is refused, the old one stays in force: %s", error)
        else:
            keep_good(self.state_dir, self._config_file)
            self._inbox.configure(self.config)
            self._open_export()
            self._open_rooms()
            self._watch()
            self._nights.renew()
            self._releases.forget_models()
            LOGGER.info("the configuration was read again")
        self._notifier.ready()

    def _put_settings(self, arguments: Mapping[str, Any]) -> Reply:
        put_settings(self.state_dir, self._config_file, arguments["settings"])
        self._take_configuration()  # at once, since the page shows what is in force
        return Reply("saved")

    def _run_nightly(self, arguments: Mapping[str, Any]) -> Reply:
        """Beside the loop: whoever asked sees in the timetable when it has run."""
        self._nights.run_now(str(arguments["job"]))
        return Reply("started")

    def _unrecorded_nightly(self, arguments: Mapping[str, Any]) -> Reply:
        """What the timetable cannot say on a full disk."""
        return Reply(self._nights.unrecorded(str(arguments["job"])) or "")

    def _open_export(self) -> None:
        folder = self.config.export.folder
        export = self.config.export
        self._export = (
            ExportFolder(Path(folder), self.state_dir, self.config.timezone, export.forms, self._clock)
            if folder
            else None
        )

    def _open_rooms(self) -> None:
        self._rooms = Exchange(
            self.state_dir,
            self.config.rooms.called(os.uname().nodename),
            self._clock,
            self._finishing.tell_digests,
        )

    def _watch(self) -> None:
        self._inbox.watch()
        self._wakeup.watch(spool_dir(self.state_dir), CHANGES)
        for folder in ("work/results", f"control/{SERVICE}"):
            self._wakeup.watch(self.state_dir / folder, ARRIVALS)
        self._wakeup.watch(self.state_dir, CHANGES)  # where the first model makes its folder

    def _live_recording(self) -> LiveRecording | None:
        """The current recording by the recorder's status; None if there is none, or no status."""
        status = live_status(self.state_dir, self._clock)
        return status.recording if status else None

    def _patience_s(self, live: bool) -> float:
        waits = [_TICK_S, self.config.inbox.rescan_s]
        waits += [next_s - self._monotonic() for next_s in self._inbox.next_s()]
        if live:
            waits.append(_LIVE_LOOK_S)
        return min(waits)

    def _give_back(self, path: Path, name: str, reason: str) -> None:
        """Reject a file that the worker could not read, into the currently configured inbox."""
        self._intake.reject(path, name, reason)

    def _is_there(self, meeting_id: str) -> bool:
        return MeetingFolder(self.state_dir, meeting_id).record.exists() or self._has_note(meeting_id)

    def _has_note(self, note_id: str) -> bool:
        return any(head.id == note_id for head in self.store.heads())
