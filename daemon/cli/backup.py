"""`roomscribe backup` and `roomscribe restore`."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import click

from daemon.cli.context import AppContext, act_as_service_user


@click.command()
@click.option(
    "--to",
    "folder",
    type=click.Path(path_type=Path),
    metavar="DIR",
    help="Folder for the archive, instead of [backup] folder.",
)
@click.option("--json", "as_json", is_flag=True, help="What was written as JSON.")
@click.pass_obj
def backup(app: AppContext, folder: Path | None, as_json: bool) -> int:
    """Back up all notes, as the nightly job does.

    Works while the services run. Notes, transcripts, digests and the configuration go into one .tar.gz;
    models do not, and audio only if [backup] audio says so.
    """
    from daemon.base.config import config_in_force
    from daemon.notes.backup.make import backup_folder, make_backup

    rules = app.config.backup
    made = make_backup(
        app.state_dir,
        folder.absolute() if folder else backup_folder(rules),
        config_in_force(app.config_file),
        datetime.now(UTC),
        keep=rules.keep,
        audio=rules.audio,
    )
    if as_json:
        click.echo(made.model_dump_json())
    else:
        click.echo(f"{made}")
        for path in made.removed:
            click.echo(f"removed {path}", err=True)
    for problem in made.problems:
        click.echo(f"damaged: {problem}; restore an older backup, all of which were kept", err=True)
    return 4 if made.problems else 0


@click.command()
@click.argument("archive", type=click.Path(path_type=Path), metavar="FILE")
@click.option("--force", is_flag=True, help="Even if there are notes here: they are set aside, not deleted.")
@click.option("--json", "as_json", is_flag=True, help="What was restored as JSON.")
@click.pass_obj
def restore(app: AppContext, archive: Path, force: bool, as_json: bool) -> None:
    """Restore a backup, with the services stopped (`systemctl stop roomscribe`).

    The whole archive is read first; a truncated or altered one is refused and nothing is changed.
    """
    from daemon.notes.backup.archive import opened
    from daemon.notes.backup.restore import restore as restore_state

    with opened(archive) as file:
        act_as_service_user(app.state_dir)
        done = restore_state(file, app.state_dir, datetime.now(UTC), force=force)
    if as_json:
        click.echo(done.model_dump_json())
        return
    made_at = done.made_at.astimezone(app.timezone)
    click.echo(f"restored the backup of {made_at:%Y-%m-%d %H:%M}; notes: {done.notes}")
    if done.deleted:
        click.echo(f"left out, because they have been deleted since: {', '.join(done.deleted)}")
    if done.set_aside:
        click.echo(f"what was here before is in {done.set_aside}")
    if done.config:
        click.echo(f"the backup's configuration is in {done.config}; it is not in force")
