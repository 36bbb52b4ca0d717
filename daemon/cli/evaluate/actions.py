"""`roomscribe dev eval actions`: how good drafted items are, on meetings that people have annotated."""

from __future__ import annotations

import json
from collections.abc import Sequence
from itertools import islice
from pathlib import Path
from typing import Any

import click

from daemon.cli.context import AppContext
from pipelines.evaluate.scores import CorpusScore, Drafts, Score


@click.command()
@click.argument("data", type=click.Path(path_type=Path), metavar="DATA.jsonl[.gz]")
@click.option(
    "--engine", type=click.Choice(["rules", "gemma"]), default="rules", help="What drafts the notes."
)
@click.option("--first", type=click.IntRange(min=1), metavar="N", help="Only the first N meetings.")
@click.option("--json", "as_json", is_flag=True, help="The figures as one JSON document.")
@click.pass_obj
def actions(app: AppContext, data: Path, engine: str, first: int | None, as_json: bool) -> None:
    """Precision and recall of action items, by corpus.

    Utterance level: the utterances that items cite. Meeting level: an annotated action is found if an item
    cites one of its utterances or, where it has none, shares its words. docs/quality.md defines both.
    """
    from pipelines.evaluate.dataset import read_meetings
    from pipelines.evaluate.scores import score_actions

    draft, version = _engine(app, engine)
    scores = score_actions(islice(read_meetings(data), first), draft)
    if as_json:
        report = {"engine": engine, "version": version, "data": data.name}
        click.echo(json.dumps({**report, "corpora": {s.corpus: _as_json(s) for s in scores}}))
    else:
        click.echo(table(scores))


def _engine(app: AppContext, name: str) -> tuple[Drafts, str]:
    """The engine with this name, and its version. WeightsMissingError."""
    from pipelines.rules import RULES_VERSION, draft_by_rules

    if name == "rules":
        return draft_by_rules, RULES_VERSION
    from daemon.models.weights import Weights
    from pipelines.llm.drafter import ModelDrafter

    load, engine = Weights(app.config, app.models_dir).language_model()
    drafter = ModelDrafter(load, engine)
    return lambda segments: drafter.draft(segments, ()), engine.sha256 or engine.name


def _as_json(score: CorpusScore) -> dict[str, Any]:
    return {
        "meetings": score.meetings,
        "meetings_with_actions": score.with_actions,
        "meetings_left_out": score.left_out,
        "utterance_level": score.utterances.as_json() if score.utterances.gold else None,
        "meeting_level": score.items.as_json() if score.meetings else None,
    }


def table(scores: Sequence[CorpusScore]) -> str:
    """The figures for people: one line for each corpus and level."""
    heads = ("corpus", "meetings", "level", "precision", "recall", "F1", "counts")
    lines = ["{:<10} {:>8}  {:<10} {:>9} {:>7} {:>6}   {}".format(*heads)]
    for score in scores:
        if score.utterances.gold:
            lines.append(_line(score, "utterance", score.utterances))
        if score.meetings:
            lines.append(_line(score, "meeting", score.items))
        if score.left_out:
            lines.append(
                f"{score.corpus:<10} {score.left_out:>8}  left out: nobody annotated actions in them"
            )
    return "\n".join(lines)


def _line(score: CorpusScore, level: str, figures: Score) -> str:
    found = f"{figures.found} of {figures.gold} found"
    right = f"{figures.right} of {figures.predicted} predicted right"
    rates = f"{figures.precision:>9.3f} {figures.recall:>7.3f} {figures.f1:>6.3f}"
    return f"{score.corpus:<10} {score.meetings:>8}  {level:<10} {rates}   {found}, {right}"
