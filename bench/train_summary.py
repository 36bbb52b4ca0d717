"""Fits what `pipelines.summary` picks by: which words tell something, and which sentences say most.

    python -m bench.train_summary            prints how it does, and what differs from the kept weights
    python -m bench.train_summary --write    writes them

A word's share is that of the meetings that have it, in the corpus (AMI, ICSI, calls) where it is least
common: what only one kind of meeting speaks of is about its subject. A sentence is a right one where no other
carries more of a line of the published notes. The fit is that of bench.train_support.
"""

from __future__ import annotations

import argparse
import gzip
import json
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from bench.corpus import DATA
from bench.corpus import meetings as corpora
from bench.drafts import FILE, calls
from bench.train_support import Example, fitted, scores
from guardrails.core.types import Segment
from guardrails.language import FALLBACK, language, tokens_of
from pipelines.summary import read_meeting
from pipelines.summary.extracts import FEATURES
from pipelines.summary.rarity import RAREST, WEIGHTS, rarity

LISTS = ("action_items", "decisions", "targets", "highlights")
LEAST = 0.3
"""Of a noted line's weight, for a sentence to be the one that it was made from."""
DIGITS = 3


def shares(data: Path) -> dict[str, float]:
    """Of lemmas that all corpora have."""
    spoken = language(FALLBACK)
    having: defaultdict[str, Counter[str]] = defaultdict(Counter)
    meetings: Counter[str] = Counter()
    texts = [
        (each["corpus"], " ".join(said["text"] for said in each["utterances"])) for each in corpora(data)
    ]
    texts += [("calls", " ".join(segment.text for segment in call.segments)) for call in calls(data)]
    for corpus, text in texts:
        meetings[corpus] += 1
        tokens = tokens_of(text, spoken)
        having[corpus].update({token.lemma for token in tokens if not token.is_mark and token.text.isalpha()})
    common = set.intersection(*(set(found) for found in having.values()))
    found = {word: min(having[one][word] / meetings[one] for one in meetings) for word in common}
    return {word: round(share, DIGITS) for word, share in sorted(found.items()) if share > RAREST}


def examples(data: Path) -> Iterator[Example]:
    """All candidates of all calls."""
    spoken = language(FALLBACK)
    for call, segments in noted(data):
        meeting = read_meeting(segments, FALLBACK)
        contents = [extract.content for extract in meeting.extracts]
        right = set()
        for name in LISTS:
            for line in call[name]:
                wanted = {t.lemma: rarity(t, spoken) for t in tokens_of(line["text"], spoken)}
                total = sum(wanted.values()) or 1.0
                carried = [sum(wanted[w] for w in wanted.keys() & content) / total for content in contents]
                if carried and max(carried) >= LEAST:
                    right.add(carried.index(max(carried)))
        series = call["meeting_id"].split("/")[0]
        for place, extract in enumerate(meeting.extracts):
            yield Example("plain", "right" if place in right else "other-series", (series,), extract.values)


def noted(data: Path) -> Iterator[tuple[dict[str, Any], tuple[Segment, ...]]]:
    """Calls with the notes that were published of them."""
    with gzip.open(data / FILE, "rt", encoding="utf-8") as lines:
        rows = [json.loads(line) for line in lines]
    segments = {call.id: call.segments for call in calls(data)}
    for row in rows:
        if row["meeting_id"] in segments:
            yield row, segments[row["meeting_id"]]


def ranked_right(every: Sequence[Example], values: Any) -> float:
    """The chance that a right sentence is above a wrong one (area under the curve)."""
    right = np.array([one.kind == "right" for one in every])
    ranks = np.argsort(np.argsort(values)) + 1.0
    positives = right.sum()
    return float((ranks[right].sum() - positives * (positives + 1) / 2) / (positives * (~right).sum()))


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m bench.train_summary")
    parser.add_argument("--data", type=Path, default=DATA)
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args(arguments)
    kept = json.loads(WEIGHTS.read_text(encoding="utf-8"))
    found: dict[str, Any] = {"shares": {FALLBACK: shares(options.data)}, "sentence": kept["sentence"]}
    if options.write:  # the features of sentences ask for the rarity of words
        _write(found)
    every = list(examples(options.data))
    apart = np.zeros(len(every))
    for group in sorted({one.groups[0] for one in every}):
        places = [place for place, one in enumerate(every) if one.groups[0] == group]
        others = [one for one in every if one.groups[0] != group]
        apart[places] = scores(fitted(others), [every[place] for place in places])
    _, *coefficients = fitted(every)
    found["sentence"] = dict(zip(FEATURES, (round(float(c), DIGITS) for c in coefficients), strict=True))
    print(f"{len(every)} sentences, {sum(one.kind == 'right' for one in every)} of them in the notes")
    print(f"a right one above a wrong one, groups unseen: {ranked_right(every, apart):.3f}")
    print(json.dumps(found["sentence"], indent=1))
    if options.write:
        _write(found)
        return 0
    return 0 if kept == found else 1


def _write(found: dict[str, Any]) -> None:
    WEIGHTS.write_text(json.dumps(found, separators=(",", ":"), sort_keys=True) + "\n", encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
