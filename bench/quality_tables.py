"""What bench.quality measures: each table as lines of Markdown, with the targets that it is held to."""

from __future__ import annotations

import tomllib
from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import date
from itertools import chain
from pathlib import Path

from bench.planted.case import without_punctuation
from bench.planted.checking import ThroughGuardrails
from bench.planted.clean import clean
from bench.planted.every import planted as planted_in
from bench.planted.sample import meeting_of, sample_bases
from bench.planted.scoring import CAUGHT, REPAIRED, CleanScore, FaultScore, Scores, score
from bench.planted.supply import Supply, supply
from guardrails.types import Segment
from pipelines.due import resolve_due
from pipelines.evaluate.dataset import read_meetings
from pipelines.evaluate.dates import score_dates
from pipelines.evaluate.moods import MoodScore, score_moods
from pipelines.evaluate.scores import Score, score_actions
from pipelines.rules import draft_by_rules
from pipelines.sentiment import label_of, passage_sentiment, score_text
from tests.fakes.moods import labelled_passages
from tests.fakes.samples import MEETINGS, as_noted, sample

SAMPLES = Path(__file__).resolve().parents[1] / "samples"
PHRASES = Path(__file__).resolve().parents[1] / "tests" / "pipelines"
SEEDS = (1, 2, 3)
VADER_LEANS = 0.05
"""VADER's own bound between a mood and none."""


@dataclass
class Measured:
    lines: list[str]
    targets: dict[str, bool] = field(default_factory=dict)
    """What it is held to, and whether that holds."""

    @property
    def missed(self) -> list[str]:
        return [target for target, holds in self.targets.items() if not holds]


def samples(data: Path) -> Measured:
    """The notes of the sample meetings, field by field."""
    found = Measured(["| sample meeting | language | cues | items | fields right |", "|---|---|---|---|---|"])
    for name in MEETINGS:
        meeting = sample(name)
        noted = as_noted(meeting)
        right = [field for field, value in noted.items() if value == meeting.expected[field]]
        note = meeting.note
        items = len(note.action_items) + len(note.decisions) + len(note.questions)
        cues = len(meeting.transcript.segments)
        found.lines.append(
            f"| `{meeting.name}.vtt` | {note.language} | {cues} | {items} | {len(right)} of {len(noted)} |"
        )
        found.targets[f"every field of {name}"] = len(right) == len(noted)
    return found


def actions(data: Path) -> Measured:
    """Action items of the rules, on meetings that people have annotated."""
    found = Measured(
        ["| corpus | meetings | level | precision | recall | F1 | counts |", "|---|---|---|---|---|---|---|"]
    )
    targets: dict[tuple[str, str], Callable[[Score], bool]] = {
        ("AMI", "utterance"): lambda s: round(s.f1, 2) >= 0.31,
        ("ETH-ACD", "meeting"): lambda s: round(s.recall, 2) >= 0.43 and round(s.precision, 2) >= 0.16,
    }
    for file in ("ami_icsi.dev.jsonl.gz", "eth_acd.dev.jsonl.gz"):
        for corpus in score_actions(read_meetings(data / file), draft_by_rules):
            levels = {"utterance": corpus.utterances, "meeting": corpus.items}
            for level, figures in levels.items() if corpus.meetings else ():
                if not figures.gold:
                    continue
                found.lines.append(
                    f"| {corpus.corpus} | {corpus.meetings} | {level} | {figures.precision:.3f} | "
                    f"{figures.recall:.3f} | {figures.f1:.3f} | {figures.found} of {figures.gold} found, "
                    f"{figures.right} of {figures.predicted} predicted right |"
                )
                if (corpus.corpus, level) in targets:
                    holds = targets[corpus.corpus, level](figures)
                    found.targets[f"{corpus.corpus} by {level}"] = holds
    return found


def dates(data: Path) -> Measured:
    """Due phrases: a public specification, and the tables of phrases that were checked by hand."""
    found = Measured(["| phrases | right |", "|---|---|"])
    public = score_dates(data / "dates_en.dev.jsonl.gz", resolve_due)
    right, silent = public.phrases - len(public.wrong), public.without - len(public.invented)
    found.lines += [
        f"| Recognizers-Text, English, rows with one date | {_of(right, public.phrases)} |",
        f"| the same, sentences without a date: none given | {_of(silent, public.without)} |",
    ]
    found.targets["90 % of the dates"] = public.right_share >= 0.90
    found.targets["97 % of the sentences without a date"] = public.silent_share >= 0.97
    for language, file in (("en", "due_phrases.toml"), ("de", "due_phrases_german.toml")):
        cases = list(_phrases(PHRASES / file))
        as_meant = sum(resolve_due(phrase, day, language=language) == wanted for phrase, day, wanted in cases)
        name = {"en": "English", "de": "German"}[language]
        found.lines.append(f"| of meetings, checked by hand, {name} | {as_meant} of {len(cases)} |")
        found.targets[f"all hand-checked {name} phrases"] = as_meant == len(cases)
    return found


def _of(part: int, whole: int) -> str:
    return f"{part} of {whole} ({part / whole:.1%})"


def _phrases(path: Path) -> Iterator[tuple[str, date, date | None]]:
    for said_on, phrases in tomllib.loads(path.read_text(encoding="utf-8")).items():
        for phrase, day in phrases.items():
            yield phrase, date.fromisoformat(said_on), day or None


def moods(data: Path) -> Measured:
    """Mood of sentences and passages, beside VADER as it comes."""
    vader = _plain_vader()
    ours = score_moods(data / "goemotions.dev.tsv", lambda sentence: label_of(score_text(sentence)))
    plain = score_moods(data / "goemotions.dev.tsv", vader)
    heard, plainly = MoodScore(), MoodScore()
    for label, text in labelled_passages(data / "ami_icsi.dev.jsonl.gz"):
        heard.pairs[label, passage_sentiment([Segment("s", 0, 1, "A", text)], text)] += 1
        plainly.pairs[label, vader(text)] += 1
    rows = {
        f"GoEmotions, {ours.sentences:,} labelled sentences": (ours, plain),
        f"AMI, {heard.sentences} passages labelled by hand": (heard, plainly),
    }
    found = Measured(
        ["| macro F1 over positive, neutral, negative | our lexicon | plain VADER |", "|---|---|---|"]
    )
    for name, (by_us, by_vader) in rows.items():
        found.lines.append(f"| {name} | {by_us.macro_f1:.3f} | {by_vader.macro_f1:.3f} |")
        found.targets[f"0.65 on {name.partition(',')[0]}"] = by_us.macro_f1 >= 0.65
    return found


def _plain_vader() -> Callable[[str], str]:
    from vaderSentiment.vaderSentiment import SentimentIntensityAnalyzer

    analyzer = SentimentIntensityAnalyzer()

    def label(text: str) -> str:
        score = analyzer.polarity_scores(text)["compound"]
        return "positive" if score >= VADER_LEANS else "negative" if score <= -VADER_LEANS else "neutral"

    return label


def planted(data: Path) -> Measured:
    """Planted mistakes, over several seeds, and once without stops and capitals (seed 1)."""
    runs = [_planted(data, seed) for seed in SEEDS]
    bare = _planted(data, SEEDS[0], bare=True)
    found = Measured(
        [
            "| class | caught | put right, of those that can be | caught, no stops or capitals (seed 1) |",
            "|---|---|---|---|",
        ]
    )
    sums: dict[str, FaultScore] = defaultdict(FaultScore)
    for scores in runs:
        for name, one in scores.faults.items():
            _add(sums[name], one)
    for name, all_seeds in sums.items():
        right = f"{all_seeds.repaired} of {all_seeds.repairable}" if all_seeds.repairable else "-"
        one = bare.faults[name]
        found.lines.append(
            f"| {name} | {all_seeds.caught} of {all_seeds.planted} | {right} | "
            f"{one.caught} of {one.planted} |"
        )
        found.targets[f"{name} caught"] = all_seeds.caught >= CAUGHT * all_seeds.planted
        if all_seeds.repairable:
            found.targets[f"{name} put right"] = all_seeds.repaired >= REPAIRED * all_seeds.repairable
    found.lines += [
        "",
        "| right claims (seed 1) | claims | changed | verified, no flag |",
        "|---|---|---|---|",
    ]
    clean_scores: dict[str, CleanScore] = {**runs[0].clean, "all": runs[0].all_clean}
    for name, fine in clean_scores.items():
        found.lines.append(f"| {name} | {fine.claims} | {fine.changed} | {fine.plain} |")
    found.targets["right claims left alone"] = all(scores.all_clean.holds for scores in runs)
    return found


def right_claims(data: Path, seed: int) -> Supply:
    own = sample("planning")
    bases = sample_bases(SAMPLES / "planning.expected.json", own.transcript)
    files = [data / "ami_icsi.dev.jsonl.gz", data / "eth_acd.dev.jsonl.gz"]
    meetings = [meeting for file in files for meeting in read_meetings(file)]
    return supply([*meetings, *(meeting_of(base) for base in bases[:1])], bases, seed)


def _planted(data: Path, seed: int, *, bare: bool = False) -> Scores:
    right = right_claims(data, seed)
    drawn = chain(clean(right), planted_in(right))
    return score(map(without_punctuation, drawn) if bare else drawn, ThroughGuardrails())


def _add(total: FaultScore, one: FaultScore) -> None:
    total.planted += one.planted
    total.caught += one.caught
    total.repairable += one.repairable
    total.repaired += one.repaired
