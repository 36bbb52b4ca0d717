"""Meetings on the installed appliance: in by the watch folder, out on the page, whatever dies meanwhile."""

from __future__ import annotations

import json
import shutil
from typing import Any

import pytest

from daemon.check.sandbox import directives
from tests.systemd.conftest import SERVICES
from tests.systemd.machine import CHECKOUT, Machine, until

SAMPLE = CHECKOUT / "samples/2026-11-16-planning.vtt"
AUDIO = CHECKOUT / "samples/2026-11-16-planning.opus"
KILLS = 10
MICROPHONE = """
pcm.stand-in {
  type plug
  slave.pcm { type file file "/dev/null" infile "/dev/zero" slave.pcm { type null } }
  hint { show on description "stand-in" }
}
"""


def drop(machine: Machine, name: str, title: str) -> None:
    # Other words for each: the same file twice would be one meeting.
    end = f"\n\n99:00:00.000 --> 99:00:02.000\nAnn: This was {title}.\n"
    drop_file(machine, name, SAMPLE.read_bytes() + end.encode())


def drop_file(machine: Machine, name: str, content: bytes) -> None:
    """Into the watch folder, as copies over the network arrive: in place by a rename."""
    folder = machine.root / "var/lib/roomscribe/inbox"
    unfinished = folder / f".{name}.part"
    unfinished.write_bytes(content)
    owner = folder.stat()
    shutil.chown(unfinished, owner.st_uid, owner.st_gid)
    unfinished.rename(folder / name)


def notes(machine: Machine) -> list[dict[str, Any]]:
    listed: list[dict[str, Any]] = json.loads(machine.run("roomscribe", "notes", "list", "--json").stdout)
    return listed


def sources(machine: Machine) -> list[str]:
    return [note["source"] for note in notes(machine)]


@pytest.mark.slow
def test_a_transcript_in_the_watch_folder_becomes_a_note_on_the_page(appliance: Machine) -> None:
    drop(appliance, "monday.vtt", "Monday")
    until(lambda: "monday.vtt" in sources(appliance), "the note of monday.vtt")
    [note] = [note for note in notes(appliance) if note["source"] == "monday.vtt"]
    ask = "import sys, urllib.request as r; sys.stdout.write(r.urlopen(sys.argv[1]).read().decode())"
    page = appliance.run("/usr/bin/python3", "-c", ask, f"http://127.0.0.1/meetings/{note['id']}").stdout
    assert note["title"] in page
    assert (
        "roomscribe" in appliance.run("stat", "--format=%U", "/var/lib/roomscribe/notes/notes.journal").stdout
    )


@pytest.mark.slow
def test_whatever_is_killed_every_meeting_ends_in_exactly_one_note(appliance: Machine) -> None:
    names = [f"kill-{number}.vtt" for number in range(KILLS)]
    for number, name in enumerate(names):
        drop(appliance, name, f"meeting {number}")
        unit = f"roomscribe-{SERVICES[number % len(SERVICES)]}"
        appliance.run("systemctl", "kill", "--signal=KILL", unit, check=False)
    until(lambda: set(names) <= set(sources(appliance)), "a note of every meeting", timeout_s=120)
    found = sources(appliance)
    assert [found.count(name) for name in names] == [1] * KILLS


@pytest.mark.models
@pytest.mark.slow
def test_real_engines_run_in_the_workers_sandbox(appliance: Machine) -> None:
    """Native libraries, their threads and their memory, on random weights: the words are noise."""
    from tests.fakes.gguf_weights import write_gguf
    from tests.fakes.whisper_weights import write_whisper

    stick = appliance.root / "srv/stick"
    write_whisper(stick / "faster-whisper-base")
    write_gguf(stick / "gemma-4-E2B-it-Q4_K_M.gguf")
    appliance.run("roomscribe", "models", "import", "/srv/stick")
    drop_file(appliance, "talk.opus", AUDIO.read_bytes())
    until(lambda: "talk.opus" in sources(appliance), "the note of talk.opus", timeout_s=240)
    [listed] = [note for note in notes(appliance) if note["source"] == "talk.opus"]
    note = json.loads(appliance.run("roomscribe", "notes", "show", listed["id"], "--json").stdout)
    assert note["engines"]["asr"]["name"] == "Systran/faster-whisper-base"
    assert note["engines"]["llm"]["output_tokens"] > 0
    assert note["transcript"]["segments"]
    log = "\n".join(appliance.journal("roomscribe-worker"))
    assert "refused" not in log
    assert "not permitted" not in log


def test_the_recorders_sandbox_lets_it_hear(appliance: Machine) -> None:
    """A microphone of ALSA's own making stands in: what counts is that the library may open and read it."""
    (appliance.root / "etc/asound.conf").write_text(MICROPHONE)
    text = appliance.run("systemctl", "cat", "roomscribe-recorder").stdout
    sandbox = [f"--property={line}" for line in directives(text)]
    python = "/opt/roomscribe/bin/python"
    listen = (python, "-m", "daemon.check.listen", "stand-in", "0.5")
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
