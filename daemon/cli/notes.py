"""`roomscribe notes`: show, export and delete stored notes."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from daemon.cli.context import AppContext
from daemon.cli.terminal import print_note
from pipelines.errors import BadInputError

if TYPE_CHECKING:
    from daemon.worker.stage import EngineChoice
    from pipelines.text import FileForm


@click.group()
def notes() -> None:
    """List, show, export or delete stored notes."""


@notes.command("list")
@click.option("--json", "as_json", is_flag=True, help="One JSON array.")
@click.pass_obj
def list_notes(app: AppContext, as_json: bool) -> None:
    """List all notes, newest first."""
    from daemon.notes.store import NoteStore

    with NoteStore.open_reader(app.state_dir) as store:
        heads = store.heads()
    if as_json:
        click.echo(json.dumps([head.model_dump(mode="json") for head in heads], ensure_ascii=False))
        return
    if not heads:
        click.echo("No notes yet; `roomscribe process FILE --save` makes the first.", err=True)
    for head in heads:
        when = head.started_at.astimezone(app.timezone)
        click.echo(f"{head.id}  {when:%Y-%m-%d %H:%M}  {head.title}  ({head.source})")


@notes.command()
@click.argument("note_id", metavar="ID")
@click.option("--json", "as_json", is_flag=True, help="The note as JSON.")
@click.pass_obj
def show(app: AppContext, note_id: str, as_json: bool) -> None:
    """Print one note. A unique prefix of its ID is enough."""
    from daemon.notes.store import NoteStore

    with NoteStore.open_reader(app.state_dir) as store:
        print_note(store.get(note_id), as_json=as_json, timezone=app.timezone)


@notes.command()
@click.argument("note_id", metavar="ID")
@click.option(
    "--format",
    "suffix",
    type=click.Choice(["docx", "md", "html", "json", "txt", "vtt", "srt", "csv", "ics"]),
    help="Of the note (md, json, html, docx), the transcript (vtt, srt, txt) or the tasks (csv, ics).",
)
@click.option("--json", "as_json", is_flag=True, help="The same as --format json.")
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path, dir_okay=False, readable=False, allow_dash=True),
    help="File to write; - for standard output [default: -].",
)
@click.pass_obj
def export(
    app: AppContext, note_id: str, suffix: FileForm | None, as_json: bool, output: Path | None
) -> None:
    """Write one note as a file, in any of the forms that the page has."""
    from daemon.base.clock import SystemClock
    from daemon.base.durable import write_elsewhere
    from daemon.notes.store import NoteStore
    from pipelines.render.forms import Place, rendered

    with NoteStore.open_reader(app.state_dir) as store:
        note = store.get(note_id)
    form: FileForm = "json" if as_json else suffix or "md"
    to_stdout = output is None or output == Path("-")
    if to_stdout and form in ("md", "json"):
        print_note(note, as_json=form == "json", timezone=app.timezone)
        return
    content = rendered(note, form, Place(app.timezone, SystemClock().now()))
    if output is None or to_stdout:
        if form == "docx" and sys.stdout.isatty():
            raise BadInputError("a Word document is nothing for a terminal; name a file with -o")
        sys.stdout.buffer.write(content)
        return
    write_elsewhere(output, content)
    click.echo(f"wrote {output}", err=True)


@notes.command()
@click.argument("note_id", metavar="ID")
@click.option(
    "--engine",
    type=click.Choice(["auto", "gemma", "rules"]),
    default="auto",
    show_default=True,
    help="What drafts it; auto takes the language model if it is installed.",
)
@click.option("--template", metavar="NAME", help="Its new template [default: the one it has].")
@click.pass_obj
def remake(app: AppContext, note_id: str, engine: EngineChoice, template: str | None) -> None:
    """Make one note again from its transcript, with people's corrections and names. Their changes are kept.

    A running hub does it as a job, and the old note is shown until the new one is ready; without a hub it is
    made here.
    """
    from daemon.base.clock import SystemClock
    from daemon.cli.progress import ShownProgress
    from daemon.hub.alone import carry_out
    from daemon.hub.client import ask_hub
    from daemon.hub.remaking import heard_again
    from daemon.models.weights import Weights
    from daemon.notes.store import NoteStore
    from daemon.worker.at_once import NotesAtOnce
    from daemon.worker.engines import Engines

    with NoteStore.open_reader(app.state_dir) as store:
        note = store.made(note_id)
        edits = store.edits(note.id)
    if engine == "gemma":
        Weights(app.config, app.models_dir).language_model()  # a job would wait for them silently
    answer = ask_hub(app.state_dir, "notes remake", id=note.id, engine=engine, template=template)
    if answer is not None:
        click.echo(answer.message, err=True)
        return
    now, by_rules = SystemClock().now(), engine == "rules"
    heard = heard_again(app.state_dir, note, edits, now, by_rules=by_rules, template=template)
    progress = ShownProgress()
    with progress:
        engines = Engines(app.config, app.models_dir, progress=progress)
        made = NotesAtOnce(app.config, app.state_dir, engines, progress, engine).again(*heard)
    carry_out(app.state_dir, "notes save", {"note": made.model_dump(mode="json")})
    click.echo(f"made {note.id} again", err=True)


@notes.command()
@click.argument("note_id", metavar="ID")
@click.option("--json", "as_json", is_flag=True, help="Print what was deleted as JSON.")
@click.option("--yes", is_flag=True, help="Do not ask for confirmation.")
@click.pass_obj
def delete(app: AppContext, note_id: str, as_json: bool, yes: bool) -> None:
    """Delete one note for good, with everything that contains its words except older backups, which are
    listed."""
    from daemon.hub.alone import carry_out
    from daemon.notes.backup.archive_search import backups_holding
    from daemon.notes.store import NoteStore

    with NoteStore.open_reader(app.state_dir) as store:
        head = store.head(note_id)  # not `get`: a note that cannot be read can still be deleted
    if not yes and sys.stdin.isatty():
        click.confirm(f'Delete "{head.title}" ({head.id}) for good?', abort=True, err=True)
    reply = carry_out(app.state_dir, "notes delete", {"id": head.id})
    backups = backups_holding(app.state_dir, app.config.backup, [head.id])
    click.echo(json.dumps({**reply.details, "backups": backups}) if as_json else reply.message)
    for line in backups:
        click.echo(line, err=True)
