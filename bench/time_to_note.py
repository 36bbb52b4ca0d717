"""How long a room waits for its note after the last word, by the length of the meeting.

    python -m bench.time_to_note [--data DIR] [--meeting ID] [--ends N]

A real meeting (ICSI, without its speakers, as a room's microphone hears it) is held again before the real hub
and worker: recordings, jobs, receipts, chunks, drafts, checks and their questions, the note in the store.
Three things are simulated.

- The clock moves on by what the work would take. Our own code takes the processor time that it takes here.
- The speech model hears what was said, in windows of 30 s, for HEARING seconds of computing a second of talk.
- The language model writes what the rules engine finds in a chunk, but for one commitment in three, which the
  second opinion then asks about, and takes the longest lines for promises until a chunk has three items.
  Beside what the checks of a note ask it, a judge asks about every item and has one in five refined, as in
  bench/tokens.py. It keeps its prefix cache, and takes for each token what a model of Gemma 4 E2B's shape was
  measured to take at that length of its context, scaled to the speed of the machine.

Somebody presses "stop" at the last word. That is the worst case: a room that falls silent has its note before
the recording ends. Where in a chunk the end falls makes more of a difference than the length, so each length
is ended at the same N places of the chunk that goes on then; the figure is their mean, and the longest stands
beside it.

The last line begins with the ratio of 60 minutes to 10; missed targets (1.2 times, and 90 s after an hour at
33 prompt and 8 written tokens/s) exit 1. Beside it: a Raspberry Pi 5's speed, and the batch way, in which all
work begins at the end.
"""

from __future__ import annotations

import argparse
import gzip
import json
import os
import sys
import tempfile
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path
from statistics import mean
from unittest import mock

from bench.corpus import DATA
from bench.simulation.clock import PI, TARGET, Speed
from bench.simulation.room import SimulatedRoom
from bench.tokens import Judge
from guardrails.core.types import Segment
from pipelines.checker import note_guardrails
from pipelines.checking import Checker
from pipelines.conventions import Conventions
from pipelines.llm.chunks import chunks_of

MEETING = "Bmr011"
MINUTES = (10, 30, 60)
MOST_RATIO, MOST_S = 1.2, 90.0


def meeting(data: Path, name: str) -> list[Segment]:
    """Its utterances, as a room's microphone gives them: one voice at a time, no names."""
    with gzip.open(data / "ami_icsi.dev.jsonl.gz", "rt", encoding="utf-8") as lines:
        found = next(each for each in map(json.loads, lines) if each["meeting_id"] == name)
    said: list[Segment] = []
    for each in sorted(found["utterances"], key=lambda u: (u["end"], u["start"])):
        start_s = max(each["start"], said[-1].end_s if said else 0.0)
        end_s = max(each["end"], start_s)
        said.append(Segment(f"s{len(said) + 1}", start_s, end_s, None, each["text"]))
    return said


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--data", type=Path, default=DATA)
    parser.add_argument("--meeting", default=MEETING)
    parser.add_argument("--ends", type=int, default=3)
    options = parser.parse_args()
    said = meeting(options.data, options.meeting)
    cases = [(speed, minutes) for speed in (TARGET, PI) for minutes in MINUTES]
    with ProcessPoolExecutor(os.cpu_count(), get_context("spawn")) as pool:
        waits = {
            case: [
                pool.submit(held, said, end_s, case[0], True)
                for end_s in ends_of(said, case[1], options.ends)
            ]
            for case in cases
        }
        batches = {case: pool.submit(held, said, case[1] * 60, case[0], False) for case in cases}
        for speed in (TARGET, PI):
            print(speed.name)
            for minutes in MINUTES:
                each = [wait.result() for wait in waits[speed, minutes]]
                batch = batches[speed, minutes].result()
                waited = [one.wait_s for one in each]
                told = f"{minutes:3} min: {mean(waited):5.0f} s (longest {max(waited):.0f} s)"
                judged = sum(one.judged for one in each) / len(each)
                print(f"{told}, batch {batch.wait_s:6.0f} s; {judged:.0f} claims judged", flush=True)
                if not all(one.judged for one in (*each, batch)):
                    print("the judge was asked nothing: this is no figure")
                    return 1
        hour, ten = (mean(wait.result().wait_s for wait in waits[TARGET, each]) for each in (60, 10))
    met = hour / ten <= MOST_RATIO and hour < MOST_S
    print(
        f"{hour / ten:.2f} times the wait of 10 minutes after 60, which is {hour:.0f} s "
        f"(targets {MOST_RATIO} and {MOST_S:.0f} s: {'met' if met else 'missed'})"
    )
    return 0 if met else 1


def ends_of(said: Sequence[Segment], minutes: int, number: int) -> list[float]:
    """Seconds at which a meeting of so many minutes ends: places in the chunk that goes on then."""
    chunk = next(each for each in chunks_of(said) if (each.segments[-1].end_s or 0.0) >= minutes * 60)
    begin_s, end_s = chunk.segments[0].start_s or 0.0, chunk.segments[-1].end_s or 0.0
    return [begin_s + (end_s - begin_s) * (place + 0.5) / number for place in range(number)]


@dataclass(frozen=True, slots=True)
class Held:
    wait_s: float
    """From the last word to the note in the store."""
    judged: int
    """Claims that the judge was asked about."""


def held(said: Sequence[Segment], ends_s: float, speed: Speed, live: bool) -> Held:
    """Hold the first `ends_s` seconds of a meeting."""
    judge = Judge()

    def judging(_: Conventions) -> Checker:
        return Checker(start=None, guardrails=(*note_guardrails(), judge))

    with (
        tempfile.TemporaryDirectory() as folder,
        # The disk is not waited for: it is not what is measured.
        mock.patch.object(os, "fsync", return_value=None),
        mock.patch("daemon.worker.drafting.checker_for", judging),
    ):
        wait_s = SimulatedRoom(Path(folder), said, ends_s, speed).hold(live=live)
    return Held(wait_s, len(judge.judged))


if __name__ == "__main__":
    sys.exit(main())
