"""The real store and the fake one give the page the same."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path

import pytest

from daemon.base.errors import NotFoundError
from daemon.notes.store import NoteStore
from daemon.notes.store.reader import NoteReader, OpenReader
from tests.fakes.meetings import STARTED, office_move
from tests.fakes.reader import reader_of

NOTES = (office_move(), office_move("earlier", STARTED - timedelta(days=1)))


@pytest.fixture(params=["store", "fake"])
def open_reader(request: pytest.FixtureRequest, tmp_path: Path) -> OpenReader:
    if request.param == "fake":
        return reader_of(*NOTES)
    with NoteStore.open_writer(tmp_path) as store:
        for note in NOTES:
            store.save(note)

    @contextmanager
    def real() -> Iterator[NoteReader]:
        with NoteStore.open_reader(tmp_path) as store:
            yield store

    return real


def test_heads_come_newest_first_and_count_what_is_open(open_reader: OpenReader) -> None:
    with open_reader() as reader:
        heads = reader.heads()
    assert [head.id for head in heads] == ["office-move", "earlier"]
    newest = heads[0]
    assert (newest.title, newest.source, newest.language) == (
        "Moving to the new office",
        "office-move.vtt",
        "en",
    )
    assert (newest.started_at, newest.duration_s, newest.sentiment) == (STARTED, NOTES[0].duration_s, "mixed")
    assert (newest.action_items, newest.open_items, newest.decisions, newest.questions) == (5, 4, 3, 1)


def test_a_note_comes_back_whole(open_reader: OpenReader) -> None:
    with open_reader() as reader:
        assert reader.get("office-move") == NOTES[0]


def test_a_note_that_is_not_there_is_not_found(open_reader: OpenReader) -> None:
    with open_reader() as reader, pytest.raises(NotFoundError):
        reader.get("nothing")
