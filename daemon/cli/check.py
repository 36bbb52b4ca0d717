"""`roomscribe check`, `status` and `support`: what is tried of this machine, what it says of itself, and a
file of both for a bug report.
"""

from __future__ import annotations

import os
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from daemon.cli.context import AppContext, act_as_service_user
from pipelines.errors import BadInputError

if TYPE_CHECKING:
    from daemon.machine.check import Finding


_COLOURS = {"ok": "green", "warn": "yellow", "fail": "red", "skipped": "bright_black"}
_WARNED = 5
"""Exit code of `status`; the ones below are taken."""


@click.command()
@click.option("--json", "as_json", is_flag=True, help="One JSON document, with the figures behind each line.")
@click.option("--only", "names", multiple=True, metavar="NAME", help="Check only this; may be repeated.")
@click.pass_obj
def check(app: AppContext, as_json: bool, names: tuple[str, ...]) -> int:
    """Check microphone, models, disk, memory, temperature, clock, services, and that no data can leave.

    Exits with 1 if anything fails; a warning is not a failure. As root it can check more.
    """
    from daemon.base.clock import SystemClock
    from daemon.machine.check import Host
    from daemon.machine.check.probes import PROBES
    from daemon.machine.check.probes import check as run_checks

    if unknown := [name for name in names if name not in PROBES]:
        raise click.BadParameter(f'there is no check "{unknown[0]}"; known: {", ".join(PROBES)}')
    width = max(map(len, PROBES))
    host = Host(state_dir=app.state_dir, config_file=app.config_file, clock=SystemClock())
    report = run_checks(host, names, seen=None if as_json else lambda finding: _show(finding, width))
    if as_json:
        click.echo(report.model_dump_json())
    return 0 if report.ok else 1


@click.command()
@click.option("--json", "as_json", is_flag=True, help="One JSON document, with the figures behind each line.")
@click.pass_obj
def status(app: AppContext, as_json: bool) -> int:
    """Show services, queue, last note, nightly jobs, disk, microphone and temperature, at once.

    Tries nothing, unlike `check`, so it may be asked every minute. Exits with 0 if all is well, 5 with a
    warning, 1 if anything fails.
    """
    from daemon.base.clock import SystemClock
    from daemon.base.errors import StateDamagedError
    from daemon.machine.check import Host
    from daemon.machine.check.overview import overview
    from daemon.spool.recorder_status import live_status

    host = Host(state_dir=app.state_dir, config_file=app.config_file, clock=SystemClock())
    if not host.sees_state:
        raise StateDamagedError(f"{app.state_dir} cannot be read by this user; run `sudo roomscribe status`")
    now = overview(host, live_status(host.state_dir, host.clock))
    if as_json:
        click.echo(now.model_dump_json())
    else:
        click.echo(f"Roomscribe {now.version}")
        width = max(len(finding.probe) for finding in now.findings)
        for finding in now.findings:
            _show(finding, width)
    return {"ok": 0, "warn": _WARNED}.get(now.status, 1)


def _show(finding: Finding, width: int) -> None:
    status = click.style(f"{finding.status:<7}", fg=_COLOURS[finding.status])
    click.echo(f"{status}  {finding.probe:<{width}}  {finding.message}")
    if finding.advice:
        click.echo(f"{'':<{width + 9}}  -> {finding.advice}")
    if finding.install:
        click.echo(f"{'':<{width + 9}}  -> not installed here: {finding.install}")


@click.command()
@click.argument("file", type=click.Path(path_type=Path), default="roomscribe-support.md", metavar="[FILE]")
@click.pass_obj
def support(app: AppContext, file: Path) -> None:
    """Write what a bug report needs to know of this machine into FILE (roomscribe-support.md).

    Versions, configuration, what `check` found, when the services logged warnings, where they failed, and
    figures of queue, notes, models and machine. Texts are left out: no word of a meeting, no name, title,
    PIN or password. Read it before you send it. As root it holds more.
    """
    from daemon.base.clock import SystemClock
    from daemon.machine.check import Host
    from daemon.machine.support import report

    try:
        # Before root's rights are dropped; never through a link, and never over what is there.
        fd = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
    except FileExistsError:
        raise BadInputError(f"{file} is there already: name another file, or remove it") from None
    with os.fdopen(fd, "w", encoding="utf-8") as target:
        if (user := os.environ.get("SUDO_UID", "")).isdecimal() and os.geteuid() == 0:
            os.fchown(fd, int(user), -1)  # whoever typed sudo sends it
        click.echo("collecting, which takes up to three minutes", err=True)
        host = Host(state_dir=app.state_dir, config_file=app.config_file, clock=SystemClock())
        target.write(report(host, partial(act_as_service_user, app.state_dir)))
    click.echo(f"{file} is written; read it before you send it")
