"""Meetings on the installed appliance: in by the watch folder, out on the page, whatever dies meanwhile."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from random import Random
from threading import Event

import pytest

from daemon.machine.check.sandbox import directives
from tests.fakes.appliance import wait_for
from tests.systemd.conftest import SERVICES
from tests.systemd.machine import CHECKOUT, Machine
from tests.systemd.room import drop, drop_file, notes, sources

AUDIO = CHECKOUT / "samples/2026-11-16-planning.opus"
MICROPHONE = """
pcm.stand-in {
  type plug
  slave.pcm { type file file "/dev/null" infile "/dev/zero" slave.pcm { type null } }
  hint { show on description "stand-in" }
}
"""


@pytest.mark.slow
def test_a_transcript_in_the_watch_folder_becomes_a_note_on_the_page(appliance: Machine) -> None:
    drop(appliance, "monday.vtt")
    wait_for(lambda: "monday.vtt" in sources(appliance), "the note of monday.vtt")
    [note] = [note for note in notes(appliance) if note["source"] == "monday.vtt"]
    ask = "import sys, urllib.request as r; sys.stdout.write(r.urlopen(sys.argv[1]).read().decode())"
    page = appliance.run("/usr/bin/python3", "-c", ask, f"http://127.0.0.1/meetings/{note['id']}").stdout
    assert note["title"] in page
    assert (
        "roomscribe" in appliance.run("stat", "--format=%U", "/var/lib/roomscribe/notes/notes.journal").stdout
    )


@pytest.mark.soak
@pytest.mark.slow
def test_whatever_is_killed_every_meeting_ends_in_exactly_one_note(
    appliance: Machine, count: Callable[[int, int], int], chance: Random, figure: Callable[[str], None]
) -> None:
    """Under systemd: kill -9 of recorder, worker and hub in turn, at random moments of a busy day."""
    kills = count(10, 100)
    names = [f"kill-{number}.vtt" for number in range(kills)]
    for number, name in enumerate(names):
        appliance.systemctl("reset-failed", "roomscribe*")
        drop(appliance, name)
        Event().wait(chance.uniform(0, 1))
        unit = f"roomscribe-{SERVICES[number % len(SERVICES)]}"
        appliance.run("systemctl", "kill", "--signal=KILL", unit, check=False)
    wait_for(lambda: set(names) <= set(sources(appliance)), "a note of every meeting", timeout_s=240)
    found = sources(appliance)
    assert [found.count(name) for name in names] == [1] * kills
    figure(f"{kills} kills, {kills} meetings, {sum(map(found.count, names))} notes")


@pytest.mark.soak
@pytest.mark.slow
def test_many_files_at_once_all_become_notes(
    appliance: Machine, count: Callable[[int, int], int], figure: Callable[[str], None]
) -> None:
    """Under systemd: many files dropped at once."""
    names = [f"many-{number}.vtt" for number in range(count(20, 200))]
    before_s = time.monotonic()
    for name in names:
        drop(appliance, name)
    wait_for(lambda: set(names) <= set(sources(appliance)), "a note of every file", timeout_s=600)
    found = sources(appliance)
    assert [found.count(name) for name in names] == [1] * len(names)
    figure(f"{len(names)} files, {len(names)} notes within {time.monotonic() - before_s:.0f} s")


@pytest.mark.models
@pytest.mark.slow
def test_real_engines_run_in_the_workers_sandbox(appliance: Machine) -> None:
    """Native libraries, their threads and their memory, on random weights: the words are noise."""
    from tests.fakes.gguf_weights import write_gguf
    from tests.fakes.whisper_weights import write_whisper

    stick = appliance.root / "srv/stick"
    write_whisper(stick / "faster-whisper-base")
    write_gguf(stick / "gemma-4-E2B-it-Q4_K_M.gguf")
    appliance.run("roomscribe", "models", "import", "/srv/stick", "--update")
    logged = len(appliance.journal("roomscribe-worker"))
    drop_file(appliance, "talk.opus", AUDIO.read_bytes())
    wait_for(lambda: "talk.opus" in sources(appliance), "the note of talk.opus", timeout_s=240)
    [listed] = [note for note in notes(appliance) if note["source"] == "talk.opus"]
    note = json.loads(appliance.run("roomscribe", "notes", "show", listed["id"], "--json").stdout)
    assert note["engines"]["asr"]["name"] == "Systran/faster-whisper-base"
    assert note["engines"]["llm"]["output_tokens"] > 0
    assert note["transcript"]["segments"]
    log = "\n".join(appliance.journal("roomscribe-worker")[logged:])
    assert "refused" not in log
    assert "not permitted" not in log


@pytest.fixture
def microphone(appliance: Machine) -> Iterator[None]:
    """One of ALSA's own making. It gives sound as fast as it is read, so the recorder must not keep it."""
    config = appliance.root / "etc/asound.conf"
    config.write_text(MICROPHONE)
    yield
    config.unlink()
    appliance.systemctl("restart", "roomscribe-recorder")


@pytest.mark.usefixtures("microphone")
def test_the_recorders_sandbox_lets_it_hear(appliance: Machine) -> None:
    """What counts is that the library may open and read a microphone."""
    text = appliance.run("systemctl", "cat", "roomscribe-recorder").stdout
    sandbox = [f"--property={line}" for line in directives(text)]
    python = "/opt/roomscribe/bin/python"
    listen = (python, "-m", "daemon.machine.check.listen", "stand-in", "0.5")
    heard = appliance.run("systemd-run", "--quiet", "--wait", "--pipe", "--collect", *sandbox, "--", *listen)
    found = json.loads(heard.stdout.splitlines()[-1])
    assert found["used"] == "stand-in"
    assert found["mean_dbfs"] is not None


def test_check_finds_the_appliance_in_order(appliance: Machine) -> None:
    report = json.loads(appliance.run("roomscribe", "check", "--json", check=False).stdout)
    found = {finding["probe"]: finding for finding in report["findings"]}
    assert [found[name]["status"] for name in ("configuration", "page", "permissions", "egress")] == [
        "ok"
    ] * 4
    assert set(found["services"]["details"]) == set(SERVICES)
