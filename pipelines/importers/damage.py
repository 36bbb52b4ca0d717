"""What could not be read, counted and named by line, so that nothing is lost in silence."""

from __future__ import annotations

from pipelines.importers.markup import tidy

FLAG = "import-damaged"
_MAX_WARNINGS = 20
"""A note must stay readable; after this many lines the rest is a number."""


class Damage:
    """The damaged places of one file, in the order in which they were found."""

    def __init__(self, file_name: str) -> None:
        self._file_name = file_name
        self._warnings: list[str] = []
        self._count = 0
        self.first_line: int | None = None

    def add(self, line: int, what: str) -> None:
        """Note one place; `line` counts from 1."""
        self._count += 1
        if self.first_line is None or line < self.first_line:
            self.first_line = line
        if self._count <= _MAX_WARNINGS:
            self._warnings.append(f"{self._file_name}, line {line}: {tidy(what)}")

    @property
    def warnings(self) -> tuple[str, ...]:
        unnamed = self._count - len(self._warnings)
        more = (f"{self._file_name}: {unnamed} more damaged places",) if unnamed else ()
        return (*self._warnings, *more)

    @property
    def flags(self) -> tuple[str, ...]:
        return (FLAG,) if self._count else ()
