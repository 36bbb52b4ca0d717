"""Notes of short meetings in a store, each with a word of its own."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

from daemon.notes.store import NoteStore
from guardrails.core.types import Segment
from pipelines.note import Note, NoteTranscript
from tests.fakes.meetings import drafted_move

START = datetime(2026, 11, 17, 9, 30, tzinfo=UTC)


def meeting(note_id: str, *, word: str = "lease", hours: int = 0) -> Note:
    """A note that has `word` in its summary, an item, its transcript and its tape."""
    note = drafted_move(note_id, START + timedelta(hours=hours))
    item = note.action_items[0].model_copy(update={"task": f"send the {word}"})
    said = NoteTranscript(segments=(Segment("s1", 0, 3, "Ann", f"I'll send the {word}."),))
    return note.model_copy(
        update={
            "summary": f"About the {word}.",
            "action_items": (item, *note.action_items[1:]),
            "transcript": said,
            "tape": tuple(
                type(entry)(**{**{f: getattr(entry, f) for f in entry.__slots__}, "before": word})
                for entry in note.tape
            ),
        }
    )


def files_with(word: str, root: Path) -> list[Path]:
    return [path for path in root.rglob("*") if path.is_file() and word.encode() in path.read_bytes()]


def contents(root: Path) -> dict[str, Note]:
    """Every note, read whole."""
    with NoteStore.open_reader(root) as store:
        return {head.id: store.get(head.id) for head in store.heads()}


BEFORE = {"old": meeting("old", word="xylophone"), "kept": meeting("kept")}


ACTIONS: dict[str, tuple[Callable[[NoteStore], object], dict[str, Note]]] = {
    "save": (lambda store: store.save(meeting("new")), BEFORE | {"new": meeting("new")}),
    "replace": (
        lambda store: store.save(meeting("old", word="zeppelin")),
        BEFORE | {"old": meeting("old", word="zeppelin")},
    ),
    "delete": (lambda store: store.delete("old"), {"kept": BEFORE["kept"]}),
}
