"""`roomscribe check`: the health of this machine, with one line of advice for each problem."""

from __future__ import annotations

import click

from daemon.cli.context import AppContext

_COLOURS = {"ok": "green", "warn": "yellow", "fail": "red", "skipped": "bright_black"}


@click.command()
@click.option("--json", "as_json", is_flag=True, help="One JSON document, with the figures behind each line.")
@click.option("--only", "names", multiple=True, metavar="NAME", help="Check only this; may be repeated.")
@click.pass_obj
def check(app: AppContext, as_json: bool, names: tuple[str, ...]) -> int:
    """Check microphone, models, disk, memory, temperature, clock, services, and that no data can leave.

    Exits with 1 if anything fails; a warning is not a failure. As root it can check more.
    """
    from daemon.check import PROBES, Finding, Host
    from daemon.check import check as run_checks
    from daemon.clock import SystemClock

    if unknown := [name for name in names if name not in PROBES]:
        raise click.BadParameter(f'there is no check "{unknown[0]}"; known: {", ".join(PROBES)}')
    width = max(map(len, PROBES))

    def show(finding: Finding) -> None:
        status = click.style(f"{finding.status:<7}", fg=_COLOURS[finding.status])
        click.echo(f"{status}  {finding.probe:<{width}}  {finding.message}")
        if finding.advice:
            click.echo(f"{'':<{width + 9}}  -> {finding.advice}")

    host = Host(state_dir=app.state_dir, config_file=app.config_file, clock=SystemClock())
    report = run_checks(host, names, seen=None if as_json else show)
    if as_json:
        click.echo(report.model_dump_json())
    return 0 if report.ok else 1
