"""The digests on disk, and the command that makes them by hand."""

from __future__ import annotations

import json
from datetime import date, timedelta
from functools import partial
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from daemon.base.errors import NotFoundError, StateDamagedError
from daemon.cli.main import roomscribe, run
from daemon.hub.alone import carry_out
from daemon.notes.digests import DigestStore, write_digests
from daemon.notes.store import NoteStore
from pipelines.digest import Digest, Period, make_digest
from pipelines.note import Due, Note
from tests.fakes.meetings import STARTED, drafted_move

BERLIN = ZoneInfo("Europe/Berlin")
TUESDAY = date(2026, 11, 17)
make = partial(make_digest, timezone=BERLIN)


def meeting(note_id: str, day: date, task: str = "send the lease") -> Note:
    note = drafted_move(note_id, STARTED + (day - TUESDAY))
    item = note.action_items[0].model_copy(update={"task": task, "due": None})
    return note.model_copy(update={"title": note_id, "action_items": (item,)})


def digest_of(*notes: Note, day: date = TUESDAY) -> Digest:
    return make(notes, Period.day(day))


def test_a_digest_comes_back_as_it_was_stored_and_is_written_once(tmp_path: Path) -> None:
    digests = DigestStore(tmp_path)
    digest = digest_of(drafted_move())
    assert digests.put(digest) is True
    assert digests.put(digest) is False
    assert digests.get("2026-11-17") == digest
    assert digests.ids("day") == ["2026-11-17"]


def test_days_and_weeks_are_listed_newest_first(tmp_path: Path) -> None:
    digests = DigestStore(tmp_path)
    assert digests.ids() == []
    for back in (0, 10, 3):
        day = TUESDAY - timedelta(days=back)
        digests.put(digest_of(meeting("m", day), day=day))
    digests.put(make([drafted_move()], Period.week(TUESDAY)))
    (digests.folder / "notes.json").write_text("{}")
    assert digests.ids("day") == ["2026-11-17", "2026-11-14", "2026-11-07"]
    assert digests.ids("week") == ["2026-W47"]


def test_nothing_to_tell_makes_no_file(tmp_path: Path) -> None:
    digests = DigestStore(tmp_path)
    assert digests.put(digest_of()) is False
    assert digests.put(digest_of(drafted_move())) is True
    assert digests.put(digest_of()) is True
    assert digests.ids() == []
    with pytest.raises(NotFoundError, match="digest --list"):
        digests.get("2026-11-17")


def test_the_week_that_is_told_on_its_monday_says_slipped_of_nothing_to_come(tmp_path: Path) -> None:
    monday = TUESDAY - timedelta(days=1)
    note = drafted_move("m", STARTED - timedelta(days=1))
    items = [
        note.action_items[0].model_copy(update={"id": f"a{back}", "due": Due(phrase="then", date=day)})
        for back, day in enumerate((monday - timedelta(days=1), TUESDAY, TUESDAY + timedelta(days=1)))
    ]
    note = note.model_copy(update={"action_items": tuple(items)})
    digests = DigestStore(tmp_path)
    assert write_digests(partial(make, [note]), digests, "week", monday)[-1] == "2026-W47"
    assert [line.item_id for line in digests.get("2026-W47").slipped] == ["a0"]


def test_an_id_cannot_lead_out_of_the_folder(tmp_path: Path) -> None:
    (tmp_path / "secret.json").write_text("{}")
    with pytest.raises(NotFoundError):
        DigestStore(tmp_path).get("../secret")


def test_a_deleted_note_leaves_no_word_in_any_digest(tmp_path: Path) -> None:
    digests = DigestStore(tmp_path)
    gone, kept = meeting("gone", TUESDAY, "xylophone"), meeting("kept", TUESDAY)
    digests.put(digest_of(gone, kept))
    digests.put(make([gone], Period.week(TUESDAY)))
    digests.put(digest_of(kept, day=TUESDAY - timedelta(days=1)))
    assert digests.forget("gone") == 2
    assert [path for path in digests.folder.iterdir() if "xylophone" in path.read_text()] == []
    assert digests.get("2026-11-17") == digest_of(kept)
    assert digests.ids("week") == []


def test_a_damaged_digest_is_named_and_made_anew(tmp_path: Path) -> None:
    digests = DigestStore(tmp_path)
    digests.put(digest_of(drafted_move()))
    path = digests.folder / "2026-11-17.json"
    path.write_text(path.read_text()[:-20])
    with pytest.raises(StateDamagedError, match=r"2026-11-17.json is damaged .*roomscribe digest --save"):
        digests.get("2026-11-17")
    assert digests.put(digest_of(drafted_move())) is True
    assert digests.get("2026-11-17") == digest_of(drafted_move())


def test_a_note_that_came_late_reaches_the_digest_of_its_day(tmp_path: Path) -> None:
    digests = DigestStore(tmp_path)
    monday = TUESDAY - timedelta(days=1)
    notes = [meeting("first", monday)]
    assert write_digests(partial(make, notes), digests, "day", monday) == ["2026-11-16"]
    notes.append(meeting("late", monday))
    assert write_digests(partial(make, notes), digests, "day", TUESDAY) == ["2026-11-16"]
    assert [line.note_id for line in digests.get("2026-11-16").meetings] == ["first", "late"]
    assert write_digests(partial(make, notes), digests, "day", TUESDAY) == []


def test_a_task_that_was_found_later_reaches_the_digest_of_its_day(tmp_path: Path) -> None:
    digests = DigestStore(tmp_path)
    write_digests(partial(make, [meeting("m", TUESDAY, "first draft")]), digests, "day", TUESDAY)
    again = partial(make, [meeting("m", TUESDAY, "second draft")])
    assert write_digests(again, digests, "day", TUESDAY + timedelta(days=2)) == ["2026-11-17"]
    assert "second draft" in digests.get("2026-11-17").model_dump_json()


def test_what_was_done_since_stays_in_the_digest_of_its_day(tmp_path: Path) -> None:
    digests = DigestStore(tmp_path)
    note = meeting("m", TUESDAY)
    write_digests(partial(make, [note]), digests, "day", TUESDAY)
    done = note.action_items[0].model_copy(update={"status": "done"})
    now = note.model_copy(update={"action_items": (done,)})
    assert write_digests(partial(make, [now]), digests, "day", TUESDAY + timedelta(days=1)) == []
    assert digests.get("2026-11-17") == digest_of(note)


def test_a_meeting_at_the_weekend_reaches_the_week_that_ended_with_it(tmp_path: Path) -> None:
    digests = DigestStore(tmp_path)
    friday, saturday = date(2026, 11, 20), date(2026, 11, 21)
    notes = [meeting("midweek", TUESDAY)]
    assert write_digests(partial(make, notes), digests, "week", friday) == ["2026-W47"]
    notes.append(meeting("weekend", saturday))
    assert "2026-W47" in write_digests(partial(make, notes), digests, "week", friday + timedelta(days=7))
    assert [line.note_id for line in digests.get("2026-W47").meetings] == ["midweek", "weekend"]


def test_looking_through_the_notes_reads_no_transcript(tmp_path: Path) -> None:
    with NoteStore.open_writer(tmp_path) as store:
        store.save(drafted_move())
        next((tmp_path / "notes" / "transcripts").iterdir()).unlink()
        (note,) = store.notes()
    assert note.transcript.segments == ()
    assert note.action_items == drafted_move().action_items


def test_a_note_of_another_release_stops_no_digest(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    with NoteStore.open_writer(tmp_path) as store:
        store.save(drafted_move("bad"))
        store._table.update({"weather": "rain"})
        store.save(drafted_move("good"))
        assert [note.id for note in store.notes()] == ["good"]
    assert "left out: note bad" in caplog.text


def test_the_command_prints_a_day_or_a_week_and_keeps_it_when_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def shown(*args: str) -> str:
        code = run(roomscribe, ["--state", str(tmp_path), "digest", *args])
        assert code == 0
        return capsys.readouterr().out

    with NoteStore.open_writer(tmp_path) as store:
        store.save(drafted_move())
    assert "**Due today:** Order the network line" in shown("--date", "2026-11-17")
    assert shown("--date", "2026-11-17").startswith("# Tuesday 17 November 2026\n")
    assert shown("--list") == ""
    week = Digest.model_validate_json(shown("--week", "--date", "2026-11-17", "--json", "--save"))
    assert (week.id, [line.text for line in week.slipped]) == ("2026-W47", ["Order the network line"])
    assert json.loads(shown("--list", "--week", "--json")) == ["2026-W47"]
    assert DigestStore(tmp_path).get("2026-W47") == week


def test_a_note_that_was_deleted_since_comes_into_no_digest(tmp_path: Path) -> None:
    with NoteStore.open_writer(tmp_path) as store:
        store.save(meeting("kept", TUESDAY))
    digest = digest_of(meeting("gone", TUESDAY, "xylophone"), meeting("kept", TUESDAY))
    carry_out(tmp_path, "digest save", {"digest": digest.model_dump(mode="json")})
    assert DigestStore(tmp_path).get("2026-11-17") == digest_of(meeting("kept", TUESDAY))
