"""Meetings as they lie in the state directory after the hub and the recorder have done their work."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

from daemon.base.durable import make_folder
from daemon.meetings import Job, Meeting, MeetingFolder
from daemon.meetings.queue import jobs_dir
from daemon.notes.store import NoteStore
from daemon.spool import ClockAnchor, Recording
from daemon.spool.recording import spool_dir
from daemon.spool.writer import RecordingWriter
from tests.fakes.meetings import drafted_move

NOW = datetime(2026, 11, 20, 1, 30, tzinfo=UTC)
"""The night in which they are looked at; `days` count back from here."""


def held(
    state: Path,
    note_id: str,
    days: float,
    *,
    stored: bool = True,
    in_work: bool = False,
    store: NoteStore | None = None,
) -> Path:
    """A meeting from the inbox; returns its original. `store`: where one is open already."""
    folder = MeetingFolder(state, note_id)
    make_folder(folder.source_dir)
    make_folder(folder.receipts)
    when = NOW - timedelta(days=days)
    folder.write(
        Meeting(
            id=note_id,
            source="talk.wav",
            sha256="0",
            origin="inbox",
            received_at=when,
            modified_at=when,
        )
    )
    original = folder.source_dir / "talk.wav"
    original.write_bytes(b"RIFF xylophone")
    folder.heard.write_text("xylophone")
    if store:
        store.save(drafted_move(note_id, when))
    elif stored:
        with NoteStore.open_writer(state) as opened:
            opened.save(drafted_move(note_id, when))
    if in_work:
        make_folder(jobs_dir(state))
        job = Job(id=note_id, source="talk.wav", priority="normal", created_at=when)
        (jobs_dir(state) / f"{note_id}.json").write_text(job.model_dump_json())
    return original


def recorded(state: Path, note_id: str, days: float, *, live: bool = False) -> Path:
    """A meeting that the room's microphone heard; returns its folder in the spool."""
    original = held(state, note_id, days)
    original.unlink()
    original.parent.rmdir()
    folder = MeetingFolder(state, note_id)
    recording_id = f"rec-{note_id}"
    folder.write(folder.meeting().model_copy(update={"recording": recording_id, "origin": "recorder"}))
    when = NOW - timedelta(days=days)
    anchor = ClockAnchor(at_s=0, wall=when, boot_id="boot-a", boot_s=1, synchronised=True)
    record = Recording(id=recording_id, started_at=when, anchors=(anchor,), device="mic", started_by="voice")
    writer = RecordingWriter(spool_dir(state) / recording_id, record)
    writer.append(bytes(32_000))
    if live:
        writer.flush()
    else:
        writer.end(state="ended", ended_at=when, end_reason="silence")
    writer.close()
    return spool_dir(state) / recording_id
