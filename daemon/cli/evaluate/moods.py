"""`roomscribe dev eval sentiment`: how well the mood of sentences is recognised."""

from __future__ import annotations

import json
from pathlib import Path

import click


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
