"""The nightly jobs as the hub runs them: what they leave on disk, in the log and in their reports."""

from __future__ import annotations

import logging
import tarfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from daemon.base.config import Config, load_config
from daemon.base.errors import StateWriteError
from daemon.base.sections import Nightly
from daemon.base.sizes import human
from daemon.hub.nightly import table
from daemon.hub.nightly.report import Report, read_report
from daemon.hub.nightly.table import NIGHTLY, remove_old
from daemon.notes.digests import DigestStore
from daemon.notes.store import NoteStore
from tests.fakes.clock import FakeClock
from tests.fakes.kept_meetings import held
from tests.fakes.meetings import STARTED, office_move

EVENING = datetime(2026, 11, 17, 18, 0, tzinfo=UTC)


@dataclass(frozen=True)
class Night:
    """What the hub hands to a job."""

    state_dir: Path
    store: NoteStore
    config: Config
    config_file: Path
    now: datetime
    told: list[str] = field(default_factory=list)

    @property
    def log(self) -> Callable[[str], object]:
        return self.told.append

    def at(self, now: datetime) -> Night:
        return Night(self.state_dir, self.store, self.config, self.config_file, now)


@pytest.fixture
def night(tmp_path: Path) -> Iterator[Night]:
    config = tmp_path / "config.toml"
    config.write_text('[locale]\ntimezone = "Europe/Berlin"\n')
    state = tmp_path / "state"
    with NoteStore.open_writer(state) as store:
        yield Night(state, store, load_config(config), config, EVENING)


def report(night: Night, job: str) -> Report:
    found = read_report(night.state_dir, job)
    assert found is not None
    return found


def test_every_time_of_the_configuration_has_a_job() -> None:
    assert set(NIGHTLY) == set(Nightly.model_fields)


def test_the_digest_of_the_day_is_kept_and_told(night: Night) -> None:
    night.store.save(office_move())
    NIGHTLY["digest"](night)
    assert DigestStore(night.state_dir).ids() == ["2026-11-17"]
    assert night.told == ["digest: digest 2026-11-17 written"]
    assert report(night, "digest") == Report(job="digest", at=EVENING, lines=("digest 2026-11-17 written",))


def test_a_digest_that_was_missed_tells_of_its_own_day(night: Night) -> None:
    night.store.save(office_move())
    NIGHTLY["digest"](night.at(EVENING + timedelta(hours=14)))
    assert DigestStore(night.state_dir).ids() == ["2026-11-17"]
    NIGHTLY["week"](night.at(datetime(2026, 11, 22, 12, tzinfo=UTC)))
    assert DigestStore(night.state_dir).ids("week") == ["2026-W47"]


def test_a_machine_that_was_off_for_weeks_makes_up_for_the_day_it_went_off(night: Night) -> None:
    NIGHTLY["digest"](night.at(EVENING - timedelta(days=1)))
    night.store.save(office_move())
    NIGHTLY["digest"](night.at(EVENING + timedelta(days=25)))
    assert "2026-11-17" in DigestStore(night.state_dir).ids("day")


def test_a_clock_that_nobody_has_set_removes_nothing_for_its_age(night: Night) -> None:
    clock = FakeClock()
    clock.synchronised = False
    original = held(night.state_dir, "old", 40, store=night.store)
    far = night.at(EVENING + timedelta(days=365))
    assert "not synchronised" in remove_old(far, clock).problems[0]
    assert original.exists()
    clock.synchronised = True
    assert remove_old(far, clock).problems == ()
    assert not original.exists()


def test_a_clock_that_has_gone_on_since_yesterday_is_believed(
    night: Night, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = FakeClock()
    clock.synchronised = False
    monkeypatch.setattr(table, "SystemClock", lambda: clock)
    original = held(night.state_dir, "old", 40, store=night.store)
    NIGHTLY["retention"](night)
    assert original.exists()
    assert "not synchronised" in report(night, "retention").problems[0]
    NIGHTLY["retention"](night.at(EVENING + timedelta(days=1)))
    assert not original.exists()
    assert report(night, "retention").problems == ()


def test_the_backup_is_made_and_its_problems_are_told(night: Night, caplog: pytest.LogCaptureFixture) -> None:
    night.store.save(office_move())
    next((night.state_dir / "notes" / "tapes").iterdir()).unlink()
    with caplog.at_level(logging.ERROR):
        NIGHTLY["backup"](night)
    (archive,) = (night.state_dir / "backups").iterdir()
    assert night.told[0].startswith(f"backup: {archive}: 1 note, ")
    with tarfile.open(archive) as tar:
        assert tar.extractfile("config.toml").read() == night.config_file.read_bytes()
    assert "is missing" in report(night, "backup").problems[0]
    assert "is missing" in caplog.text


def test_a_job_that_fails_says_so_in_its_report(night: Night, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*args: object, **more: object) -> None:
        raise StateWriteError("the stick is full")

    monkeypatch.setattr(table, "make_backup", refuse)
    with pytest.raises(StateWriteError, match="the stick is full"):
        NIGHTLY["backup"](night)
    assert report(night, "backup").problems == ("the stick is full",)


def test_the_journal_is_written_anew_without_what_was_replaced(night: Night) -> None:
    for number in range(5):
        night.store.save(office_move("one", STARTED + timedelta(hours=number)))
    journal = night.state_dir / "notes" / "notes.journal"
    before = journal.stat().st_size
    NIGHTLY["compaction"](night)
    after = journal.stat().st_size
    assert after < before / 3
    assert night.told == [f"compaction: the journal has {human(after)}, it had {human(before)}"]
    assert report(night, "compaction").lines == (f"the journal has {human(after)}, it had {human(before)}",)
    assert (report(night, "compaction").at, report(night, "compaction").problems) == (EVENING, ())
    assert [head.id for head in night.store.heads()] == ["one"]


def test_damage_and_missing_models_are_reported(night: Night) -> None:
    night.store.save(office_move())
    NIGHTLY["integrity"](night)
    NIGHTLY["models"](night)
    missing = report(night, "models").problems
    assert [line for line in missing if "is missing" in line] == list(missing)
    assert len(missing) == 2
    assert report(night, "integrity").problems == missing


def test_room_is_made_without_a_report_for_every_ten_minutes(night: Night) -> None:
    NIGHTLY["space"](night)
    assert not (night.state_dir / "nightly").exists()
