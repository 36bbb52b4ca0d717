"""`roomscribe process`: meetings from files, notes to standard output and, when asked, to the store."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Sequence
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

import click

from daemon.base.errors import StateBusyError
from daemon.cli.context import AppContext, Day
from daemon.cli.main import report
from daemon.cli.progress import ShownProgress
from daemon.cli.terminal import print_note
from pipelines.errors import BadInputError

if TYPE_CHECKING:
    from daemon.worker.stage import EngineChoice
    from pipelines.note import Note

BUSY_S = 15.0
"""Another command locks the state for well under a second; this is enough to wait behind several."""


@click.command()
@click.argument(
    "files", nargs=-1, required=True, type=click.Path(path_type=Path, readable=False), metavar="FILE..."
)
@click.option("--date", "day", type=Day(), metavar="YYYY-MM-DD", help="Day of the meeting.")
@click.option(
    "--engine",
    type=click.Choice(["auto", "gemma", "rules"]),
    default="auto",
    show_default=True,
    help="What drafts the note; auto takes the language model if it is installed.",
)
@click.option(
    "--words",
    type=click.Path(path_type=Path, readable=False),
    metavar="FILE",
    help="Transcript of the recording: its words are taken, and the voices of its unnamed lines heard.",
)
@click.option("--template", metavar="NAME", help="Template of the note; see `roomscribe templates list`.")
@click.option("--json", "as_json", is_flag=True, help="The note as JSON, one document per line.")
@click.option("--save", is_flag=True, help="Keep the note in the store.")
@click.pass_obj
def process(
    app: AppContext,
    files: tuple[Path, ...],
    day: date | None,
    engine: EngineChoice,
    words: Path | None,
    template: str | None,
    as_json: bool,
    save: bool,
) -> int:
    """Make a note from each recording or transcript and print it.

    Recordings: wav, mp3, m4a, ogg, opus, flac, webm, mp4, aac, aif, aiff, amr, caf, mka, mkv, mov, oga, wma,
    3gp, avi, w64, and a zip with such a file for each person. Transcripts: vtt, srt, sbv, txt, md, docx,
    json, tsv; which platforms' are read stands in docs/transcripts.md.

    The chat that Zoom saves beside a transcript (meeting_saved_chat.txt, GMT...newChat.txt, NAME.chat.txt) is
    read with it.
    """
    from daemon.meetings.templates import Templates
    from daemon.worker.at_once import NotesAtOnce
    from daemon.worker.engines import Engines
    from pipelines.importers import is_transcript

    if words is not None and (len(files) != 1 or is_transcript(files[0])):
        raise BadInputError("--words goes with one recording: the one whose transcript it is")
    exit_code = 0
    progress = ShownProgress()
    form = Templates(app.state_dir).find(template or app.config.notes.template)
    config = app.config.model_copy(
        update={"notes": app.config.notes.model_copy(update={"template": form.name})}
    )
    engines = Engines(config, app.models_dir, progress=progress)
    maker = NotesAtOnce(config, app.state_dir, engines, progress, engine)
    for path in _without_chats(files):
        try:
            with progress:
                note = maker.of_file(path, day, words)
            # Printed first: a note that took minutes is not lost when it cannot be saved.
            print_note(note, as_json=as_json, timezone=app.timezone)
            if save:
                _keep(app, note, path)
        except Exception as error:  # the next file may be fine
            code = report(error, app.debug)
            exit_code = exit_code or code
    return exit_code


def _without_chats(files: Sequence[Path]) -> list[Path]:
    """A chat whose transcript is among the files is read with it."""
    from pipelines.importers import is_chat, transcript_of

    given = {path.absolute() for path in files}
    return [path for path in files if not (is_chat(path) and transcript_of(path.absolute()) in given)]


def _keep(app: AppContext, note: Note, path: Path) -> None:
    from daemon.hub.alone import carry_out

    with path.open("rb") as file:
        arguments = {
            "note": note.model_dump(mode="json"),
            "sha256": hashlib.file_digest(file, "sha256").hexdigest(),
        }
    give_up = time.monotonic() + BUSY_S
    while True:
        try:
            reply = carry_out(app.state_dir, "notes save", arguments)
        except StateBusyError:
            if time.monotonic() > give_up:
                raise
            time.sleep(0.2)  # the kernel does not notify when the lock is free
        else:
            click.echo(reply.message, err=True)
            return
