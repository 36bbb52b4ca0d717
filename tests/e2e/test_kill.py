"""`roomscribe process --save`, killed at any moment: the store stays readable and holds no half note."""

from __future__ import annotations

import json
import random
import subprocess
import sys
import time
from pathlib import Path

import pytest

from daemon.notes.store import NoteStore

ROOT = Path(__file__).resolve().parents[2]
SAMPLE = ROOT / "samples" / "2026-11-16-planning.vtt"
ROOMSCRIBE = [sys.executable, "-c", "from daemon.cli.main import main; main()"]
KILLS = (4, pytest.param(24, marks=pytest.mark.system))
SEED = 20261116


@pytest.mark.parametrize("kills", KILLS)
def test_a_killed_process_leaves_the_store_readable_and_no_half_note(tmp_path: Path, kills: int) -> None:
    copies = [tmp_path / f"2026-11-{day:02}.vtt" for day in range(1, 4)]
    for number, copy in enumerate(copies):
        copy.write_text(SAMPLE.read_text("utf-8").replace("Priya", f"Priya{number}"), "utf-8")

    def command(state: Path) -> list[str]:
        return [*ROOMSCRIBE, "--state", str(state), "process", "--save", "--json", *map(str, copies)]

    whole_state = tmp_path / "whole"
    started = time.monotonic()
    subprocess.run(command(whole_state), check=True, capture_output=True, cwd=ROOT)
    takes_s = time.monotonic() - started
    whole = stored(whole_state)
    assert len(whole) == 3
    moments = random.Random(SEED)
    for kill in range(kills):
        # In turn: notes that are new, and notes that replace what is there. Where the process dies differs
        # each time, from its start to past its end.
        state = whole_state if kill % 2 else tmp_path / f"new{kill}"
        with subprocess.Popen(
            command(state), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        ) as process:
            try:
                process.wait(moments.uniform(0.2, 1.1) * takes_s)
            except subprocess.TimeoutExpired:
                process.kill()
        left = stored(state)
        assert left.items() <= whole.items()
        assert len(left) == 3 or state != whole_state


def stored(state: Path) -> dict[str, object]:
    """The notes by id, without how many milliseconds each check took."""
    with NoteStore.open_reader(state) as store:
        notes = {head.id: json.loads(store.get(head.id).model_dump_json()) for head in store.heads()}
    for note in notes.values():
        for entry in note["tape"]:
            del entry["ms"]
    return notes
