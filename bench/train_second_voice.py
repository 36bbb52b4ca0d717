"""Fits when a line is shown with two voices, and says what other signs of a second voice would do.

    python -m bench.train_second_voice           fits, and says how it does on other conversations, and on AMI
    python -m bench.train_second_voice --fit 2 --check 1    fewer conversations of each kind (4 and 4)

The conversations are those of `bench.speakers` for four people, except that three of ten turns begin 0.5 to
2 s before the last one ends, and that somebody murmurs into three of ten long ones. Their lines are cut as a
recogniser cuts: in pauses, and after 6 s, with times that are up to 0.3 s wrong. Of a line with two voices a
second person says half a second. Each sign gets the limit with the best F0.5: a wrong mark takes a promise
from its owner. Exits 1 where fitted limits do clearly better than the kept one, or that has a precision below
0.7 on other conversations. Needs the evaluation data (--data DIR, by default ../shared/data).
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations, pairwise
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from bench.conversations import CONDITIONS
from bench.corpus import DATA
from bench.speakers import blocks, conversation
from pipelines.evaluate.speakers import read_rttm
from pipelines.speakers.background import Shared
from pipelines.speakers.classical import background_of, tell_apart
from pipelines.speakers.decoding import decode
from pipelines.speakers.features import Speech, hear
from pipelines.speakers.lines import SECOND_S, voices_of
from pipelines.speakers.turns import Turn, VoiceCount
from pipelines.speakers.voices import BLOCK, models, scores
from pipelines.speech.decode import AudioFile

if TYPE_CHECKING:
    from pipelines.speakers.clustering import Labels
    from pipelines.speakers.features import Floats

PEOPLE = 4
KINDS = ("at once", "in turn", "a murmur")
"""Of lines with two voices."""
OVERLAPPING = [replace(each, overlaps=0.3, longest_overlap_s=2.0, murmurs=0.3) for each in CONDITIONS[:3]]
FIRST_SEED = 10
"""Of the conversations of the fit."""
PAUSE_S, LONGEST_S, WRONG_S = 0.3, 6.0, 0.3
SECOND_PERSON_S = 0.5
MURMUR_S = 1.0
"""A second person who says less in a line."""
LEAST_PRECISION = 0.7
ALIKE = 0.005
"""Limits whose F0.5 differs by no more do as well; the highest of them marks least."""
WINDOW = 5
"""Blocks: half a second."""


@dataclass(frozen=True)
class Line:
    start_s: float
    end_s: float
    """As the recogniser says."""
    second_s: float
    """Of the person who says second most in it."""
    at_once_s: float

    @property
    def kind(self) -> str:
        if self.second_s < SECOND_PERSON_S:
            return "one"
        if self.second_s < MURMUR_S:
            return "a murmur"
        return "at once" if self.at_once_s >= SECOND_PERSON_S else "in turn"


class Talk:
    """A recording with its lines, and what is heard in it."""

    def __init__(self, reference: Sequence[Turn], speech: Speech, found: Sequence[Turn]) -> None:
        self.lines = list(lines_of(reference))
        self.found = found
        self._speech = speech

    def in_lines(self, times: np.ndarray, values: np.ndarray) -> Iterator[np.ndarray]:
        """Of each line those of the `values` whose `times`, in seconds, lie in it."""
        for line in self.lines:
            yield values[np.searchsorted(times, line.start_s) : np.searchsorted(times, line.end_s)]

    def times(self, step: int) -> np.ndarray:
        """The middle of every so many frames of speech."""
        parts = [start_s + (np.arange(0, length, step) + step / 2) / 100 for start_s, length in self._spans]
        return np.concatenate(parts) if parts else np.zeros(0)

    @property
    def _spans(self) -> Sequence[tuple[float, int]]:
        return self._speech.spans

    @cached_property
    def scores(self) -> list[Floats]:
        """Of each span, (blocks, voices)."""
        names = sorted({turn.voice for turn in self.found})
        starts = [turn.start_s for turn in self.found]
        who = np.array([names.index(turn.voice) for turn in self.found])
        at = np.maximum(np.searchsorted(starts, self.times(BLOCK), "right") - 1, 0)
        edges = np.cumsum([-(-length // BLOCK) for _, length in self._spans])[:-1]
        labels: list[Labels] = np.split(who[at], edges)
        shared = Shared(self._speech, background_of(self._speech))
        return scores(shared, models(shared, labels, len(names)))

    @cached_property
    def blocks(self) -> list[Floats]:
        """The scores of each line."""
        return list(self.in_lines(self.times(BLOCK), np.concatenate(self.scores)))

    @cached_property
    def heights(self) -> list[np.ndarray]:
        return list(self.in_lines(self.times(1), self._speech.heights))

    @cached_property
    def other_explains(self) -> list[float]:
        """How much better (nats) another voice than that of the line explains some part of it."""
        return [
            max(map(best_run, (of - leading(of)).T), default=0.0) if of.size else 0.0 for of in self.blocks
        ]

    @cached_property
    def both_explain(self) -> list[float]:
        """How much better than the background the second best voice explains the half second in which it does
        so best."""
        return [best_window(np.sort(of, axis=1)[:, -2]) if of.shape[1:] > (1,) else 0.0 for of in self.blocks]

    @cached_property
    def unvoiced(self) -> list[float]:
        """Share of frames without a pitch: two voices at once have none in common."""
        return [float((of == 0).mean()) if of.size else 0.0 for of in self.heights]

    @cached_property
    def jumps(self) -> list[float]:
        """Share of frames whose pitch is a third of an octave from the one before."""
        return [jumping(of) for of in self.heights]

    def decoded(self, change: float) -> list[float]:
        """Seconds of the second voice of each line where a change within speech costs so many nats."""
        path = np.concatenate(decode(self.scores, change))
        found = self.in_lines(self.times(BLOCK), path)
        return [sorted([0, *np.bincount(of)])[-2] * BLOCK / 100 if of.size else 0.0 for of in found]


def leading(of: Floats) -> Floats:
    """The column of the voice with most of a line."""
    votes = np.bincount(of.argmax(axis=1), minlength=of.shape[1])
    return of[:, [int(votes.argmax())]]


def best_run(gains: Floats) -> float:
    """The greatest sum of neighbours (Kadane)."""
    best = here = 0.0
    for gain in gains.tolist():
        here = max(0.0, here + gain)
        best = max(best, here)
    return best


def best_window(gains: Floats) -> float:
    return float(np.convolve(gains, np.ones(WINDOW), "same" if len(gains) < WINDOW else "valid").max())


def jumping(heights: np.ndarray) -> float:
    pairs = [(a, b) for a, b in pairwise(heights.tolist()) if a and b]
    return sum(abs(a - b) >= 3 for a, b in pairs) / len(pairs) if pairs else 0.0


def lines_of(reference: Sequence[Turn]) -> Iterator[Line]:
    """As a recogniser cuts the talk, which knows no voices."""
    stretches: list[list[float]] = []
    for turn in reference:
        if stretches and turn.start_s - stretches[-1][1] < PAUSE_S:
            stretches[-1][1] = max(stretches[-1][1], turn.end_s)
        else:
            stretches.append([turn.start_s, turn.end_s])
    random = np.random.default_rng(0)
    for start_s, end_s in stretches:
        many = int(-(-(end_s - start_s) // LONGEST_S))
        for first, last in pairwise(np.linspace(start_s, end_s, many + 1).tolist()):
            wrong = random.uniform(-WRONG_S, WRONG_S, 2).tolist()
            yield line_of(reference, first, last, wrong)


def line_of(reference: Sequence[Turn], start_s: float, end_s: float, wrong: Sequence[float]) -> Line:
    parts = [
        (turn.voice, max(turn.start_s, start_s), min(turn.end_s, end_s))
        for turn in reference
        if turn.start_s < end_s and turn.end_s > start_s
    ]
    said = dict.fromkeys((voice for voice, _, _ in parts), 0.0)
    for voice, first, last in parts:
        said[voice] += last - first
    at_once_s = sum(
        max(0.0, min(one[2], other[2]) - max(one[1], other[1]))
        for one, other in combinations(parts, 2)
        if one[0] != other[0]
    )
    return Line(start_s + wrong[0], end_s + wrong[1], sorted([0.0, 0.0, *said.values()])[-2], at_once_s)


Marks = Callable[[Talk, float], list[bool]]


def by_turns(talk: Talk, least_s: float) -> list[bool]:
    """What is kept: the turns change within the line."""
    spans = [(line.start_s, line.end_s) for line in talk.lines]
    return [second is not None for _, second in voices_of(spans, talk.found, least_s)]


def above(value: Callable[[Talk], list[float]]) -> Marks:
    return lambda talk, limit: [each >= limit for each in value(talk)]


TENTHS = [tenth / 10 for tenth in range(1, 16)]
SIGNS: dict[str, tuple[Marks, Sequence[float]]] = {
    "turns change in it, s": (by_turns, TENTHS),
    "turns change, at 10 nats, s": (above(lambda talk: talk.decoded(10.0)), TENTHS),
    "another voice explains a part better, nats": (above(lambda talk: talk.other_explains), range(5, 200, 5)),
    "two voices explain half a second, nats": (above(lambda talk: talk.both_explain), range(-50, 150, 5)),
    "without pitch, share": (above(lambda talk: talk.unvoiced), np.linspace(0, 1, 51).tolist()),
    "pitch jumps, share": (above(lambda talk: talk.jumps), np.linspace(0, 0.5, 51).tolist()),
}


@dataclass(frozen=True)
class Score:
    marked: int
    right: int
    two: int
    lines: int

    @property
    def precision(self) -> float:
        return self.right / self.marked if self.marked else 0.0

    @property
    def recall(self) -> float:
        return self.right / self.two if self.two else 0.0

    @property
    def f_half(self) -> float:
        """Precision counts twice as much as recall."""
        return 5 * self.right / (4 * self.marked + self.two) if self.two else 0.0

    @property
    def wrong(self) -> float:
        """Of the lines of one voice."""
        return (self.marked - self.right) / max(1, self.lines - self.two)


def score(talks: Sequence[Talk], marks: Marks, limit: float, kind: str | None = None) -> Score:
    """Of all lines; with `kind`, only those lines with two voices count that are of it."""
    found = [
        (line.kind != "one", marked)
        for talk in talks
        for line, marked in zip(talk.lines, marks(talk, limit), strict=True)
        if kind in (None, line.kind) or line.kind == "one"
    ]
    right = sum(is_two and marked for is_two, marked in found)
    return Score(sum(marked for _, marked in found), right, sum(is_two for is_two, _ in found), len(found))


def fitted(talks: Sequence[Talk], marks: Marks, limits: Sequence[float]) -> float:
    scored = {limit: score(talks, marks, limit).f_half for limit in limits}
    return max(limit for limit, f_half in scored.items() if f_half >= max(scored.values()) - ALIKE)


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--data", type=Path, default=DATA)
    parser.add_argument("--fit", type=int, default=4)
    parser.add_argument("--check", type=int, default=4)
    options = parser.parse_args(arguments)
    audio = options.data / "audio"
    fit = list(built(audio, PEOPLE, range(FIRST_SEED, FIRST_SEED + options.fit), VoiceCount(at_most=PEOPLE)))
    others = list(built(audio, PEOPLE, range(options.check), VoiceCount(at_most=PEOPLE)))
    print(f"lines: {count(fit)} to fit; {count(others)} of other conversations")
    print(f"| sign | limit | precision, recall: fit | others | one voice, marked | {' | '.join(KINDS)} |")
    print("|---|---|---|---|---|---|---|---|")
    limits = {name: fitted(fit, marks, limits) for name, (marks, limits) in SIGNS.items()}
    for name, limit in limits.items():
        print(row(name, limit, SIGNS[name][0], fit, others))
    print(row("kept", SECOND_S, by_turns, fit, others), flush=True)
    two = list(built(audio, 2, range(options.check), VoiceCount()))
    print(row("kept; two people, number not known", SECOND_S, by_turns, fit, two), flush=True)
    clips(audio / "ami")
    best = score(fit, by_turns, next(iter(limits.values()))).f_half
    is_fitted = score(fit, by_turns, SECOND_S).f_half >= best - ALIKE
    return 0 if is_fitted and score(others, by_turns, SECOND_S).precision >= LEAST_PRECISION else 1


def row(name: str, limit: float, marks: Marks, fit: Sequence[Talk], others: Sequence[Talk]) -> str:
    ours, theirs = score(fit, marks, limit), score(others, marks, limit)
    recalls = " | ".join(f"{score(others, marks, limit, kind).recall:.2f}" for kind in KINDS)
    return (
        f"| {name} | {limit:g} | {ours.precision:.2f}, {ours.recall:.2f} "
        f"| {theirs.precision:.2f}, {theirs.recall:.2f} | {theirs.wrong:.1%} | {recalls} |"
    )


def count(talks: Sequence[Talk]) -> str:
    kinds = [line.kind for talk in talks for line in talk.lines]
    return ", ".join(f"{kinds.count(kind)} {kind}" for kind in sorted(set(kinds)))


def built(audio: Path, people: int, seeds: Sequence[int], number: VoiceCount) -> Iterator[Talk]:
    for seed in seeds:
        for condition in OVERLAPPING:
            talk = conversation(audio, condition, people, seed)
            speech = hear(blocks(talk.samples))
            yield Talk(talk.turns, speech, tell_apart(speech, number))


def clips(folder: Path) -> None:
    """As they are, each of them one voice; and joined, so that there is enough talk to tell voices apart."""
    every: list[Turn] = []
    sounds = []
    alone: list[Talk] = []
    at_s = 0.0
    for path in sorted(folder.glob("*.flac")):
        reference = read_rttm(folder / "speakers.rttm", path.stem)
        sound = np.concatenate(list(AudioFile(path).blocks()))
        speech = hear(blocks(sound))
        alone.append(Talk(reference, speech, tell_apart(speech, VoiceCount())))
        every += [Turn(turn.start_s + at_s, turn.end_s + at_s, turn.voice) for turn in reference]
        sounds.append(sound)
        at_s += len(sound) / 16_000
    speech = hear(blocks(np.concatenate(sounds)))
    joined = Talk(every, speech, tell_apart(speech, VoiceCount(exactly=len({turn.voice for turn in every}))))
    for name, talks in (("each alone", alone), ("joined", [joined])):
        found = score(talks, by_turns, SECOND_S)
        print(f"AMI, {name}: {count(talks)}; kept marks {found.marked}, {found.right} of them rightly")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
