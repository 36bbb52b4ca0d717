"""What retention removes and, above all, what it never touches."""

from __future__ import annotations

import json
import zlib
from datetime import UTC, timedelta
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from daemon.base.errors import NotFoundError, StateWriteError
from daemon.base.foreign import Seen
from daemon.base.sections import Retention
from daemon.cli.main import roomscribe, run
from daemon.hub.nightly.retention import AudioKept, Pruned, Rules, choose, prune, prune_audio
from daemon.inbox.upload import Offer, waiting
from daemon.inbox.uploads import Arrivals
from daemon.meetings import MeetingFolder
from daemon.notes.deletion import delete_note, read_deletions
from daemon.notes.digests import DigestStore
from daemon.notes.store import NoteStore
from pipelines.digest import Period, make_digest
from tests.fakes.kept_meetings import NOW, held, recorded
from tests.fakes.stored import files_with

MONTH = Rules(keep_for=timedelta(days=30), free_bytes=0)


def audio(number: int, days: float | None = 1, *, size: int = 100, stored: bool = True) -> AudioKept:
    finished = None if days is None else NOW - timedelta(days=days)
    return AudioKept(f"m{number}", (Path(f"m{number}"),), size, finished, stored)


def chosen(kept: list[AudioKept], rules: Rules, free: int = 10**12) -> list[tuple[str, str]]:
    return [(removed.id, removed.reason) for _, removed in choose(kept, NOW, rules, free)]


def test_audio_goes_when_it_is_older_than_the_house_wants() -> None:
    assert chosen([audio(1, 31), audio(2, 29), audio(3, 400)], MONTH) == [("m3", "age"), ("m1", "age")]
    assert chosen([audio(1, 3000)], Rules(keep_for=None, free_bytes=0)) == []
    assert chosen([audio(1, 30), audio(2, 30.001)], MONTH) == [("m2", "age")], "not before the month is over"


def test_on_a_full_disk_the_oldest_goes_first_and_no_more_than_needed() -> None:
    kept = [audio(1, 1), audio(2, 9), audio(3, 5)]
    assert chosen(kept, Rules(None, free_bytes=1000), free=850) == [("m2", "space"), ("m3", "space")]
    assert chosen(kept, Rules(None, free_bytes=1000), free=1000) == []
    assert chosen([audio(4, 40), *kept], Rules(timedelta(30), 1000), free=800) == [
        ("m4", "age"),
        ("m2", "space"),
    ]


ages = st.none() | st.floats(0, 100)
kept_lists = st.lists(st.tuples(ages, st.integers(0, 500), st.booleans()), max_size=8).map(
    lambda rows: [audio(i, days, size=size, stored=stored) for i, (days, size, stored) in enumerate(rows)]
)


@given(kept_lists, st.integers(0, 2000), st.integers(0, 2000), st.none() | st.integers(0, 60))
def test_what_has_no_note_or_goes_on_is_never_touched(
    kept: list[AudioKept], free: int, floor: int, days: int | None
) -> None:
    rules = Rules(None if days is None else timedelta(days=days), floor)
    gone = [each for each, _ in choose(kept, NOW, rules, free)]
    assert all(each.note_stored and each.finished_at for each in gone)
    left = [each for each in kept if each not in gone and each.note_stored and each.finished_at]
    assert all(a.finished_at <= b.finished_at for a in gone for b in left if a.finished_at and b.finished_at)
    if left:
        assert free + sum(each.bytes for each in gone) >= floor
        assert days is None or all(NOW - each.finished_at <= timedelta(days) for each in left)


def test_a_disk_that_refuses_ends_it_and_what_went_was_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[str] = []

    def refuse(path: Path) -> None:
        if path.name == "m2":
            raise StateWriteError("read-only")

    monkeypatch.setattr("daemon.hub.nightly.retention.remove_tree", refuse)
    with pytest.raises(StateWriteError, match="read-only"):
        prune_audio([audio(1, 50), audio(2, 40), audio(3, 35)], NOW, MONTH, 0, told.append)
    assert told == ["removed the audio of m1 (2026-10-01, 100 bytes) for its age"]


def pruned(state: Path, *, dry_run: bool = False, **rules: int) -> Pruned:
    config = Retention(**({"audio_days": 30, "free_mb": 0, "note_days": 0} | rules))
    with NoteStore.open_writer(state) as store:
        return prune(state, store, config, NOW, lambda line: None, dry_run=dry_run)


def test_old_audio_goes_wherever_it_lies_and_its_note_stays(tmp_path: Path) -> None:
    original, spooled = held(tmp_path, "old", 31), recorded(tmp_path, "heard", 31)
    young = held(tmp_path, "young", 29)
    done = pruned(tmp_path)
    assert {each.id for each in done.audio} == {"old", "heard"}
    assert done.freed_bytes > 32_000
    assert (original.exists(), spooled.exists(), young.exists()) == (False, False, True)
    with NoteStore.open_reader(tmp_path) as store:
        assert {head.id for head in store.heads()} == {"old", "heard", "young"}
    assert pruned(tmp_path).audio == ()


def test_a_meeting_without_a_note_keeps_its_audio(tmp_path: Path) -> None:
    no_note = held(tmp_path, "failed", 400, stored=False)
    in_work = held(tmp_path, "again", 400, in_work=True)
    live = recorded(tmp_path, "live", 400, live=True)
    assert pruned(tmp_path, free_mb=10**9).audio == ()
    assert no_note.exists()
    assert in_work.exists()
    assert live.exists()


def test_an_unreadable_meeting_is_left_alone(tmp_path: Path) -> None:
    original = held(tmp_path, "odd", 400)
    MeetingFolder(tmp_path, "odd").record.write_text("{")
    assert pruned(tmp_path).audio == ()
    assert original.exists()


def test_what_was_sent_and_never_added_goes_after_a_week_though_nobody_sends_more(tmp_path: Path) -> None:
    told: list[str] = []
    for name, age in (("old.vtt", timedelta(days=7, seconds=1)), ("new.vtt", timedelta(days=7))):
        arrivals = Arrivals(tmp_path, lambda age=age: NOW - age, lambda *_: Seen())
        upload = arrivals.begin(Offer(name=name, size_bytes=1), 10, 0)
        arrivals.append(upload.id, 0, b"x")
        arrivals.check(upload.id, zlib.crc32(b"x"))
    with NoteStore.open_writer(tmp_path) as store:
        config = Retention(audio_days=0, free_mb=0, note_days=0)
        prune(tmp_path, store, config, NOW, told.append, dry_run=True)
        assert [each.offer.name for each in waiting(tmp_path)] == ["old.vtt", "new.vtt"]
        prune(tmp_path, store, config, NOW, told.append)
    assert [each.offer.name for each in waiting(tmp_path)] == ["new.vtt"]
    assert len(list((tmp_path / "uploads").iterdir())) == 2, "the file and its record"
    assert told == ["removed 1 upload that nobody added"]


def test_a_link_is_removed_and_not_what_it_leads_to(tmp_path: Path) -> None:
    original = held(tmp_path / "state", "old", 31)
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "keep.txt").write_text("keep")
    (original.parent / "link").symlink_to(outside)
    assert len(pruned(tmp_path / "state").audio) == 1
    assert not original.parent.exists()
    assert (outside / "keep.txt").exists()


def test_a_dry_run_tells_the_same_and_removes_nothing(tmp_path: Path) -> None:
    original = held(tmp_path, "old", 31)
    would = pruned(tmp_path, dry_run=True, note_days=30)
    assert original.exists()
    assert (would.dry_run, [each.id for each in would.audio], would.notes) == (True, [], ("old",))
    would = pruned(tmp_path, dry_run=True)
    assert original.exists()
    assert pruned(tmp_path).audio == would.audio


def test_a_deleted_note_leaves_no_word_anywhere(tmp_path: Path) -> None:
    held(tmp_path, "gone", 1)
    spooled = recorded(tmp_path, "heard", 1)
    with NoteStore.open_writer(tmp_path) as store:
        DigestStore(tmp_path).put(make_digest(store.notes(), Period.week(NOW.date()), timezone=UTC))
        assert files_with("Send the signed lease", tmp_path / "digests")
        delete_note(tmp_path, store, "gone", NOW)
        delete_note(tmp_path, store, "heard", NOW)
        with pytest.raises(NotFoundError):
            delete_note(tmp_path, store, "gone", NOW)
    assert not files_with("xylophone", tmp_path)
    assert not files_with("lease", tmp_path)
    assert not spooled.exists()
    assert read_deletions(tmp_path).notes == {"gone": NOW, "heard": NOW}


def test_notes_go_by_age_only_where_the_house_wants_it(tmp_path: Path) -> None:
    held(tmp_path, "old", 400)
    held(tmp_path, "young", 10)
    assert pruned(tmp_path).notes == ()
    assert pruned(tmp_path, note_days=365).notes == ("old",)
    with NoteStore.open_reader(tmp_path) as store:
        assert [head.id for head in store.heads()] == ["young"]
    assert not MeetingFolder(tmp_path, "old").path.exists()


def test_a_note_whose_meeting_is_in_work_again_waits_for_the_end_of_that(tmp_path: Path) -> None:
    held(tmp_path, "again", 400, in_work=True)
    assert pruned(tmp_path, note_days=365).notes == ()


def test_the_command_says_what_went(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    held(tmp_path, "old", 10_000)
    assert run(roomscribe, ["--state", str(tmp_path), "prune", "--dry-run"]) == 0
    shown = capsys.readouterr()
    assert shown.out.startswith("would remove the audio of old (")
    assert len(shown.out.splitlines()) == 1
    assert shown.err == "14 bytes would be freed\n"
    assert run(roomscribe, ["--state", str(tmp_path), "prune", "--json"]) == 0
    assert [each["id"] for each in json.loads(capsys.readouterr().out)["audio"]] == ["old"]
    assert run(roomscribe, ["--state", str(tmp_path / "absent"), "prune", "--dry-run"]) == 0
    capsys.readouterr()
    held(tmp_path, "older", 10_000)
    assert run(roomscribe, ["--state", str(tmp_path), "prune"]) == 0
    shown = capsys.readouterr()
    assert shown.out.startswith("removed the audio of older (")
    assert shown.err == "14 bytes freed\n"
    assert run(roomscribe, ["--state", str(tmp_path), "prune"]) == 0
    assert capsys.readouterr() == ("", "0 bytes freed\n")
