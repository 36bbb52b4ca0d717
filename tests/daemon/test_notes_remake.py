"""`roomscribe notes remake`: the same words in another form or by another engine."""

from __future__ import annotations

from pathlib import Path

import pytest

from daemon.base.clock import SystemClock
from daemon.cli.main import roomscribe, run
from daemon.hub.remaking import remake
from daemon.meetings import JobQueue, MeetingFolder
from daemon.meetings.receipts import Transcribed, read_receipt
from daemon.notes.store import NoteStore
from pipelines.errors import BadInputError
from pipelines.note import Note

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
