"""Takes in what the recorder hears, while it hears it: each recording in the spool is a meeting."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from daemon.clock import Clock
from daemon.durable import make_folder, move_durably
from daemon.hub.intake import INCOMING_PREFIX
from daemon.jobs import Job, JobQueue, Meeting, MeetingFolder
from daemon.log import LOGGER
from daemon.spool import SpooledRecording, list_recordings

ADOPTED_AT_S = 60.0
"""A recording that goes on is taken in from this length on: shorter ones are often discarded."""
FRESH_AUDIO_S = 30.0
"""So much more of it makes another look worth while: one window of speech."""


class Recordings:
    """The hub's eyes on the spool."""

    def __init__(
        self,
        state_dir: Path,
        queue: JobQueue,
        has_note: Callable[[str], bool],
        drop: Callable[[str], None],
        clock: Clock,
    ) -> None:
        self._state_dir = state_dir
        self._queue = queue
        self._has_note = has_note
        self._drop = drop
        self._clock = clock
        self._released_at_s: dict[str, float] = {}
        """Length of each live recording when its job was last released."""

    def look(self) -> bool:
        """Adopt new recordings, release the jobs of those that grew; True if one goes on. StateWriteError."""
        live = False
        for spooled in list_recordings(self._state_dir):
            state = spooled.recording.state
            live = live or state == "recording"
            job = self._queue.get(spooled.id)
            if state == "discarded":
                if job is not None:
                    self._drop(spooled.id)
                    LOGGER.info("recording %s was discarded", spooled.id)
            elif job is not None:
                self._release(job, spooled)
            elif state == "ended" or spooled.audio_s >= ADOPTED_AT_S:
                self._adopt(spooled)
        return live

    def _adopt(self, spooled: SpooledRecording) -> None:
        folder = MeetingFolder(self._state_dir, spooled.id)
        if folder.path.exists() or self._has_note(spooled.id) or not spooled.audio_s:
            return
        now = self._clock.now()
        meeting = Meeting(
            id=spooled.id,
            source=f"recording {spooled.id}",
            sha256=None,
            origin="recorder",
            recording=spooled.id,
            received_at=now,
            modified_at=spooled.recording.started_at,
            started_at=spooled.recording.started_at,
        )
        incoming = MeetingFolder(self._state_dir, f"{INCOMING_PREFIX}{spooled.id}")
        make_folder(incoming.path)
        incoming.write(meeting)
        move_durably(incoming.path, folder.path)
        self._queue.put(Job(id=meeting.id, source=meeting.source, priority="live", created_at=now))
        LOGGER.info("recording %s: taken in", spooled.id)

    def _release(self, job: Job, spooled: SpooledRecording) -> None:
        if job.needs != "audio":
            return
        ended = spooled.recording.state == "ended"
        length_s = spooled.duration_s
        if ended or length_s - self._released_at_s.get(job.id, 0.0) >= FRESH_AUDIO_S:
            self._released_at_s[job.id] = length_s
            self._queue.put(job.released())
