"""What follows from the worker's results: a note in the store, another attempt, or a reason shown to people.

At the start it puts the queue in order, whatever the previous hub was doing when it died.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from pathlib import Path

from daemon.base.clock import Clock
from daemon.base.durable import make_folder, remove_tree, sweep_unfinished
from daemon.base.errors import NotFoundError, StateDamagedError
from daemon.base.log import LOGGER
from daemon.hub.intake import INCOMING_PREFIX, Intake
from daemon.meetings import Job, JobQueue, Meeting, MeetingFolder, Priority, Result, WorkFolder, folded
from daemon.meetings.folder import meetings_dir
from daemon.meetings.receipts import forgotten_spans, holds_forgotten, read_receipt
from daemon.notes.digests import DigestStore
from daemon.notes.questions import QuestionStore
from daemon.notes.store import NoteStore
from daemon.spool import find_recording
from pipelines.importers import is_transcript
from pipelines.note import Note


class Finishing:
    """Folds results into jobs. Every step may be repeated: the hub can die between any two."""

    def __init__(
        self,
        state_dir: Path,
        queue: JobQueue,
        work: WorkFolder,
        store: NoteStore,
        give_back: Callable[[Path, str, str], None],
    ) -> None:
        """`give_back` rejects a file: where it is, its name, the reason."""
        self._state_dir = state_dir
        self._queue = queue
        self._work = work
        self._store = store
        self._give_back = give_back

    def fold_all(self) -> int:
        """Process the worker's new results; returns their number. StateWriteError."""
        results = self._work.results()
        for result in results:
            job = self._queue.get(result.job)
            if job is not None:
                self._fold(job, result)
            else:
                self.sweep(MeetingFolder(self._state_dir, result.job))
            self._work.remove_result(result)
        return len(results)

    def drop(self, job_id: str) -> None:
        """Remove an unfinished meeting with all its files. StateWriteError."""
        remove_tree(MeetingFolder(self._state_dir, job_id).path)
        self._queue.remove(job_id)

    def sweep(self, folder: MeetingFolder) -> None:
        """Remove what the worker still wrote for a meeting that was deleted meanwhile: receipts, never a
        source. StateWriteError."""
        if not folder.record.exists() and folder.source is None:
            remove_tree(folder.path)

    def clear_up(self, folder: MeetingFolder) -> None:
        """Remove what a stored meeting no longer needs (StateWriteError).

        Its audio stays until retention removes it, its record so that the same file is recognised.
        """
        remove_tree(folder.receipts)
        source = folder.source
        if source is not None and is_transcript(source):
            remove_tree(folder.source_dir)

    def _fold(self, job: Job, result: Result) -> None:
        after = folded(job, result)
        if after == job:
            return
        folder = MeetingFolder(self._state_dir, job.id)
        if not folder.record.exists():
            LOGGER.warning("%s: its folder is gone, and its job with it", job.source)
            self.drop(job.id)
            return
        if after.state == "done":
            note = read_receipt(folder.note, Note)
            if note is not None and self._is_off_the_record(note):
                remove_tree(folder.note)
                self._queue.put(after.retried())
                return
            if note is not None:
                self._store_note(note, folder)
                return
            lost = result.model_copy(update={"outcome": "failed", "reason": "the finished note was damaged"})
            after = folded(job, lost)
        if result.needs == "turn" and (early := read_receipt(folder.early, Note)) is not None:
            if self._is_off_the_record(early):
                remove_tree(folder.early)
                self._queue.put(after.released())
                return
            self._store_early(early)
            # This meeting has a note now: meetings that go on, or have none, come first.
            after = after.model_copy(update={"priority": "normal"})
        if result.outcome == "refused" and self._reject_source(folder, result.reason or "is not a meeting"):
            self.drop(job.id)
            return
        self._queue.put(after)
        _tell(job, after, result)

    def _is_off_the_record(self, note: Note) -> bool:
        """Whether part of it was forgotten since the worker wrote it."""
        try:
            recording = find_recording(self._state_dir, note.id).recording
        except (NotFoundError, StateDamagedError):
            return False
        return holds_forgotten(note.transcript.segments, forgotten_spans(recording))

    def _store_note(self, note: Note, folder: MeetingFolder) -> None:
        self.tell_digests(note)
        replaced = self._store.save(note)
        self.clear_up(folder)
        self._queue.remove(note.id)
        LOGGER.info("%s: note %s is %s", note.source, note.id, "replaced" if replaced else "stored")

    def _store_early(self, note: Note) -> None:
        """The rules' note, until the language model has had its turn."""
        if not any(head.id == note.id for head in self._store.heads()):
            self._store.save(note)
            LOGGER.info("%s: note %s is stored, written by rules at first", note.source, note.id)

    def tell_digests(self, note: Note) -> None:
        """Before a note is replaced, remove from digests and answers what it will no longer say."""
        if any(head.id == note.id for head in self._store.heads()):
            DigestStore(self._state_dir).renew(note)
            QuestionStore(self._state_dir).renew(note)

    def _reject_source(self, folder: MeetingFolder, reason: str) -> bool:
        """Reject a file that is not a meeting; False for a recording of the room, which is not from a
        file."""
        try:
            meeting = folder.meeting()
        except FileNotFoundError:
            return True  # done, except for the last step
        except StateDamagedError:
            return False
        if meeting.recording is not None:
            return False
        if (source := folder.source) is not None:
            self._give_back(source, meeting.source, reason)
        return True


def _tell(before: Job, after: Job, result: Result) -> None:
    name, reason = after.source, result.reason or result.outcome
    if after.state == "aside":
        LOGGER.error("%s: set aside (%s); `roomscribe jobs retry %s` tries again", name, reason, after.id)
    elif after.by_rules and not before.by_rules:
        LOGGER.warning("%s: the language model failed (%s); the rules engine takes over", name, reason)
    elif result.outcome in ("failed", "crashed"):
        LOGGER.warning("%s: failed while %s (%s); will be tried again", name, _DOING[result.step], reason)
    elif result.outcome == "waiting" and result.needs == "turn":
        LOGGER.info("%s: %s", name, reason)
    elif result.outcome == "waiting" and result.needs != "audio":
        LOGGER.warning("%s: %s", name, reason)


_DOING = {"transcribe": "transcribing", "draft": "drafting", "compose": "composing"}


def all_meetings(state_dir: Path) -> Iterator[tuple[MeetingFolder, Meeting]]:
    """Every meeting on this disk, unfinished or stored. One with an unreadable record is left alone."""
    make_folder(meetings_dir(state_dir))
    for path in sorted(meetings_dir(state_dir).glob("*/")):
        if path.name.startswith(INCOMING_PREFIX):
            continue
        folder = MeetingFolder(state_dir, path.name)
        try:
            yield folder, folder.meeting()
        except FileNotFoundError:
            LOGGER.warning("%s is not a meeting", path)
        except StateDamagedError as error:
            LOGGER.error("%s", error)


def recover(
    state_dir: Path,
    queue: JobQueue,
    note_ids: Collection[str],
    intake: Intake,
    finishing: Finishing,
    clock: Clock,
    *,
    after_death: bool,
) -> None:
    """Ensure that every meeting has a note or a job, and every job a meeting. StateWriteError.

    `after_death`: whether another process left it like this, as opposed to a full disk.
    """
    intake.recover(after_death=after_death)
    for job in queue:
        if not MeetingFolder(state_dir, job.id).record.exists():
            finishing.drop(job.id)
    for path in meetings_dir(state_dir).glob("*/"):
        finishing.sweep(MeetingFolder(state_dir, path.name))
    for folder, meeting in all_meetings(state_dir):
        sweep_unfinished(folder.path)
        if queue.get(folder.id) is not None:
            continue
        if folder.id in note_ids:
            finishing.clear_up(folder)
            continue
        LOGGER.warning("%s: its job was lost; it gets a new one", meeting.source)
        priority: Priority = "live" if meeting.recording else "normal"
        queue.put(
            Job(
                id=folder.id,
                source=meeting.source,
                priority=priority,
                created_at=queue.next_moment(clock.now()),
            )
        )
