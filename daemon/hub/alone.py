"""How a command changes something: it asks the hub, and if none runs it does the same itself."""

from __future__ import annotations

import time
from collections.abc import Mapping
from contextlib import closing, suppress
from itertools import count
from pathlib import Path
from typing import Any

from daemon.base.clock import SystemClock
from daemon.base.config import Config
from daemon.base.control import Reply
from daemon.base.durable import make_folder
from daemon.base.errors import NoAnswerError
from daemon.base.lock import WriterLock
from daemon.base.log import LOGGER
from daemon.hub.arriving import KnownFiles
from daemon.hub.client import HubRefusedError, ask_hub, hub_runs, lock_path
from daemon.hub.finishing import Finishing, all_meetings
from daemon.hub.nightly.schedule import Timetable, schedule_path
from daemon.hub.nightly.table import NIGHTLY, Night
from daemon.hub.verbs import Verbs
from daemon.meetings import JobQueue, WorkFolder
from daemon.notes.store import NoteStore

_LOOK_S = 0.2
"""Between two looks whether a nightly job has ended, which takes seconds to minutes."""
_LOOKS = 5
"""As many for each question to the hub, whose answer it writes to a file."""


def carry_out(state_dir: Path, verb: str, arguments: Mapping[str, Any]) -> Reply:
    """Carry out a verb of `Verbs`. RoomscribeError as there; NoAnswerError from a hub that hangs."""
    if (answer := ask_hub(state_dir, verb, **arguments)) is not None:
        return Reply(answer.message, answer.details)
    make_folder(lock_path(state_dir).parent)
    # No hub can start meanwhile, nor a second command change anything: StateBusyError.
    with closing(WriterLock(lock_path(state_dir))), NoteStore.open_writer(state_dir) as store:
        queue = JobQueue(state_dir)
        hashes = {meeting.sha256: meeting.id for _, meeting in all_meetings(state_dir) if meeting.sha256}
        known = KnownFiles(hashes, lambda note_id: any(head.id == note_id for head in store.heads()))
        finishing = Finishing(state_dir, queue, WorkFolder(state_dir), store, _keep)
        verbs = Verbs(state_dir, store, queue, known, finishing, SystemClock())
        return verbs.table()[verb](arguments)


def run_nightly(state_dir: Path, config: Config, config_file: Path | None, job: str) -> None:
    """Have a nightly job run, and wait until it has: its report says what came of it.

    RoomscribeError where it ran here and failed, or the hub could not record that it ran (a full disk);
    NoAnswerError if the hub ends before.
    """
    path = schedule_path(state_dir)
    before = Timetable(path, config.timezone).last(job)
    if ask_hub(state_dir, "nightly run", job=job) is None:
        make_folder(path.parent)
        with closing(WriterLock(lock_path(state_dir))), NoteStore.open_writer(state_dir) as store:
            now = SystemClock().now()
            try:
                NIGHTLY[job](Night(state_dir, store, config, config_file, now, LOGGER.info))
            finally:
                Timetable(path, config.timezone).done(job, now)
        return
    for look in count(1):
        if Timetable(path, config.timezone).last(job) != before:
            return
        if not hub_runs(state_dir):
            raise NoAnswerError(f"the hub ended before {job} had run; see `roomscribe nightly list`")
        if look % _LOOKS == 0:
            with suppress(NoAnswerError):  # it is busy
                answer = ask_hub(state_dir, "nightly unrecorded", job=job)
                if answer and answer.message:
                    raise HubRefusedError(f"{job} has ended, but that is not recorded: {answer.message}")
        time.sleep(_LOOK_S)


def _keep(path: Path, name: str, reason: str) -> None:
    """No verb rejects files; results are for the hub."""
