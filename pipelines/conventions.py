"""How a house says and counts its days, where people differ."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

_MONTH_FIRST: Final = frozenset("US AS GU MP PR UM VI CA PH CN HU JP KR TW".split())
"""Countries that write the month before the day, in figures, by the Unicode CLDR's short dates."""


@dataclass(frozen=True, slots=True)
class Conventions:
    week_start: int = 0
    """The first day of the week. Monday is 0, as in `date.weekday`."""
    day_first: bool | None = None
    """Whether 4/5 is the fourth of May; None goes by the country. A part above 12 is the day in any case."""
    country: str | None = None
    """ISO 3166-1, two capitals: whose holidays are meant. None takes those that are usual in the language."""

    @property
    def reads_day_first(self) -> bool:
        if self.day_first is None:
            return self.country is not None and self.country not in _MONTH_FIRST
        return self.day_first


USUAL: Final = Conventions()
