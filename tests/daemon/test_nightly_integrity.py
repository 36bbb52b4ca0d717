"""The integrity check names what is wrong, and changes nothing."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC
from pathlib import Path

import pytest

from daemon.base.config import load_config
from daemon.base.sections import Models
from daemon.hub.nightly.integrity import check_models, check_state
from daemon.notes.digests import DigestStore
from daemon.notes.store import NoteStore
from pipelines.digest import Period, make_digest
from tests.fakes.meetings import STARTED, office_move

MODELS = load_config(system=Path("/nowhere")).models


@pytest.fixture
def state(tmp_path: Path) -> Path:
    with NoteStore.open_writer(tmp_path) as store:
        store.save(office_move("one"))
        store.save(office_move("two"))
        DigestStore(tmp_path).put(make_digest(store.notes(), Period.day(STARTED.date()), timezone=UTC))
    return tmp_path


def found(state: Path) -> list[str]:
    """Problems, but for the models, which this machine need not have."""
    return [line for line in check_state(state, MODELS) if not line.startswith("the model")]


def content(root: Path) -> dict[Path, bytes]:
    return {path: path.read_bytes() for path in root.rglob("*") if path.is_file()}


def test_a_sound_state_has_no_problems(state: Path) -> None:
    assert found(state) == []
    assert found(state / "nowhere") == []


def spoil(path: Path) -> None:
    path.write_bytes(b"\0" + path.read_bytes()[1:])


def first(state: Path, folder: str) -> Path:
    return min((state / "notes" / folder).iterdir())


@pytest.mark.parametrize(
    ("harm", "told"),
    [
        (lambda state: spoil(first(state, "transcripts")), "is damaged (its checksum does not fit)"),
        (lambda state: first(state, "tapes").unlink(), "is missing; restore it from a backup"),
        (lambda state: spoil(state / "notes" / "notes.journal"), "is damaged in line 1"),
        (
            lambda state: (state / "notes" / "notes.journal").unlink(),
            "missing or empty, but notes were stored",
        ),
        (lambda state: spoil(state / "digests" / "2026-11-17.json"), "2026-11-17.json is damaged"),
        (lambda state: (state / "deletions.json").write_text("{"), "deletions.json is damaged"),
        (lambda state: (state / "notes" / "tapes" / "three.00.json").write_text(""), "belongs to no note"),
    ],
)
def test_damage_is_named_in_one_line_and_left_alone(
    state: Path, harm: Callable[[Path], object], told: str
) -> None:
    harm(state)
    before = content(state)
    (line,) = found(state)
    assert told in line
    assert "\n" not in line
    assert content(state) == before


def test_a_meeting_or_recording_without_a_readable_record_is_named(state: Path) -> None:
    for name in ("meetings/m/meeting.json", "spool/r/recording.json"):
        (state / name).parent.mkdir(parents=True)
        (state / name).write_text("{")
    assert [line.split(" is damaged")[0] for line in found(state)] == [
        str(state / "meetings/m/meeting.json"),
        str(state / "spool/r/recording.json"),
    ]


def test_one_damaged_note_hides_no_other(state: Path) -> None:
    for path in (state / "notes" / "transcripts").iterdir():
        spoil(path)
    assert len(found(state)) == 2


def test_a_model_that_is_not_there_is_named(tmp_path: Path) -> None:
    models = Models(llm="someone/gemma:small.gguf", speech="someone/whisper", voices="")
    assert check_models(tmp_path, models, thorough=True) == [
        "the model someone/gemma:small.gguf is missing",
        "the model someone/whisper is missing",
    ]
    (tmp_path / "models").mkdir()
    (tmp_path / "models" / "models.lock").write_text("{")
    (line,) = check_models(tmp_path, models, thorough=False)
    assert "models.lock cannot be read" in line
