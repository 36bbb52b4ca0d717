"""Fits the weights of `pipelines.rules.picker` to what people, and a large model, noted of real meetings.

    python -m bench.train_picker            prints how it does; fails where the kept weights are others
    python -m bench.train_picker --write    writes them

Candidates for actions were graded by reading (bench/grades.jsonl, docs/quality.md). Others count less: one is
right if it matches something noted, in AMI by the utterances that annotators linked; in calls with published
notes by its time and its rare words; in calls of note-takers, who gave no times, by its rare words. One note
often matches several candidates that only share its subject. So the fit is repeated: of the candidates that
match a note, the two that the last fit found likeliest stay right, and the others count neither way (learning
from bags, Dietterich 1997). The fit is iteratively reweighted least squares with an L2 penalty, without any
randomness; each source weighs the same however many meetings it has.
"""

from __future__ import annotations

import argparse
import json
import math
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bench.corpus import DATA
from bench.corpus import meetings as corpora
from bench.drafts import Call, Noted, annotated, calls, note_takers, words
from guardrails.core.types import Claim
from pipelines.rules.actions import Action, actions_of
from pipelines.rules.context import Context, context_of
from pipelines.rules.decisions import Decision, decisions_of
from pipelines.rules.features import CUE, OBJECT, PATTERN, VERB, Features
from pipelines.rules.picker import WEIGHTS, budget, peaks

LANGUAGE = "en"
"""Of all that is annotated."""
BEFORE_S, AFTER_S = 60, 150
COVERED = 0.25
COVERED_ANYWHERE = 0.35
QUOTE_WORDS, TASK_WORDS = 40, 25
GRADED = "graded"
SOURCES = {
    "action": {GRADED: 1.0, "AMI": 0.2, "calls": 0.1},
    "decision": {"calls": 0.7, "AMI": 1.0, "note-takers": 0.2},
}
"""How much each counts."""
A_SOURCE = 1000.0
"""Weight of the right ones of a source together, and of its wrong ones."""
PENALTY = {"action": 900.0, "decision": 300.0}
ROUNDS = 8
FITS = 3
WANTED, POSSIBLE, FEWEST = 0.45, 0.35, 50
"""The share of wanted ones among items, among these and possible items, and of how many at least."""
WRONG = 100
"""Of one meeting, which teach as much as all."""
LIKELIEST = 2
COMMON = {PATTERN: (150, 14), CUE: (30, 7), OBJECT: (30, 7), VERB: (20, 6)}
"""Features of a language count that so many candidates have, in so many groups."""
DIGITS = 3
STEPS = (0.5, 0.6, 0.7, 0.75, 0.8, 0.84, 0.88, 0.9, 0.92, 0.94, 0.96, 0.98)
"""Of the scores, among which the threshold is looked for."""
KINDS = ("action", "decision")
GRADES = Path(__file__).parent / "grades.jsonl"
GRADE = ("wanted", "vague", "wrong")
"""As docs/quality.md says."""
WORTH = {"wanted": 1.0, "vague": 0.3}
"""How right a candidate is: a promise that is none to note counts in part."""

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
    grades: tuple[str | None, ...]
    """What a reader called each candidate, where one did."""


def read(data: Path) -> dict[str, list[Meeting]]:
    found: dict[str, list[Meeting]] = {kind: [] for kind in KINDS}
    grades = {kind: read_grades(kind) for kind in KINDS}
    for source, call, linked in _calls(data):
        context = context_of(call.segments, (), LANGUAGE)
        for kind in KINDS:
            found[kind].append(_meeting(source, kind, call, linked, context, grades[kind].get(call.id, {})))
    return found


def read_grades(kind: str) -> dict[str, dict[str, str]]:
    """By meeting and candidate: the first segment of its sentence and its verb, or first word."""
    rows = map(json.loads, GRADES.read_text("utf-8").splitlines())
    return {
        row["meeting"]: {each: grade for grade in GRADE for each in row.get(grade, ())}
        for row in rows
        if row["kind"] == kind
    }


def _calls(data: Path) -> Iterator[tuple[str, Call, Sequence[Any]]]:
    for call in calls(data):
        yield "calls", call, ()
    for call in note_takers(data):
        yield "note-takers", call, ()
    for call, linked in annotated(corpora(data)):
        yield call.id.partition("/")[0], call, linked


def _meeting(
    source: str, kind: str, call: Call, linked: Sequence[Any], context: Context, grades: Mapping[str, str]
) -> Meeting:
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
        group=call.series if source == "calls" else call.id[:10] if source in ("AMI", "ICSI") else source,
        duration_s=context.duration_s,
        noted=len(evidence) if source == "AMI" else len(notes),
        candidates=tuple(Listed(each.matter, each.is_shown(all_of_them=False)) for each in candidates),
        times_s=times,
        features=tuple(candidate.features(context) for candidate in candidates),
        matches=tuple(matches),
        cited=tuple(frozenset(claim.evidence.segment_ids) for claim in claims),
        gold=frozenset().union(*evidence),
        grades=tuple(_grade(call, each, grades) for each in candidates),
    )


def _grade(call: Call, candidate: Action | Decision, grades: Mapping[str, str]) -> str | None:
    if isinstance(candidate, Decision):
        sentence, word = candidate.sentence, candidate.sentence.text.split()[0].lower()
    else:
        sentence, word = candidate.work.sentence, candidate.work.verb
    return grades.get(f"{call.segments[sentence.segments[0]].id} {word}")


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


def names_of(every: Sequence[Meeting], *, of_language: bool) -> list[str]:
    """The features that count: all that any language has, and the patterns and verbs that are common."""
    counts: Counter[str] = Counter()
    groups: dict[str, set[str]] = defaultdict(set)
    for meeting in every:
        for found in meeting.features:
            counts.update(found)
            for name in found:
                groups[name].add(meeting.group)

    def counts_as_common(name: str) -> bool:
        common = next((least for start, least in COMMON.items() if name.startswith(start)), None)
        if common is None:
            return True
        return of_language and counts[name] >= common[0] and len(groups[name]) >= common[1]

    return sorted(filter(counts_as_common, counts))


class Design:
    """The candidates of all meetings as numbers."""

    def __init__(self, kind: str, every: Sequence[Meeting], *, of_language: bool) -> None:
        self.kind, self.every = kind, every
        self.names = names_of(every, of_language=of_language)
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
            found = _fit(rows, right, weights, PENALTY[self.kind])
        assert found is not None
        return found

    def scores(self, place: int, found: Floats) -> Floats:
        return found[0] + self.values[place] @ found[1:]

    def _labelled(self, chosen: Sequence[int], found: Floats | None) -> tuple[Floats, Floats, Floats]:
        parts: dict[str, list[tuple[Floats, Floats]]] = defaultdict(list)
        for place in chosen:
            meeting, values = self.every[place], self.values[place]
            graded = np.array([grade is not None for grade in meeting.grades], dtype=bool)
            worth = np.array([WORTH.get(grade or "", 0.0) for grade in meeting.grades])
            parts[GRADED].append((values[graded], worth[graded]))
            right = np.array([bool(match) for match in meeting.matches], dtype=np.float64)
            used = ~graded & ((right > 0) | (np.arange(len(right)) % max(len(right) // WRONG, 1) == 0))
            if found is not None and meeting.source != "AMI":
                used &= (right == 0) | self._likeliest(meeting, self.scores(place, found))
            parts[meeting.source].append((values[used], right[used]))
        rows, labels, weights = [], [], []
        for source, share in SOURCES[self.kind].items():
            of_source = [part for part in parts[source] if len(part[0])]
            if of_source:
                right = np.concatenate([labels for _, labels in of_source])
                rows += [values for values, _ in of_source]
                labels.append(right)
                is_right = right == 1
                each = np.where(is_right, 1 / max(is_right.sum(), 1), 1 / max((~is_right).sum(), 1))
                weights.append(share * A_SOURCE * each)
        return np.concatenate(rows), np.concatenate(labels), np.concatenate(weights)

    @staticmethod
    def _likeliest(meeting: Meeting, scores: Floats) -> NDArray[np.bool_]:
        kept = np.zeros(len(scores), dtype=bool)
        for note in range(meeting.noted):
            bag = [place for place, match in enumerate(meeting.matches) if note in match]
            for place in sorted(bag, key=lambda place: (-scores[place], place))[:LIKELIEST]:
                kept[place] = True
        return kept


def _fit(rows: Floats, right: Floats, weights: Floats, ridge: float) -> Floats:
    middle = (rows * weights[:, None]).sum(0) / weights.sum()
    spread = np.sqrt((((rows - middle) ** 2) * weights[:, None]).sum(0) / weights.sum()) + 0.02
    design = np.c_[np.ones(len(rows)), (rows - middle) / spread]
    penalty = np.eye(design.shape[1]) * ridge
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


def thresholds(kind: str, design: Design, scores: Sequence[Floats]) -> tuple[float, float]:
    """The least scores of an item and of a possible item. Of actions those above which so many graded
    candidates are wanted; of decisions, few of which are wanted, for both the one with which recall and
    precision of AMI and of the calls are best together, as the mean of their F1."""
    if kind == "action":
        graded = [
            (float(score), candidate.may_show, grade == "wanted")
            for meeting, own in zip(design.every, scores, strict=True)
            for candidate, score, grade in zip(meeting.candidates, own, meeting.grades, strict=True)
            if grade is not None
        ]
        items = _above([(score, wanted) for score, may_show, wanted in graded if may_show], WANTED)
        return items, _above([(score, wanted) for score, _, wanted in graded], POSSIBLE)
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

    least = max((float(np.quantile(values, share)) for share in STEPS), key=worth)
    return least, least


def _above(graded: Sequence[tuple[float, bool]], share: float) -> float:
    """The least score above which such a share is wanted."""
    ranked = sorted(graded, reverse=True)
    wanted = list(accumulate(is_wanted for _, is_wanted in ranked))
    return min(ranked[n][0] for n in range(FEWEST, len(ranked)) if wanted[n] >= share * (n + 1))


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
    for source in ("calls", "AMI", "note-takers"):
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


def grades(kind: str, design: Design, scores: Sequence[Floats], least: float, what: str) -> None:
    """How the graded candidates of others' meetings are ranked."""
    values = np.concatenate(scores)
    names = [grade for meeting in design.every for grade in meeting.grades]
    wanted, rest = (
        np.array([value for value, name in zip(values, names, strict=True) if name in of])
        for of in (GRADE[:1], GRADE[1:])
    )
    pairs = np.mean(wanted[:, None] > rest)
    allowed = [candidate.may_show for meeting in design.every for candidate in meeting.candidates]
    shown = Counter(
        name
        for value, name, may_show in zip(values, names, allowed, strict=True)
        if name and may_show and value >= least
    )
    print(f"{kind:9} {what:12} wanted above another in {pairs:.3f} of pairs; shown {dict(shown)}")


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m bench.train_picker")
    parser.add_argument("--data", type=Path, default=DATA)
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args(arguments)
    fitted: dict[str, dict[str, Any]] = {LANGUAGE: {}, "any": {}}
    for kind, every in read(options.data).items():
        for code, pickers in fitted.items():
            pickers[kind] = _trained(kind, every, code)
    written = json.dumps(fitted, indent=1) + "\n"
    print(f"{len(written)} bytes")
    if options.write:
        WEIGHTS.write_text(written, encoding="utf-8")
        return 0
    return 0 if WEIGHTS.exists() and WEIGHTS.read_text(encoding="utf-8") == written else 1


def _trained(kind: str, every: Sequence[Meeting], code: str) -> dict[str, Any]:
    """As `Picker` is kept."""
    design = Design(kind, every, of_language=code == LANGUAGE and kind == "action")
    found, unseen = design.fitted(range(len(every))), _unseen(design)
    least, floor = (round(score, DIGITS) for score in thresholds(kind, design, unseen))
    seen = [design.scores(place, found) for place in range(len(every))]
    for scores, what in ((unseen, "group unseen"), (seen, "all seen")):
        print(f"{code}, {len(design.names)} features, threshold {least}, floor {floor}")
        report(kind, design, scores, least, what)
        grades(kind, design, scores, least, what)
    values = zip(design.names, (round(float(value), DIGITS) for value in found[1:]), strict=True)
    weights = {name: value for name, value in values if value}
    intercept = round(float(found[0]), DIGITS)
    return {"intercept": intercept, "threshold": least, "floor": floor, "weights": weights}


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
