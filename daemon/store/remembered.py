"""A value that holds as long as nothing in the store changes: pages ask far more often than notes come."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

T = TypeVar("T")


class Remembered(Generic[T]):
    """The last value with the version of the store that it was made at."""

    def __init__(self, make: Callable[[], T]) -> None:
        self._make = make
        self._made: tuple[int, T] | None = None

    def at(self, version: int) -> T:
        if self._made is None or self._made[0] != version:
            self._made = version, self._make()
        return self._made[1]
