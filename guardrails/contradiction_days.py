"""Days of due phrases, compared: two different ones, one before the other, bounds that words set."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from datetime import date, timedelta

from guardrails.contradiction_away import Absence, Resolve, Told, absences_in
from guardrails.types import Claim
from guardrails.words import spoken_words

# Where the day of the meeting is not known, phrases are compared as if said on each day of some week.
_ANY_WEEK = tuple(date(2026, 3, 2) + timedelta(days=day) for day in range(7))
_WHEN = re.compile(
    r"\b(?:by|on|before|until|till|not later than|no later than|within|this|next|tomorrow|today|tonight"
    r"|at the end of|in)\b.{1,40}$",
    re.IGNORECASE,
)
_MONTHS = "january february march april may june july august september october november december".split()
_WEEKDAYS = "monday tuesday wednesday thursday friday saturday sunday".split()
# A day, and nothing that only happens on that day ("Monday's meeting", "the Friday call").
_DAY = (
    rf"(?:tomorrow|(?:the )?(?:next |this )?(?:{'|'.join(_WEEKDAYS)})"
    rf"|(?:the )?\d{{1,2}}(?:st|nd|rd|th)?(?:(?: of)? (?:{'|'.join(_MONTHS)}))?"
    rf"|(?:{'|'.join(_MONTHS)}) (?:the )?\d{{1,2}}(?:st|nd|rd|th)?)"
    r"(?=\s*(?:$|[.,;:!?)\"”]|(?:and|but|because|since|so|as|for|please|then|at the earliest)\b))"
)
_EARLIEST = re.compile(
    r"\b(?P<link>not (?:possible |ready |done |there )?(?:before|until)"
    r"|(?:\w+n['’]t|cannot) \w+ (?:\w+ )?(?:before|until)"
    r"|(?:no|not) (?:earlier|sooner) than|(?:only )?after|only (?:on|from)|not till)"
    rf"\s+(?P<when>{_DAY})",
    re.IGNORECASE,
)
_LATEST = re.compile(
    rf"\b(?:by|before|until|(?:no|not) later than|due on)\s+{_DAY}|\bdue\s+{_DAY}", re.IGNORECASE
)


class Days:
    """Compares due phrases said in one meeting."""

    def __init__(self, resolve: Resolve | None, said_on: date | None) -> None:
        self._resolve = resolve
        self._said_on = said_on
        self._from = (said_on,) if said_on else _ANY_WEEK

    def phrase_of(self, claim: Claim) -> str | None:
        """The due phrase of a claim, or one at the end of its text."""
        if claim.due_phrase or self._resolve is None:
            return claim.due_phrase
        found = _WHEN.search(claim.text.rstrip(" .!"))
        return found.group() if found and any(self._pairs(found.group(), found.group())) else None

    def differ(self, one: str, other: str) -> bool:
        """Whether they mean two days; of an unknown day of meeting, on all but one day of the week."""
        if one == other or spoken_words(one) == spoken_words(other):
            return False
        pairs = list(self._pairs(one, other))
        return bool(pairs) and sum(left == right for left, right in pairs) <= len(pairs) // 6

    def is_before(self, one: str, other: str) -> bool:
        pairs = list(self._pairs(one, other))
        return bool(pairs) and all(left < right for left, right in pairs)

    def day(self, phrase: str) -> date | None:
        """The day that `phrase` means; None also where nobody knows the day of the meeting."""
        return self._resolve(phrase, self._said_on) if self._resolve and self._said_on else None

    def earliest(self, text: str) -> tuple[date, str] | None:
        """From which day on something can be, by words like "not before the 12th" and "after Friday"."""
        found = _EARLIEST.search(text)
        day = self.day(found["when"]) if found else None
        if found is None or day is None:
            return None
        is_after = found["link"].lower().endswith("after")
        return (day + timedelta(days=1) if is_after else day), found.group()

    def latest(self, text: str) -> tuple[date, str] | None:
        """Until which day something must be, by words like "by the 10th"; of several the last ones."""
        found = list(_LATEST.finditer(text))
        day = self.day(found[-1].group()) if found else None
        return (day, found[-1].group()) if day is not None else None

    def is_within(self, phrase: str, away: Told) -> bool:
        """Whether the day of `phrase` is one of that absence, on whatever day both were said.

        Where the day of the meeting is not known, "on Tuesday" and "on Tuesday" still meet.
        """
        if self._resolve is None:
            return False
        met = []
        for said_on in self._from:
            day, span = self._resolve(phrase, said_on), away.days(said_on, self._resolve)
            met.append(bool(day and span and span[0] <= day <= span[1]))
        return sum(met) >= max(1, len(met) - 1)

    def absences(self, lines: Iterable[tuple[str, str | None]]) -> tuple[Absence, ...]:
        """Who is away when, by lines with their speakers; once each."""
        if self._resolve is None or self._said_on is None:
            return ()
        found: dict[tuple[str, date, date], Absence] = {}
        for text, speaker in lines:
            for absence in absences_in(text, speaker, self._said_on, self._resolve):
                found.setdefault((absence.who.casefold(), absence.first, absence.last), absence)
        return tuple(found.values())

    def _pairs(self, one: str, other: str) -> Iterator[tuple[date, date]]:
        if self._resolve is None:
            return
        for said_on in self._from:
            left, right = self._resolve(one, said_on), self._resolve(other, said_on)
            if left is not None and right is not None:
                yield left, right
