"""What a later meeting says of an earlier promise waits in the store for a person's word."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from daemon.cli.main import roomscribe, run
from daemon.hub.follow_ups import look_for_kept
from daemon.notes.store import NoteStore
from guardrails.core.types import Segment
from pipelines.note import Note, NoteTranscript
from tests.fakes.meetings import office_move

THEN = datetime(2026, 11, 10, 9, tzinfo=UTC)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[NoteStore]:
    with NoteStore.open_writer(tmp_path) as store:
        store.save(office_move("earlier", THEN))
        yield store


def later(*lines: str, days: int = 7, note_id: str = "later") -> Note:
    segments = tuple(Segment(f"x{n}", n, n + 1, "Theo Brandt", text) for n, text in enumerate(lines, 1))
    said = NoteTranscript(segments=segments)
    note = office_move(note_id, THEN + timedelta(days=days))
    return note.model_copy(update={"transcript": said, "action_items": ()})


def take_in(store: NoteStore, note: Note) -> None:
    store.save(note)
    look_for_kept(store, note)


def test_a_kept_promise_waits_with_the_words_that_say_so(store: NoteStore, tmp_path: Path) -> None:
    take_in(store, later("Good morning.", "I sent the signed lease to legal on Friday."))
    (found,) = store.follow_ups()
    assert (found.note_id, found.item_id, found.by, found.line) == ("earlier", "a1", "later", 2)
    assert "sent the signed lease" in found.quote
    with NoteStore.open_reader(tmp_path) as reader:
        assert reader.follow_ups() == [found]


def test_a_file_that_a_command_saves_says_what_was_kept(store: NoteStore, tmp_path: Path) -> None:
    store.close()
    path = tmp_path / "later.txt"
    path.write_text("Theo Brandt: I sent the signed lease to legal on Friday.\n", "utf-8")
    command = ["--state", str(tmp_path), "process", "--engine", "rules", "--date", "2026-11-17", "--save"]
    assert run(roomscribe, [*command, str(path)]) == 0
    with NoteStore.open_reader(tmp_path) as reader:
        (found,) = reader.follow_ups()
    assert (found.note_id, found.item_id) == ("earlier", "a1")


ENGLISH = ("Ann: I'll call the caterer tomorrow.", "Bob: Did you call the caterer?", "Ann: Yes, yesterday.")
GERMAN = (
    "Ann: Ich rufe morgen den Caterer an.",
    "Bob: Hast du den Caterer angerufen?",
    "Ann: Ja, gestern schon.",
)


@pytest.mark.parametrize("said", [ENGLISH, GERMAN])
def test_the_digest_of_the_week_tells_what_a_later_meeting_says_is_done(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], said: tuple[str, ...]
) -> None:
    def shown(*arguments: str) -> str:
        assert run(roomscribe, ["--state", str(tmp_path), *arguments]) == 0
        return capsys.readouterr().out

    for day, lines in ((16, said[:1]), (19, said[1:])):
        path = tmp_path / f"{day}.txt"
        path.write_text("\n".join(lines), "utf-8")
        shown("process", "--engine", "rules", "--date", f"2026-11-{day}", "--save", str(path))
    told = "said to be done on Thu 19 Nov 2026, to be confirmed"
    (task,) = (
        line for line in shown("digest", "--week", "--date", "2026-11-20").splitlines() if "[ ]" in line
    )
    assert task.startswith("- [ ] **Slipped, was due Tue 17 Nov 2026:** ")
    assert task.endswith(f" — {told}")
    assert told not in shown("digest", "--date", "2026-11-18"), "nobody had said so by then"


def test_a_meeting_is_read_in_its_own_language(store: NoteStore) -> None:
    earlier = office_move("german", THEN)
    task = earlier.action_items[0].model_copy(update={"task": "den Mietvertrag an die Kanzlei schicken"})
    store.save(earlier.model_copy(update={"action_items": (task,)}))
    note = later("Den Mietvertrag habe ich an die Kanzlei geschickt.")
    take_in(store, note.model_copy(update={"language": "de"}))
    assert [(found.note_id, found.item_id) for found in store.follow_ups()] == [("german", "a1")]


@pytest.mark.parametrize("days", [-1, 100])
def test_neither_an_earlier_meeting_nor_one_long_after_says_anything_of_it(
    store: NoteStore, days: int
) -> None:
    take_in(store, later("I sent the signed lease to legal.", days=days))
    assert store.follow_ups() == []


def test_what_was_turned_down_does_not_come_back_with_the_note_made_again(store: NoteStore) -> None:
    note = later("I sent the signed lease to legal.")
    take_in(store, note)
    store.decide("earlier", "a1", is_done=False)
    take_in(store, note)
    assert store.follow_ups() == []
    take_in(store, later("The signed lease was sent to legal.", days=9, note_id="third"))
    assert [each.by for each in store.follow_ups()] == ["third"]


def test_what_was_settled_is_gone(store: NoteStore) -> None:
    take_in(store, later("I sent the signed lease to legal."))
    store.decide("earlier", "a1", is_done=True)
    assert store.follow_ups() == []


def test_a_note_made_again_without_the_words_says_nothing_any_more(store: NoteStore) -> None:
    take_in(store, later("I sent the signed lease to legal."))
    take_in(store, later("Good morning."))
    assert store.follow_ups() == []


@pytest.mark.parametrize("gone", ["earlier", "later"])
def test_a_deleted_note_leaves_no_word_of_it(store: NoteStore, tmp_path: Path, gone: str) -> None:
    take_in(store, later("I sent the signed lease to legal, says the xylophone."))
    assert store.follow_ups()
    store.delete(gone)
    assert store.follow_ups() == []
    left = [p for p in tmp_path.rglob("*") if p.is_file() and b"xylophone" in p.read_bytes()]
    assert bool(left) == (gone == "earlier")  # the later note itself still has it
    assert not any("journal" in p.name for p in left)
