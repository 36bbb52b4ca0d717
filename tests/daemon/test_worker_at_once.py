"""Notes that a command makes: by the worker's pipeline, in a folder that goes with the command."""

from __future__ import annotations

import os
import subprocess
import tempfile
from collections.abc import Callable
from pathlib import Path

import pytest

from daemon.worker import at_once
from daemon.worker.at_once import NotesAtOnce
from daemon.worker.stage import EngineChoice
from pipelines.errors import EngineError, OutputError, WeightsMissingError
from pipelines.progress import silent
from tests.daemon.test_worker_drafting import answer, long_transcript
from tests.fakes.configured import configured
from tests.fakes.engines import ScriptedEngines
from tests.fakes.language_model import Call, ScriptedModel
from tests.fakes.worker_room import SAID, VTT, Room, note

Command = Callable[..., NotesAtOnce]


@pytest.fixture
def command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Command:
    (tmp_path / "memory").mkdir()
    monkeypatch.setattr(at_once, "_IN_MEMORY", tmp_path / "memory")

    def make(
        engines: ScriptedEngines, engine: EngineChoice = "auto", **config: dict[str, object]
    ) -> NotesAtOnce:
        return NotesAtOnce(configured(**config), tmp_path / "state", engines, silent, engine)

    return make


def meeting(folder: Path, name: str = "2026-11-16-weekly.vtt", content: str = VTT) -> Path:
    path = folder / name
    path.write_text(content)
    return path


def failing(call: Call) -> str:
    raise EngineError("the weights are broken")


@pytest.mark.parametrize(
    ("name", "content"), [("2026-11-16 long.txt", long_transcript()), ("talk.wav", "sound")]
)
@pytest.mark.parametrize("has_model", [True, False])
def test_a_command_makes_the_note_that_the_worker_makes(
    command: Command, tmp_path: Path, name: str, content: str, has_model: bool
) -> None:
    room = Room(tmp_path / "room")
    room.engines.model = ScriptedModel(answer) if has_model else None
    folder = room.add(name, content)
    assert room.worker().work_once()
    engines = ScriptedEngines(SAID, ScriptedModel(answer) if has_model else None)
    path = meeting(tmp_path, name, content)
    os.utime(path, (room.clock.now().timestamp(),) * 2)
    by_command = command(engines, vocabulary={"roster": ("Ann", "Bob")}).of_file(path)
    differ = {"id", "tape", "warnings"}  # times that checks took, and how a person sets the day
    assert by_command.model_dump(exclude=differ) == note(folder).model_dump(exclude=differ)
    assert (by_command.engines.llm is not None) == has_model


@pytest.mark.parametrize("draft", ["auto", "after", "18:00"])
def test_a_model_that_fails_leaves_the_note_to_the_rules_at_once(
    command: Command, tmp_path: Path, draft: str
) -> None:
    model = ScriptedModel(failing)
    made = command(ScriptedEngines(model=model), llm={"draft": draft}).of_file(meeting(tmp_path))
    assert model.calls, "who waits for a note is not put off to a better time"
    assert [item.task for item in made.action_items] == ["send the report to legal"]
    assert made.engines.llm is None
    assert "model-failed" in made.flags
    assert made.warnings == (
        "The language model failed (the weights are broken); the rules engine wrote this note.",
    )


def test_a_model_that_is_not_there_is_no_failure(command: Command, tmp_path: Path) -> None:
    made = command(ScriptedEngines()).of_file(meeting(tmp_path))
    assert (made.engines.llm, made.flags, made.warnings) == (None, (), ())


@pytest.mark.parametrize(
    ("model", "error"), [(None, WeightsMissingError), (ScriptedModel(failing), EngineError)]
)
def test_nothing_else_drafts_where_the_model_was_asked_for(
    command: Command, tmp_path: Path, model: ScriptedModel | None, error: type[Exception]
) -> None:
    with pytest.raises(error):
        command(ScriptedEngines(model=model), "gemma").of_file(meeting(tmp_path))


def test_the_rules_ask_no_model(command: Command, tmp_path: Path) -> None:
    model = ScriptedModel(failing)
    made = command(ScriptedEngines(model=model), "rules").of_file(meeting(tmp_path))
    assert (model.calls, made.engines.llm, made.warnings) == ([], None, ())


def test_nothing_of_the_meeting_is_left_but_the_note(
    command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(elsewhere))
    seen: list[Path] = []
    engines = ScriptedEngines(
        SAID, before_passage=lambda _: seen.extend((tmp_path / "memory").rglob("heard.jsonl"))
    )
    made = command(engines).of_file(meeting(tmp_path, "talk.wav", "sound"))
    assert [line.text for line in made.transcript.segments] == SAID
    assert seen, "its receipts are kept in memory meanwhile"
    for folder in (tmp_path / "memory", elsewhere):
        assert list(folder.iterdir()) == []
    assert not (tmp_path / "state").exists()


def test_a_meeting_that_cannot_be_heard_leaves_nothing_either(command: Command, tmp_path: Path) -> None:
    def fail(index: int) -> None:
        if index == 2:
            raise OutputError("the speech model went round in circles")

    with pytest.raises(OutputError):
        command(ScriptedEngines(SAID, before_passage=fail)).of_file(meeting(tmp_path, "talk.wav", "sound"))
    assert list((tmp_path / "memory").iterdir()) == []


def test_what_a_killed_command_has_left_goes_with_the_next(command: Command, tmp_path: Path) -> None:
    (ended := subprocess.Popen(["true"])).wait()
    for pid in (ended.pid, os.getpid()):
        (tmp_path / "memory" / f"roomscribe-{pid}-x" / "meetings").mkdir(parents=True)
    command(ScriptedEngines()).of_file(meeting(tmp_path))
    assert [path.name for path in (tmp_path / "memory").iterdir()] == [f"roomscribe-{os.getpid()}-x"]


def test_the_tags_of_the_house_are_given_by_the_title(command: Command, tmp_path: Path) -> None:
    said = meeting(tmp_path, "2026-11-16 Board meeting.vtt")
    made = command(ScriptedEngines(), tags={"titles": {"board": "confidential"}}).of_file(said)
    assert made.tags == ("confidential",)
