"""`roomscribe record`: control of the recorder."""

from __future__ import annotations

import json
from typing import Any

import click

from daemon.base.errors import NoAnswerError
from daemon.cli.context import AppContext

_json = click.option("--json", "as_json", is_flag=True, help="Answer as JSON.")


@click.group()
def record() -> None:
    """Start and stop recording, go off the record, forget.

    The recorder itself answers; nothing happens if it is not running. Only an order to forget is kept until
    it runs again.
    """


@record.command()
@_json
@click.pass_obj
def start(app: AppContext, as_json: bool) -> int:
    """Start recording."""
    return _order(app, "start", as_json)


@record.command()
@_json
@click.pass_obj
def stop(app: AppContext, as_json: bool) -> int:
    """End the recording. Voices start the next one only after the room has been quiet."""
    return _order(app, "stop", as_json)


@record.command()
@_json
@click.pass_obj
def pause(app: AppContext, as_json: bool) -> int:
    """Go off the record: nothing is kept until "resume"."""
    return _order(app, "pause", as_json)


@record.command()
@_json
@click.pass_obj
def resume(app: AppContext, as_json: bool) -> int:
    """Go on the record again."""
    return _order(app, "resume", as_json)


@record.command()
@click.argument("minutes", type=click.FloatRange(0, 24 * 60, min_open=True), metavar="MINUTES")
@_json
@click.pass_obj
def forget(app: AppContext, minutes: float, as_json: bool) -> int:
    """Remove what was heard in the last MINUTES, for good. Older backups that contain it are listed."""
    return _order(app, "forget", as_json, {"minutes": minutes}, must_happen=True)


@record.command()
@_json
@click.pass_obj
def status(app: AppContext, as_json: bool) -> None:
    """Show what the recorder is doing."""
    from daemon.base.clock import SystemClock
    from daemon.recorder.report import summary
    from daemon.spool.recorder_status import live_status

    found = live_status(app.state_dir, SystemClock())
    if found is None:
        raise NoAnswerError(
            "the recorder is not running; start it with `systemctl start roomscribe` or `roomscribe run`"
        )
    if as_json:
        click.echo(found.model_dump_json())
        return
    click.echo(summary(found))
    click.echo(f"level {found.level_dbfs:.0f} dBFS, disk for {found.disk_hours_left:.0f} hours")
    if found.overflows:
        click.echo(f"audio was lost {found.overflows} times since the recorder started")


def _order(
    app: AppContext,
    do: str,
    as_json: bool,
    arguments: dict[str, Any] | None = None,
    *,
    must_happen: bool = False,
) -> int:
    from daemon.base.control import ask
    from daemon.cli.main import fail

    answer = ask(app.state_dir, "recorder", do, arguments, must_happen=must_happen)
    backups = _backups(app, answer.details)
    if as_json:
        reply = {"ok": answer.ok, "message": answer.message, **answer.details}
        click.echo(json.dumps({**reply, "backups": backups} if backups else reply))
    elif answer.ok:
        click.echo(answer.message)
        for line in backups:
            click.echo(line, err=True)
    else:
        return fail(answer.message, answer.exit_code or 1, debug=False)
    return 0 if answer.ok else answer.exit_code or 1


def _backups(app: AppContext, details: dict[str, Any]) -> list[str]:
    """Those that contain a recording in which something was forgotten."""
    from daemon.notes.backup.archive_search import backups_holding

    ids = [span["id"] for span in details.get("forgotten", ())]
    return backups_holding(app.state_dir, app.config.backup, ids) if ids else []
