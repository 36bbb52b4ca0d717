"""`roomscribe dev eval`: how good drafts and checks are, measured on data annotated by people."""

from __future__ import annotations

import json
from collections.abc import Sequence
from itertools import islice
from pathlib import Path
from typing import Any

import click

from daemon.cli.context import AppContext
from daemon.cli.mtbench import grade_sheet, grades, mtbench
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
        click.echo(actions_table(scores))


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


def actions_table(scores: Sequence[CorpusScore]) -> str:
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


@click.command()
@click.argument("data", type=click.Path(path_type=Path), metavar="DATES.jsonl[.gz]")
@click.option("--json", "as_json", is_flag=True, help="The figures as one JSON document.")
def dates(data: Path, as_json: bool) -> None:
    """Resolve the date phrases of a specification, and print those with a different result."""
    from pipelines.due import resolve_due
    from pipelines.evaluate.dates import CONVENTIONS, score_dates

    score = score_dates(data, resolve_due)
    if as_json:
        click.echo(json.dumps({"data": data.name, **score.as_json()}))
        return
    right, silent = score.phrases - len(score.wrong), score.without - len(score.invented)
    click.echo(f"{right} of {score.phrases} date phrases right ({score.right_share:.1%})")
    click.echo(f"{silent} of {score.without} sentences without a date give none ({score.silent_share:.1%})")
    for wrong in (*score.wrong, *score.invented):
        why = CONVENTIONS.get(wrong.phrase.lower(), "")
        case = f'"{wrong.phrase}" said on {wrong.said_on}: expected {wrong.wanted}, got {wrong.found}'
        click.echo(f"  {case}{f' (on purpose: {why})' if why else ''}")


@click.command()
@click.argument("data", type=click.Path(path_type=Path), metavar="SENTENCES.tsv")
@click.option("--json", "as_json", is_flag=True, help="The figures as one JSON document.")
def sentiment(data: Path, as_json: bool) -> None:
    """Label sentences as positive, neutral or negative, and compare with the labels in DATA."""
    from pipelines.evaluate.moods import LABELS, score_moods
    from pipelines.sentiment import label_of, score_text

    score = score_moods(data, lambda sentence: label_of(score_text(sentence)))
    if as_json:
        click.echo(json.dumps({"data": data.name, **score.as_json()}))
        return
    click.echo(f"{score.sentences} sentences: macro F1 {score.macro_f1:.3f}, accuracy {score.accuracy:.3f}")
    for label in LABELS:
        click.echo(f"  {label:<9} F1 {score.f1(label):.3f}")


@click.command()
@click.argument("folder", type=click.Path(path_type=Path, file_okay=False), metavar="FOLDER")
@click.option(
    "--engine", type=click.Choice(["classical", "onnx"]), default="classical", help="What tells them apart."
)
@click.option(
    "--voices", type=click.IntRange(1, 100), metavar="N", help="So many people speak in each recording."
)
@click.option("--most-voices", type=click.IntRange(1, 100), metavar="N", help="At most so many people speak.")
@click.option("--json", "as_json", is_flag=True, help="The figures as one JSON document.")
@click.pass_obj
def speakers(
    app: AppContext, folder: Path, engine: str, voices: int | None, most_voices: int | None, as_json: bool
) -> None:
    """Tell voices apart in every recording of FOLDER that has a NAME.rttm with the true turns beside it.

    Prints for each the diarization error rate (collar 0.25 s, overlap counted) and the share of turns with
    the right voice. Needs no speech weights: the turns are taken for the lines of a transcript. The engine
    onnx is the model that [models] voices names.
    """
    from daemon.models.weights import Weights
    from pipelines.errors import BadInputError
    from pipelines.evaluate.speakers import annotated, score_file
    from pipelines.speakers.classical import ClassicalEngine
    from pipelines.speakers.turns import VoiceCount

    if voices and most_voices:
        raise BadInputError("--voices and --most-voices exclude each other: give one of them")
    count = VoiceCount(exactly=voices, at_most=most_voices)
    weights = Weights(app.config, app.models_dir)
    chosen = ClassicalEngine() if engine == ClassicalEngine.name else weights.neural_engine()
    found = []
    for path in annotated(folder):
        found.append(score_file(path, chosen, count))
        if not as_json:
            click.echo(
                speakers_line(path.name, found[-1].score.der, found[-1].score.right_lines, found[-1].voices)
            )
    total = sum((each.score for each in found[1:]), found[0].score)
    if as_json:
        click.echo(json.dumps({"files": [each.as_json() for each in found], "all": total.as_json()}))
    else:
        click.echo(speakers_line("all", total.der, total.right_lines))


def speakers_line(name: str, der: float, right: float, voices: int | None = None) -> str:
    heard = "" if voices is None else f", {voices} voice{'s' * (voices != 1)}"
    return f"{name}: DER {der:.1%}, {right:.1%} of lines with the right voice{heard}"


@click.group()
def evaluate() -> None:
    """Measure engines and guardrails on annotated data."""


for command in (actions, dates, grade_sheet, grades, mtbench, sentiment, speakers):
    evaluate.add_command(command)
