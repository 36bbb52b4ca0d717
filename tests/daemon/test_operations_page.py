"""The commands of docs/operations.md, run as they stand there.

`sudo` runs what it is given, commands of the machine (systemctl, git, make) are recorded and do nothing, and
the stick is a folder.
"""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

import click
import pytest

from daemon.cli.main import roomscribe
from daemon.hub.rooms.layout import code, read_pairs
from daemon.hub.rooms.status import UnitStatus, write_status
from tests.fakes.backups import filled
from tests.fakes.building import device
from tests.fakes.kept_meetings import held
from tests.manual import blocks, chapter

COMMANDS = {
    "apt": 'echo "apt $*" >> "$RECORDED"',
    "sudo": 'exec "$@"',
    "systemctl": 'echo "systemctl $*" >> "$RECORDED"',
    # The program asks it for its own version.
    "git": '[ "$1" = -C ] || echo "git $*" >> "$RECORDED"',
    "make": 'echo "make $*" >> "$RECORDED"',
    # There is no user roomscribe here.
    "install": 'for last; do :; done; exec mkdir -p "$last"',
}


@dataclass(frozen=True)
class Box:
    """A machine on which the page is followed."""

    root: Path

    @property
    def state(self) -> Path:
        return self.root / "state"

    @property
    def stick(self) -> Path:
        return self.root / "usb"

    @property
    def recorded(self) -> list[str]:
        return (self.root / "recorded").read_text().splitlines()

    def set_up(self) -> None:
        itself = f"exec {sys.executable} -c 'from daemon.cli.main import main; main()'"
        options = f"--state {self.state} --config {self.root}/config.toml"
        (self.root / "bin").mkdir()
        for name, script in {**COMMANDS, "roomscribe": f'{itself} {options} "$@"'}.items():
            command = self.root / "bin" / name
            command.write_text(f"#!/bin/sh\n{script}\n")
            command.chmod(0o755)
        (self.root / "config.toml").touch()
        self.stick.mkdir()

    def follow(self, block: str) -> str:
        """Run a block, or add it to the configuration; what it printed."""
        text = block.replace("/mnt/usb", str(self.stick))
        if text.startswith("["):
            with (self.root / "config.toml").open("a") as file:
                file.write(text)
            return ""
        path = f"{self.root}/bin:{os.environ['PATH']}"
        environment = {**os.environ, "PATH": path, "RECORDED": str(self.root / "recorded")}
        done = subprocess.run(["sh", "-eu"], input=text, capture_output=True, text=True, env=environment)
        assert done.returncode == 0, (text, done.stdout, done.stderr)
        return done.stdout


@pytest.fixture
def box(tmp_path: Path) -> Box:
    box = Box(tmp_path)
    box.set_up()
    return box


def test_a_broken_disk_is_survived_by_following_the_page(box: Box) -> None:
    filled(box.state)
    sound = held(box.state, "old-meeting", days=60)
    before, room, restore, roll_back, _ = re.split(
        r"^### .*$", chapter("Back up, restore, roll back"), flags=re.MULTILINE
    )

    first, _, last = [box.follow(block) for block in blocks(before)]
    assert f"{box.stick}/roomscribe/roomscribe-" in first
    assert "4 notes" in first
    assert f"ok       folders        {box.stick}/roomscribe can be written" in last
    assert f"{box.stick}/roomscribe/roomscribe-" in last

    [pruned] = [box.follow(block) for block in blocks(room)]
    assert "would remove" in pruned
    assert not sound.exists()

    (box.state / "notes" / "notes.journal").write_bytes(b"\0" * 1000)
    [restored] = [box.follow(block) for block in blocks(restore)]
    assert "notes: 4" in restored
    assert "what was here before is in" in restored
    assert restored.count("meeting-") == 3

    for block in blocks(roll_back):
        box.follow(block)
    assert box.recorded == [
        "systemctl reload roomscribe",
        "systemctl stop roomscribe",
        "systemctl start roomscribe",
        "git tag --force before-upgrade",
        "git pull",
        "make install",
        "git checkout before-upgrade",
        "make install",
    ]


@pytest.mark.parametrize(
    "title", ["Back up, restore, roll back", "Microphone", "No internet", "Report a bug", "Check"]
)
def test_every_command_and_option_of_a_chapter_exists(title: str) -> None:
    text = chapter(title)
    code = [*re.findall(r"`([^`]+)`", text.replace("```", "")), *"".join(blocks(text)).splitlines()]
    typed = [
        match[1]
        for line in code
        if (match := re.search(r"(?:^|sudo )roomscribe (.*)", " ".join(line.split())))
    ]
    assert typed
    for line in typed:
        _known(shlex.split(line.split(" #")[0]))


def _known(words: list[str]) -> None:
    """Fails unless the first words are commands, and what begins with a dash is their options'."""
    command: click.Command = roomscribe
    options: set[str] = set()
    for word in words:
        options |= {name for each in command.params for name in each.opts}
        if word.startswith("--"):
            assert word in options, words
        elif isinstance(command, click.Group):
            found = command.get_command(click.Context(command), word)
            if found is None and command is roomscribe and words[0] == "--state":
                continue  # its folder
            assert found is not None, words
            command = found


def test_two_rooms_are_paired_by_following_the_page(box: Box) -> None:
    """With what the unit would have seen; tests/daemon/rooms/test_syncthing.py has real ones."""
    blue = device("blue")
    turn_on, pair = blocks(chapter("Two rooms"))
    write_status_of(box.state, UnitStatus(at=datetime.now(UTC), device=device("own"), near=(blue,)))
    listed = box.follow(turn_on)
    assert f"this room: {code(device('own'))}" in listed
    assert f"{code(blue)} " in listed
    assert "egress" in listed
    assert box.recorded == ["apt install syncthing", "systemctl enable --now roomscribe-rooms"]
    assert f"paired with {code(blue)}" in box.follow(pair.replace("CODE", code(blue)))
    [known] = read_pairs(box.state).pairs
    assert (known.device, known.takes, known.gives) == (blue, True, False)


def write_status_of(state: Path, status: UnitStatus) -> None:
    (state / "rooms/unit").mkdir(parents=True)
    write_status(state, status)
