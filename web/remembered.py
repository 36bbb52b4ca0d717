"""What pages need of all notes together, made once for each state of the store and not for each page."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

from web.reader import NoteReader

T = TypeVar("T")


class Remembered(Generic[T]):
    """The last value with the version that it was made at."""

    def __init__(self, make: Callable[[NoteReader], T]) -> None:
        self._make = make
        self._made: tuple[int, T] | None = None

    def of(self, reader: NoteReader) -> T:
        version, made = reader.version, self._made
        if made is None or made[0] != version:
            self._made = made = version, self._make(reader)
        return made[1]
