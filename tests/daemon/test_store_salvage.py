"""What is left of a damaged journal can be read, but not what may have become public by the damage."""

from __future__ import annotations

import random
from contextlib import suppress
from pathlib import Path

import pytest

from daemon.access import seal
from daemon.base.errors import StateDamagedError
from daemon.notes.store import NoteStore
from tests.fakes.stored import START, contents, meeting

KEPT = ("old", "middle", "new")


@pytest.fixture
def journal(tmp_path: Path) -> Path:
    with NoteStore.open_writer(tmp_path) as store:
        for hours, note_id in enumerate(KEPT):
            store.save(meeting(note_id, word=note_id, hours=hours))
    return tmp_path / "notes" / "notes.journal"


def alter(path: Path, start: int, count: int = 6) -> None:
    data = bytearray(path.read_bytes())
    start = start if start >= 0 else len(data) + start
    for at in range(start, min(start + count, len(data))):
        data[at] ^= 0x15
    path.write_bytes(data)


def shown(root: Path) -> set[str]:
    """The notes that everybody may see."""
    with NoteStore.open_salvaged(root) as store:
        private = store.private()
        for head in store.heads():
            assert store.get(head.id).summary == f"About the {head.id}."
        return {head.id for head in store.heads() if head.id not in private}


def test_six_altered_bytes_in_the_last_record_hide_that_record_alone(tmp_path: Path, journal: Path) -> None:
    before = journal.read_bytes()
    alter(journal, -200)
    damaged = journal.read_bytes()
    with pytest.raises(StateDamagedError):
        contents(tmp_path)
    assert shown(tmp_path) == {"old", "middle"}
    assert journal.read_bytes() == damaged
    journal.write_bytes(before)
    assert shown(tmp_path) == set(KEPT)


def test_a_damaged_line_in_the_middle_costs_itself_alone(tmp_path: Path, journal: Path) -> None:
    second = journal.read_bytes().index(b'"id":"middle"')
    alter(journal, second)
    assert shown(tmp_path) == {"old", "new"}


@pytest.mark.parametrize("seed", range(40))
def test_a_private_meeting_is_never_shown_whatever_is_damaged(tmp_path: Path, seed: int) -> None:
    chance = random.Random(seed)
    with NoteStore.open_writer(tmp_path) as store:
        for hours, note_id in enumerate(KEPT):
            store.save(meeting(note_id, word=note_id, hours=hours))
        store.make_private("middle", seal("12345678", START))
        if chance.random() < 0.5:
            store.compact()
    journal = tmp_path / "notes" / "notes.journal"
    data = journal.read_bytes()
    order = data.rindex(b'{"private":')
    line = data[data.rfind(b"\n", 0, order) + 1 : data.index(b"\n", order) + 1]
    if chance.random() < 0.3:
        journal.write_bytes(data[: chance.randrange(100, len(data))])
    else:
        alter(journal, chance.choice([order - 30, order, order + 20, -40, -1, chance.randrange(len(data))]))
    with suppress(StateDamagedError):
        contents(tmp_path)
        if line not in journal.read_bytes():
            return  # cut off in that order, as a power cut does while it is written: it counts as not given
    assert "middle" not in shown(tmp_path)


def test_a_journal_of_a_newer_release_is_not_salvaged(tmp_path: Path, journal: Path) -> None:
    from daemon.notes.store.journal import encode_line

    journal.write_bytes(encode_line(b'{"journal":"roomscribe","version":9,"snapshot":0}', b"") + b"x\n")
    with pytest.raises(StateDamagedError, match="newer Roomscribe"):
        NoteStore.open_salvaged(tmp_path)
