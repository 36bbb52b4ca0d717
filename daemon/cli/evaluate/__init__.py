"""`roomscribe dev eval`: how good drafts and checks are, measured on data annotated by people."""

from __future__ import annotations

import click

from daemon.cli.evaluate.actions import actions
from daemon.cli.evaluate.dates import dates
from daemon.cli.evaluate.moods import sentiment
from daemon.cli.evaluate.mtbench import grade_sheet, grades, mtbench
from daemon.cli.evaluate.speakers import speakers


@click.group()
def evaluate() -> None:
    """Measure engines and guardrails on annotated data."""


for command in (actions, dates, grade_sheet, grades, mtbench, sentiment, speakers):
    evaluate.add_command(command)
