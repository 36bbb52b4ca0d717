"""Meetings on the appliance as installed: in by the watch folder, out on the page, whatever dies meanwhile."""

from __future__ import annotations

import json
import shutil
from typing import Any

import pytest

from tests.systemd.conftest import SERVICES
from tests.systemd.machine import CHECKOUT, Machine, until

SAMPLE = CHECKOUT / "samples/2026-11-16-planning.vtt"
KILLS = 10


def drop(machine: Machine, name: str, title: str) -> None:
    """Put a transcript into the watch folder, as a copy over the network would: in place by a rename."""
    text = SAMPLE.read_text("utf-8")
    folder = machine.root / "var/lib/roomscribe/inbox"
    unfinished = folder / f".{name}.part"
    # Other words for each: the same file twice would be one meeting.
    unfinished.write_text(f"{text}\n\n99:00:00.000 --> 99:00:02.000\nAnn: This was {title}.\n", "utf-8")
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


def test_check_finds_the_appliance_in_order(appliance: Machine) -> None:
    report = json.loads(appliance.run("roomscribe", "check", "--json", check=False).stdout)
    found = {finding["probe"]: finding for finding in report["findings"]}
    assert [found[name]["status"] for name in ("configuration", "page", "permissions", "egress")] == [
        "ok"
    ] * 4
    assert "no microphone" in found["microphone"]["message"]
    assert set(found["services"]["details"]) == set(SERVICES)
