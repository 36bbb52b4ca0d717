"""Progress of moving gigabytes, on stderr: bars with speed and time left, or a plain line now and then."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import click

from daemon.base.sizes import human
from daemon.cli.terminal import beneath
from pipelines.characters import escaped
from pipelines.progress import Progress

if TYPE_CHECKING:
    from rich.progress import TaskID


@contextmanager
def shown_transfer() -> Iterator[Progress]:
    """A `Progress` in bytes for as long as the context lasts; each stage is a file.

    Nothing may be printed meanwhile: it would end up behind a bar.
    """
    if not sys.stderr.isatty():
        yield _Lines()
        return
    from rich.console import Console
    from rich.progress import BarColumn, DownloadColumn, TextColumn, TimeRemainingColumn, TransferSpeedColumn
    from rich.progress import Progress as Bars

    columns = (TextColumn("{task.description}"), BarColumn(), DownloadColumn(), TransferSpeedColumn())
    with Bars(
        *columns, TimeRemainingColumn(), console=Console(file=beneath(sys.stderr)), transient=True
    ) as bars:
        tasks: dict[str, TaskID] = {}

        def show(stage: str, done: float, total: float | None) -> None:
            if stage not in tasks:
                # Bytes from an earlier attempt count as done, but not for the speed.
                tasks[stage] = bars.add_task(escaped(stage), total=total, completed=int(done))
            bars.update(tasks[stage], completed=done)

        yield show


class _Lines:
    """A line when a file begins and for every further tenth of it; small files need none."""

    QUIET_BYTES = 50_000_000

    def __init__(self) -> None:
        self._stage = ""
        self._tenth = 0

    def __call__(self, stage: str, done: float, total: float | None) -> None:
        if not total or total < self.QUIET_BYTES:
            return
        tenth = int(10 * done / total)
        if stage != self._stage or tenth > self._tenth:
            self._stage, self._tenth = stage, tenth
            click.echo(
                f"{stage}: {human(int(done))} of {human(int(total))} ({100 * done / total:.0f} %)", err=True
            )
