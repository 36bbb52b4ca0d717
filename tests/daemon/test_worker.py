"""The worker: what it has done when it is interrupted, refused, killed or short of something."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from datetime import UTC
from pathlib import Path
from typing import Any

import pytest

from daemon.durable import make_folder, write_durably
from daemon.errors import StateWriteError
from daemon.jobs import Claim, Job, JobQueue, Meeting, MeetingFolder, Priority, Result, WorkFolder, folded
from daemon.notify import Notifier
from daemon.worker.death import mark_crashes
from daemon.worker.status import Pulse, read_status, run_dir
from daemon.worker.worker import Settings, Worker
from pipelines.errors import EngineError, WeightsMissingError
from pipelines.note import Note
from tests.fakes.clock import FakeClock
from tests.fakes.engines import ScriptedEngines
from tests.fakes.language_model import Call, ScriptedModel

VTT = "WEBVTT\n\n00:00:01.000 --> 00:00:04.000\nAnn: I'll send the report to legal by Friday.\n"
SAID = ["We begin.", "I'll send the report by Friday.", "We agreed to ship on Monday.", "That is all."]


class Room:
    """A state directory with a queue, and a worker on it that a test may kill."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.clock = FakeClock()
        self.queue = JobQueue(path)
        self.work = WorkFolder(path)
        self.engines = ScriptedEngines(SAID)

    def add(self, name: str, content: str = VTT, priority: Priority = "normal") -> MeetingFolder:
        folder = MeetingFolder(self.path, name.replace(".", "-").replace(" ", "-"))
        make_folder(folder.source_dir)
        write_durably(folder.source_dir / name, content)
        now = self.clock.now()
        meeting = Meeting(
            id=folder.id, source=name, sha256="0" * 64, origin="inbox", received_at=now, modified_at=now
        )
        folder.write(meeting)
        self.queue.put(Job(id=folder.id, source=name, priority=priority, created_at=now))
        return folder

    def worker(self) -> Worker:
        pulse = Pulse(run_dir(self.path, {}), Notifier({}))
        settings = Settings(timezone=UTC, roster=("Ann", "Bob"), idle_s=600, memory_limit=10**12)
        return Worker(self.path, settings, self.engines, self.clock, pulse, sleep=self.clock.sleep)

    def fold(self) -> list[Result]:
        """What the hub does with results, without storing the note."""
        results = self.work.results()
        for result in results:
            job = self.queue.get(result.job)
            if job is not None:
                self.queue.put(folded(job, result))
            self.work.remove_result(result)
        return results

    def outcome(self) -> Result:
        (result,) = self.fold()
        return result


@pytest.fixture
def room(tmp_path: Path) -> Room:
    return Room(tmp_path)


def note(folder: MeetingFolder) -> Note:
    return Note.model_validate_json(folder.note.read_bytes())


def test_a_transcript_becomes_a_note_without_any_model(room: Room) -> None:
    folder = room.add("2026-11-16 weekly.vtt")
    assert room.worker().work_once()
    result = room.outcome()
    assert (result.outcome, result.step, result.turn) == ("done", "compose", 1)
    (item,) = note(folder).action_items
    assert item.due is not None
    assert (item.owner, str(item.due.date)) == ("Ann", "2026-11-20")
    assert note(folder).id == folder.id
    assert note(folder).source == "2026-11-16 weekly.vtt"
    assert room.work.claim() is None
    assert not room.worker().work_once(), "what is done is not done again before the hub has seen it"


def test_a_recording_becomes_a_note_that_names_the_speech_model(room: Room) -> None:
    folder = room.add("talk.m4a", "sound")
    room.worker().work_once()
    assert room.outcome().outcome == "done"
    made = note(folder)
    assert [segment.text for segment in made.transcript.segments] == SAID
    assert made.duration_s == 120
    assert made.language == "en"
    assert made.engines.asr is not None
    assert made.engines.asr.name == "scripted"


@pytest.mark.parametrize("dies_at", range(len(SAID)))
def test_a_worker_that_died_is_continued_at_the_last_passage(room: Room, dies_at: int) -> None:
    folder = room.add("talk.m4a", "sound")

    def die(index: int) -> None:
        if index == dies_at:
            raise KeyboardInterrupt  # nothing of ours catches it: as if the process were gone

    room.engines.before_passage = die
    with pytest.raises(KeyboardInterrupt):
        room.worker().work_once()
    assert room.work.claim() is not None

    room.engines.before_passage = lambda index: None
    second = room.worker()
    result = room.outcome()
    assert (result.outcome, result.reason) == ("killed", "the worker was killed")
    assert second.work_once()
    assert room.outcome().outcome == "done"
    assert room.engines.heard == [0, 1, 2, 3], "every passage is heard once"
    assert [segment.text for segment in note(folder).transcript.segments] == SAID


def test_a_torn_receipt_costs_only_itself(room: Room) -> None:
    folder = room.add("talk.m4a", "sound")
    room.engines.said = SAID[:2]
    room.engines.before_passage = _raise_at(1, KeyboardInterrupt())
    with pytest.raises(KeyboardInterrupt):
        room.worker().work_once()
    with folder.heard.open("ab") as file:
        file.write(b'{"segments": [{"id": "s2", "te')
    room.engines.before_passage = lambda index: None
    second = room.worker()
    room.fold()
    second.work_once()
    assert [segment.text for segment in note(folder).transcript.segments] == SAID[:2]


def test_a_long_backlog_makes_room_for_people_who_talk_now(room: Room) -> None:
    old = room.add("old.m4a", "sound", "backlog")

    def somebody_talks(index: int) -> None:
        if index == 1:
            room.add("now.vtt", priority="live")

    room.engines.before_passage = somebody_talks
    worker = room.worker()
    worker.work_once()
    assert room.outcome().outcome == "yielded"
    room.engines.before_passage = lambda index: None
    worker.work_once()
    assert room.outcome().job == "now-vtt"
    worker.work_once()
    assert room.outcome().outcome == "done"
    assert room.engines.heard == [0, 1, 2, 3]
    assert note(old).id == old.id


def test_a_normal_job_does_not_interrupt_its_equal(room: Room) -> None:
    room.add("old.m4a", "sound")
    room.engines.before_passage = lambda index: room.add(f"{index}.vtt") and None
    room.worker().work_once()
    assert room.outcome().outcome == "done"


def test_a_meeting_that_is_dropped_while_it_is_worked_on_is_let_go(room: Room) -> None:
    folder = room.add("talk.m4a", "sound")

    def drop(index: int) -> None:
        if index == 1:
            room.queue.remove(folder.id)
            shutil.rmtree(folder.path)

    room.engines.before_passage = drop
    room.worker().work_once()
    assert room.outcome().outcome == "yielded"
    assert not folder.path.exists()


def test_without_a_speech_model_it_waits(room: Room) -> None:
    room.add("talk.m4a", "sound")
    room.engines.before_passage = _raise_at(0, WeightsMissingError("waiting for the speech model: pull it"))
    room.worker().work_once()
    result = room.outcome()
    assert (result.outcome, result.needs) == ("waiting", "models")
    assert result.reason == "waiting for the speech model: pull it"
    assert not room.worker().work_once()


@pytest.mark.parametrize(
    ("name", "content", "reason"),
    [
        ("torn.vtt", "WEBVTT\n", "torn.vtt"),
        ("nothing.mp3", "", "nothing.mp3: is empty"),
    ],
)
def test_what_is_no_meeting_is_refused_by_its_name(room: Room, name: str, content: str, reason: str) -> None:
    room.add(name, content)
    room.worker().work_once()
    result = room.outcome()
    assert result.outcome == "refused"
    assert result.reason
    assert reason in result.reason
    assert str(room.path) not in result.reason


def test_an_engine_that_fails_is_loaded_anew_and_its_reason_is_kept(room: Room) -> None:
    room.add("talk.m4a", "sound")
    room.engines.before_passage = _raise_at(1, EngineError("the speech model failed"))
    room.worker().work_once()
    result = room.outcome()
    assert (result.outcome, result.step, result.reason) == ("failed", "transcribe", "the speech model failed")
    assert room.engines.released == 1


def test_a_bug_of_ours_costs_the_attempt_and_not_the_worker(room: Room) -> None:
    room.add("talk.m4a", "sound")
    room.engines.before_passage = _raise_at(0, ValueError("oh"))
    room.worker().work_once()
    result = room.outcome()
    assert (result.outcome, result.reason) == ("failed", "internal error: ValueError: oh")


def test_a_full_disk_is_waited_out_and_nobody_is_blamed(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    room.add("weekly.vtt")
    worker = room.worker()
    refusals = iter([True, True, False])
    put = WorkFolder.put_result

    def full(work: WorkFolder, result: Result) -> None:
        if next(refusals):
            raise StateWriteError("no space left")
        put(work, result)

    monkeypatch.setattr(WorkFolder, "put_result", full)
    before_s = room.clock.boot_s()
    worker.work_once()
    assert room.outcome().outcome == "done"
    assert room.clock.boot_s() - before_s == 10


def test_no_room_for_a_receipt_makes_the_job_wait(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    room.add("weekly.vtt")

    def full(*args: object) -> None:
        raise StateWriteError("cannot write note.json: No space left on device; free some space")

    monkeypatch.setattr("daemon.worker.steps.write_receipt", full)
    room.worker().work_once()
    result = room.outcome()
    assert (result.outcome, result.needs) == ("waiting", "disk")


def answer(call: Call) -> dict[str, Any]:
    if call.is_summary:
        return {"s": "They talked.", "n": "A talk"}
    return {"a": [], "d": [], "u": [], "s": "They talked."}


def long_transcript() -> str:
    lines = [f"Ann: This is line {n} of a meeting that goes on and on about the budget." for n in range(300)]
    return "\n".join(lines)


def test_every_answer_of_the_model_is_computed_once_however_often_the_worker_dies(room: Room) -> None:
    folder = room.add("2026-11-16 long.txt", long_transcript())
    undisturbed = ScriptedModel(answer)
    room.engines.model = undisturbed
    room.worker().work_once()
    room.fold()
    calls = len(undisturbed.calls)
    expected = note(folder)
    assert calls > 4

    folder = room.add("2026-11-16 long.txt", long_transcript())
    shutil.rmtree(folder.receipts)
    asked = 0

    def answer_and_die(call: Call) -> Any:
        nonlocal asked
        asked += 1
        if asked % 3 == 0:
            raise KeyboardInterrupt
        return answer(call)

    completed = 0
    for _ in range(calls):
        model = room.engines.model = ScriptedModel(answer_and_die)
        room.queue.put(room.queue.find(folder.id).retried().model_copy(update={"state": "waiting"}))
        try:
            room.worker().work_once()
        except KeyboardInterrupt:
            completed += len(model.calls) - 1
            room.worker()
            room.fold()
            continue
        completed += len(model.calls)
        break
    assert completed == calls
    again = note(folder)
    assert again.action_items == expected.action_items
    assert again.engines.llm is not None
    assert expected.engines.llm is not None
    assert again.engines.llm.output_tokens == expected.engines.llm.output_tokens, "all tokens count"


def test_drafting_yields_between_two_answers(room: Room) -> None:
    room.add("2026-11-16 long.txt", long_transcript(), "backlog")

    def urgent(call: Call) -> Any:
        if len(model.calls) == 2:
            room.add("now.vtt", priority="live")
        return answer(call)

    model = room.engines.model = ScriptedModel(urgent)
    room.worker().work_once()
    result = room.outcome()
    assert (result.outcome, result.step) == ("yielded", "draft")
    assert len(model.calls) == 2


def test_a_model_that_fails_twice_leaves_the_meeting_to_the_rules_and_the_note_says_so(room: Room) -> None:
    def fail(call: Call) -> Any:
        raise EngineError("the model failed")

    folder = room.add("2026-11-16 weekly.vtt")
    room.engines.model = ScriptedModel(fail)
    worker = room.worker()
    outcomes = []
    for _ in range(3):
        worker.work_once()
        outcomes.append(room.outcome().outcome)
        room.clock.sleep(60)
    assert outcomes == ["failed", "failed", "done"]
    made = note(folder)
    assert "model-failed" in made.flags
    assert any("rules engine wrote the note" in warning for warning in made.warnings)
    assert [item.owner for item in made.action_items] == ["Ann"]


def test_who_looks_sees_what_the_worker_does(room: Room) -> None:
    room.add("talk.m4a", "sound")
    seen = []
    room.engines.before_passage = lambda index: seen.append(read_status(room.path))
    room.worker().work_once()
    assert seen[0] is not None
    assert (seen[0].source, seen[0].stage, seen[0].fraction) == ("talk.m4a", "transcribing", 0.0)


def _claimed(room: Room, **more: Any) -> None:
    room.add("talk.m4a", "sound")
    now = room.clock.now()
    room.work.make()
    fields = {"boot_id": room.clock.boot_id, "oom_kills": None} | more
    room.work.put_claim(Claim(job="talk-m4a", turn=1, pid=1, started_at=now, **fields))


def test_a_crash_of_a_native_library_is_told_from_a_kill(room: Room) -> None:
    _claimed(room)
    room.work.crash.write_text(
        "Fatal Python error: Segmentation fault\n\nCurrent thread 0x01 (most recent call first):\n"
        '  File "ctranslate2/models.py", line 7 in encode\n  File "worker.py", line 9 in run\n'
    )
    room.worker()
    result = room.outcome()
    assert result.outcome == "crashed"
    assert result.reason == "the worker crashed (segmentation fault in encode)"


def test_a_power_cut_is_told_by_the_boot(room: Room) -> None:
    _claimed(room, boot_id="another")
    room.work.crash.write_text("Fatal Python error: Aborted\n")
    room.worker()
    result = room.outcome()
    assert (result.outcome, result.reason) == ("killed", "the machine was switched off")


def test_a_kill_for_want_of_memory_counts_as_a_crash(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("daemon.worker.death.oom_kills", lambda: 5)
    _claimed(room, oom_kills=4)
    room.worker()
    result = room.outcome()
    assert result.outcome == "crashed"
    assert result.reason
    assert "memory" in result.reason


def test_a_worker_that_died_after_its_result_owes_nothing(room: Room) -> None:
    _claimed(room)
    room.work.put_result(
        Result(job="talk-m4a", turn=1, outcome="done", step="compose", progress=1, at=room.clock.now())
    )
    room.worker()
    assert room.outcome().outcome == "done"
    assert room.work.claim() is None


def test_the_mark_of_a_crash_before_is_wiped_by_the_next_worker(room: Room) -> None:
    room.work.make()
    room.work.crash.write_text("Fatal Python error: Aborted\n")
    import faulthandler

    was_enabled = faulthandler.is_enabled()
    mark_crashes(room.work)
    faulthandler.disable()
    if was_enabled:
        faulthandler.enable()
    assert room.work.crash.read_text() == ""


def test_receipts_hold_no_more_than_is_needed_to_go_on(room: Room) -> None:
    folder = room.add("talk.m4a", "sound")
    room.worker().work_once()
    lines = [json.loads(line) for line in folder.heard.read_text().splitlines()]
    assert [line["mark"]["segments"] for line in lines] == [1, 2, 3, 4]


def _raise_at(at: int, error: BaseException) -> Callable[[int], None]:
    def check(index: int) -> None:
        if index == at:
            raise error

    return check
