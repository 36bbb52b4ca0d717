"""`roomscribe notes remake`: the same words in another form or by another engine."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from daemon.base.clock import SystemClock
from daemon.base.durable import make_folder
from daemon.cli.main import roomscribe, run
from daemon.hub.remaking import remake
from daemon.meetings import JobQueue, Meeting, MeetingFolder
from daemon.meetings.receipts import Transcribed, read_receipt
from daemon.notes.store import NoteStore
from pipelines.errors import BadInputError
from pipelines.note import Note
from tests.fakes.worker_room import Room, note

VTT = "WEBVTT\n\n00:00.000 --> 00:04.000\nAnn: I'll send the offer to Bob by Friday.\n"


def call(state: Path, *args: str) -> int:
    return run(roomscribe, ["--state", str(state), *args])


@pytest.fixture
def state(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> Path:
    """A state directory with the note of a transcript, of 2026-11-16."""
    (tmp_path / "a.vtt").write_text(VTT)
    state = tmp_path / "state"
    assert call(state, "process", str(tmp_path / "a.vtt"), "--date", "2026-11-16", "--save") == 0
    capfd.readouterr()
    return state


def only(state: Path) -> Note:
    with NoteStore.open_reader(state) as store:
        return store.get(store.heads()[0].id)


def test_a_note_is_made_again_in_another_form_with_the_same_days(state: Path) -> None:
    before = only(state)
    assert call(state, "notes", "remake", before.id, "--engine", "rules", "--template", "board") == 0
    after = only(state)
    assert after.template.name == "board"
    assert (after.id, after.action_items, after.started_at) == (
        before.id,
        before.action_items,
        before.started_at,
    )


def test_without_a_template_a_note_keeps_its_form(state: Path) -> None:
    note_id = only(state).id
    call(state, "notes", "remake", note_id, "--template", "board")
    assert call(state, "notes", "remake", note_id, "--engine", "rules") == 0
    assert only(state).template.name == "board"


def test_a_note_whose_template_is_gone_gets_the_general_form_and_says_so(
    state: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    note_id = only(state).id
    (state / "templates").mkdir()
    (state / "templates" / "choir.toml").write_text('sections = ["decisions"]')
    assert call(state, "notes", "remake", note_id, "--engine", "rules", "--template", "choir") == 0
    (state / "templates" / "choir.toml").unlink()
    assert call(state, "notes", "remake", note_id, "--engine", "rules") == 0
    assert only(state).template.name == "general"
    capfd.readouterr()
    call(state, "notes", "show", note_id)
    shown = capfd.readouterr().out
    assert 'Note: This note has its general form (no such template: "choir"' in shown
    assert "send the offer" in shown


@pytest.mark.parametrize(
    ("args", "code"), [(("--template", "bord"), 2), (("--engine", "gemma"), 3), (("--engine", "magic"), 2)]
)
def test_what_cannot_be_done_is_told_in_one_line_and_changes_nothing(
    state: Path, capfd: pytest.CaptureFixture[str], args: tuple[str, ...], code: int
) -> None:
    before = only(state)
    assert call(state, "notes", "remake", before.id, *args) == code
    assert len(capfd.readouterr().err.splitlines()) == 1
    assert only(state) == before


def test_the_job_of_the_hub_holds_the_form(state: Path) -> None:
    note = only(state)
    with NoteStore.open_writer(state) as store:
        queue = JobQueue(state)
        with pytest.raises(BadInputError, match="board"):
            remake(state, store, queue, SystemClock(), note.id, by_rules=True, template="bord")
        assert len(queue) == 0
        remake(state, store, queue, SystemClock(), note.id, by_rules=True, template="board")
    receipt = read_receipt(MeetingFolder(state, note.id).transcript, Transcribed)
    assert receipt is not None
    assert (receipt.template, receipt.rules_wanted) == ("board", True)


def test_a_command_makes_again_what_the_services_would(
    tmp_path: Path, state: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    """Of a file that says no day, whose day is the file's age, and is said to be."""
    (tmp_path / "weekly.vtt").write_text(VTT.replace("Friday", "Monday"))
    os.utime(tmp_path / "weekly.vtt", (1_763_300_000, 1_763_300_000))
    assert call(state, "process", str(tmp_path / "weekly.vtt"), "--save", "--json") == 0
    before = Note.model_validate_json(capfd.readouterr().out)
    assert before.flags == ("date-assumed",)
    assert call(state, "notes", "remake", before.id, "--engine", "rules") == 0
    with NoteStore.open_writer(state) as store:
        by_command = store.get(before.id)
        remake(state, store, JobQueue(state), SystemClock(), before.id, by_rules=True)
    assert Room(state).worker().work_once()
    by_worker = note(MeetingFolder(state, before.id))
    for made in (by_command, by_worker):
        assert (made.id, made.started_at, made.flags, made.warnings) == (
            before.id,
            before.started_at,
            before.flags,
            before.warnings,
        )
        assert made.action_items == before.action_items


def test_a_note_whose_recording_is_gone_still_follows_the_part_before(state: Path) -> None:
    part = only(state).model_copy(update={"id": "20261116-100312-09af", "continues": "20261116-090000-09af"})
    with NoteStore.open_writer(state) as store:
        store.save(part)
    now = SystemClock().now()
    folder = MeetingFolder(state, part.id)
    make_folder(folder.path)
    folder.write(
        Meeting(
            id=part.id,
            source="Room",
            sha256=None,
            origin="recorder",
            recording=part.id,
            received_at=now,
            modified_at=now,
        )
    )
    with NoteStore.open_writer(state) as store:
        remake(state, store, JobQueue(state), SystemClock(), part.id, by_rules=True)
    assert Room(state).worker().work_once()
    assert note(folder).continues == part.continues
