"""Progress on stderr: a bar in a terminal, a plain line now and then in a log."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager

import click

from pipelines.progress import Progress


@contextmanager
def shown_progress() -> Iterator[Progress]:
    """A `Progress` that writes to stderr for as long as the context lasts."""
    if not sys.stderr.isatty():
        yield _Lines()
        return
    from rich.console import Console
    from rich.progress import Progress as Bars

    with Bars(console=Console(stderr=True), transient=True) as bars:
        tasks: dict[str, object] = {}

        def show(stage: str, done: float, total: float | None) -> None:
            for name in [name for name in tasks if name != stage]:
                bars.remove_task(tasks.pop(name))  # type: ignore[arg-type]  # rich's TaskID is an int by another name
            if stage not in tasks:
                tasks[stage] = bars.add_task(stage, total=total)
            bars.update(tasks[stage], completed=done, total=total)  # type: ignore[arg-type]

        yield show


class _Lines:
    """One line when a stage begins, and one for every further tenth of it."""

    def __init__(self) -> None:
        self._stage = ""
        self._tenth = 0

    def __call__(self, stage: str, done: float, total: float | None) -> None:
        tenth = int(10 * done / total) if total else 0
        if stage != self._stage:
            self._stage, self._tenth = stage, tenth
            click.echo(f"{stage} ...", err=True)
        elif tenth > self._tenth:
            self._tenth = tenth
            click.echo(f"{stage}: {10 * tenth} %", err=True)
