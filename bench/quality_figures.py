"""The figures that bench.quality prints, and how each group of them is measured."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from bench.corpus import meetings
from bench.drafts import annotated as annotated_meetings
from guardrails.core.types import Claim, ClaimKind, Evidence, Segment
from pipelines.checking import Checker
from pipelines.draft import Draft
from pipelines.due import resolve_due
from pipelines.evaluate.dataset import read_meetings
from pipelines.evaluate.dates import score_dates
from pipelines.evaluate.moods import MoodScore, score_moods
from pipelines.evaluate.scores import CorpusScore, score_actions
from pipelines.meeting import read_meeting
from pipelines.rules import draft_by_rules
from pipelines.sentiment import label_of, passage_sentiment, score_text

ROOT = Path(__file__).resolve().parents[1]
PACKAGES = ("guardrails", "pipelines", "daemon", "web")
CALLS = "calls_llm_notes.dev.jsonl.gz"
MEETINGS = "ami_icsi.dev.jsonl.gz"

Measured = Mapping[str, float]
"""Keys of figures and their values."""


@dataclass(frozen=True, slots=True)
class Figure:
    """One row of the table."""

    key: str
    name: str
    before: float | None
    """On 2026-11-23, before the checks were built anew on real drafts; None where it was not measured."""
    least: float | None = None
    most: float | None = None

    def holds(self, value: float) -> bool:
        return (self.least is None or value >= self.least) and (self.most is None or value <= self.most)

    @property
    def target(self) -> str:
        return f"≥ {written(self.least)}" if self.least is not None else f"≤ {written(self.most)}"


def written(value: float | None) -> str:
    if value is None:
        return "-"
    return f"{value:,.0f}" if value >= 100 or value == int(value) else f"{value:.3f}".removesuffix("0")


REAL = (
    Figure("right shown", "real drafts: right claims shown", 0.519, least=0.92),
    Figure("right plain", "right claims shown plain, without flag or mark", 0.431, least=0.70),
    Figure("right-figure plain", "right claims with a heard figure, shown plain", 0.485, least=0.70),
    Figure("other-series shown", "claims of another group's meeting shown", 0.213, most=0.04),
    Figure("same-series shown", "claims of the same group two meetings before shown", 0.313, most=0.18),
    Figure("owner-right shown", "right owners kept", 0.391, least=0.80),
    Figure("owner-wrong shown", "wrong owners shown", 0.016, most=0.12),
    Figure("figure-wrong plain", "changed figures shown plain", 0.032, most=0.05),
)
ROOM = (
    Figure("right shown", "one microphone: right claims shown", 0.504, least=0.80),
    Figure("other-series shown", "one microphone: another group's shown", 0.224, most=0.06),
)
ANNOTATED = (Figure("shown", "annotated AMI and ICSI claims shown", 0.717, least=0.90),)
PLANTED = (
    Figure("mean", "planted mistakes caught, mean of classes", None, least=0.95),
    Figure("worst", "planted mistakes caught, worst class", None, least=0.80),
    Figure("changed", "right claims of the planted set changed", 0, most=0),
)
HOUR = (Figure("seconds", "checks of an hour's meeting, seconds of a core", 1.3, most=1.5),)
SIZE = (
    Figure("guardrails tokens", "guardrails: Python tokens", 111_000, most=60_000),
    Figure("guardrails characters", "guardrails: characters in strings and data", 212_000, most=110_000),
    Figure("both tokens", "guardrails and pipelines: Python tokens", 277_000, most=190_000),
    Figure("both characters", "guardrails and pipelines: characters", 394_000, most=290_000),
    Figure("weights", "trained coefficients, kB", None, most=250),
)
MOOD = (
    Figure("goemotions", "sentiment: macro F1, GoEmotions", 0.692, least=0.68),
    Figure("ami", "sentiment: macro F1, 60 passages of AMI", 0.697, least=0.65),
)
RULES = (
    Figure("ami f1", "rules: action utterances of AMI, F1", 0.313, least=0.30),
    Figure("ethereum recall", "rules: action items of Ethereum calls, recall", 0.429, least=0.40),
    Figure("ethereum precision", "rules: action items of Ethereum calls, precision", 0.160, least=0.15),
)
DATES = (
    Figure("right", "due phrases of Recognizers-Text right", 0.949, least=0.90),
    Figure("wrong day", "due phrases with another day than is meant", None, most=0.03),
    Figure("silent", "sentences without a date that give none", 0.988, least=0.97),
)


def real(data: Path) -> Measured:
    """Claims that a large model wrote about real calls, at their own meeting and at others."""
    return judged(data)


def room(data: Path) -> Measured:
    return judged(data, "--room")


def judged(data: Path, *options: str) -> Measured:
    shares = json.loads(_tool(data, "real_drafts.py", str(data / CALLS), *options).splitlines()[-1])
    return {f"{kind} {what}": share for kind, found in shares.items() for what, share in found.items()}


def _tool(data: Path, name: str, *arguments: str) -> str:
    """What a script of the judges prints; they lie beside the data."""
    command = [sys.executable, str(data.parent / "tools" / name), *arguments]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout


def annotated(data: Path) -> Measured:
    """Every claim that annotators linked to utterances, alone in a draft: the meeting carries it."""
    checker = Checker(start=None, clock=lambda: 0.0)
    kept = []
    for call, linked in annotated_meetings(meetings(data)):
        for noted, ids in linked:
            text = noted.text.strip().rstrip(".")
            kind: ClaimKind = "action" if noted.is_action else "decision"
            claim = Claim("g1", kind, text, Evidence(ids, ""), noted.owner)
            found = checker.check(
                Draft((claim,), "", "", len(call.segments)), read_meeting(call.segments, "en"), None
            ).claims
            kept.append(any(each.outcome == "verified" and text in each.claim.text for each in found))
    return {"shown": sum(kept) / len(kept)}


def planted(data: Path) -> Measured:
    from bench.planted import cases, score

    scores = score(cases(data))
    return {"mean": scores.mean, "worst": scores.worst, "changed": scores.changed}


def hour(data: Path) -> Measured:
    from bench.checks import cold_s

    return {"seconds": cold_s()}


def size(data: Path) -> Measured:
    """By the counter of the judges; of the product as it stands."""
    found = {
        row["package"]: (int(row["tokens"]), int(row["characters"]))
        for row in re.finditer(
            r"(?P<package>\w+): .* (?P<tokens>\d+) tokens, (?P<characters>\d+) ", _tool(data, "size.py")
        )
    }
    guardrails, pipelines = found["guardrails"], found["pipelines"]
    files = (file for package in PACKAGES for file in (ROOT / package).rglob("*.weights.json"))
    return {
        "guardrails tokens": guardrails[0],
        "guardrails characters": guardrails[1],
        "both tokens": guardrails[0] + pipelines[0],
        "both characters": guardrails[1] + pipelines[1],
        "weights": sum(file.stat().st_size for file in files) / 1000,
    }


def mood(data: Path) -> Measured:
    from tests.fakes.moods import labelled_passages

    sentences = score_moods(data / "goemotions.dev.tsv", lambda sentence: label_of(score_text(sentence)))
    passages = MoodScore()
    for label, text in labelled_passages(data / MEETINGS):
        passages.pairs[label, passage_sentiment([Segment("s", 0, 1, "A", text)], text)] += 1
    return {"goemotions": sentences.macro_f1, "ami": passages.macro_f1}


def rules(data: Path) -> Measured:
    ami = _corpus(data / MEETINGS, "AMI").utterances
    calls = _corpus(data / "eth_acd.dev.jsonl.gz", "ETH-ACD").items
    return {
        "ami f1": ami.f1,
        "ethereum recall": calls.recall,
        "ethereum precision": calls.precision,
    }


def _corpus(file: Path, name: str) -> CorpusScore:
    return next(s for s in score_actions(read_meetings(file), draft_by_rules) if s.corpus == name)


def dates(data: Path) -> Measured:
    score = score_dates(data / "dates_en.dev.jsonl.gz", resolve_due)
    return {
        "right": score.right_share,
        "wrong day": score.wrong_day_share,
        "silent": score.silent_share,
    }


GROUPS: Mapping[str, tuple[tuple[Figure, ...], Callable[[Path], Measured]]] = {
    "real": (REAL, real),
    "room": (ROOM, room),
    "annotated": (ANNOTATED, annotated),
    "planted": (PLANTED, planted),
    "hour": (HOUR, hour),
    "size": (SIZE, size),
    "mood": (MOOD, mood),
    "rules": (RULES, rules),
    "dates": (DATES, dates),
}
