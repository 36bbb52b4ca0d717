"""The search index as people use it: words are found where they were said, and deleted words are gone."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from daemon.notes.search import NoteIndex, forget_note
from daemon.notes.search.database import index_path, remove
from daemon.notes.search.finding import question_query, read_query
from daemon.notes.search.index import rows_of
from daemon.notes.store import NoteStore
from guardrails.core.types import Segment
from pipelines.editing import read_change
from pipelines.note import Note, NoteTranscript
from tests.fakes.meetings import office_move

NOW = datetime(2026, 11, 18, 8, tzinfo=UTC)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[NoteStore]:
    with NoteStore.open_writer(tmp_path) as store:
        yield store


@pytest.fixture
def index(tmp_path: Path) -> Iterator[NoteIndex]:
    index = NoteIndex(tmp_path)
    yield index
    index.close()


def said(note_id: str, *lines: str) -> Note:
    segments = tuple(
        Segment(f"s{number}", 10.0 * number, 10.0 * number + 9, "Ann" if number % 2 else "Bob", text)
        for number, text in enumerate(lines, 1)
    )
    empty = {"action_items": (), "decisions": (), "questions": (), "summary": "", "title": "Talk"}
    return office_move(note_id).model_copy(update={**empty, "transcript": NoteTranscript(segments=segments)})


def up_to_date(index: NoteIndex, store: NoteStore) -> None:
    while index.update(store):
        pass


def ids(index: NoteIndex, typed: str, **more: object) -> list[str]:
    return [each.note_id for each in index.search(typed, **more).found]


def test_a_word_is_found_with_the_line_and_second_in_which_it_was_said(
    store: NoteStore, index: NoteIndex
) -> None:
    store.save(said("one", "Good morning.", "The invoices were late.", "I'll pay the invoice on Friday."))
    up_to_date(index, store)
    search = index.search("invoice")
    assert search.together
    (found,) = search.found
    (hit,) = found.hits
    assert (found.note_id, hit.kind, hit.ref, hit.start_s, hit.line) == ("one", "said", "s2", 20.0, 2)
    assert ("invoices", True) in hit.snippet
    assert ("invoice", True) in hit.snippet


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ("lease contract", ["both"]),
        ('"signed lease"', ["phrase"]),
        ("xylo*", ["long"]),
        ("uber", ["umlaut"]),
        ("LEASE signed", ["phrase"]),
        ("the", ["both", "long", "phrase", "umlaut"]),
        ("nowhere", []),
        ('"', []),
        ("", []),
        ("AND OR NOT", []),
        ("text:lease", []),
    ],
)
def test_words_phrases_and_beginnings(
    store: NoteStore, index: NoteIndex, typed: str, found: list[str]
) -> None:
    store.save(said("both", "The contract for the lease is here."))
    store.save(said("phrase", "Here is the signed lease."))
    store.save(said("long", "A xylophone stands in the room."))
    store.save(said("umlaut", "Wir reden über the end."))
    up_to_date(index, store)
    assert sorted(ids(index, typed)) == found


def test_without_a_passage_that_has_all_words_those_with_some_are_shown(
    store: NoteStore, index: NoteIndex
) -> None:
    store.save(said("one", "The lease is signed."))
    store.save(said("two", "A xylophone arrived."))
    up_to_date(index, store)
    search = index.search("lease xylophone")
    assert not search.together
    assert {each.note_id for each in search.found} == {"one", "two"}


def test_items_names_and_edits_are_found(store: NoteStore, index: NoteIndex) -> None:
    made = office_move()
    store.save(made)
    up_to_date(index, store)
    (found,) = index.search("lease legal").found
    assert "action" in {hit.kind for hit in found.hits}
    assert ids(index, "Theo") == [made.id]
    change = {"do": "change_item", "kind": "action", "item": "a1", "fields": {"text": "Tune the xylophone"}}
    edit = store.edit(made.id, read_change(change), NOW, "member")
    up_to_date(index, store)
    assert ids(index, "xylophone") == [made.id]
    store.undo(made.id, edit.id)
    up_to_date(index, store)
    assert ids(index, "xylophone") == []


def test_a_text_with_a_nul_in_it_is_found_and_stops_no_search(store: NoteStore, index: NoteIndex) -> None:
    store.save(said("one", "Order\x00 the ladders."))
    store.save(said("two", "Who has the ladders?"))
    up_to_date(index, store)
    assert "two" in ids(index, "ladders")


def test_a_search_within_some_meetings_finds_no_other(store: NoteStore, index: NoteIndex) -> None:
    for number in range(5):
        store.save(said(f"m{number}", "The lease is signed."))
    up_to_date(index, store)
    assert ids(index, "lease", within={"m3"}) == ["m3"]
    assert ids(index, "lease", within=set()) == []
    assert [passage.note_id for passage in index.passages("Who signed it?", 9, within={"m2"})] == ["m2"]


def test_a_question_gets_the_passages_that_fit_it_best(store: NoteStore, index: NoteIndex) -> None:
    store.save(said("one", "We talked about lunch.", "The lease costs 900 a month."))
    store.save(said("two", "The weather is fine.", "Lunch is at noon."))
    up_to_date(index, store)
    best = index.passages("What does the lease cost?", 1)[0]
    assert best.note_id == "one"
    assert best.text == "Ann: We talked about lunch.\nBob: The lease costs 900 a month."
    assert best.segment_ids == ("s1", "s2")


def test_the_best_meeting_comes_first_and_shows_few_passages(store: NoteStore, index: NoteIndex) -> None:
    store.save(said("once", "The lease, " + "and many other words about other things " * 8))
    store.save(said("often", *["The lease, the lease, all about the lease. " + "x" * 300] * 9))
    up_to_date(index, store)
    found = index.search("lease").found
    assert [each.note_id for each in found] == ["often", "once"]
    assert len(found[0].hits) == 3


def test_a_deleted_note_leaves_no_word_in_the_index(
    store: NoteStore, index: NoteIndex, tmp_path: Path
) -> None:
    for number in range(30):
        store.save(said(f"other-{number}", "Words of another meeting."))
    store.save(said("gone", "The xylophone is secret."))
    up_to_date(index, store)
    assert ids(index, "xylophone") == ["gone"]
    store.delete("gone")
    up_to_date(index, store)
    assert ids(index, "xylophone") == []
    index.close()
    for path in (tmp_path / "index").iterdir():
        assert b"xyloph" not in path.read_bytes()


def test_a_note_can_be_forgotten_before_the_store_says_so(
    store: NoteStore, index: NoteIndex, tmp_path: Path
) -> None:
    store.save(said("gone", "The xylophone is secret."))
    up_to_date(index, store)
    forget_note(tmp_path, "gone")
    assert ids(index, "xylophone") == []
    for path in (tmp_path / "index").iterdir():
        assert b"xyloph" not in path.read_bytes()


@pytest.mark.parametrize("damage", ["missing", "garbage", "another release"])
def test_an_index_that_cannot_be_used_is_made_anew(
    store: NoteStore, index: NoteIndex, tmp_path: Path, damage: str
) -> None:
    import sqlite3

    store.save(said("one", "The lease is signed."))
    up_to_date(index, store)
    index.close()
    path = tmp_path / "index" / "notes.sqlite"
    if damage == "missing":
        path.unlink()
    elif damage == "garbage":
        path.write_bytes(b"no index at all " * 500)
    else:
        with sqlite3.connect(path) as connection:
            connection.execute("PRAGMA user_version = 99")
    fresh = NoteIndex(tmp_path)
    assert ids(fresh, "lease") == []
    up_to_date(fresh, store)
    assert ids(fresh, "lease") == ["one"]
    fresh.close()


def test_what_is_up_to_date_is_not_read_again(store: NoteStore, index: NoteIndex, tmp_path: Path) -> None:
    store.save(said("one", "The lease is signed."))
    up_to_date(index, store)
    index.close()
    again = NoteIndex(tmp_path)
    store.get = None
    assert again.update(store) is False
    assert ids(again, "lease") == ["one"]
    again.close()


def test_a_long_rebuild_comes_in_slices(store: NoteStore, index: NoteIndex) -> None:
    for number in range(5):
        store.save(said(f"m{number}", "The lease is signed."))
    slices = 1
    while index.update(store, slice_s=0):
        slices += 1
    assert slices >= 5
    assert len(ids(index, "lease")) == 5


def test_an_index_that_cannot_be_written_stops_nothing(
    store: NoteStore, index: NoteIndex, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    store.save(said("one", "The lease is signed."))
    (tmp_path / "index").write_text("in the way")
    assert index.update(store) is False
    assert index.update(store) is False
    assert ids(index, "lease") == []
    assert len([record for record in caplog.records if "search index" in record.message]) == 1


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(st.text(max_size=40))
def test_whatever_is_typed_finds_something_or_nothing(store: NoteStore, index: NoteIndex, typed: str) -> None:
    if not store.heads():
        store.save(said("one", "The lease is signed."))
        up_to_date(index, store)
    assert set(ids(index, typed)) <= {"one"}
    index.passages(typed, 3)


def test_an_index_that_was_made_anew_is_searched_at_once(
    store: NoteStore, index: NoteIndex, tmp_path: Path
) -> None:
    store.save(said("one", "The lease is signed."))
    up_to_date(index, store)
    assert ids(index, "lease") == ["one"]
    remove(index_path(tmp_path))
    assert ids(index, "lease") == []
    up_to_date(index, store)
    assert ids(index, "lease") == ["one"]


def test_the_found_words_are_marked_in_the_words_around_them(store: NoteStore, index: NoteIndex) -> None:
    store.save(office_move())
    up_to_date(index, store)
    hits = index.search("lease").found[0].hits
    assert [(hit.kind, hit.ref, hit.start_s, hit.line) for hit in hits] == [
        ("action", "a1", None, None),
        ("said", "s2", 12.5, 2),
        ("summary", None, None, None),
    ]
    shown = ["".join(f"[{text}]" if is_found else text for text, is_found in hit.snippet) for hit in hits]
    assert shown[0] == "Theo Brandt: Send the signed [lease] to legal by Friday"
    assert shown[1].startswith("…Theo, where are we with the [lease]? Theo Brandt: The landlord sent the")
    assert shown[1].endswith(" I read it, and the price is what…")
    assert shown[2].startswith("The [lease] is ready to be signed")
    ((hit,),) = (each.hits for each in index.search("disaster").found)
    assert (hit.ref, hit.start_s, hit.line) == ("s7", 75.0, 7), "the line, not where its passage begins"


def test_a_note_is_found_by_its_title_its_items_and_runs_of_its_lines() -> None:
    note = office_move()
    rows = list(rows_of(note))
    assert [(row.kind, row.ref) for row in rows] == [
        ("title", None),
        ("summary", None),
        *(("action", f"a{number}") for number in range(1, 6)),
        *(("decision", f"d{number}") for number in range(1, 4)),
        ("question", "q1"),
        *(("said", f"s{number}") for number in (1, 6, 11, 16)),
    ]
    assert rows[2].text == "Theo Brandt: Send the signed lease to legal by Friday"
    first = next(row for row in rows if row.kind == "said")
    assert [(line.offset, line.segment_id, line.start_s, line.number) for line in first.lines] == [
        (0, "s1", 0.0, 1),
        (78, "s2", 12.5, 2),
        (113, "s3", 25.0, 3),
        (215, "s4", 37.5, 4),
        (262, "s5", 50.0, 5),
    ]
    assert first.text[78:].startswith("Theo, where are we with the lease?\nTheo Brandt: The landlord")
    assert [row.kind for row in rows_of(note.model_copy(update={"summary": ""}))][:2] == ["title", "action"]


@pytest.mark.parametrize(("length", "rows"), [(178, 1), (179, 2)])
def test_a_passage_has_at_most_360_characters(length: int, rows: int) -> None:
    note = said("one", "x" * 177, "y" * length)
    assert len([row for row in rows_of(note) if row.kind == "said"]) == rows


@pytest.mark.parametrize(
    ("typed", "terms"),
    [
        ("lease contract", ('"lease"', '"contract"')),
        ('"signed lease" xylo*', ('"signed lease"', '"xylo"*')),
        ('the "the lease"', ('"the lease"',)),
        ("what is the", ('"what"', '"is"', '"the"')),
        ('x:y-z "open', ('"x y z"', '"open"')),
        (" ".join(map(str, range(15))), tuple(f'"{number}"' for number in range(12))),
        ('" " ?', None),
    ],
)
def test_what_is_typed_becomes_words_phrases_and_beginnings(
    typed: str, terms: tuple[str, ...] | None
) -> None:
    query = read_query(typed)
    assert (query and query.terms) == terms


def test_a_word_that_is_still_being_typed_may_go_on() -> None:
    def terms(typed: str) -> tuple[str, ...]:
        query = read_query(typed, last_is_prefix=True)
        assert query
        return query.terms

    assert terms("lease con") == ('"lease"', '"con"*')
    assert terms("lease con ") == ('"lease"', '"con"')
    assert terms('"lease con"') == ('"lease con"',)
    query = read_query("lease contract")
    assert query
    assert (query.all, query.any) == ('"lease" AND "contract"', '"lease" OR "contract"')
    asked = question_query('What does "the lease" cost*?')
    assert asked
    assert asked.terms == ('"lease"', '"cost"')
