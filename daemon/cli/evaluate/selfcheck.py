"""`roomscribe eval selfcheck`: the installed language model on the control set of the product."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import TYPE_CHECKING

import click

from daemon.cli.context import AppContext

if TYPE_CHECKING:
    from pipelines.evaluate.selfcheck.trying import Result


@click.command()
@click.option("--json", "as_json", is_flag=True, help="The results as one JSON document.")
@click.pass_obj
def selfcheck(app: AppContext, as_json: bool) -> int:
    """Try the installed language model on short meetings and tasks of a known result.

    The first results are written down; `models pull --update` compares a new version with them. Ends with 1
    if the model fails a case that it passed then, and with 3 if no model is installed.
    """
    from daemon.models.control import Control
    from daemon.models.presence import installed
    from daemon.models.spec import ModelSpec
    from daemon.weights import language_loader
    from pipelines.evaluate.selfcheck.control import control_set

    results: list[Result] = []

    def told(_: str, result: Result) -> None:
        results.append(result)
        if not as_json:
            click.echo(f"passed  {result.id}" if result.problem is None else _failed(result))

    found = installed(app.models_dir, ModelSpec.parse(app.config.models.llm))
    control = Control(app.models_dir, control_set(), language_loader(app.config), told)
    now, worse = control.try_again(found.name, found.path, found.sha256)
    if as_json:
        report = {"model": found.name, "sha256": found.sha256, "control": now.control, "worse": worse}
        click.echo(json.dumps({**report, "cases": [asdict(result) for result in results]}))
    else:
        click.echo(f"{len(now.passed)} of {len(now.passed) + len(now.failed)} cases passed")
        if worse:
            click.echo(f"passed before and fails now: {', '.join(worse)}", err=True)
    return 1 if worse else 0


def _failed(result: Result) -> str:
    return f"failed  {result.id}: {result.problem}"
