"""How long a room waits for its note after the last word, by the length of the meeting.

    python -m bench.time_to_note [--data DIR] [--meeting ID] [--ends N]

A real meeting (ICSI, without its speakers, as a room's microphone hears it) is held again before the real hub
and worker: recordings, jobs, receipts, chunks, drafts, checks and their questions, the note in the store.
Three things are simulated.

- The clock moves on by what the work would take. Our own code, telling voices apart included, takes 2.5 times
  the processor time that it takes here in the rows of a Raspberry Pi 5: an assumption, see
  bench/simulation/clock.py.
- The speech model hears what was said, in windows of 30 s, for a stated share of the time it took to say.
- The language model writes what the rules engine finds in a chunk, but for one commitment in three, which the
  second opinion then asks about, and takes the longest lines for promises until a chunk has three items.
  Beside what the checks of a note ask it, a judge asks about every item and has one in five refined, as in
  bench/tokens.py. It keeps its prefix cache, guesses what it may copy as the product does
  (bench/simulation/writing.py), and takes for each token what a model of Gemma 4 E2B's shape was measured to
  take at that length of its context, scaled to the speed of the machine. How much of its guesses real weights
  accept is not known: the rows with "nothing guessed" do without.

Somebody presses "stop" at the last word. That is the worst case: a room that falls silent has its note before
the recording ends. Where in a chunk the end falls makes more of a difference than the length, so each length
is ended at the same N places of the chunk that goes on then; the figure is their mean, and the longest stands
beside it. The note is the model's checked note, with all segments read; where the rules' note came first, the
wait for that is printed, too.

Rows: a Raspberry Pi 5, from what was published of it to pessimistic speeds (bench/simulation/clock.py), in
two real meetings: one of ordinary pace, one of people who talk fast. Two more hear so slowly that `[models]
speech = "auto"` takes a smaller model (pipelines/speech/tier.py): they say what it costs to insist. Then this
machine's speed, and the batch way, in which all work begins at the end. Targets, of ordinary pace: after 60
minutes 130 s up to a hearing of 0.35 and 240 s at 0.40, at most 1.2 times the wait after 10, and no cliff: at
most 1.5 times the wait of the row whose hearing is 0.05 faster. A missed one exits 1.
"""

from __future__ import annotations

import argparse
import gzip
import json
import os
import sys
import tempfile
from collections.abc import Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from statistics import mean
from unittest import mock

from bench.corpus import DATA
from bench.judge import judging
from bench.simulation.clock import PI, TARGET, Speed, pessimistic
from bench.simulation.room import SimulatedRoom, Waited
from guardrails.core.types import Segment
from pipelines.checker import CheckerProcess
from pipelines.checking import Checker
from pipelines.conventions import Conventions
from pipelines.llm.chunks import chunks_of

ORDINARY, FAST = "Bro024", "Bmr011"
"""9,400 and 12,300 words an hour; 13,500 in the first hour of the second."""
MINUTES = (10, 30, 60)
MOST_RATIO = 1.2
MOST_STEP = 1.5
MOST_S = {0.25: 130.0, 0.30: 130.0, 0.35: 130.0, 0.40: 240.0}
"""Seconds by hearing."""
TOO_SLOW = (0.50, 0.70)
WRITTEN = (340, 400)
PESSIMISTIC = tuple(pessimistic(hearing, written) for hearing in MOST_S for written in WRITTEN)
INSISTING = tuple(pessimistic(hearing, WRITTEN[0]) for hearing in TOO_SLOW)


@dataclass(frozen=True)
class Case:
    speed: Speed
    meeting: str
    minutes: int
    live: bool = True


CASES = (
    *(Case(PI, name, minutes) for name in (ORDINARY, FAST) for minutes in MINUTES),
    *(Case(each, name, 60) for name in (ORDINARY, FAST) for each in PESSIMISTIC),
    *(Case(each, ORDINARY, minutes) for minutes in (10, 30) for each in PESSIMISTIC),
    *(Case(each.without_guesses(), ORDINARY, 60) for each in (PI, *PESSIMISTIC)),
    *(Case(each, ORDINARY, minutes) for each in INSISTING for minutes in MINUTES),
    *(Case(each, FAST, 60) for each in INSISTING),
    *(Case(TARGET, FAST, minutes) for minutes in MINUTES),
    *(Case(each, FAST, 60, live=False) for each in (PI, TARGET)),
)


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
    parser.add_argument("--ends", type=int, default=3)
    parser.add_argument("--only", help="rows in which this stands, as in 'hearing 0.40'")
    options = parser.parse_args()
    said = {name: meeting(options.data, name) for name in (ORDINARY, FAST)}
    cases = [case for case in CASES if not options.only or options.only in str(case)]
    measured: dict[Case, list[Held]] = {}
    with ProcessPoolExecutor(os.cpu_count(), get_context("spawn")) as pool:
        waits = {
            case: [
                pool.submit(held, said[case.meeting], end_s, case.speed, case.live)
                for end_s in ends_of(said[case.meeting], case.minutes, options.ends)
            ]
            for case in cases
        }
        for case in cases:
            measured[case] = [wait.result() for wait in waits[case]]
            print(row(case, measured[case]), flush=True)
            if not all(each.judged for each in measured[case]):
                print("the judge was asked nothing: this is no figure")
                return 1
    return verdict(measured)


def row(case: Case, every: Sequence[Held]) -> str:
    notes = [each.waited.note_s for each in every]
    line = f"{case.speed.name}; {case.meeting}, {case.minutes} min{'' if case.live else ', batch'}: "
    line += f"{mean(notes):.0f} s (longest {max(notes):.0f})"
    if (first := max(each.waited.any_note_s for each in every)) < max(notes) - 1:
        line += f", the rules' note after {first:.0f}"
    return f"{line}; {mean(each.judged for each in every):.0f} claims judged"


def verdict(measured: Mapping[Case, Sequence[Held]]) -> int:
    """The range of a Raspberry Pi 5, and what was missed."""
    hours = {
        case.speed: mean(each.waited.note_s for each in every)
        for case, every in measured.items()
        if case.meeting == ORDINARY and case.minutes == 60
    }
    if not hours:
        return 0
    print(f"A Raspberry Pi 5 after an hour of ordinary talk: {min(hours.values()):.0f} to ", end="")
    print(f"{max(hours.values()):.0f} s, by the speeds above; none was measured with real weights")
    missed = []
    for case in measured:
        if case.meeting != ORDINARY or case.minutes != 60 or case.speed in INSISTING:
            continue
        hour, ten = hours[case.speed], measured.get(Case(case.speed, ORDINARY, 10))
        most_s = MOST_S[case.speed.hearing]
        if hour > most_s:
            missed.append(f"{case.speed.name}: {hour:.0f} s instead of {most_s:.0f}")
        if ten and hour > MOST_RATIO * (short := mean(each.waited.note_s for each in ten)):
            missed.append(f"{case.speed.name}: {hour / short:.2f} times the wait of 10 minutes")
    for faster, slower in zip(PESSIMISTIC, PESSIMISTIC[len(WRITTEN) :], strict=False):
        if hours.get(slower, 0.0) > MOST_STEP * hours.get(faster, float("inf")):
            missed.append(
                f"{slower.name}: {hours[slower] / hours[faster]:.2f} times the wait of {faster.name}"
            )
    print("\n".join(["missed:", *missed]) if missed else "all targets met")
    return 1 if missed else 0


def ends_of(said: Sequence[Segment], minutes: int, number: int) -> list[float]:
    """Seconds at which a meeting of so many minutes ends: places in the chunk that goes on then."""
    chunk = next(each for each in chunks_of(said) if (each.segments[-1].end_s or 0.0) >= minutes * 60)
    begin_s, end_s = chunk.segments[0].start_s or 0.0, chunk.segments[-1].end_s or 0.0
    return [begin_s + (end_s - begin_s) * (place + 0.5) / number for place in range(number)]


@dataclass(frozen=True, slots=True)
class Held:
    waited: Waited
    judged: int
    """How often the judge asked about a claim."""


def held(said: Sequence[Segment], ends_s: float, speed: Speed, live: bool) -> Held:
    """Hold the first `ends_s` seconds of a meeting."""

    def checker(_: Conventions) -> Checker:
        way = partial(CheckerProcess, "bench.judge:judging", {"PYTHONPATH": str(Path(__file__).parents[1])})
        return Checker(way, guardrails=judging())

    with (
        tempfile.TemporaryDirectory() as folder,
        # The disk is not waited for: it is not what is measured.
        mock.patch.object(os, "fsync", return_value=None),
        mock.patch("daemon.worker.worker.checker_for", checker),
    ):
        room = SimulatedRoom(Path(folder), said, ends_s, speed)
        return Held(room.hold(live=live), room.model.judged)


if __name__ == "__main__":
    sys.exit(main())
