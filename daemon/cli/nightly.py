"""`roomscribe nightly` and `roomscribe prune`: nightly jobs, and the deletion of what has served its time."""

from __future__ import annotations

import json
from datetime import UTC, datetime

import click

from daemon.cli.context import AppContext

_json = click.option("--json", "as_json", is_flag=True, help="As JSON.")


@click.group()
def nightly() -> None:
    """List the nightly jobs, or run one now."""


@nightly.command("list")
@_json
@click.pass_obj
def list_jobs(app: AppContext, as_json: bool) -> None:
    """List when each job runs next, when it last ran, and what came of that."""
    from daemon.hub.nightly.report import jobs_of_the_night

    jobs = jobs_of_the_night(app.state_dir, app.config.nightly, datetime.now(UTC), app.timezone)
    if as_json:
        click.echo(json.dumps([job.model_dump(mode="json") for job in jobs], ensure_ascii=False))
        return
    for job in jobs:
        last = _moment(app, job.last_at) or "not yet"
        late = ", overdue" if job.is_overdue and job.next_at else ""
        click.echo(
            f"{job.job:<10}  {job.about}; last: {last}{late}; next: {_moment(app, job.next_at) or 'never'}"
        )
        for line in job.lines:
            click.echo(f"{'':<12}{line}")
        for problem in job.unsolved:
            click.echo(f"{'':<12}problem: {problem}")


@nightly.command()
@click.argument("name")
@_json
@click.pass_obj
def run(app: AppContext, name: str, as_json: bool) -> int:
    """Run the job NAME now, and wait until it has run. Exits with 1 if it reports a problem.

    The hub does it, once no other job is running; without a hub it is done here.
    """
    from daemon.base.config import config_in_force
    from daemon.hub.alone import run_nightly
    from daemon.hub.nightly.report import NAMES, jobs_of_the_night

    if name not in NAMES:
        raise click.BadParameter(f'there is no nightly job "{name}"; known: {", ".join(NAMES)}')
    run_nightly(app.state_dir, app.config, config_in_force(app.config_file), name)
    jobs = jobs_of_the_night(app.state_dir, app.config.nightly, datetime.now(UTC), app.timezone)
    [done] = (job for job in jobs if job.job == name)
    if as_json:
        click.echo(done.model_dump_json())
    else:
        for line in done.lines or (() if done.problems else ("done",)):
            click.echo(line)
        for problem in done.problems:
            click.echo(f"problem: {problem}", err=True)
    return 1 if done.problems else 0


def _moment(app: AppContext, at: datetime | None) -> str:
    return f"{at.astimezone(app.timezone):%Y-%m-%d %H:%M}" if at else ""


@click.command()
@click.option("--dry-run", is_flag=True, help="Print what would be removed, and remove nothing.")
@click.option("--json", "as_json", is_flag=True, help="What was removed as JSON.")
@click.pass_obj
def prune(app: AppContext, dry_run: bool, as_json: bool) -> None:
    """Remove old audio, as the nightly job does.

    Audio is removed when its note is stored and it is older than [retention] audio_days, or earlier when the
    disk gets full, the oldest first. Notes are kept unless [retention] note_days says otherwise.
    """
    from daemon.base.sizes import human
    from daemon.hub.alone import carry_out
    from daemon.hub.nightly.retention import Pruned, would_prune

    rules = app.config.retention
    if dry_run:
        pruned = would_prune(app.state_dir, rules, datetime.now(UTC))
    else:
        reply = carry_out(app.state_dir, "prune", {"rules": rules.model_dump()})
        pruned = Pruned.model_validate(reply.details)
    if as_json:
        click.echo(pruned.model_dump_json())
        return
    verb = "would remove" if dry_run else "removed"
    for what in (*pruned.audio, *(f"the note {note_id} for its age" for note_id in pruned.notes)):
        click.echo(f"{verb} {what}")
    click.echo(f"{human(pruned.freed_bytes)} {'would be ' if dry_run else ''}freed", err=True)
