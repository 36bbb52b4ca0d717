"""How a command changes something: it asks the hub, and if none runs it does the same itself."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import closing
from pathlib import Path
from typing import Any

from daemon.clock import SystemClock
from daemon.durable import make_folder
from daemon.hub.client import ask_hub, lock_path
from daemon.hub.finishing import Finishing
from daemon.hub.known import KnownFiles
from daemon.hub.orders import Reply
from daemon.hub.recovery import all_meetings
from daemon.hub.verbs import Verbs
from daemon.jobs import JobQueue, WorkFolder
from daemon.store import NoteStore
from daemon.store.lock import WriterLock


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


def _keep(path: Path, name: str, reason: str) -> None:
    """No verb rejects files; results are for the hub."""
