"""Fits when `pipelines.speakers.classical` takes no more voices, to built conversations of 1 to 6 people.

    python -m bench.train_voice_count           fits, and says how it does on other conversations
    python -m bench.train_voice_count --fit 2 --check 1    fewer of each (3 and 2)

What counts is the share of windows in the right voice, with the number of people unknown, bounded by two more
than there are, and by as many: each number of people and each bound weighs the same. One person in two voices
costs half: a tap makes one of them. Exits 1 where fitted limits do clearly better than the kept ones. Needs
the evaluation data (--data DIR, by default ../shared/data).
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import product
from pathlib import Path

import numpy as np

from bench.conversations import CONDITIONS, Conversation
from bench.corpus import DATA
from bench.speakers import SPARE, blocks, conversation
from pipelines.speakers import windows
from pipelines.speakers.background import Shared
from pipelines.speakers.classical import ALIKE, MIXED, background_of
from pipelines.speakers.clustering import Labels, cluster, mixing
from pipelines.speakers.features import hear
from pipelines.speakers.turns import MOST

PEOPLE = (1, 2, 3, 4, 6)
FIRST_SEED = 10
"""Of the conversations of the fit; those that `bench.speakers` measures begin at 0."""
ALIKE_SHARE = 0.005
"""Limits that differ by no more than this do as well."""
BOUNDS: dict[str, Callable[[int], int]] = {
    "unknown": lambda people: MOST,
    f"at most {SPARE} more": lambda people: people + SPARE,
    "at most as many": lambda people: people,
}


@dataclass(frozen=True)
class Step:
    """What so many clusters are like."""

    likeness: float
    mixing: float
    right: float
    """Share of windows in the right cluster."""


@dataclass(frozen=True)
class Tried:
    people: int
    steps: Sequence[Step]
    """For 1 to MOST clusters."""


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--data", type=Path, default=DATA)
    parser.add_argument("--fit", type=int, default=3)
    parser.add_argument("--check", type=int, default=2)
    options = parser.parse_args(arguments)
    fitted_to = tried(options.data / "audio", range(FIRST_SEED, FIRST_SEED + options.fit))
    others = tried(options.data / "audio", range(options.check))
    grid = product(np.arange(-0.2, 0.45, 0.05).round(2), np.arange(0.4, 1.25, 0.05).round(2))
    shares = {limits: right(fitted_to, *limits) for limits in grid}
    best = max(shares, key=lambda limits: shares[limits])
    for name, limits in (("fitted", best), ("kept", (ALIKE, MIXED)), ("without mixing", (ALIKE, np.inf))):
        print(f"{name}: likeness {limits[0]}, mixing {limits[1]}")
        for where, each in (("fit", fitted_to), ("other conversations", others)):
            print(f"  {where}: {right(each, *limits):.3f}; {table(each, *limits)}")
    return 0 if right(fitted_to, ALIKE, MIXED) >= shares[best] - ALIKE_SHARE else 1


def tried(audio: Path, seeds: Sequence[int]) -> list[Tried]:
    return [
        of(people, conversation(audio, condition, people, seed))
        for seed in seeds
        for people in PEOPLE
        for condition in CONDITIONS
    ]


def of(people: int, talk: Conversation) -> Tried:
    speech = hear(blocks(talk.samples))
    points, pitches = windows.points(Shared(speech, background_of(speech))), windows.pitches(speech)
    spans = windows.spans(speech)
    starts = [start_s + at / 100 for start_s, length in speech.spans for at in windows.starts(length)]
    speakers = who_speaks(np.array(starts), talk)
    steps = []
    for many in range(1, MOST + 1):
        found = cluster(points, many, pitches)
        steps.append(Step(found.likeness, mixing(found.labels, spans), matching(found.labels, speakers)))
    return Tried(people, steps)


def who_speaks(starts_s: np.ndarray, talk: Conversation) -> Labels:
    """The speaker of most of each window."""
    names = sorted({turn.voice for turn in talk.turns})
    begins, ends = (np.array([getattr(turn, edge) for turn in talk.turns]) for edge in ("start_s", "end_s"))
    shared = np.minimum(ends, starts_s[:, None] + windows.WINDOW / 100) - np.maximum(
        begins, starts_s[:, None]
    )
    return np.array([names.index(turn.voice) for turn in talk.turns])[shared.argmax(axis=1)]


def matching(labels: Labels, speakers: Labels) -> float:
    """The share of windows whose cluster is their speaker's; the pairs that share most are matched first."""
    right, clusters, people = 0, set[int](), set[int]()
    for (label, speaker), windows_shared in Counter(zip(labels, speakers, strict=True)).most_common():
        if label not in clusters and speaker not in people:
            right += windows_shared
            clusters.add(label)
            people.add(speaker)
    return right / len(labels)


def chosen(each: Tried, alike: float, mixed: float, most: int) -> int:
    """As `classical` does."""
    many = min(2, most)
    while many < most and each.steps[many].likeness <= alike and each.steps[many].mixing <= mixed:
        many += 1
    return many


def by_people(
    many: Sequence[Tried], alike: float, mixed: float, most: Callable[[int], int], split: float = 1.0
) -> list[float]:
    """`split`: what of a window counts as lost where its person was in one voice with fewer clusters."""
    found: dict[int, list[float]] = {people: [] for people in PEOPLE}
    for each in many:
        shares = [step.right for step in each.steps[: chosen(each, alike, mixed, most(each.people))]]
        found[each.people].append(split * shares[-1] + (1 - split) * max(shares))
    return [float(np.mean(shares)) for shares in found.values()]


def right(many: Sequence[Tried], alike: float, mixed: float) -> float:
    return float(np.mean([by_people(many, alike, mixed, most, split=0.5) for most in BOUNDS.values()]))


def table(many: Sequence[Tried], alike: float, mixed: float) -> str:
    """For each bound the share with 1, 2, 3, 4 and 6 people."""
    rows = {name: by_people(many, alike, mixed, most) for name, most in BOUNDS.items()}
    return "; ".join(f"{name} {' '.join(f'{share:.2f}' for share in row)}" for name, row in rows.items())


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
