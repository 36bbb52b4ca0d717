"""`roomscribe dev replay`: run the guardrails again over a recorded draft, or a stored note's."""

from __future__ import annotations

import json
from datetime import date, tzinfo
from pathlib import Path
from typing import IO, TYPE_CHECKING, NamedTuple

import click

from daemon.cli.context import AppContext, Day

if TYPE_CHECKING:
    from pipelines.checking import Checker
    from pipelines.conventions import Conventions
    from pipelines.verifying import CheckedNote

_FILE = click.Path(path_type=Path, dir_okay=False, readable=False)
_LINES = click.Path(path_type=Path, dir_okay=False, readable=False, allow_dash=True)
BAD_INPUT = 2


class Setup(NamedTuple):
    """What drafts from files are checked with."""

    timezone: tzinfo
    conventions: Conventions
    checker: Checker


@click.command()
@click.option(
    "--transcript",
    type=_FILE,
    metavar="FILE",
    help="What was said: a transcript as `roomscribe process` takes it.",
)
@click.option("--draft", type=_FILE, metavar="FILE", help="What is to be checked, as JSON.")
@click.option("--batch", type=_LINES, metavar="FILE", help='Lines of {"transcript": ..., "draft": ...}.')
@click.option("--note", "note_id", metavar="ID", help="A stored note, from its draft.")
@click.option("--date", "day", type=Day(), metavar="YYYY-MM-DD", help="Day of the meeting.")
@click.option("--json", "as_json", is_flag=True, help="The result as JSON, one document per line.")
@click.pass_obj
def replay(
    app: AppContext,
    transcript: Path | None,
    draft: Path | None,
    batch: Path | None,
    note_id: str | None,
    day: date | None,
    as_json: bool,
) -> int:
    """Run every check that needs no model over an existing draft.

    \b
    roomscribe dev replay --transcript T.json --draft D.json
    roomscribe dev replay --batch CASES.jsonl     one line of JSON for each line
    roomscribe dev replay --note ID               its draft: merged, checked and shortened again
    """
    ways = (transcript is not None or draft is not None, batch is not None, note_id is not None)
    if sum(ways) != 1 or (transcript is None) != (draft is None):
        raise click.UsageError("give --transcript with --draft, or --batch, or --note")
    if note_id is not None:
        result = _note(app, note_id)
    else:
        from pipelines.checking import checker_for

        with checker_for(app.config.conventions) as checker:
            setup = Setup(app.timezone, app.config.conventions, checker)
            if batch is not None:
                return _batch(batch, day, setup)
            assert transcript is not None
            assert draft is not None
            result = _files(transcript, draft, day, setup)
    from pipelines.render.replay import render_replay

    click.echo(result.model_dump_json() if as_json else render_replay(result), nl=as_json)
    return 0


def _files(transcript: Path, draft: Path, day: date | None, setup: Setup) -> CheckedNote:
    from pipelines.errors import BadInputError
    from pipelines.importers.source import Source, shown
    from pipelines.replay import day_of, draft_of, transcript_at
    from pipelines.replay import replay as run

    said = transcript_at(transcript)
    try:
        value = json.loads(Source.read(draft).text())
    except (ValueError, RecursionError) as error:
        raise BadInputError(f"{shown(draft)}: is not JSON ({error})") from None
    return run(
        draft_of(value), said, day or day_of(value, said, setup.timezone), setup.checker, setup.conventions
    )


def _note(app: AppContext, note_id: str) -> CheckedNote:
    from daemon.notes.store import NoteStore
    from pipelines.replay import replay_note

    with NoteStore.open_reader(app.state_dir) as store:
        note = store.made(note_id)
    return replay_note(note)


def _batch(path: Path, day: date | None, setup: Setup) -> int:
    """A line of result for each line; an error is reported in the place of its line."""
    exit_code = 0
    with _opened(path) as lines:
        for number, line in enumerate(lines, 1):
            if not line.strip():
                continue
            try:
                result = _case(line, day, setup).model_dump_json()
            except Exception as error:  # the next line may be fine
                result = json.dumps({"error": f"line {number}: {error}"})
                exit_code = BAD_INPUT
            click.echo(result)
    return exit_code


def _opened(path: Path) -> IO[str]:
    from pipelines.errors import BadInputError

    try:
        return click.open_file(str(path), encoding="utf-8", errors="replace")
    except OSError as error:
        raise BadInputError(f"{path}: cannot be read ({error.strerror})") from None


def _case(line: str, day: date | None, setup: Setup) -> CheckedNote:
    from pipelines.errors import BadInputError
    from pipelines.replay import day_of, draft_of, transcript_of
    from pipelines.replay import replay as run

    try:
        case = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise BadInputError(f"is not JSON ({error})") from None
    if not isinstance(case, dict) or not {"transcript", "draft"} <= case.keys():
        raise BadInputError('needs the keys "transcript" and "draft"')
    said = transcript_of(case["transcript"])
    on = day or day_of(case, said, setup.timezone) or day_of(case["transcript"], said, setup.timezone)
    return run(draft_of(case["draft"]), said, on, setup.checker, setup.conventions)
