"""A class of mistakes and the ways in which it is planted."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from bench.planted.case import Case
from bench.planted.supply import Supply

Plant = Callable[[Supply], Case | None]
"""Draws a right claim and plants one mistake in one way; None where what it drew does not suit."""


@dataclass(frozen=True, slots=True)
class Fault:
    """One class of mistakes."""

    name: str
    ways: Mapping[str, Plant]
