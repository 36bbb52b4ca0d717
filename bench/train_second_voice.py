"""Fits when a line is shown with two voices.

    python -m bench.train_second_voice           fits, and says how it does on other conversations, and on AMI
    python -m bench.train_second_voice --fit 2 --check 1    fewer conversations of each kind (4 and 4)

The conversations are those of `bench.speakers` for four people, except that three of ten turns begin 0.5 to
2 s before the last one ends, and that somebody murmurs into three of ten long ones. Their lines are cut as a
recogniser cuts: in pauses, and after 6 s, with times that are up to 0.3 s wrong. Of a line with two voices a
second person says half a second. The limit, the seconds for which the turns change within a line, is the one
with the best F0.5: a wrong mark takes a promise from its owner. Other signs did no better (docs/adr/0234).
Exits 1 where the fitted limit does clearly better than the kept one, or that has a precision below 0.7 on
other conversations. Needs the evaluation data (--data DIR, by default ../shared/data).
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, pairwise
from pathlib import Path

import numpy as np

from bench.conversations import CONDITIONS
from bench.corpus import DATA
from bench.speakers import blocks, conversation
from pipelines.evaluate.speakers import read_rttm
from pipelines.speakers.classical import tell_apart
from pipelines.speakers.features import Speech, hear
from pipelines.speakers.lines import SECOND_S, voices_of
from pipelines.speakers.turns import Turn, VoiceCount
from pipelines.speech.decode import AudioFile

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
LIMITS_S = [tenth / 10 for tenth in range(1, 16)]


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
    """A recording with its lines, and the turns that are heard in it."""

    def __init__(self, reference: Sequence[Turn], speech: Speech, number: VoiceCount) -> None:
        self.lines = list(lines_of(reference))
        self._found = tell_apart(speech, number)

    def marks(self, least_s: float) -> list[bool]:
        """Which lines get a second voice."""
        spans = [(line.start_s, line.end_s) for line in self.lines]
        return [second is not None for _, second in voices_of(spans, self._found, least_s)]


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


def score(talks: Sequence[Talk], limit_s: float, kind: str | None = None) -> Score:
    """Of all lines; with `kind`, only those lines with two voices count that are of it."""
    found = [
        (line.kind != "one", marked)
        for talk in talks
        for line, marked in zip(talk.lines, talk.marks(limit_s), strict=True)
        if kind in (None, line.kind) or line.kind == "one"
    ]
    right = sum(is_two and marked for is_two, marked in found)
    return Score(sum(marked for _, marked in found), right, sum(is_two for is_two, _ in found), len(found))


def fitted(talks: Sequence[Talk]) -> float:
    scored = {limit: score(talks, limit).f_half for limit in LIMITS_S}
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
    print(f"| limit | precision, recall: fit | others | one voice, marked | {' | '.join(KINDS)} |")
    print("|---|---|---|---|---|---|---|")
    best_s = fitted(fit)
    print(row("fitted", best_s, fit, others))
    print(row("kept", SECOND_S, fit, others), flush=True)
    two = list(built(audio, 2, range(options.check), VoiceCount()))
    print(row("kept; two people, number not known", SECOND_S, fit, two), flush=True)
    clips(audio / "ami")
    is_fitted = score(fit, SECOND_S).f_half >= score(fit, best_s).f_half - ALIKE
    return 0 if is_fitted and score(others, SECOND_S).precision >= LEAST_PRECISION else 1


def row(name: str, limit_s: float, fit: Sequence[Talk], others: Sequence[Talk]) -> str:
    ours, theirs = score(fit, limit_s), score(others, limit_s)
    recalls = " | ".join(f"{score(others, limit_s, kind).recall:.2f}" for kind in KINDS)
    return (
        f"| {name}, {limit_s:g} s | {ours.precision:.2f}, {ours.recall:.2f} "
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
            yield Talk(talk.turns, speech, number)


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
        alone.append(Talk(reference, speech, VoiceCount()))
        every += [Turn(turn.start_s + at_s, turn.end_s + at_s, turn.voice) for turn in reference]
        sounds.append(sound)
        at_s += len(sound) / 16_000
    speech = hear(blocks(np.concatenate(sounds)))
    joined = Talk(every, speech, VoiceCount(exactly=len({turn.voice for turn in every})))
    for name, talks in (("each alone", alone), ("joined", [joined])):
        found = score(talks, SECOND_S)
        print(f"AMI, {name}: {count(talks)}; kept marks {found.marked}, {found.right} of them rightly")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
