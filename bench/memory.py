"""Does a meeting of four hours take the memory of one of half an hour? Peak of the whole process tree.

    python -m bench.memory [--data DIR] [--hours 4] [--sound] [--live]

Thirty minutes and four hours of AMI, each from its transcript to the printed note: by rules, and with a
language model. That has random weights of Gemma 4's architecture, as few as there can be, so that what the
meeting takes is not hidden behind them. `--sound` also sends as many minutes of talk, the sample meeting said
again and again, through decoding, voice detection and a Whisper of random weights. `--live` holds both before
the simulated room of bench/time_to_note.py: hub, worker and checks, drafting while people talk, with
scripted models in the same process.

The last line starts with the largest ratio; the target is 1.2, and a missed target exits 1.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from bench.asr import talk_of
from bench.corpus import DATA, stretch, write_transcript
from bench.measured import Cost, python, roomscribe
from bench.process import installed

SHORT_MINUTES = 30
MOST = 1.2


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--data", type=Path, default=DATA)
    parser.add_argument("--hours", type=float, default=4.0)
    parser.add_argument("--sound", action="store_true")
    parser.add_argument("--live", action="store_true")
    options = parser.parse_args()
    long_minutes = round(options.hours * 60)
    print(f"{Cost.HEAD}  minutes, way")
    ratios = {}
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        models = installed(folder, speech=options.sound)
        files = {
            minutes: write_transcript(folder / f"{minutes}min.json", stretch(options.data, minutes))
            for minutes in (SHORT_MINUTES, long_minutes)
        }
        for engine in ("rules", "gemma"):
            costs = [_cost(models, files[minutes], engine, minutes) for minutes in files]
            ratios[engine] = costs[1].megabytes / costs[0].megabytes
        if options.sound:
            costs = []
            for minutes in (SHORT_MINUTES, long_minutes):
                sound = talk_of(folder / f"{minutes}min.wav", minutes)
                costs.append(_cost(models, sound, "rules", minutes))
                sound.unlink()
            ratios["sound"] = costs[1].megabytes / costs[0].megabytes
        if options.live:
            costs = [_held(options.data, minutes) for minutes in files]
            ratios["live"] = costs[1].megabytes / costs[0].megabytes
    worst = max(ratios.values())
    each = ", ".join(f"{way} {ratio:.2f}" for way, ratio in ratios.items())
    print(
        f"{worst:.2f} times the memory of {SHORT_MINUTES} minutes for {long_minutes} minutes ({each}; "
        f"target {MOST}: {'met' if worst <= MOST else 'missed'})"
    )
    return 0 if worst <= MOST else 1


def _held(data: Path, minutes: int) -> Cost:
    output, cost = python(["-m", "bench.simulation.held", str(minutes), "--data", str(data)])
    return _read(cost, json.loads(output), f"{minutes} drafted while people talk")


def _cost(models: Sequence[str], file: Path, engine: str, minutes: int) -> Cost:
    options = ["--engine", engine, "--date", "2026-11-16", "--json"]
    output, cost = roomscribe([*models, "process", str(file), *options])
    note = json.loads(output)
    heard = " from its sound" if note["engines"]["asr"] else ""
    return _read(cost, note, f"{minutes} {engine}{heard}")


def _read(cost: Cost, note: dict[str, Any], way: str) -> Cost:
    coverage = note["coverage"]
    if coverage["segments_read"] != coverage["segments_total"] or not coverage["segments_total"]:
        raise SystemExit(f"{way}: not all of it was read: {coverage}")
    print(f"{cost}  {way}, {coverage['segments_total']} segments", flush=True)
    return cost


if __name__ == "__main__":
    sys.exit(main())
