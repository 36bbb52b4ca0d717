"""The worker with real engines on random weights: from a file in the inbox to a note. Its words are noise."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from daemon.cli.main import roomscribe, run
from daemon.meetings import MeetingFolder, read_jobs
from daemon.worker.engines import Engines
from daemon.worker.status import read_status
from daemon.worker.worker import Worker
from tests.fakes.gguf_weights import write_gguf
from tests.fakes.hub_room import Dead, HubRoom
from tests.fakes.whisper_weights import write_whisper

pytestmark = [pytest.mark.models, pytest.mark.slow]

GGUF = "gemma-4-E2B-it-Q4_K_M.gguf"
SPEECH = "Systran/faster-whisper-base"
SAMPLES = Path(__file__).resolve().parents[2] / "samples"
TALK = "\n".join(
    f"{name}: I'll send report {n} about topic {n % 7} to the {n % 5}. team by Friday, and then we go on."
    for n in range(150)
    for name in (("Ann", "Bob", "Cem")[n % 3],)
)
"""Several chunks."""


@pytest.fixture(scope="module")
def stick(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("stick")
    write_gguf(folder / GGUF)
    write_whisper(folder / SPEECH.rpartition("/")[2])
    return folder


@pytest.fixture
def room(tmp_path: Path, stick: Path, monkeypatch: pytest.MonkeyPatch) -> HubRoom:
    """A room whose models are installed."""
    # Noise under the names of real models is not what was published.
    monkeypatch.setattr("daemon.models.catalogue.FILE", Path("/dev/null"))
    # So small a model only waits for a second thread.
    room = HubRoom(tmp_path, models={"speech": SPEECH}, llm={"threads": 1})
    import_from(stick, tmp_path)
    room.engines = real_engines(room)
    return room


def import_from(stick: Path, state: Path) -> None:
    config = state / "config.toml"
    config.write_text(f'[models]\nspeech = "{SPEECH}"\n')
    options = ["--state", str(state), "--config", str(config)]
    assert run(roomscribe, [*options, "models", "import", str(stick)]) == 0


def real_engines(room: HubRoom) -> Engines:
    return Engines(room.load_config(), room.path / "models")


def answers(room: HubRoom) -> list[str]:
    """The questions that are answered, in order."""
    (folder,) = (MeetingFolder(room.path, job.id) for job in read_jobs(room.path) if job.source == "talk.txt")
    return [json.loads(line)["question"] for line in folder.answers.read_text().splitlines()]


def test_a_transcript_is_drafted_by_the_model_which_the_note_names(room: HubRoom) -> None:
    room.drop("talk.txt", TALK)
    with room.open_hub() as hub:
        room.finish(hub)
    (note,) = room.notes()
    assert note.engines.llm is not None
    assert note.engines.llm.name.endswith(GGUF)
    assert note.engines.llm.sha256 is not None
    assert note.engines.llm.output_tokens
    assert note.coverage.segments_read == note.coverage.segments_total == 150


def test_audio_goes_through_both_models(room: HubRoom) -> None:
    room.drop("planning.opus", (SAMPLES / "2026-11-16-planning.opus").read_bytes())
    with room.open_hub() as hub:
        room.finish(hub)
    (note,) = room.notes()
    assert note.engines.asr is not None
    assert note.engines.asr.name == SPEECH
    assert note.engines.llm is not None
    assert note.duration_s == pytest.approx(262, abs=2)
    assert note.transcript.segments
    assert note.coverage.segments_read == note.coverage.segments_total


def test_a_worker_that_is_killed_asks_the_model_nothing_twice(room: HubRoom) -> None:
    room.drop("talk.txt", TALK)
    with room.open_hub() as hub:
        room.settle(hub)
        worker = room.worker()
        asked = 0

        def die_at_the_third_answer() -> None:
            nonlocal asked
            asked += 1
            if asked == 4:  # after the transcript, and after answers
                raise Dead

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(Worker, "_bound", lambda self, job: die_at_the_third_answer())
            with pytest.raises(Dead):
                worker.work_once()
        before = answers(room)
        assert len(before) >= 3
        room.engines = real_engines(room)
        again = room.worker()
        hub.step()
        (job,) = read_jobs(room.path)
        assert job.strikes == 0, "being killed is not the meeting's fault"
        again.work_once()
        after = answers(room)
        hub.step()
    assert after[: len(before)] == before
    assert len(after) == len(set(after))
    (note,) = room.notes()
    assert note.engines.llm is not None
    assert note.coverage.segments_read == note.coverage.segments_total


def test_an_answer_that_takes_too_long_is_given_up_for_a_live_meeting(
    room: HubRoom, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("daemon.worker.answers.SLICE_S", 0.0)
    room.drop("talk.txt", TALK)
    with room.open_hub() as hub:
        room.settle(hub)
        (job,) = hub.queue
        worker = room.worker()
        progress = worker._pulse.progress
        ticks = 0

        def somebody_begins_to_talk(stage: str, part: float, total: float | None) -> None:
            nonlocal ticks
            progress(stage, part, total)
            if "language model" in stage:
                ticks += 1
            if ticks == 20:
                urgent = job.model_copy(update={"id": "live", "priority": "live", "source": "live"})
                hub.queue.put(urgent)

        worker._pulse.progress = somebody_begins_to_talk
        worker.work_once()
        assert room.results() == ["yielded"]
        assert not MeetingFolder(room.path, job.id).draft.exists()
        hub.step()
        hub.queue.remove("live")
        room.finish(hub)
    (note,) = room.notes()
    assert note.engines.llm is not None
    assert note.coverage.segments_read == note.coverage.segments_total


def cut(path: Path) -> None:
    path.write_bytes(b"{ rotten")


def rot(path: Path) -> None:
    """Neither size nor time say so."""
    status = path.stat()
    with path.open("r+b") as file:
        file.write(bytes(64))
    os.utime(path, ns=(status.st_atime_ns, status.st_mtime_ns))


@pytest.mark.parametrize(
    ("name", "spoil", "says", "speech_waits"),
    [
        ("models.lock", cut, "models.lock cannot be read", True),
        (GGUF, cut, f"{GGUF} has 8 bytes instead of", False),
        (GGUF, rot, f"{GGUF} differs from what was installed", False),
        ("model.bin", cut, "model.bin has 8 bytes instead of", True),
        ("model.bin", rot, "model.bin differs from what was installed", True),
    ],
)
def test_damaged_models_stop_nothing_and_note_queue_and_status_name_damage_and_command(
    room: HubRoom, name: str, spoil: Callable[[Path], None], says: str, speech_waits: bool
) -> None:
    spoil(next((room.path / "models").rglob(name)))
    room.engines = real_engines(room)
    drafts = name != "model.bin"
    if drafts:
        room.drop("talk.txt", TALK)
    if speech_waits:
        room.drop("planning.opus", (SAMPLES / "2026-11-16-planning.opus").read_bytes())
    with room.open_hub() as hub:
        room.finish(hub)
        waiting = list(hub.queue)
        waits = hub.status()
    if drafts:
        [note] = room.notes()
        assert note.engines.llm is None
        assert "model-failed" in note.flags
        [warning] = [each for each in note.warnings if "the rules engine wrote this note" in each]
        assert says in warning
        assert "roomscribe models" in warning
    assert [(job.source, job.needs) for job in waiting] == [("planning.opus", "models")] * speech_waits
    for job in waiting:
        assert "waiting for the speech model" in (job.reason or "")
        assert says in (job.reason or "")
        assert "roomscribe models" in (job.reason or "")
    assert ("1 waiting for a model" in waits) == speech_waits
    status = read_status(room.path)
    assert status is not None
    assert any(says in each and "roomscribe models" in each for each in status.damage)


@pytest.mark.parametrize("spoil", [cut, rot])
def test_damage_is_over_once_the_weights_are_installed_again_with_nothing_waiting(
    room: HubRoom, stick: Path, spoil: Callable[[Path], None]
) -> None:
    def damage() -> tuple[str, ...]:
        status = read_status(room.path)
        assert status is not None
        return status.damage

    spoil(next((room.path / "models").rglob(GGUF)))
    worker = room.worker()
    room.drop("talk.txt", TALK)
    with room.open_hub() as hub:
        room.settle(hub)
        assert worker.work_once()
        hub.step()
        assert not worker.work_once()
        assert any(GGUF in each for each in damage())
        import_from(stick, room.path)
        assert not worker.work_once()
        assert damage() == ()


def test_the_damage_of_one_model_stays_while_another_is_installed(
    room: HubRoom, stick: Path, tmp_path: Path
) -> None:
    def damaged() -> set[str]:
        assert not worker.work_once()
        status = read_status(room.path)
        assert status is not None
        told = "; ".join(status.damage)
        return {name for name in (GGUF, "model.bin") if f"/{name} has 8 bytes" in told}

    for name in (GGUF, "model.bin"):
        cut(next((room.path / "models").rglob(name)))
    worker = room.worker()
    room.drop("talk.txt", TALK)
    room.drop("planning.opus", (SAMPLES / "2026-11-16-planning.opus").read_bytes())
    with room.open_hub() as hub:
        room.settle(hub)
        for _ in range(2):
            assert worker.work_once()
            hub.step()
        assert damaged() == {GGUF, "model.bin"}
        small = tmp_path / "small-stick"
        small.mkdir()
        (small / GGUF).hardlink_to(stick / GGUF)
        options = ["--state", str(room.path), "--config", str(room.path / "config.toml")]
        run(roomscribe, [*options, "models", "import", str(small)])
        assert damaged() == {"model.bin"}
        import_from(stick, room.path)
        assert damaged() == set()


def test_models_are_looked_for_when_one_is_needed(tmp_path: Path) -> None:
    room = HubRoom(tmp_path)
    (tmp_path / "models").mkdir()
    (tmp_path / "models" / "models.lock").write_text("{ rotten")
    engines = real_engines(room)
    assert engines.asr is None
    assert not engines.release()
