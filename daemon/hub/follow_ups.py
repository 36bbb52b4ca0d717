"""After a meeting: which open items of earlier ones does it say are done?"""

from __future__ import annotations

from datetime import timedelta

from daemon.notes.store import NoteStore
from pipelines.languages import spoken_language
from pipelines.note import Note

LOOK_BACK = timedelta(days=60)
"""Older items are hardly what people mean by "the report"."""
MOST = 400
"""Items that one meeting is compared with, the newest; this takes some 0.1 s."""


def look_for_kept(store: NoteStore, note: Note) -> None:
    """Suggest the items that the meeting of `note` says are done. StateWriteError."""
    from pipelines.followup import Promise, kept_promises  # slow to import: not at the hub's start

    earlier = [
        row
        for row in store.items()
        if row.status == "open"
        and row.is_verified
        and note.started_at - LOOK_BACK <= row.said_at < note.started_at
    ]
    newest = sorted(earlier, key=lambda row: row.said_at, reverse=True)[:MOST]
    promises = [Promise(row.note_id, row.item_id, row.task, row.owner) for row in newest]
    segments = note.transcript.segments
    store.suggest(note.id, kept_promises(promises, segments, spoken_language(segments, note.language)))
