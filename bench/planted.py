"""Planted mistakes, and right claims that must stay as they are.

    python -m bench.planted [--data DIR] [--show CLASS]

bench/planted.jsonl has a draft in each row: what is said in a real meeting of AMI or ICSI, or in the sample
meeting, beside its own lines (all of it our own sentences), what was noted of it, and for all classes but
"clean" which claims are wrong (`targets`: one of them has to be caught). The rows were drawn once by
generators, so that they stay the same whatever the code becomes. Nobody tunes a check to them
(docs/adr/0195).

A mistake is caught when its claim is not shown as a fact, unchanged and without a flag or mark; a right claim
has to come out as it was. No model is asked. Ends with 1 where fewer than 95 % are caught (mean of the
classes), fewer than 80 % of a class, or a right claim is changed.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path
from statistics import fmean
from typing import Any

from bench.corpus import DATA, meetings
from guardrails.core.types import Claim, Evidence, Segment
from pipelines.checking import Checker
from pipelines.draft import Draft
from pipelines.importers import import_transcript
from pipelines.meeting import read_meeting

CASES = Path(__file__).with_suffix(".jsonl")
CLEAN, SAMPLE = "clean", "sample"
TRANSCRIPT = Path(__file__).resolve().parents[1] / "samples" / "2026-11-16-planning.vtt"
CAUGHT_MEAN, CAUGHT_WORST = 0.95, 0.80

Row = Mapping[str, Any]
Segments = tuple[Segment, ...]


@dataclass
class Scores:
    caught: dict[str, list[bool]] = field(default_factory=lambda: defaultdict(list))
    """For each class, of each of its cases."""
    changed: int = 0
    """Right claims."""
    missed: list[tuple[Row, list[str]]] = field(default_factory=list)
    """Cases that did not come out as they should, and what was shown."""

    @property
    def shares(self) -> dict[str, float]:
        return {name: fmean(cases) for name, cases in self.caught.items()}

    @property
    def mean(self) -> float:
        return fmean(self.shares.values())

    @property
    def worst(self) -> float:
        return min(self.shares.values())


def cases(data: Path | None) -> Iterator[tuple[Row, Segments]]:
    """Each row with its meeting; without `data` those of the sample meeting alone."""
    said = {SAMPLE: tuple(import_transcript(TRANSCRIPT).segments)}
    for each in meetings(data) if data else ():
        spoken = enumerate(each["utterances"])
        said[each["meeting_id"]] = tuple(
            Segment(str(n), one["start"], one["end"], one["speaker"], one["text"]) for n, one in spoken
        )
    for row in map(json.loads, CASES.read_text(encoding="utf-8").splitlines()):
        if row["meeting"] in said:
            yield row, tuple(_with_lines(said[row["meeting"]], row))


def _with_lines(segments: Iterable[Segment], row: Row) -> Iterator[Segment]:
    """The meeting with names for its letters, and the lines of the row in their places."""
    names, lines = row.get("names", {}), list(row.get("lines", ()))
    for segment in segments:
        who = names.get(segment.speaker, segment.speaker)
        changed = next((each for each in lines if each["id"] == segment.id), {})
        at_s = segment.end_s
        yield Segment(segment.id, segment.start_s, at_s, who, changed.get("text", segment.text))
        behind = segment.id
        for each in lines:
            if each.get("after") == behind:
                behind = each["id"]
                yield Segment(behind, at_s, at_s, each["speaker"], each["text"])


def score(every: Iterable[tuple[Row, Segments]]) -> Scores:
    # Time stands still: on a busy machine a step that comes late would count as a check that failed.
    checker = Checker(start=None, clock=lambda: 0.0)
    scores = Scores()
    for row, segments in every:
        claims = [_claim(each) for each in row["claims"]]
        sentences = [claim for claim in claims if claim.kind == "summary"]
        items = tuple(claim for claim in claims if claim.kind != "summary")
        draft = Draft(items, " ".join(claim.text for claim in sentences), "", len(segments))
        held = date.fromisoformat(row["held"]) if "held" in row else None
        checked = checker.check(draft, read_meeting(segments, "en"), held)
        after = {each.claim.id: each for each in checked.claims}
        plain = {claim.id for claim in sentences if claim.text in checked.summary}
        same = set(plain)
        for claim in items:
            now = after.get(claim.id)
            if now is not None and _seen(now.claim) == _seen(claim):
                same.add(claim.id)
                if now.outcome == "verified" and not (now.claim.flags or now.claim.marks):
                    plain.add(claim.id)
        if row["fault"] == CLEAN:
            is_right = same >= {claim.id for claim in claims}
            scores.changed += len(claims) - len(same)
        else:
            is_right = any(target not in plain for target in row["targets"])
            scores.caught[row["fault"]].append(is_right)
        if not is_right:
            shown = [f"{each.outcome}: {each.claim.text}" for each in after.values()]
            scores.missed.append((row, [*shown, *(claim.text for claim in sentences if claim.id in plain)]))
    return scores


def _claim(row: Row) -> Claim:
    evidence = Evidence(tuple(row.get("cites", ())), "")
    return Claim(row["id"], row["kind"], row.get("text", ""), evidence, row.get("owner"), row.get("due"))


def _seen(claim: Claim) -> tuple[object, ...]:
    """What a reader sees of it."""
    return claim.kind, claim.text, claim.owner, claim.due_phrase, claim.evidence.segment_ids


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m bench.planted")
    parser.add_argument("--data", type=Path, default=DATA)
    parser.add_argument("--show", metavar="CLASS", help="what was missed, in words")
    options = parser.parse_args(arguments)
    scores = score(cases(options.data))
    for name, share in scores.shares.items():
        print(f"{name:<20} {share:.2f} of {len(scores.caught[name])} caught")
    for row, shown in scores.missed:
        if row["fault"] == options.show:
            print(json.dumps(row, ensure_ascii=False), *shown, sep="\n  ")
    print(
        f"caught {scores.mean:.3f} (mean), {scores.worst:.3f} (worst); {scores.changed} right claims changed"
    )
    met = scores.mean >= CAUGHT_MEAN and scores.worst >= CAUGHT_WORST and not scores.changed
    return 0 if met else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
