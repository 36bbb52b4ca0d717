"""Fits what `pipelines.summary` picks by: which words tell something, which are nouns, which sentences say
most, and which of them are understood alone.

    python -m bench.train_summary            prints how it does, and what differs from the kept weights
    python -m bench.train_summary --write    writes them

A word's share is that of the meetings that have it, in the corpus (AMI, ICSI, calls) where it is least
common: what only one kind of meeting speaks of is about its subject. A sentence is a right one where no other
carries more of a line of the published notes. The fit is that of bench.train_support. A word is a noun by the
words before and behind it. 314 sentences of 46 development meetings, the best five by what they tell and two
others of each, were graded by one reader who saw nothing around them: 2 understood and worth telling, 1
understood, 0 neither (bench/sentence_marks.jsonl: meeting, number of the sentence, its segments, grade).
"""

from __future__ import annotations

import argparse
import gzip
import json
import sys
from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from bench import fitting
from bench.corpus import DATA
from bench.corpus import meetings as corpora
from bench.drafts import FILE, calls
from bench.fitting import Floats
from bench.train_support import Example, fitted, scores
from guardrails.core.types import Segment
from guardrails.language import FALLBACK, language, tokens_of
from pipelines.meeting import read_meeting
from pipelines.summary import themes_of
from pipelines.summary.extracts import ALONE, FEATURES, Extract
from pipelines.summary.phrases import leads_to_nouns, leads_to_verbs
from pipelines.summary.rarity import RAREST, WEIGHTS, rarity
from pipelines.summary.rarity import fitted as fitted_weights

LISTS = ("action_items", "decisions", "targets", "highlights")
LEAST = 0.3
"""Of a noted line's weight, for a sentence to be the one that it was made from."""
DIGITS = 3
FEWEST = 8
"""Uses of a word that tell whether it is a noun."""
MARKS = Path(__file__).with_name("sentence_marks.jsonl")
PENALTY = 1.0


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


def nouns(data: Path, common: Collection[str]) -> dict[str, float]:
    """The share of the telling uses of a word in which it is used as a noun; `common`: their lemmas."""
    spoken = language(FALLBACK)
    little = spoken.words("function")
    as_noun, as_verb = Counter[str](), Counter[str]()
    lines = [said["text"] for each in corpora(data) for said in each["utterances"]]
    lines += [segment.text for call in calls(data) for segment in call.segments]
    for line in lines:
        tokens = tokens_of(line, spoken)
        for before, token, behind in zip(tokens, tokens[1:], [*tokens[2:], None], strict=False):
            if not token.text.isalpha() or token.text in little:
                continue
            ends = behind is None or behind.is_mark or behind.text in little
            as_verb[token.text] += before.text in leads_to_verbs(spoken)
            as_noun[token.text] += ends and before.text in leads_to_nouns(spoken)
    uses = as_noun + as_verb
    return {
        word: round((as_noun[word] + 1) / (uses[word] + 2), 2)
        for word in sorted(uses)
        if uses[word] >= FEWEST and spoken.lemma(word) in common
    }


def graded(data: Path) -> tuple[list[Extract], Floats, list[str]]:
    """Sentences that a reader graded, their grades from 0 to 1, and the groups that said them."""
    segments = {call.id: call.segments for call in calls(data)}
    for each in corpora(data):
        said = enumerate(each["utterances"], 1)
        segments[each["meeting_id"]] = tuple(
            Segment(f"s{n}", one["start"], one["end"], one["speaker"], one["text"]) for n, one in said
        )
    marks = [json.loads(line) for line in MARKS.read_text(encoding="utf-8").splitlines()]
    known: dict[tuple[str, tuple[str, ...]], Extract] = {}
    for name in {mark["meeting"] for mark in marks}:
        themes = themes_of(read_meeting(segments[name], FALLBACK))
        for extract in themes.extracts:
            ids = tuple(segments[name][place].id for place in extract.sentence.segments)
            known[name, (str(extract.sentence.index), *ids)] = extract
    keys = [(mark["meeting"], (str(mark["sentence"]), *mark["segments"])) for mark in marks]
    found = [(known[key], mark) for key, mark in zip(keys, marks, strict=True) if key in known]
    groups = [
        mark["meeting"].split("/")[0] if "/" in mark["meeting"] else mark["meeting"][:2] for _, mark in found
    ]
    return [extract for extract, _ in found], np.array([mark["grade"] / 2 for _, mark in found]), groups


def alone(data: Path) -> tuple[dict[str, float], str]:
    """Coefficients of sentences that are understood alone, and how they do on groups that they never saw."""
    every, grades, groups = graded(data)
    values = np.array([extract.form for extract in every])
    held = np.zeros(len(every))
    for group in sorted(set(groups)):
        inside = np.array([each == group for each in groups])
        constant, *rest = fitting.fitted(values[~inside], grades[~inside], penalty=PENALTY)
        held[inside] = constant + values[inside] @ np.array(rest)
    best, worst = held[grades == 1.0], held[grades == 0.0]
    above = float((best[:, None] > worst[None]).mean())
    constant, *rest = fitting.fitted(values, grades, penalty=PENALTY)
    found = {"": constant, **dict(zip(ALONE, rest, strict=True))}
    figure = f"{len(every)} graded sentences; one worth telling above one that says nothing: {above:.3f}"
    return {name: round(float(value), DIGITS) for name, value in found.items()}, figure


def examples(data: Path) -> Iterator[Example]:
    """All candidates of all calls."""
    spoken = language(FALLBACK)
    for call, segments in noted(data):
        themes = themes_of(read_meeting(segments, FALLBACK))
        contents = [extract.content for extract in themes.extracts]
        right = set()
        for name in LISTS:
            for line in call[name]:
                wanted = {t.lemma: rarity(t, spoken) for t in tokens_of(line["text"], spoken)}
                total = sum(wanted.values()) or 1.0
                carried = [sum(wanted[w] for w in wanted.keys() & content) / total for content in contents]
                if carried and max(carried) >= LEAST:
                    right.add(carried.index(max(carried)))
        series = call["meeting_id"].split("/")[0]
        for place, extract in enumerate(themes.extracts):
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
    common = shares(options.data)
    found: dict[str, Any] = {
        **kept,
        "shares": {FALLBACK: common},
        "nouns": {FALLBACK: nouns(options.data, common)},
    }
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
    if options.write:  # what a sentence tells is a feature of the next fit
        _write(found)
    found["alone"], figure = alone(options.data)
    print(figure)
    print(json.dumps({name: found[name] for name in ("sentence", "alone")}, indent=1))
    if options.write:
        _write(found)
        return 0
    return 0 if kept == found else 1


def _write(found: dict[str, Any]) -> None:
    fitted_weights.cache_clear()
    themes_of.cache_clear()
    WEIGHTS.write_text(json.dumps(found, separators=(",", ":"), sort_keys=True) + "\n", encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
