"""Fits the support score of `guardrails.evidence` to published notes of real meetings.

    python -m bench.train_support            prints how it does, and what differs from the kept coefficients
    python -m bench.train_support --write    writes them

Right claims are the published ones at their own call, and annotated ones of AMI and ICSI at the lines that
people linked; wrong ones are the same at a call of another group, and at the call of the same group two
before. Each is seen as it was transcribed and as one microphone would give it. The fit is iteratively
reweighted least squares with an L2 penalty, without any randomness. The threshold is where 185 of 1,000
claims of the same group's earlier call pass, each group scored by coefficients that never saw it.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from bench import fitting
from bench.corpus import DATA
from bench.corpus import meetings as corpora
from bench.drafts import Call, Citing, annotated, calls, in_the_room, pairs
from bench.fitting import Floats
from guardrails.core.guardrail import Context
from guardrails.core.types import Claim, Evidence
from guardrails.evidence.index import MeetingIndex
from guardrails.evidence.owner import FEATURES as OWNER_FEATURES
from guardrails.evidence.owner import features as owner_features
from guardrails.evidence.passage import passage_of
from guardrails.evidence.support import FEATURES, WEIGHTS, cited_share, features

OTHERS = 3
"""Calls of other groups that the claims of a call are held against."""
PASSING = ("same-series", 0.185)
OWNERS_PASSING = ("other-series", 0.12)
"""Which wrong claims set the threshold, and how many of them may pass."""
WRONG_LINES = 0.03
"""Of right citations that may be taken for wrong ones; so are 55 of 100 of another claim's lines then."""
PENALTY = 1.0
EVIDENCE = 500.0
"""Claims that the claims of a kind count for in each source, however many there are."""
WEIGHT = {"right": 1.0, "other-series": 1.0, "same-series": 1.5}
"""Of all claims of a kind together, in each of the sources. What is much the same subject is hardest to tell
apart, and there is least of it.
"""
SOURCES = {"plain": 1.0, "room": 1.0, "annotated": 0.5}
"""Annotators say more than they link: what is right there is hardest to see."""
DIGITS = 4


@dataclass(frozen=True, slots=True)
class Example:
    source: str
    """"plain", "room" or "annotated"."""
    kind: str
    groups: tuple[str, ...]
    """Who noted it, and who is said to have said it."""
    values: tuple[float, ...]


def examples(data: Path) -> list[Example]:
    every = calls(data)
    return [
        *_of_calls("plain", every),
        *_of_calls("room", [in_the_room(call) for call in every]),
        *_of_annotators(data),
    ]


def _of_calls(source: str, every: Sequence[Call]) -> Iterator[Example]:
    heard = {call.id: _Heard(call) for call in every}
    for kind, call, at in pairs(every, random.Random(1), OTHERS):
        for claim in call.claims:
            values = heard[at.id].values(claim.text, claim.at_s if kind == "right" else None)
            if values is not None:
                yield Example(source, kind, (call.series, at.series), values)


def _of_annotators(data: Path) -> Iterator[Example]:
    every = list(annotated(corpora(data)))
    heard = {call.id: _Heard(call) for call, _ in every}
    foreign = [call for call, _ in every if call.series != "AMI"]
    rng = random.Random(1)
    for call, linked in every:
        for claim, ids in linked:
            own = heard[call.id].at(claim.text, ids)
            yield Example("annotated", "right", (call.series,), own)
            other = rng.choice([one for one in foreign if one.id != call.id])
            values = heard[other.id].values(claim.text, None)
            if values is not None:
                yield Example("annotated", "other-series", (call.series, "another"), values)


class _Heard:
    """A call with what is asked of it again and again."""

    def __init__(self, call: Call) -> None:
        self._index = MeetingIndex(call.segments)
        self._cite = Citing(call.segments)
        self._places = {segment.id: place for place, segment in enumerate(call.segments)}

    def values(self, text: str, at_s: float | None) -> tuple[float, ...] | None:
        cited = self._cite(text, at_s)
        return self.at(text, cited) if cited else None

    def cited_share(self, text: str, at_s: float) -> float | None:
        cited = {self._places[each] for each in self._cite(text, at_s)}
        return cited_share(self._index.wanted(text), cited) if cited else None

    def at(self, text: str, cited: Sequence[str]) -> tuple[float, ...]:
        return features(self._index.wanted(text), {self._places[each] for each in cited})


def least_cited_share(data: Path) -> float:
    """What WRONG_LINES of the right citations of published claims stay below."""
    shares = []
    for call in calls(data):
        heard = _Heard(call)
        shares += [heard.cited_share(noted.text, noted.at_s) for noted in call.claims]
    return float(np.quantile([share for share in shares if share is not None], WRONG_LINES))


def owners(data: Path) -> list[Example]:
    """Named owners of action items, and for each some of the others who speak in the same call."""
    rng = random.Random(1)
    found: list[Example] = []
    for call in calls(data):
        index, cite, context = MeetingIndex(call.segments), Citing(call.segments), Context(call.segments)
        for noted in call.claims:
            owner, cited = call.person(noted.owner), cite(noted.text, noted.at_s)
            claim = Claim("c", "action", noted.text, Evidence(cited, ""))
            passage = passage_of(claim, context, index)
            if not noted.is_action or owner is None or passage is None:
                continue
            others = [who for who in call.speakers if who != owner]
            for who in (owner, *rng.sample(others, min(OTHERS, len(others)))):
                kind = "right" if who == owner else "other-series"
                values = owner_features(who, noted.text, passage, index, context.language)
                found.append(Example("plain", kind, (call.series,), values))
    return found


def fitted(chosen: Sequence[Example]) -> Floats:
    """Intercept and coefficients."""
    values = np.array([one.values for one in chosen])
    right = np.array([one.kind == "right" for one in chosen], dtype=np.float64)
    return fitting.fitted(values, right, penalty=PENALTY, weights=_weights(chosen))


def _weights(chosen: Sequence[Example]) -> Floats:
    kinds = [(one.source, one.kind) for one in chosen]
    counts = {kind: kinds.count(kind) for kind in set(kinds)}
    return np.array([EVIDENCE * WEIGHT[k] * SOURCES[s] / counts[s, k] for s, k in kinds])


def scores(found: Floats, chosen: Sequence[Example]) -> Floats:
    return found[0] + np.array([one.values for one in chosen]) @ found[1:]


def unseen(every: Sequence[Example]) -> Floats:
    """The score of each example by coefficients that saw nothing of its group."""
    result = np.zeros(len(every))
    for group in sorted({one.groups[0] for one in every}):
        places = [place for place, one in enumerate(every) if one.groups[0] == group]
        found = fitted([one for one in every if group not in one.groups])
        result[places] = scores(found, [every[place] for place in places])
    return result


def passing(every: Sequence[Example], values: Floats, kind: str, share: float) -> float:
    """The score that so many of the wrong claims of a kind exceed."""
    scored = zip(every, values, strict=True)
    wrong = sorted((value for one, value in scored if _of(one) == ("plain", kind)), reverse=True)
    return float(wrong[int(share * len(wrong))])


def _of(one: Example) -> tuple[str, str]:
    return one.source, one.kind


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m bench.train_support")
    parser.add_argument("--data", type=Path, default=DATA)
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args(arguments)
    said = _fit("carried", examples(options.data), FEATURES, PASSING)
    owned = _fit("given to", owners(options.data), OWNER_FEATURES, OWNERS_PASSING)
    least = {"least cited share": round(least_cited_share(options.data), DIGITS)}
    written = json.dumps(said | least | {"owner": owned}, indent=1)
    print(written)
    if options.write:
        WEIGHTS.write_text(written + "\n", encoding="utf-8")
        return 0
    return 0 if WEIGHTS.exists() and WEIGHTS.read_text(encoding="utf-8") == written + "\n" else 1


def _fit(
    what: str, every: Sequence[Example], names: Sequence[str], most: tuple[str, float]
) -> dict[str, Any]:
    """Coefficients with their threshold; prints the share of each kind that passes."""
    found, apart = fitted(every), unseen(every)
    threshold = passing(every, apart, *most)
    seen = scores(found, every)
    print(f"{what:24} {'claims':>6} {'groups unseen':>13} {'all seen':>8}")
    for source, kind in dict.fromkeys(map(_of, every)):
        these = np.array([_of(one) == (source, kind) for one in every])
        rates = [(values[these] > threshold).mean() for values in (apart, seen)]
        print(f"{source + ' ' + kind:24} {these.sum():6} {rates[0]:13.3f} {rates[1]:8.3f}")
    intercept, *rest = (round(float(value), DIGITS) for value in found)
    return {
        "intercept": intercept,
        "threshold": round(threshold, DIGITS),
        "coefficients": dict(zip(names, rest, strict=True)),
    }


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
