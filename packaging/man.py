"""The man pages, made of what the program says itself: its --help, and the comments of config.toml.

    python packaging/man.py command > roomscribe.1
    python packaging/man.py configuration > roomscribe.5

Nothing is written twice that way: a new option or key has its place in the manual as soon as it exists.
"""

from __future__ import annotations

import inspect
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import click

from daemon.base.version import full_version
from daemon.cli.main import roomscribe

CONFIG = Path(__file__).resolve().parents[1] / "config.toml"


def main() -> None:
    pages = {"command": command_page, "configuration": configuration_page}
    sys.stdout.write("\n".join(pages[sys.argv[1]]()) + "\n")


def command_page() -> Iterator[str]:
    """roomscribe(1), as lines of roff: each command with its usage, what it does and its options."""
    yield from _head(1, "turns meetings into notes, on this machine alone")
    yield from (
        ".SH SYNOPSIS",
        r"\fBroomscribe\fR [\fIOPTIONS\fR] \fICOMMAND\fR [\fIARGUMENTS\fR]",
        ".SH DESCRIPTION",
    )
    top = click.Context(roomscribe, info_name="roomscribe")
    yield from _prose(roomscribe.help or "")
    yield from _options(roomscribe, top)
    yield ".SH COMMANDS"
    yield from _commands(roomscribe, top)
    yield ".SH EXIT STATUS"
    yield from _prose((roomscribe.epilog or "").replace("Exit codes:\n", ""))
    yield ".SH FILES"
    for path, what in (
        ("/etc/roomscribe/config.toml", "the configuration, roomscribe(5)"),
        ("/var/lib/roomscribe", "notes, recordings, models, and the watch folder inbox"),
        ("/opt/roomscribe", "the program"),
        ("/usr/share/doc/roomscribe/docs/operations.md", "how to look after the appliance"),
    ):
        yield from (".TP", rf"\fI{_escaped(path)}\fR", _escaped(what))
    yield from (".SH SEE ALSO", r"\fBroomscribe\fR(5)")


def configuration_page() -> Iterator[str]:
    """roomscribe(5), as lines of roff: each key of config.toml with the comment that explains it."""
    yield from _head(5, "configuration of the meeting-notes appliance")
    yield from (".SH SYNOPSIS", r"\fI/etc/roomscribe/config.toml\fR", ".SH DESCRIPTION")
    opening, *sections = re.split(r"^\[(\w+)\]\n", CONFIG.read_text("utf-8"), flags=re.MULTILINE)
    yield from _prose(_uncommented(opening))
    yield ".SH SECTIONS"
    for name, body in zip(sections[::2], sections[1::2], strict=True):
        yield f".SS [{name}]"
        for comment, keys in re.findall(r"((?:^#.*\n)*)((?:^\w.*\n)+)", body, flags=re.MULTILINE):
            for first, key in enumerate(keys.splitlines()):
                yield from (".TQ" if first else ".TP", rf"\fB{_escaped(key)}\fR")
            yield from _prose(_uncommented(comment))
    yield from (".SH SEE ALSO", r"\fBroomscribe\fR(1)")


def _head(section: int, summary: str) -> tuple[str, ...]:
    title = f'.TH ROOMSCRIBE {section} "" "roomscribe {full_version()}"'
    return (title, ".SH NAME", rf"roomscribe \- {_escaped(summary)}")


def _commands(group: click.Group, above: click.Context) -> Iterator[str]:
    for name in group.list_commands(above):
        command = group.get_command(above, name)
        if command is None or command.hidden:
            continue
        context = click.Context(command, info_name=name, parent=above)
        usage = " ".join((context.command_path, *command.collect_usage_pieces(context)))
        yield f'.SS "{_escaped(usage)}"'
        yield from _prose(command.help or "")
        yield from _options(command, context)
        if isinstance(command, click.Group):
            yield from _commands(command, context)


def _options(command: click.Command, context: click.Context) -> Iterator[str]:
    for option in command.get_params(context):
        record = option.get_help_record(context)
        if isinstance(option, click.Option) and record is not None and "--help" not in option.opts:
            yield from (".TP", rf"\fB{_escaped(record[0])}\fR", *_prose(record[1]))


def _prose(text: str) -> Iterator[str]:
    """Paragraphs; one that click is asked not to wrap (\\b) keeps its lines."""
    for number, paragraph in enumerate(re.split(r"\n\s*\n", inspect.cleandoc(text))):
        if number:
            yield ".PP"
        as_it_is = paragraph.startswith("\b")
        lines = [_escaped(line) for line in paragraph.strip("\b\n").splitlines()]
        yield from (".nf", *lines, ".fi") if as_it_is else [line.strip() for line in lines]


def _uncommented(comment: str) -> str:
    return re.sub(r"^# ?", "", comment, flags=re.MULTILINE)


def _escaped(text: str) -> str:
    """For roff: a dash that can be typed, no line that is taken for an order, `code` in bold."""
    text = text.replace("\\", r"\e").replace("-", r"\-")
    text = re.sub(r"`([^`]+)`", r"\\fB\1\\fR", text)
    return rf"\&{text}" if text.lstrip().startswith((".", "'")) else text


if __name__ == "__main__":
    main()
