"""The `roomscribe` command: the global options, and one line for every failure.

Exit codes, for all commands: 0 done; 2 bad input or usage; 3 weights missing; 4 state busy or damaged;
5 a warning of `status`; 130 interrupted; 1 anything else.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from importlib import import_module
from pathlib import Path
from typing import Any

import click

from daemon.base.paths import state_dir
from daemon.base.version import full_version
from daemon.cli.context import AppContext, act_as_service_user
from daemon.cli.terminal import escaping
from guardrails.core.errors import RoomscribeError
from pipelines.offline import force_offline

EXIT_CODES = """\b
Exit codes:
  0  done
  1  any other failure
  2  bad input or usage
  3  the weights of a model are missing
  4  the state is busy or damaged
  5  `status` warns, and nothing has failed
  130  interrupted"""


INTERRUPTED = 130
"""As shells count it: 128 and the number of SIGINT."""

AS_ROOT = ("check", "models", "restore", "rollback", "support", "upgrade")
"""Commands that stay root when root calls them. `check` reads what belongs to others, and writes nothing;
`upgrade` and `rollback` change the program. The others open files that the service may not, and then drop
their rights themselves (docs/adr/0183)."""


Table = Mapping[str, Mapping[str, str | click.Command]]


class Commands(click.Group):
    """Finds a command by its name in a table of headings and imports it only when it runs, or is listed.

    A command is written MODULE:NAME. The page stands above the daemon (imports go web -> daemon), so its
    commands reach the command line by these names, not by an import.
    """

    def __init__(self, *, table: Table, **settings: Any) -> None:
        super().__init__(**settings)
        self._table = table

    def list_commands(self, ctx: click.Context) -> list[str]:
        return sorted(name for names in self._table.values() for name in names)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        found = next((names[cmd_name] for names in self._table.values() if cmd_name in names), None)
        if found is None or isinstance(found, click.Command):
            return found
        module, _, attribute = found.partition(":")
        command = getattr(import_module(module), attribute)
        assert isinstance(command, click.Command)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        room = formatter.width - 6 - max(map(len, self.list_commands(ctx)))
        for heading, names in self._table.items():
            with formatter.section(heading):
                formatter.write_dl(
                    [
                        (name, command.get_short_help_str(room))
                        for name in names
                        if (command := self.get_command(ctx, name))
                    ]
                )

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        import difflib

        if ctx.parent is None and args[0] in DEVELOPMENT.list_commands(ctx):
            # Where they stood before `dev`: scripts that measure call them so.
            return args[0], DEVELOPMENT.get_command(ctx, args[0]), args[1:]
        if args[0] not in (known := self.list_commands(ctx)):
            commands = ((name, self.get_command(ctx, name)) for name in known)
            groups = {
                name: group.list_commands(ctx) for name, group in commands if isinstance(group, Commands)
            }
            near = [f"{name} {args[0]}" for name, below in groups.items() if args[0] in below]
            near += difflib.get_close_matches(args[0], known, n=1, cutoff=0.5)
            if near:
                ctx.fail(f'no such command "{args[0]}"; did you mean "{near[0]}"?')
        return super().resolve_command(ctx, args)


SERVICES = Commands(
    name="service",
    help="Run one service in the foreground, as systemd and `roomscribe run` do.",
    table={
        "Services": {
            "recorder": "daemon.cli.services:recorder",
            "worker": "daemon.cli.services:worker",
            "hub": "web.hub:hub",
            "relay": "daemon.cli.server:relay",
        }
    },
)
DEVELOPMENT = Commands(
    name="dev",
    help="Measure engines and guardrails, and try a change of them on notes that were made before.",
    table={
        "Development": {
            "eval": "daemon.cli.evaluate:evaluate",
            "replay": "daemon.cli.replay:replay",
        }
    },
)
COMMANDS: Table = {
    "Meetings and notes": {
        "process": "daemon.cli.process:process",
        "record": "daemon.cli.record:record",
        "jobs": "daemon.cli.jobs:jobs",
        "notes": "daemon.cli.notes:notes",
        "digest": "daemon.cli.digest:digest",
        "templates": "daemon.cli.templates:templates",
        "mcp": "daemon.cli.mcp:mcp",
    },
    "The machine": {
        "status": "daemon.cli.check:status",
        "check": "daemon.cli.check:check",
        "models": "daemon.cli.models:models",
        "backup": "daemon.cli.backup:backup",
        "restore": "daemon.cli.backup:restore",
        "prune": "daemon.cli.nightly:prune",
        "nightly": "daemon.cli.nightly:nightly",
        "upgrade": "daemon.cli.upgrade:upgrade",
        "rollback": "daemon.cli.upgrade:rollback",
        "support": "daemon.cli.check:support",
    },
    "Other devices, rooms and machines": {
        "pin": "daemon.cli.pin:pin",
        "tls": "daemon.cli.pin:tls",
        "rooms": "daemon.cli.rooms:rooms",
        "server": "daemon.cli.server:server",
    },
    "Internal, or without systemd": {
        "run": "daemon.cli.services:run",
        "serve": "web.serve:serve",
        "service": SERVICES,
        "dev": DEVELOPMENT,
    },
}


def _show_version(ctx: click.Context, _: click.Parameter, wanted: bool) -> None:
    if wanted:
        click.echo(f"roomscribe {full_version()}")
        ctx.exit()


@click.group(
    cls=Commands,
    table=COMMANDS,
    epilog=EXIT_CODES,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_show_version,
    help="Show the version.",
)
@click.option(
    "--state",
    # Not "readable": the code that opens the folder reports that, as for $STATE_DIRECTORY.
    type=click.Path(path_type=Path, file_okay=False, readable=False),
    metavar="DIR",
    help="Where notes and models are kept.",
)
@click.option(
    "--config",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE",
    help="Configuration to use instead of /etc/roomscribe/config.toml.",
)
@click.option("--debug", is_flag=True, help="Show a traceback when something fails.")
@click.pass_context
def roomscribe(ctx: click.Context, state: Path | None, config: Path | None, debug: bool) -> None:
    """Turns meetings into notes, on this machine alone.

    \b
    roomscribe process meeting.vtt          print the note of a transcript
    roomscribe process talk.m4a --save      transcribe a recording and keep its note
    roomscribe serve                        show the notes at http://127.0.0.1:8080
    roomscribe models pull                  fetch the models once; after that no network is needed
    """
    force_offline()
    # pydantic would search the metadata of all libraries for plugins of its own.
    os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")
    # Voices are told apart by small matrices: more threads only wait for each other, and take up to three
    # times as much of the processor where something else runs beside them. numpy reads this on import.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    chosen = state_dir(state, os.environ)
    if ctx.invoked_subcommand not in AS_ROOT:
        act_as_service_user(chosen)
    ctx.obj = app = AppContext(state_dir=chosen, config_file=config, debug=debug)
    if config is not None:
        _ = app.config  # a file given explicitly is always read, whether or not the command needs it


def main(args: list[str] | None = None) -> None:
    """Run a command and end the process with its exit code."""
    arguments = sys.argv[1:] if args is None else args
    sys.exit(run(roomscribe, arguments))


def run(command: click.Command, arguments: list[str]) -> int:
    """Run `command`; whatever goes wrong becomes one line on stderr and an exit code."""
    with escaping():
        return _run(command, arguments)


def _run(command: click.Command, arguments: list[str]) -> int:
    try:
        outcome: Any = command.main(arguments, prog_name="roomscribe", standalone_mode=False)
        return outcome if isinstance(outcome, int) else 0
    except click.exceptions.NoArgsIsHelpError as error:
        click.echo(error.format_message())
        return 2
    except (click.Abort, KeyboardInterrupt):
        return fail("stopped", INTERRUPTED, debug=False)
    except Exception as error:
        return report(error, "--debug" in arguments)


def report(error: Exception, debug: bool) -> int:
    """Print in one line what went wrong; returns the exit code."""
    if isinstance(error, RoomscribeError):
        return fail(str(error), error.exit_code, debug)
    if isinstance(error, click.UsageError) and error.ctx:
        return fail(f"{error.format_message()} (see {error.ctx.command_path} --help)", error.exit_code, debug)
    if isinstance(error, click.ClickException):
        return fail(error.format_message(), error.exit_code, debug)
    if isinstance(error, OSError):
        return fail(f"{error.filename or 'system'}: {error.strerror or error}", 1, debug)
    kind = type(error).__name__
    return fail(f"internal error: {kind}: {error}; run again with --debug to see where", 1, debug)


def fail(message: str, exit_code: int, debug: bool) -> int:
    """Print one line on stderr (and the traceback with --debug)."""
    if debug:
        import traceback

        traceback.print_exc()
    click.echo(f"roomscribe: {' '.join(message.split())}", err=True)
    return exit_code
