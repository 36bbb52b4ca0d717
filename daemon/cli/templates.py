"""`roomscribe templates`: the templates of notes."""

from __future__ import annotations

import json

import click

from daemon.cli.context import AppContext
from pipelines.errors import BadInputError


@click.group()
def templates() -> None:
    """List or show templates: which parts a note has, and what its summary is like.

    To add one, save what `show` prints as /etc/roomscribe/templates/NAME.toml, or as templates/NAME.toml in
    the state directory, and edit it.
    """


@templates.command("list")
@click.option("--json", "as_json", is_flag=True, help="One JSON array.")
@click.pass_obj
def list_templates(app: AppContext, as_json: bool) -> None:
    """List all templates; one that cannot be used is listed with the reason."""
    from daemon.meetings.templates import Templates

    known = Templates(app.state_dir)
    rows = []
    for name in known:
        try:
            about, problem = known.find(name).about, None
        except BadInputError as error:
            about, problem = "", str(error)
        rows.append(
            {"name": name, "about": about, "problem": problem, "in_use": name == app.config.notes.template}
        )
    if as_json:
        click.echo(json.dumps(rows, ensure_ascii=False))
        return
    for row in rows:
        mark = "*" if row["in_use"] else " "
        click.echo(f"{mark} {row['name']:<14} {row['problem'] or row['about']}")


@templates.command()
@click.argument("name")
@click.option("--json", "as_json", is_flag=True, help="The template as JSON.")
@click.pass_obj
def show(app: AppContext, name: str, as_json: bool) -> None:
    """Print one template as a file.

    Requirements for its summary that no code can verify are listed on stderr.
    """
    from daemon.meetings.templates import Templates

    found = Templates(app.state_dir).find(name)
    if as_json:
        click.echo(json.dumps(found.model_dump(mode="json") | {"unchecked": found.unchecked}))
        return
    for key, value in found.model_dump(mode="json", exclude={"name"}).items():
        click.echo(
            f"{key} = {json.dumps(value, ensure_ascii=False)}"
        )  # for such values TOML writes as JSON does
    if found.unchecked:
        click.echo(f"left to the language model, not checked by code: {'; '.join(found.unchecked)}", err=True)
