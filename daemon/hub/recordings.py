"""Takes in recordings while they are made: each recording in the spool is a meeting."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import tzinfo
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from daemon.base.clock import Clock
from daemon.base.control import Reply
from daemon.base.durable import make_folder, move_durably, remove_tree
from daemon.base.log import LOGGER
from daemon.hub.intake import INCOMING_PREFIX
from daemon.meetings import Job, JobQueue, Meeting, MeetingFolder
from daemon.meetings.dating import PROVISIONAL, redated, start_of
from daemon.meetings.receipts import Spans, forget_in_receipts, forgotten_spans, holds_forgotten
from daemon.meetings.sound import find_sound, remove_loudness
from daemon.meetings.typed import TypedLine, add_typed, forget_typed
from daemon.notes.deletion import record_deletion
from daemon.notes.digests import DigestStore
from daemon.notes.questions import QuestionStore
from daemon.notes.store import NoteStore
from daemon.spool import SpooledRecording, find_recording, list_recordings
from daemon.spool.recorder_status import LiveRecording
from pipelines.errors import BadInputError
from pipelines.speech.windows import PAUSE_S

ADOPTED_AT_S = 60.0
"""A current recording is taken in from this length on: shorter ones are often discarded."""
FRESH_AUDIO_S = 15.0
"""After this much new audio its job is released: half a window of speech, so that little is left at the
end."""
SETTLED_S = 3.0
"""After this time, what the recorder has heard is on disk."""


class Recordings:
    """The hub's view of the spool."""

    def __init__(
        self,
        state_dir: Path,
        queue: JobQueue,
        store: NoteStore,
        drop: Callable[[str], None],
        clock: Clock,
        timezone: Callable[[], tzinfo],
        live: Callable[[], LiveRecording | None],
    ) -> None:
        """`live`: the current recording by the recorder's status."""
        self._state_dir = state_dir
        self._queue = queue
        self._store = store
        self._drop = drop
        self._clock = clock
        self._timezone = timezone
        self._live = live
        self._released_at_s: dict[str, float] = {}
        """Length of each live recording when its job was last released, or first found waiting."""
        self._forgotten: dict[str, Spans] = {}
        """What was forgotten of each recording, as of the last check of its note."""
        self._dated: set[str] = set()
        """Recordings from before the clock was set, if their notes have the right date now."""

    def poll(self) -> Path | None:
        """Adopt new recordings, release the jobs of those that grew. StateWriteError.

        Returns the folder of the current recording, if there is one.
        """
        live = None
        recordings = list_recordings(self._state_dir)
        note_ids = {head.id for head in self._store.heads()} if recordings else set()
        for spooled in recordings:
            state = spooled.recording.state
            live = spooled.folder if state == "recording" else live
            job = self._queue.get(spooled.id)
            if state == "discarded":
                # The job first: while the recording is there, this is done again after a crash.
                self._drop(spooled.id)
                remove_tree(spooled.folder)
                LOGGER.info("recording %s was discarded", spooled.id)
            elif job is not None:
                # A job with a note: the rules wrote the first one, or it is made again.
                self._take_off_the_record(spooled, job, has_note=spooled.id in note_ids)
                self._release(job, spooled)
            elif spooled.id in note_ids:
                self._take_off_the_record(spooled, None, has_note=True)
                self._date(spooled)
            elif state == "ended" or spooled.audio_s >= ADOPTED_AT_S:
                self._adopt(spooled)
        return live

    def type_line(self, arguments: Mapping[str, Any]) -> Reply:
        """Keep what somebody typed about the meeting that goes on. BadInputError, StateWriteError."""
        live = self._live()
        if live is None:
            raise BadInputError("Nothing is being recorded now.")
        try:
            line = TypedLine(at_s=live.duration_s, name=arguments.get("name") or None, text=arguments["text"])
        except ValidationError as error:
            raise BadInputError(f"this cannot be noted: {error.errors()[0]['msg']}") from None
        folder = MeetingFolder(self._state_dir, live.id)
        if not folder.path.exists():
            self._adopt(find_recording(self._state_dir, live.id))
        if not folder.path.exists():
            raise BadInputError("The recording has only just begun; try again in a moment.")
        add_typed(folder, line)
        return Reply("noted", {"at_s": line.at_s})

    def _adopt(self, spooled: SpooledRecording) -> None:
        folder = MeetingFolder(self._state_dir, spooled.id)
        source = f"recording {spooled.id}"
        if not folder.path.exists():
            if not spooled.audio_s:
                return
            meeting = Meeting(
                id=spooled.id,
                source=source,
                sha256=None,
                origin="recorder",
                recording=spooled.id,
                received_at=self._clock.now(),
                modified_at=spooled.recording.started_at,
                started_at=spooled.recording.started_at,
            )
            incoming = MeetingFolder(self._state_dir, f"{INCOMING_PREFIX}{spooled.id}")
            make_folder(incoming.path)
            incoming.write(meeting)
            move_durably(incoming.path, folder.path)
        self._put_job(spooled.id, source)
        LOGGER.info("recording %s: taken in", spooled.id)

    def _take_off_the_record(self, spooled: SpooledRecording, job: Job | None, *, has_note: bool) -> None:
        """Remove what was forgotten since the last check from its receipts and its note."""
        spans = forgotten_spans(spooled.recording)
        if self._forgotten.get(spooled.id, ()) == spans:
            return
        folder = MeetingFolder(self._state_dir, spooled.id)
        forget_typed(folder, spans)
        remove_loudness(folder, but=find_sound(self._state_dir, spooled.id))
        # No worker may take it up now, perhaps not for long; a worker that has it cleans the receipts itself.
        is_idle = job is not None and (job.state == "aside" or job.needs is not None)
        if is_idle:
            if spans:
                record_deletion(self._state_dir, spooled.id, self._clock.now())
            forget_in_receipts(MeetingFolder(self._state_dir, spooled.id), spans)
        if has_note:
            self._retract(spooled, spans)
        if is_idle or has_note:
            self._forgotten[spooled.id] = spans

    def _retract(self, spooled: SpooledRecording, spans: Spans) -> None:
        """Delete a note with words that were taken off the record since, and have it made again."""
        note = self._store.get(spooled.id)
        if holds_forgotten(note.transcript.segments, spans):
            # Older backups contain the words: restoring one must not bring this note back.
            record_deletion(self._state_dir, spooled.id, self._clock.now())
            DigestStore(self._state_dir).forget(spooled.id)
            QuestionStore(self._state_dir).forget_note(spooled.id)
            self._store.delete(spooled.id)
            self._put_job(spooled.id, note.source)
            LOGGER.info("%s: part of it was taken off the record; its note is made again", note.source)

    def _date(self, spooled: SpooledRecording) -> None:
        """Correct the date of a note that was made before the clock was set."""
        if spooled.recording.synchronised or spooled.id in self._dated:
            return
        started_at, is_provisional = start_of(spooled.recording, self._clock)
        if is_provisional or not any(head.id == spooled.id for head in self._store.heads()):
            return
        note = self._store.made(spooled.id)  # edits stay what they are
        if PROVISIONAL in note.flags:
            # They list it under the wrong day.
            DigestStore(self._state_dir).forget(note.id)
            self._store.save(redated(note, started_at, self._timezone()))
            LOGGER.info("%s: began at %s, now that the clock is set", note.source, f"{started_at:%F %R} UTC")
        self._dated.add(spooled.id)

    def _put_job(self, meeting_id: str, source: str) -> None:
        created_at = self._queue.next_moment(self._clock.now())
        self._queue.put(Job(id=meeting_id, source=source, priority="live", created_at=created_at))

    def _release(self, job: Job, spooled: SpooledRecording) -> None:
        if job.needs != "audio":
            return
        ended = spooled.recording.state == "ended"
        length_s = spooled.duration_s
        released_at_s = self._released_at_s.setdefault(job.id, length_s)
        fresh = length_s - released_at_s >= FRESH_AUDIO_S
        if ended or fresh or self._paused_s(job.id, length_s) > released_at_s:
            self._released_at_s[job.id] = length_s
            self._queue.put(job.released())

    def _paused_s(self, recording_id: str, length_s: float) -> float:
        """When the current silence became a pause, in seconds of the recording; 0 if there is none."""
        live = self._live()
        if live is None or live.id != recording_id or live.quiet_s < PAUSE_S + SETTLED_S:
            return 0.0
        return length_s - live.quiet_s + PAUSE_S
