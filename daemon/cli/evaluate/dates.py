"""`roomscribe dev eval dates`: how many due phrases become the day that is meant."""

from __future__ import annotations

import json
from pathlib import Path

import click


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
