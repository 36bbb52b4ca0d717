"""Bytes written for one change of one note, at 10, 1,000 and 10,000 notes: our journal and JSONStorage.

    python -m bench.store

A change is an update of one note by its id. The journal's figure is the mean of 2,000, with the compactions
that fall due among them; over endless changes these at most double it. TinyDB's own JSONStorage rewrites its
file, so it writes the size of that; the mean of 5. Notes are as NoteStore keeps them, without transcript and
tape. BENCH_DIR names the disk to measure, else it is that of temporary files.

The last line starts with how many times the bytes of a change at 10 notes the dearest of the others takes: at
most 1.5, for which compactions fall due within the 2,000 moves it by a third; a missed target exits 1.
"""

from __future__ import annotations

import os
import sys
import tempfile
import time
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from tinydb import TinyDB

from daemon.store.storage import JournalStorage
from daemon.store.table import JournalDB
from pipelines.note import ActionItem, Coverage, Due, Engines, Note, NoteTranscript, Sentiment, Statement

NOTES = (10, 1_000, 10_000)
CHANGES = 2_000
JSON_CHANGES = 5
MOST = 1.5


def document(number: int) -> dict[str, Any]:
    """A meeting with six action items, three decisions and two questions."""
    item = ActionItem(
        id="a1",
        task="send the signed lease and the floor plan to the landlord's lawyers",
        owner="Theo Brandt",
        due=Due(phrase="by Friday", date=None),
        evidence=("s4", "s5"),
        quote="I'll send the signed lease and the floor plan to the lawyers by Friday, all right?",
        sentiment="neutral",
        verdict="verified",
    )
    said = Statement(
        id="d1",
        text="The servers move last, on the fifth of December, after the network line is tested.",
        evidence=("s11",),
        quote="Then we agreed: the servers move last, on the fifth.",
        verdict="verified",
    )
    note = Note(
        id=f"meeting-{number}",
        title="Moving to the new office",
        started_at=datetime(2026, 11, 17, 9, 30, tzinfo=UTC),
        duration_s=3_600,
        language="en",
        source="monday.wav",
        engines=Engines(),
        summary="The office moves in December. " * 12,
        action_items=(item,) * 6,
        decisions=(said,) * 3,
        questions=(said,) * 2,
        sentiment=Sentiment(label="positive", score=0.3),
        coverage=Coverage(segments_read=600, segments_total=600),
        transcript=NoteTranscript(),
    )
    return note.model_dump(mode="json", exclude={"transcript", "tape"})


def journal(folder: Path, notes: int) -> tuple[float, float]:
    """Bytes and seconds per change."""
    with JournalDB(folder / "notes.journal", writer=True) as db:
        storage = db.storage
        assert isinstance(storage, JournalStorage)
        db.insert_multiple(document(number) for number in range(notes))
        before, start = storage.bytes_written, time.perf_counter()
        for change in range(CHANGES):
            db.update({"flags": [f"change-{change}"]}, doc_ids=[change % notes + 1])
        return (storage.bytes_written - before) / CHANGES, (time.perf_counter() - start) / CHANGES


def json_storage(folder: Path, notes: int) -> tuple[float, float]:
    path = folder / "notes.json"
    with TinyDB(path) as db:
        db.insert_multiple(document(number) for number in range(notes))
        written, start = 0, time.perf_counter()
        for change in range(JSON_CHANGES):
            db.update({"flags": [f"change-{change}"]}, doc_ids=[change % notes + 1])
            written += path.stat().st_size
        return written / JSON_CHANGES, (time.perf_counter() - start) / JSON_CHANGES


def main() -> int:
    ours: list[float] = []
    theirs: list[float] = []
    print(f"{'notes':>7} {'journal':>12} {'':>9} {'JSONStorage':>14} {'':>9}   per change, fsync included")
    for notes in NOTES:
        with tempfile.TemporaryDirectory(dir=os.environ.get("BENCH_DIR")) as folder:
            bytes_ours, seconds_ours = journal(Path(folder), notes)
            bytes_theirs, seconds_theirs = json_storage(Path(folder), notes)
        ours.append(bytes_ours)
        theirs.append(bytes_theirs)
        print(
            f"{notes:>7,} {bytes_ours:>10,.0f} B {seconds_ours * 1e3:>6.1f} ms"
            f" {bytes_theirs:>12,.0f} B {seconds_theirs * 1e3:>6.1f} ms"
        )
    ratio = max(ours) / ours[0]
    met = ratio <= MOST
    print(
        f"{ratio:.2f} times the bytes per change at most, up to {NOTES[-1]:,} notes, as at {NOTES[0]} "
        f"(target {MOST}: {'met' if met else 'missed'}; JSONStorage: {max(theirs) / theirs[0]:,.0f} times)"
    )
    return 0 if met else 1


if __name__ == "__main__":
    sys.exit(main())
