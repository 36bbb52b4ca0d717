"""`roomscribe process`: meetings from files, notes to standard output and, when asked, to the store."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

import click

from daemon.cli.context import AppContext
from daemon.cli.main import fail
from daemon.cli.output import print_note
from daemon.cli.progress import ShownProgress
from daemon.engines import note_maker
from guardrails.errors import RoomscribeError
from pipelines.note import Note
from pipelines.notemaker import EngineChoice


@click.command()
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="FILE...")
@click.option(
    "--date", "day", type=click.DateTime(["%Y-%m-%d"]), metavar="YYYY-MM-DD", help="Day of the meeting."
)
@click.option(
    "--engine",
    type=click.Choice(["auto", "gemma", "rules"]),
    default="auto",
    show_default=True,
    help="Who drafts the note; auto takes the language model where it is installed.",
)
@click.option("--json", "as_json", is_flag=True, help="The note as JSON, one document a line.")
@click.option("--save", is_flag=True, help="Keep the note in the store.")
@click.pass_obj
def process(
    app: AppContext,
    files: tuple[Path, ...],
    day: datetime | None,
    engine: EngineChoice,
    as_json: bool,
    save: bool,
) -> int:
    """Make a note from each recording or transcript and print it.

    Audio: wav, mp3, m4a, ogg, opus, flac, webm, mp4. Transcripts: vtt, srt, sbv, txt, json.
    """
    exit_code = 0
    progress = ShownProgress()
    maker = note_maker(app, engine, progress)
    for path in files:
        try:
            with progress:
                note = maker.make(path, day.date() if day else None)
            if save:
                _keep(app, note)
        except RoomscribeError as error:
            code = fail(str(error), error.exit_code, app.debug)
            exit_code = exit_code or code
            continue
        print_note(note, as_json=as_json, timezone=app.timezone)
    return exit_code


def _keep(app: AppContext, note: Note) -> None:
    from daemon.hub.alone import carry_out

    reply = carry_out(app.state_dir, "notes save", {"note": note.model_dump(mode="json")})
    click.echo(reply.message, err=True)
