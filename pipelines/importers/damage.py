"""What could not be read, counted and named by line, so that nothing is lost in silence."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from pipelines.characters import tidy

FLAG = "import-damaged"
UNKNOWN_KEYS = "import-unknown-keys"
"""Flag of a file that says more than a transcript holds: nothing of ours is lost."""
_MAX_WARNINGS = 20
"""A note must stay readable; after this many lines the rest is a number."""


class Damage:
    """The damaged places of one file, in the order in which they were found."""

    def __init__(self, file_name: str) -> None:
        self._file_name = file_name
        self._warnings: list[str] = []
        self._count = 0
        self._unknown: dict[str, int] = {}
        self.first_line: int | None = None

    def add(self, line: int, what: str) -> None:
        """Note one place; `line` counts from 1."""
        self._count += 1
        if self.first_line is None or line < self.first_line:
            self.first_line = line
        if self._count <= _MAX_WARNINGS:
            self._warnings.append(f"{self._file_name}, line {line}: {tidy(what)}")

    def skip_key(self, line: int, key: str) -> None:
        """Note a key that is not ours, once however often it occurs."""
        self._unknown.setdefault(key, line)

    @property
    def warnings(self) -> tuple[str, ...]:
        unnamed = self._count - len(self._warnings)
        more = (f"{self._file_name}: {unnamed} more damaged places",) if unnamed else ()
        return (*self._warnings, *more, *self._unknown_keys())

    @property
    def flags(self) -> tuple[str, ...]:
        return (*((FLAG,) if self._count else ()), *((UNKNOWN_KEYS,) if self._unknown else ()))

    def _unknown_keys(self) -> Iterator[str]:
        if self._unknown:
            line = min(self._unknown.values())
            names = ", ".join(tidy(key)[:40] for key in islice(self._unknown, _MAX_WARNINGS))
            more = len(self._unknown) - _MAX_WARNINGS
            rest = f" and {more} more" if more > 0 else ""
            yield f"{self._file_name}, from line {line}: unknown keys were skipped: {names}{rest}"
