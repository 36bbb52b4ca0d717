"""A value that holds as long as nothing in the store changes: pages ask far more often than notes come."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")


class Remembered(Generic[P, T]):
    """The last value with the version of the store that it was made at.

    Several pages may ask at once, without a lock: at worst the same value is made twice.
    """

    def __init__(self, make: Callable[P, T]) -> None:
        self._make = make
        self._made: tuple[int, T] | None = None

    def at(self, version: int, *given: P.args, **named: P.kwargs) -> T:
        """The value at `version`, made of what is `given` unless it is there."""
        made = self._made
        if made is None or made[0] != version:
            self._made = made = version, self._make(*given, **named)
        return made[1]
