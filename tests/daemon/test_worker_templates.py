"""The form of the notes that the worker makes, and how it reads their days."""

from __future__ import annotations

from datetime import date
from pathlib import Path
from typing import Any

import pytest

from daemon.base.durable import make_folder, write_durably
from daemon.base.paths import run_dir
from daemon.base.systemd import Notifier
from daemon.meetings import Job, JobQueue, Meeting, MeetingFolder
from daemon.meetings.receipts import Transcribed, write_receipt
from daemon.worker.status import Pulse
from daemon.worker.worker import Worker
from guardrails.core.types import Segment
from pipelines.note import Due, Note
from pipelines.replay import replay_note
from pipelines.transcript import Transcript
from tests.fakes.clock import FakeClock
from tests.fakes.configured import configured
from tests.fakes.engines import ScriptedEngines

SAID = Segment("s1", 0.0, 4.0, "Ann", "I'll send the report to legal by Friday.")


def made(
    state: Path,
    template: str,
    wanted: str | None,
    said: Segment = SAID,
    locale: dict[str, Any] | None = None,
) -> Note:
    """The note that a worker makes where `template` is the house's template and `wanted` this note's."""
    clock = FakeClock()
    folder = MeetingFolder(state, "m1")
    make_folder(folder.receipts)
    now = clock.now()
    folder.write(
        Meeting(id="m1", source="a.vtt", sha256=None, origin="command", received_at=now, modified_at=now)
    )
    transcript = Transcript(segments=(said,), started_at=now)
    write_receipt(folder.transcript, Transcribed(transcript=transcript, asr=None, template=wanted))
    JobQueue(state).put(Job(id="m1", source="a.vtt", priority="normal", created_at=now))
    config = configured(notes={"template": template}, locale=locale or {})
    pulse = Pulse(run_dir(state, {}), Notifier({}))
    assert Worker(state, config, ScriptedEngines([]), clock, pulse, sleep=clock.sleep).work_once()
    return Note.model_validate_json(folder.note.read_bytes())


@pytest.mark.parametrize(("wanted", "name"), [(None, "board"), ("stand-up", "stand-up")])
def test_a_note_has_the_form_that_was_asked_for_or_else_the_houses(
    tmp_path: Path, wanted: str | None, name: str
) -> None:
    note = made(tmp_path, "board", wanted)
    assert note.template.name == name
    assert note.warnings == ()


def test_a_template_of_the_house_counts_in_the_worker_too(tmp_path: Path) -> None:
    make_folder(tmp_path / "templates")
    write_durably(tmp_path / "templates" / "own.toml", 'sections = ["actions"]')
    assert made(tmp_path, "own", None).template.sections == ("actions",)


def test_a_template_that_is_gone_costs_its_form_and_not_the_note(tmp_path: Path) -> None:
    note = made(tmp_path, "bord", None)
    assert note.template.name == "general"
    assert note.action_items
    assert any('did you mean "board"?' in warning for warning in note.warnings)


@pytest.mark.parametrize(
    ("locale", "day"),
    [
        ({}, date(2027, 3, 4)),
        ({"country": "GB"}, date(2027, 4, 3)),
        ({"day_first": True}, date(2027, 4, 3)),
    ],
)
def test_due_days_are_read_as_the_house_reads_them_and_a_replay_does_the_same(
    tmp_path: Path, locale: dict[str, Any], day: date
) -> None:
    said = Segment("s1", 0.0, 4.0, "Ann", "I'll send the report to legal by 3/4.")
    note = made(tmp_path, "general", None, said, locale)
    assert [item.due for item in note.action_items] == [Due(phrase="by 3/4", date=day)]
    assert replay_note(note).action_items == note.action_items
