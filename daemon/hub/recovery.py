"""Puts the queue in order at the start, whatever the previous hub was doing when it died."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from pathlib import Path

from daemon.base.clock import Clock
from daemon.base.durable import make_folder, sweep_unfinished
from daemon.base.errors import StateDamagedError
from daemon.base.log import LOGGER
from daemon.hub.finishing import Finishing
from daemon.hub.intake import INCOMING_PREFIX, Intake
from daemon.meetings import Job, JobQueue, Meeting, MeetingFolder, Priority
from daemon.meetings.folder import meetings_dir


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
