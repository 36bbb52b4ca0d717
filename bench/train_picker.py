"""Fits the weights of `pipelines.rules.picker` to what a careful reader marked in real meetings.

    python -m bench.train_picker            prints how it does; fails where the kept weights are others
    python -m bench.train_picker --write    writes them; --only KIND fits those of actions or decisions alone

Every meeting of the development data was read from beginning to end, and the words in which something was
taken on, decided or left open were marked, wanted or vague (bench/marks.jsonl; docs/quality.md has the
protocol). A candidate is right if it holds the words of a mark; one that only stands on a line beside them
counts neither way; all others are wrong. The fit is iteratively reweighted least squares with an L2 penalty,
without any randomness. What people and a large model noted of the same meetings teaches nothing here, so that
it can tell how good the weights are.
"""

from __future__ import annotations

import argparse
import json
import math
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import accumulate
from pathlib import Path
from typing import Any

import numpy as np

from bench import fitting
from bench.corpus import DATA
from bench.corpus import meetings as corpora
from bench.drafts import Call, Noted, annotated, calls, note_takers, words
from bench.fitting import Floats
from guardrails.core.types import Claim, Segment
from pipelines.meeting import Meeting as Context
from pipelines.meeting import read_meeting
from pipelines.rules.actions import Action, actions_of
from pipelines.rules.decisions import Decision, decisions_of
from pipelines.rules.features import CUE, OBJECT, PATTERN, VERB, Features
from pipelines.rules.picker import WEIGHTS, budget, peaks

LANGUAGE = "en"
"""Of all that is marked."""
BEFORE_S, AFTER_S = 60, 150
COVERED = 0.25
COVERED_ANYWHERE = 0.35
QUOTE_WORDS, TASK_WORDS = 40, 25
PENALTY = 200.0
SPREAD = 0.02
WORTH = {"wanted": 1.0, "vague": 0.3}
"""How right a candidate is: a promise that is none to note counts in part."""
HELD = 0.5
"""The share of a mark's words that its candidate has."""
SHARE = {"action": (0.38, 0.25), "decision": (0.2, 0.15)}
"""Of wanted ones among items, and among all candidates as likely as a possible item, in groups unseen."""
FEWEST = 50
"""Of how many at least."""
WRONG = 100
"""Of one meeting, which teach as much as all."""
COMMON = {PATTERN: (60, 20), CUE: (20, 10), OBJECT: (20, 10), VERB: (15, 10)}
"""Features of a language count that so many candidates have, in so many groups."""
DIGITS = 3
KINDS = ("action", "decision")
MARKS = Path(__file__).parent / "marks.jsonl"
"""For each mark the segment with its words, the first of these, how many they are, and further segments."""
GRADES = ("wanted", "vague")


@dataclass(frozen=True, slots=True)
class Mark:
    grade: str
    segment: str
    words: frozenset[str]
    further: frozenset[str]


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
    marks: tuple[Mark, ...]
    candidates: tuple[Listed, ...]
    times_s: tuple[float, ...]
    features: tuple[Features, ...]
    matches: tuple[frozenset[int], ...]
    """For each candidate, the notes that it is right for."""
    touched: tuple[frozenset[int], ...]
    """Likewise the marks on whose segments it stands."""
    worth: tuple[float | None, ...]
    """How right each candidate is; None for what only stands beside a mark."""
    cited: tuple[frozenset[str], ...]
    gold: frozenset[str]
    """Segments that people linked, where they did."""

    def grade(self, place: int) -> str | None:
        """The best grade of the marks that a candidate touches."""
        touched = {self.marks[number].grade for number in self.touched[place]}
        return next((grade for grade in GRADES if grade in touched), None)


def read(data: Path, kinds: Sequence[str] = KINDS) -> dict[str, list[Meeting]]:
    found: dict[str, list[Meeting]] = {kind: [] for kind in kinds}
    for source, call, linked in _calls(data):
        context = read_meeting(call.segments, LANGUAGE)
        for kind in kinds:
            found[kind].append(_meeting(source, kind, call, linked, context))
    return found


def marks_of(kind: str, call: Call) -> tuple[Mark, ...]:
    said = {segment.id: segment for segment in call.segments}
    row: Mapping[str, Any] = _rows().get((call.id, kind), {})
    return tuple(_mark(grade, mark, said) for grade in GRADES for mark in row.get(grade, ()))


@cache
def _rows() -> dict[tuple[str, str], dict[str, Any]]:
    """By meeting and kind."""
    rows = map(json.loads, MARKS.read_text("utf-8").splitlines())
    return {(row["meeting"], row["kind"]): row for row in rows}


def _mark(grade: str, mark: str, said: Mapping[str, Segment]) -> Mark:
    at, *further = mark.split()
    segment, _, span = at.partition(":")
    first, count = map(int, span.split("+"))
    marked = " ".join(said[segment].text.split()[first : first + count])
    return Mark(grade, segment, frozenset(words(marked)), frozenset(further))


def _calls(data: Path) -> Iterator[tuple[str, Call, Sequence[Any]]]:
    for call in calls(data):
        yield "calls", call, ()
    for call in note_takers(data):
        yield "note-takers", call, ()
    for call, linked in annotated(corpora(data)):
        yield call.id.partition("/")[0], call, linked


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
    marks = marks_of(kind, call)
    touched = [_touched(context, candidate, marks) for candidate in candidates]
    return Meeting(
        source=source,
        group=call.series if source == "calls" else call.id[:10] if source in ("AMI", "ICSI") else source,
        duration_s=context.duration_s,
        noted=len(evidence) if source == "AMI" else len(notes),
        marks=marks,
        candidates=tuple(Listed(each.matter, each.is_shown(all_of_them=False)) for each in candidates),
        times_s=times,
        features=tuple(candidate.features(context) for candidate in candidates),
        matches=tuple(matches),
        touched=tuple(touched),
        worth=tuple(_worth(context, candidates, marks, touched)),
        cited=tuple(frozenset(claim.evidence.segment_ids) for claim in claims),
        gold=frozenset().union(*evidence),
    )


def _touched(context: Context, candidate: Action | Decision, marks: Sequence[Mark]) -> frozenset[int]:
    ids = _ids(context, candidate)
    return frozenset(n for n, mark in enumerate(marks) if mark.segment in ids or ids & mark.further)


def _worth(
    context: Context,
    candidates: Sequence[Action | Decision],
    marks: Sequence[Mark],
    touched: Sequence[frozenset[int]],
) -> list[float | None]:
    """Of the candidates in the segment of a mark, those that hold most of its words are what is meant."""
    worth: list[float | None] = [None if each else 0.0 for each in touched]
    for mark in marks:
        held = {
            place: len(mark.words & set(words(_said(candidate)))) / max(len(mark.words), 1)
            for place, candidate in enumerate(candidates)
            if mark.segment in _ids(context, candidate)
        }
        for place, share in held.items():
            if share == max(held.values()) and share >= HELD:
                worth[place] = max(worth[place] or 0.0, WORTH[mark.grade])
    return worth


def _ids(context: Context, candidate: Action | Decision) -> frozenset[str]:
    return frozenset(context.segments[place].id for place in candidate.said_in.segments)


def _said(candidate: Action | Decision) -> str:
    return f"{candidate.said_in.text} {candidate.text}"


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
        rows, right = [], []
        for place in chosen:
            worth = self.every[place].worth
            every = max(sum(each == 0 for each in worth) // WRONG, 1)
            used = [n for n, each in enumerate(worth) if each is not None and (each > 0 or n % every == 0)]
            rows.append(self.values[place][used])
            right.append(np.array([worth[n] for n in used], dtype=np.float64))
        return fitting.fitted(
            np.concatenate(rows), np.concatenate(right), penalty=PENALTY, least_spread=SPREAD
        )

    def scores(self, place: int, found: Floats) -> Floats:
        return found[0] + self.values[place] @ found[1:]


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
    """The least scores of an item and of a possible item: those above which such a share touches a wanted
    mark, of what a note would show and of all candidates."""
    items, every = (
        [
            (float(own[place]), meeting.grade(place) == "wanted")
            for meeting, own in zip(design.every, scores, strict=True)
            for place in (shown(kind, meeting, own, -math.inf) if is_item else range(len(own)))
        ]
        for is_item in (True, False)
    )
    least, floor = SHARE[kind]
    return _above(items, least), _above(every, floor)


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


def marked(kind: str, design: Design, scores: Sequence[Floats], least: float, what: str) -> None:
    """How the marks of a reader are found."""
    pairs: list[float] = []
    seen: dict[str, Counter[str]] = defaultdict(Counter)
    for meeting, own in zip(design.every, scores, strict=True):
        worth = meeting.worth
        wanted, rest = (
            np.array(
                [own[n] for n, each in enumerate(worth) if each is not None and (each == 1.0) is is_wanted]
            )
            for is_wanted in (True, False)
        )
        pairs += [float(np.mean(score > rest)) for score in wanted if len(rest)]
        places = shown(kind, meeting, own, least)
        count = seen[meeting.source]
        count.update(meeting.grade(place) or "neither" for place in places)
        reached = frozenset().union(*(meeting.touched[place] for place in places))
        count["reached"] += sum(meeting.marks[number].grade == "wanted" for number in reached)
        count["marks"] += sum(mark.grade == "wanted" for mark in meeting.marks)
        count["meetings"] += 1
    print(f"{kind:9} {what:12} wanted above another of its meeting in {np.mean(pairs):.3f} of pairs")
    for source, count in seen.items():
        made = max(count["wanted"] + count["vague"] + count["neither"], 1)
        print(
            f"{kind:9} {what:12} {source:12} {made / count['meetings']:.1f} a meeting, wanted"
            f" {count['wanted'] / made:.3f}, vague {count['vague'] / made:.3f}; of the wanted marks"
            f" {count['reached']} of {count['marks']} = {count['reached'] / max(count['marks'], 1):.3f}"
        )


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m bench.train_picker")
    parser.add_argument("--data", type=Path, default=DATA)
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--only", choices=KINDS)
    options = parser.parse_args(arguments)
    kept = WEIGHTS.read_text(encoding="utf-8")
    fitted: dict[str, dict[str, Any]] = json.loads(kept)
    for kind, every in read(options.data, [options.only] if options.only else KINDS).items():
        for code, pickers in fitted.items():
            pickers[kind] = _trained(kind, every, code)
    written = json.dumps(fitted, indent=1) + "\n"
    print(f"{len(written)} bytes")
    if options.write:
        WEIGHTS.write_text(written, encoding="utf-8")
        return 0
    return 0 if kept == written else 1


def _trained(kind: str, every: Sequence[Meeting], code: str) -> dict[str, Any]:
    """As `Picker` is kept."""
    design = Design(kind, every, of_language=code == LANGUAGE and kind == "action")
    found, unseen = design.fitted(range(len(every))), _unseen(design)
    least, floor = (round(score, DIGITS) for score in thresholds(kind, design, unseen))
    seen = [design.scores(place, found) for place in range(len(every))]
    for scores, what in ((unseen, "group unseen"), (seen, "all seen")):
        print(f"{code}, {len(design.names)} features, threshold {least}, floor {floor}")
        report(kind, design, scores, least, what)
        marked(kind, design, scores, least, what)
    values = zip(design.names, (round(float(value), DIGITS) for value in found[1:]), strict=True)
    weights = {name: value for name, value in values if value}
    intercept = round(float(found[0]), DIGITS)
    return {"intercept": intercept, "threshold": least, "floor": floor, "weights": weights}


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
