"""Progress on stderr: a bar in a terminal, a plain line now and then in a log.

Moving gigabytes has a bar a file, with speed and time left.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from types import TracebackType
from typing import TYPE_CHECKING

import click

from daemon.base.sizes import human
from daemon.cli.terminal import beneath
from pipelines.characters import escaped
from pipelines.progress import Progress, silent

if TYPE_CHECKING:
    from rich.progress import TaskID


class ShownProgress:
    """A `Progress` that shows while its context is entered; it may be entered again.

    Nothing else may be printed meanwhile: it would end up behind a bar.
    """

    def __init__(self) -> None:
        self._show: Progress = silent
        self._open = ExitStack()

    def __call__(self, stage: str, done: float, total: float | None) -> None:
        self._show(stage, done, total)

    def __enter__(self) -> None:
        self._show = _bars(self._open) if sys.stderr.isatty() else _Lines()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._show = silent
        self._open.close()


def _bars(opened: ExitStack) -> Progress:
    """One bar, for the current stage."""
    from rich.console import Console
    from rich.progress import Progress as Bars

    bars = opened.enter_context(Bars(console=Console(file=beneath(sys.stderr)), transient=True))
    tasks: dict[str, TaskID] = {}

    def show(stage: str, done: float, total: float | None) -> None:
        for name in [name for name in tasks if name != stage]:
            bars.remove_task(tasks.pop(name))
        if stage not in tasks:
            tasks[stage] = bars.add_task(escaped(stage), total=total)
        bars.update(tasks[stage], completed=done, total=total)

    return show


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


@contextmanager
def shown_transfer() -> Iterator[Progress]:
    """A `Progress` in bytes for as long as the context lasts; each stage is a file.

    Nothing may be printed meanwhile: it would end up behind a bar.
    """
    if not sys.stderr.isatty():
        yield _FileLines()
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


class _FileLines:
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
