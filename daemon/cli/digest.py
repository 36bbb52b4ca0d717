"""`roomscribe digest`: what was decided on a day or in a week, what is due and what slipped."""

from __future__ import annotations

import json
from datetime import date, datetime

import click

from daemon.cli.context import AppContext, Day


@click.command()
@click.option(
    "--date",
    "when",
    type=Day(),
    metavar="YYYY-MM-DD",
    help="The day, or any day of the week [default: today].",
)
@click.option("--week", is_flag=True, help="The week of that day, instead of the day.")
@click.option("--save", is_flag=True, help="Keep it, as the nightly job does.")
@click.option(
    "--list", "as_list", is_flag=True, help="List the digests that are kept, instead of making one."
)
@click.option("--json", "as_json", is_flag=True, help="The digest as JSON.")
@click.pass_obj
def digest(app: AppContext, when: date | None, week: bool, save: bool, as_list: bool, as_json: bool) -> None:
    """Print the digest of a day: what was decided, what is due and what slipped, by person.

    It is made from the current notes.
    """
    from daemon.hub.alone import carry_out
    from daemon.notes.digests import DigestStore
    from daemon.notes.store import NoteStore
    from pipelines.digest import Period, make_digest
    from pipelines.render.digest import render_digest

    if as_list:
        ids = DigestStore(app.state_dir).ids("week" if week else "day")
        click.echo(json.dumps(ids) if as_json else "\n".join(ids), nl=as_json or bool(ids))
        return
    today = datetime.now(app.timezone).date()
    day = when or today
    with NoteStore.open_reader(app.state_dir) as store:
        made = make_digest(
            store.notes(),
            Period.week(day, today) if week else Period.day(day),
            timezone=app.timezone,
            due_days=app.config.digest.due_days,
            slipped_days=app.config.digest.slipped_days,
        )
    if save:
        reply = carry_out(app.state_dir, "digest save", {"digest": made.model_dump(mode="json")})
        click.echo(reply.message, err=True)
    click.echo(made.model_dump_json() if as_json else render_digest(made, app.timezone), nl=as_json)
