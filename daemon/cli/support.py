"""`roomscribe support`: a file for a bug report."""

from __future__ import annotations

import os
from functools import partial
from pathlib import Path

import click

from daemon.cli.context import AppContext, act_as_service_user
from pipelines.errors import BadInputError


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
