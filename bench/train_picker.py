"""Fits the weights of `pipelines.rules.picker` to what people, and a large model, noted of real meetings.

    python -m bench.train_picker            prints how it does; fails where the kept weights are others
    python -m bench.train_picker --write    writes them

A candidate is right if it matches something noted: in AMI by the utterances that annotators linked; in calls
with published notes by its time and its rare words; in calls of note-takers, who gave no times, by its rare
words. One note often matches several candidates that only share its subject. So the fit is repeated: of the
candidates that match a note, the three that the last fit found likeliest stay right, and the others count
neither way (learning from bags, Dietterich 1997). The fit is iteratively reweighted least squares with an L2
penalty, without any randomness; each source weighs the same however many meetings it has.
"""

from __future__ import annotations

import argparse
import json
import math
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bench.corpus import DATA
from bench.corpus import meetings as corpora
from bench.drafts import Call, Noted, annotated, calls, note_takers, words
from guardrails.core.types import Claim
from pipelines.rules.actions import actions_of
from pipelines.rules.context import Context, context_of
from pipelines.rules.decisions import decisions_of
from pipelines.rules.features import Features
from pipelines.rules.picker import WEIGHTS, budget, peaks

LANGUAGE = "en"
"""Of all that is annotated."""
BEFORE_S, AFTER_S = 60, 150
COVERED = 0.25
COVERED_ANYWHERE = 0.35
QUOTE_WORDS, TASK_WORDS = 40, 25
SOURCES = {"calls": 0.7, "AMI": 1.0, "note-takers": 0.2}
"""How much each counts."""
A_SOURCE = 1000.0
"""Weight of the right ones of a source together, and of its wrong ones."""
PENALTY = 300.0
ROUNDS = 8
FITS = 3
WRONG = 100
"""Of one meeting, which teach as much as all."""
LIKELIEST = 2
RARE, GROUPS = 60, 10
"""A pattern of words, or a verb, counts that so many candidates have, in so many groups."""
DIGITS = 3
STEPS = (0.5, 0.6, 0.7, 0.75, 0.8, 0.84, 0.88, 0.9, 0.92, 0.94, 0.96, 0.98)
"""Of the scores, among which the threshold is looked for."""
KINDS = ("action", "decision")

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Listed:
    """What is kept of a candidate: what it is about, and whether it may be shown."""

    matter: frozenset[str]
    may_show: bool


@dataclass(frozen=True)
class Meeting:
    source: str
    group: str
    duration_s: float
    noted: int
    candidates: tuple[Listed, ...]
    times_s: tuple[float, ...]
    features: tuple[Features, ...]
    matches: tuple[frozenset[int], ...]
    """For each candidate, the notes that it is right for."""
    cited: tuple[frozenset[str], ...]
    gold: frozenset[str]
    """Segments that people linked, where they did."""


def read(data: Path) -> dict[str, list[Meeting]]:
    found: dict[str, list[Meeting]] = {kind: [] for kind in KINDS}
    for source, call, linked in _calls(data):
        context = context_of(call.segments, (), LANGUAGE)
        for kind in KINDS:
            found[kind].append(_meeting(source, kind, call, linked, context))
    return found


def _calls(data: Path) -> Iterator[tuple[str, Call, Sequence[Any]]]:
    for call in calls(data):
        yield "calls", call, ()
    for call in note_takers(data):
        yield "note-takers", call, ()
    for call, linked in annotated([row for row in corpora(data) if row["corpus"] == "AMI"]):
        yield "AMI", call, linked


def _meeting(source: str, kind: str, call: Call, linked: Sequence[Any], context: Context) -> Meeting:
    candidates = actions_of(context) if kind == "action" else decisions_of(context)
    claims = [candidate.claim(context, 0.5) for candidate in candidates]
    times = tuple(context.times_s[candidate.index] for candidate in candidates)
    is_action = kind == "action"
    evidence = [frozenset(ids) for noted, ids in linked if noted.is_action == is_action]
    notes = [note for note in call.claims if note.is_action == is_action]
    if source == "AMI":
        matches = [_linked(claim.evidence.segment_ids, evidence) for claim in claims]
    else:
        matches = list(_alike(call, claims, times, notes, is_timed=source == "calls"))
    return Meeting(
        source=source,
        group=call.series if source == "calls" else call.id[:10] if source == "AMI" else source,
        duration_s=context.duration_s,
        noted=len(evidence) if source == "AMI" else len(notes),
        candidates=tuple(Listed(each.matter, each.is_shown(all_of_them=False)) for each in candidates),
        times_s=times,
        features=tuple(candidate.features(context) for candidate in candidates),
        matches=tuple(matches),
        cited=tuple(frozenset(claim.evidence.segment_ids) for claim in claims),
        gold=frozenset().union(*evidence),
    )


def _alike(
    call: Call, claims: Sequence[Claim], times_s: Sequence[float], notes: Sequence[Noted], *, is_timed: bool
) -> Iterator[frozenset[int]]:
    """For each claim the notes with which it shares enough rare words, and its time where notes have one."""
    rarity = _rarity(call)
    wanted = [(set(words(f"{note.text} {note.owner or ''}")), note.at_s) for note in notes]
    for claim, at_s in zip(claims, times_s, strict=True):
        quote = _cut(claim.evidence.quote, QUOTE_WORDS)
        have = set(words(f"{_cut(claim.text, TASK_WORDS)} {claim.owner or ''} {quote}"))
        yield frozenset(
            number
            for number, (want, note_s) in enumerate(wanted)
            if _covers(have, want, rarity, at_s, note_s if is_timed else None)
        )


def _linked(ids: Sequence[str], evidence: Sequence[frozenset[str]]) -> frozenset[int]:
    return frozenset(number for number, linked in enumerate(evidence) if linked & set(ids))


def _cut(text: str, most: int) -> str:
    return " ".join(text.split()[:most])


def _rarity(call: Call) -> dict[str, float]:
    held = Counter(word for segment in call.segments for word in set(words(segment.text)))
    return {word: math.log((1 + len(call.segments)) / (1 + count)) for word, count in held.items()}


def _covers(
    have: set[str], want: set[str], rarity: Mapping[str, float], at_s: float, note_s: float | None
) -> bool:
    if note_s is not None and not note_s - BEFORE_S <= at_s <= note_s + AFTER_S:
        return False
    whole = sum(rarity.get(word, 0.0) for word in want) or 1.0
    least = COVERED if note_s is not None else COVERED_ANYWHERE
    return sum(rarity.get(word, 0.0) for word in want & have) / whole >= least


def names_of(every: Sequence[Meeting]) -> list[str]:
    """The features that count: all that are known by name, and the patterns and verbs that are common."""
    counts: Counter[str] = Counter()
    groups: dict[str, set[str]] = defaultdict(set)
    for meeting in every:
        for found in meeting.features:
            counts.update(found)
            for name in found:
                groups[name].add(meeting.group)
    return sorted(
        name
        for name, count in counts.items()
        if not name.startswith("verb ") or (count >= RARE and len(groups[name]) >= GROUPS)
    )


class Design:
    """The candidates of all meetings as numbers."""

    def __init__(self, every: Sequence[Meeting]) -> None:
        self.every, self.names = every, names_of(every)
        places = {name: place for place, name in enumerate(self.names)}
        self.values = [np.zeros((len(meeting.features), len(self.names))) for meeting in every]
        for rows, meeting in zip(self.values, every, strict=True):
            for row, found in zip(rows, meeting.features, strict=True):
                for name, value in found.items():
                    if name in places:
                        row[places[name]] = value

    def fitted(self, chosen: Sequence[int]) -> Floats:
        """Intercept and weights, learned from these meetings."""
        found: Floats | None = None
        for _ in range(FITS):
            rows, right, weights = self._labelled(chosen, found)
            found = _fit(rows, right, weights)
        assert found is not None
        return found

    def scores(self, place: int, found: Floats) -> Floats:
        return found[0] + self.values[place] @ found[1:]

    def _labelled(self, chosen: Sequence[int], found: Floats | None) -> tuple[Floats, Floats, Floats]:
        parts: list[tuple[str, Floats, Floats]] = []
        for place in chosen:
            meeting = self.every[place]
            right = np.array([bool(match) for match in meeting.matches], dtype=np.float64)
            used = np.ones(len(right), dtype=bool)
            if found is not None and meeting.source != "AMI":
                kept = self._likeliest(meeting, self.scores(place, found))
                used = (right == 0) | kept
            used &= (right > 0) | (np.arange(len(right)) % max(len(right) // WRONG, 1) == 0)
            if len(right):
                parts.append((meeting.source, self.values[place][used], right[used]))
        weights = []
        for source, _, right in parts:
            of_source = [labels for other, _, labels in parts if other == source]
            positive = max(sum(labels.sum() for labels in of_source), 1.0)
            negative = max(sum((1 - labels).sum() for labels in of_source), 1.0)
            weights.append(SOURCES[source] * A_SOURCE * np.where(right > 0, 1 / positive, 1 / negative))
        return (
            np.concatenate([rows for _, rows, _ in parts]),
            np.concatenate([right for _, _, right in parts]),
            np.concatenate(weights),
        )

    @staticmethod
    def _likeliest(meeting: Meeting, scores: Floats) -> NDArray[np.bool_]:
        kept = np.zeros(len(scores), dtype=bool)
        for note in range(meeting.noted):
            bag = [place for place, match in enumerate(meeting.matches) if note in match]
            for place in sorted(bag, key=lambda place: (-scores[place], place))[:LIKELIEST]:
                kept[place] = True
        return kept


def _fit(rows: Floats, right: Floats, weights: Floats) -> Floats:
    middle = (rows * weights[:, None]).sum(0) / weights.sum()
    spread = np.sqrt((((rows - middle) ** 2) * weights[:, None]).sum(0) / weights.sum()) + 0.02
    design = np.c_[np.ones(len(rows)), (rows - middle) / spread]
    penalty = np.eye(design.shape[1]) * PENALTY
    penalty[0, 0] = 0.0
    found = np.zeros(design.shape[1])
    for _ in range(ROUNDS):
        odds = 1 / (1 + np.exp(-design @ found))
        curve = (design * (weights * odds * (1 - odds))[:, None]).T @ design + penalty
        step = np.linalg.solve(curve, design.T @ (weights * (right - odds)) - penalty @ found)
        found = found + step
        if np.abs(step).max() < 1e-6:
            break
    slopes = found[1:] / spread
    return np.concatenate([[found[0] - slopes @ middle], slopes])


def folds(every: Sequence[Meeting]) -> list[list[int]]:
    """Places of the meetings, by who meets; small groups together."""
    by_group: dict[str, list[int]] = defaultdict(list)
    for place, meeting in enumerate(every):
        by_group[meeting.group].append(place)
    large = [places for places in by_group.values() if len(places) >= 13]
    small = [places for places in by_group.values() if len(places) < 13]
    return [*large, *([place for group in small[n::4] for place in group] for n in range(4))]


def shown(kind: str, meeting: Meeting, scores: Floats, least: float) -> list[int]:
    """Places of the candidates that a note would show."""
    ranked = peaks(meeting.candidates, list(scores), meeting.times_s, apart=True)
    eligible = [place for place in ranked if meeting.candidates[place].may_show and scores[place] >= least]
    return eligible[: budget(kind, meeting.duration_s)]


def threshold(kind: str, design: Design, scores: Sequence[Floats]) -> float:
    """The least score with which recall and precision of AMI and of the calls are best together, as the mean
    of their F1."""
    values = np.concatenate(scores)

    def worth(least: float) -> float:
        found: Counter[str] = Counter()
        made: Counter[str] = Counter()
        for meeting, own in zip(design.every, scores, strict=True):
            places = shown(kind, meeting, own, least)
            hits = sum(bool(meeting.matches[place]) for place in places)
            notes = len(frozenset().union(*(meeting.matches[place] for place in places)))
            found[meeting.source] += hits + notes
            made[meeting.source] += len(places) + meeting.noted
        return sum(found[source] / max(made[source], 1) for source in ("AMI", "calls"))

    return max((float(np.quantile(values, share)) for share in STEPS), key=worth)


def report(kind: str, design: Design, scores: Sequence[Floats], least: float, what: str) -> None:
    """The judges' figures, before the checks of the guardrails."""
    noted: Counter[str] = Counter()
    found: Counter[str] = Counter()
    made: Counter[str] = Counter()
    hits: Counter[str] = Counter()
    cited = right = gold = 0
    for meeting, values in zip(design.every, scores, strict=True):
        places = shown(kind, meeting, values, least)
        source = meeting.source
        noted[source] += meeting.noted
        made[source] += len(places)
        hits[source] += sum(bool(meeting.matches[place]) for place in places)
        found[source] += len(frozenset().union(*(meeting.matches[place] for place in places)))
        if source == "AMI":
            lines = frozenset().union(*(meeting.cited[place] for place in places))
            cited, right, gold = (
                cited + len(lines),
                right + len(lines & meeting.gold),
                gold + len(meeting.gold),
            )
    for source in SOURCES:
        print(
            f"{kind:9} {what:12} {source:12} found {found[source]:3} of {noted[source]:3}"
            f" = {found[source] / noted[source]:.3f}, right {hits[source] / max(made[source], 1):.3f}"
            f" of {made[source]}"
        )
    print(f"{kind:9} {what:12} AMI by utterance: F1 {2 * right / max(cited + gold, 1):.3f}")


def _unseen(design: Design) -> list[Floats]:
    """The scores of each meeting, by weights learned from the other groups' meetings."""
    apart: list[Floats] = [np.zeros(0)] * len(design.every)
    for fold in folds(design.every):
        unseen = design.fitted([place for place in range(len(design.every)) if place not in set(fold)])
        for place in fold:
            apart[place] = design.scores(place, unseen)
    return apart


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m bench.train_picker")
    parser.add_argument("--data", type=Path, default=DATA)
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args(arguments)
    intercepts, weights, thresholds = {}, {}, {}
    for kind, every in read(options.data).items():
        design = Design(every)
        found = design.fitted(range(len(every)))
        unseen = _unseen(design)
        thresholds[kind] = round(threshold(kind, design, unseen), DIGITS)
        seen = [design.scores(place, found) for place in range(len(every))]
        for scores, what in ((unseen, "group unseen"), (seen, "all seen")):
            report(kind, design, scores, thresholds[kind], what)
        intercepts[kind] = round(float(found[0]), DIGITS)
        values = {
            name: round(float(value), DIGITS) for name, value in zip(design.names, found[1:], strict=True)
        }
        weights[kind] = {name: value for name, value in values.items() if value}
    fitted = {"threshold": thresholds, "intercept": intercepts, "weights": weights}
    written = json.dumps(fitted, indent=1) + "\n"
    print(f"{len(written)} bytes")
    if options.write:
        WEIGHTS.write_text(written, encoding="utf-8")
        return 0
    return 0 if WEIGHTS.exists() and WEIGHTS.read_text(encoding="utf-8") == written else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
