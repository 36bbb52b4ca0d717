"""`roomscribe prune`: remove what is older than the configuration allows."""

from __future__ import annotations

from datetime import UTC, datetime

import click

from daemon.cli.context import AppContext


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
    from daemon.hub.nightly.prune import Pruned, would_prune

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
