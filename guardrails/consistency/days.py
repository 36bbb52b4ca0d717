"""Days of due phrases, compared."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import date, timedelta
from functools import lru_cache

from guardrails.core.types import Claim
from guardrails.language import FALLBACK, read
from guardrails.language.days import day_phrases
from guardrails.language.words import spoken_words

Resolve = Callable[[str, date], date | None]
"""The day that a due phrase means when it is said on a day; None where it names none."""
# Where the day of the meeting is not known, phrases are compared as if said on each day of some week.
_ANY_WEEK = tuple(date(2026, 3, 2) + timedelta(days=day) for day in range(7))


class Days:
    """Compares due phrases said in one meeting."""

    def __init__(self, resolve: Resolve | None, said_on: date | None, code: str = FALLBACK) -> None:
        self._resolve = resolve
        self.said_on, self.code = said_on, code
        self._from = (said_on,) if said_on else _ANY_WEEK

    def phrase_of(self, claim: Claim) -> str | None:
        """The due phrase of a claim, or one at the end of its text."""
        if claim.due_phrase or self._resolve is None:
            return claim.due_phrase
        found = _phrase_at_end(claim.text, self.code)
        return found if found and any(self._pairs(found, found)) else None

    def differ(self, one: str, other: str) -> bool:
        """Whether they mean two days; of an unknown day of meeting, on all but one day of the week."""
        if one == other or spoken_words(one) == spoken_words(other):
            return False
        pairs = list(self._pairs(one, other))
        return bool(pairs) and sum(left == right for left, right in pairs) <= len(pairs) // 6

    def day(self, phrase: str) -> date | None:
        """The day that `phrase` means; None also where nobody knows the day of the meeting."""
        return self._resolve(phrase, self.said_on) if self._resolve and self.said_on else None

    def _pairs(self, one: str, other: str) -> Iterator[tuple[date, date]]:
        if self._resolve is None:
            return
        for said_on in self._from:
            left, right = self._resolve(one, said_on), self._resolve(other, said_on)
            if left is not None and right is not None:
                yield left, right


@lru_cache(maxsize=4096)  # each claim is compared with each other
def _phrase_at_end(text: str, code: str) -> str | None:
    for clause in read(text.rstrip(" .!"), code).clauses[-1:]:
        for found in day_phrases(clause.tokens, clause.text, clause.language):
            if found.is_deadline and found.link != "for" and found.last == len(clause.tokens):
                return clause.said(found.first, found.last)
    return None
