"""The whole appliance as processes, by `roomscribe run`: what comes in, what is killed, how it ends."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

from daemon.hub.client import hub_runs
from daemon.notes.store import NoteStore
from tests.fakes.appliance import ROOMSCRIBE, Appliance, wait_for
from tests.fakes.models_cli import SPEECH

pytestmark = [pytest.mark.slow, pytest.mark.timeout(180)]

SAMPLES = Path(__file__).resolve().parents[2] / "samples"
SAMPLE = SAMPLES / "2026-11-16-planning.vtt"


@pytest.fixture
def appliance(tmp_path: Path) -> Iterator[Appliance]:
    with Appliance(tmp_path) as each:
        yield each


def stored(appliance: Appliance) -> list[str]:
    """Names of the files that have become notes."""
    with NoteStore.open_reader(appliance.state) as store:
        return sorted(head.source for head in store.heads())


def test_a_transcript_becomes_a_note_on_the_page_and_a_bad_file_comes_back(appliance: Appliance) -> None:
    appliance.drop(SAMPLE.name, SAMPLE.read_bytes())
    appliance.drop("slides.pdf", "%PDF")
    appliance.drop("torn.vtt", "WEBVTT\n\nnothing to read\n")
    wait_for(lambda: stored(appliance), "no note")

    (note,) = appliance.notes()
    assert note["source"] == SAMPLE.name
    assert note["action_items"] > 5
    with urllib.request.urlopen(f"{appliance.url}/meetings/{note['id']}.json") as answer:
        assert json.load(answer)["id"] == note["id"]

    rejected = appliance.inbox / "rejected"
    wait_for(lambda: (rejected / "torn.vtt").exists(), "the bad file is still there")
    assert "neither a recording" in (rejected / "slides.pdf.txt").read_text()
    assert (rejected / "torn.vtt.txt").read_text().startswith("torn.vtt")
    assert appliance.jobs() == []
    assert "legal" not in appliance.log


def test_a_command_has_the_running_hub_change_its_store(appliance: Appliance) -> None:
    assert appliance.command("process", str(SAMPLE), "--engine", "rules", "--save").returncode == 0
    (note,) = appliance.notes()
    shown = appliance.command("notes", "delete", note["id"], "--yes", "--json")
    assert json.loads(shown.stdout)["deleted"] == note["id"]
    assert appliance.notes() == []
    assert appliance.command("jobs", "drop", "nope").returncode == 2


def test_a_second_one_on_the_same_state_is_refused_in_one_line(appliance: Appliance) -> None:
    shown = appliance.command("run", "--port", "0")
    assert shown.returncode == 4
    assert any("another Roomscribe process" in line for line in shown.stderr.splitlines())
    assert "Traceback" not in shown.stderr
    assert hub_runs(appliance.state), "the first one is untouched"


def test_a_port_that_is_in_use_is_told_in_one_line(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        shown = subprocess.run(
            [ROOMSCRIBE, "--state", tmp_path, "run", "--port", str(taken.getsockname()[1])],
            capture_output=True,
            text=True,
            check=False,
            timeout=60,
        )
    assert shown.returncode == 1
    assert "in use; choose another with --port" in shown.stderr


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_it_stops_cleanly_and_leaves_nothing_behind(appliance: Appliance, number: signal.Signals) -> None:
    children = appliance.children()
    assert set(children) >= {"hub", "worker"}
    assert {os.getpgid(pid) for pid in children.values()} == {os.getpgid(appliance.pid)}
    assert appliance.stop(number) == 0
    assert not any(Path(f"/proc/{pid}").exists() for pid in children.values())


def test_its_children_die_with_it(appliance: Appliance) -> None:
    children = appliance.children()
    os.kill(appliance.pid, signal.SIGKILL)
    wait_for(lambda: not any(Path(f"/proc/{pid}").exists() for pid in children.values()), "orphans")


def test_a_service_that_is_killed_is_started_again_and_the_others_are_not(appliance: Appliance) -> None:
    before = appliance.children()
    for name in ("worker", "hub"):
        killed = appliance.kill(name)
        wait_for(lambda name=name, killed=killed: appliance.children().get(name, killed) != killed, name)
        after = appliance.children()
        assert {n: pid for n, pid in after.items() if n != name} == {
            n: pid for n, pid in before.items() if n != name
        }
        before = after


def test_a_bad_new_configuration_is_refused_while_it_runs(appliance: Appliance) -> None:
    appliance.configure("[inbox2]\n")
    hub = appliance.children()["hub"]
    os.kill(hub, signal.SIGHUP)
    wait_for(lambda: "refused, the old one stays" in appliance.log, "no word of it")
    appliance.configure("")
    os.kill(hub, signal.SIGHUP)
    wait_for(lambda: "configuration was read again" in appliance.log, "no word of it")
    assert appliance.children()["hub"] == hub


@pytest.mark.models
@pytest.mark.timeout(600)
def test_a_recording_goes_through_the_real_speech_engine_and_a_kill(tmp_path: Path) -> None:
    from tests.fakes.whisper_weights import write_whisper

    weights = write_whisper(tmp_path / SPEECH.rpartition("/")[2])
    with Appliance(tmp_path, f'[models]\nspeech = "{SPEECH}"\n') as appliance:
        appliance.drop("planning.opus", (SAMPLES / "2026-11-16-planning.opus").read_bytes())
        waiting = wait_for(
            lambda: [job for job in appliance.jobs() if job["state"] == "waiting" and job["reason"]],
            "it does not say what it waits for",
        )
        assert "waiting for the speech model" in waiting[0]["reason"]
        assert waiting[0]["failures"] == []

        shown = appliance.command("models", "import", str(weights), "--update")
        assert "installed: " in shown.stdout, shown.stderr

        def heard() -> list[Path]:
            return list(appliance.state.glob("meetings/*/receipts/heard.jsonl"))

        wait_for(lambda: heard() and heard()[0].read_text().count("\n") >= 2, "nothing is recognised")
        before = heard()[0].read_text()
        appliance.kill("worker")
        wait_for(lambda: stored(appliance), "no note", timeout_s=400)
        (note,) = appliance.notes()
        shown = appliance.command("notes", "show", note["id"], "--json")
        segments = json.loads(shown.stdout)["transcript"]["segments"]
        assert json.loads(shown.stdout)["engines"]["asr"]["name"] == SPEECH
        kept = [segment for line in before.splitlines() for segment in json.loads(line)["segments"]]
        # Whose voices they are is found at the end.
        recognised = [segment | {"speaker": None} for segment in segments[: len(kept)]]
        assert recognised == kept, "what was recognised before the kill is what is in the note"
        assert [segment["id"] for segment in segments] == [f"s{n + 1}" for n in range(len(segments))]
        assert note["duration_s"] == pytest.approx(262, abs=2)
