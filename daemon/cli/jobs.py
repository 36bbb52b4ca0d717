"""`roomscribe jobs`: what is running, what waits, and what was set aside."""

from __future__ import annotations

import json
import sys
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

import click

from daemon.cli.context import AppContext

if TYPE_CHECKING:
    from daemon.meetings import Job
    from daemon.worker.status import WorkerStatus


@click.group()
def jobs() -> None:
    """List the meetings in the queue, try one again, or drop it."""


@jobs.command("list")
@click.option("--json", "as_json", is_flag=True, help="One JSON array.")
@click.pass_obj
def list_jobs(app: AppContext, as_json: bool) -> None:
    """List the meetings that have no note yet, the next first. `notes list` has the others."""
    from daemon.meetings import WorkFolder, read_jobs
    from daemon.meetings.queue import in_order
    from daemon.worker.status import read_status

    claim = WorkFolder(app.state_dir).claim()
    status = read_status(app.state_dir)
    running = claim.job if claim and status else None
    found = in_order(read_jobs(app.state_dir), running)
    entries = [_entry(job, status if job.id == running else None) for job in found]
    if as_json:
        click.echo(json.dumps(entries, ensure_ascii=False))
        return
    if not entries:
        click.echo("The queue is empty.", err=True)
    for entry in entries:
        reason = f": {entry['reason']}" if entry["reason"] else ""
        click.echo(f"{entry['id']}  {entry['state']:<8} {entry['step']:<10}  {entry['source']}{reason}")


@jobs.command()
@click.argument("job_id", metavar="ID")
@click.option("--json", "as_json", is_flag=True, help="Print what was done as JSON.")
@click.pass_obj
def retry(app: AppContext, job_id: str, as_json: bool) -> None:
    """Retry a meeting that was set aside, or that waits for its next attempt."""
    _change(app, "jobs retry", job_id, as_json)


@jobs.command()
@click.argument("job_id", metavar="ID")
@click.option("--json", "as_json", is_flag=True, help="Print what was done as JSON.")
@click.option("--yes", is_flag=True, help="Do not ask for confirmation.")
@click.pass_obj
def drop(app: AppContext, job_id: str, as_json: bool, yes: bool) -> None:
    """Remove a meeting from the queue for good, including its recording or transcript."""
    from daemon.meetings import read_jobs

    source = next((job.source for job in read_jobs(app.state_dir) if job.id == job_id), None)
    if source and not yes and sys.stdin.isatty():
        click.confirm(f'Remove "{source}" ({job_id}) for good?', abort=True, err=True)
    _change(app, "jobs drop", job_id, as_json)


def _change(app: AppContext, verb: str, job_id: str, as_json: bool) -> None:
    from daemon.hub.alone import carry_out

    reply = carry_out(app.state_dir, verb, {"id": job_id})
    click.echo(json.dumps(reply.details) if as_json else reply.message)


def _entry(job: Job, status: WorkerStatus | None) -> dict[str, Any]:
    entry = job.model_dump(mode="json", include=_SHOWN)
    entry["state"] = "running" if status else job.state
    entry["attempts"] = job.turn
    if status:
        percent = "" if status.fraction is None else f" {status.fraction:.0%}"
        entry["reason"] = f"{status.stage}{percent}" if status.stage else None
    elif job.not_before and job.not_before > datetime.now(UTC):
        entry["reason"] = f"{job.reason}; will be tried again soon"
    return entry


_SHOWN = {"id", "source", "priority", "created_at", "step", "state", "reason", "failures", "not_before"}
