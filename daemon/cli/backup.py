"""`roomscribe backup`: one archive of all notes, read back before it counts."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import click

from daemon.cli.context import AppContext


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
