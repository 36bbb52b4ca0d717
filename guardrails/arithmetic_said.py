"""Is a claim the result of what was said, though nobody said it: "the profit is 800" of 5,000 and 4,200?

Its words are then those of the computation and not of the speech, so that no search finds them there. And the
other way round: was a figure that a claim gives as a result said of something else only?
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from guardrails.arithmetic_explained import explains
from guardrails.arithmetic_readings import clause_of, fits, readings, words_beside
from guardrails.arithmetic_templates import noun_follows
from guardrails.figures_said import Said, is_said, said_by, said_in
from guardrails.numbers import same
from guardrails.types import Segment
from guardrails.units import MONEY
from guardrails.words import content_stems

# A claim, or a speech, with more figures is a table read aloud: some two of them come to anything.
_MANY = 12

_LEFT = re.compile(r"\b(?:left|remain\w*|unspent|unused|unsold|to spare)\b", re.IGNORECASE)
_GONE = re.compile(r"\b(?:spent|spend|gone|used(?: up)?|paid|sold|cost|given away|taken)\b", re.IGNORECASE)


def is_worked_out(text: str, cited: Sequence[Segment]) -> bool:
    """Whether every figure of `text` was said in the `cited` segments or follows from it, one at least so.

    It follows where the words around it name how it came about (a total, a profit, an average), and that
    computation of the figures that were said there gives it.
    """
    claimed = [one for one in said_in(text) if one.figure.firm]
    said = said_by(cited)
    if not claimed or len(claimed) > _MANY or len(said) > _MANY:
        return False
    computed = [one for one in claimed if not is_said(one, said)]
    return bool(computed) and all(
        any(fits(reading, one) for reading in readings(one, said)) for one in computed
    )


def was_spent(claimed: Said, said: Sequence[Said]) -> bool:
    """Whether the claim says that so much is left, where it was said that so much is gone."""
    there = [other for other in said if same(claimed.figure, other.figure)]
    return (
        _LEFT.search(words_beside(claimed)) is not None
        and bool(there)
        and all(_GONE.search(clause_of(other)) and not _LEFT.search(clause_of(other)) for other in there)
    )


def was_counted(claimed: Said, said: Sequence[Said]) -> bool:
    """Whether the claim has money where such a number was said of things only: "five people"."""
    there = [other for other in said if same(claimed.figure, other.figure)]
    counts = [other for other in there if not other.figure.unit and noun_follows(other)]
    return claimed.figure.unit in MONEY and bool(there) and counts == there


# "So eight are usable", "that's 180", "I make it 2,795": behind these a result is told.
_SO = re.compile(
    r"(?:^|[,;:]\s|\b(?:and|okay|right|well|yeah),?\s)so\b(?:\s(?:that|it|we)(?:['’](?:s|re|ve)|\sis|\sare|\shave))?"
    r"(?:\s(?:about|around|roughly|exactly|only|just|still|some))?\s[£$€]?\Z",
    re.IGNORECASE,
)
_SO_FAR = re.compile(r"(?:^|[,;:]\s)so\b(?:\s[^\W\d]+){1,4}\s\Z", re.IGNORECASE)
_RESULT = re.compile(
    r"\b(?:(?:that|which)(?:['’]s|\sis|['’]d\sbe|\smakes|\sleaves)|makes|leaves(?:\sus(?:\swith)?)?|leaving"
    r"|(?:comes?|adds?\sup|amounts?)\sto|i\smake\s(?:that|it))"
    r"(?:\s(?:about|around|roughly|exactly|only|just|still|some))?\s[£$€]?\Z",
    re.IGNORECASE,
)
_THEN = re.compile(r"\W*(?:then|in (?:all|total)|altogether|together|all told)\W*", re.IGNORECASE)
_OR = re.compile(r"\W*(?:or|to|and|instead|rather)\b", re.IGNORECASE)
_LAST_SENTENCE = re.compile(r"[.?!]\s+")
_PERIOD = re.compile(r"\W*(?:an?|per|each|every)\s(day|week|month|quarter|year)\b", re.IGNORECASE)
_PERIODS = {
    ("month", "year"): 12,
    ("week", "year"): 52,
    ("quarter", "year"): 4,
    ("month", "quarter"): 3,
    ("day", "week"): 7,
}


def said_result(one: Said, said: Sequence[Said], kept: Sequence[Said]) -> Said | None:
    """The one figure told as a result of something the claim is about; None where there is no such one."""
    found = []
    for other in said:
        before = _LAST_SENTENCE.split(other.text[: other.figure.start])[-1]
        is_free = not any(same(other.figure, figure.figure) for figure in kept)
        units = {one.figure.unit, other.figure.unit} - {""}
        behind = _LAST_SENTENCE.split(other.text[other.figure.end :])[0]
        # What "that's" tells is a result where the others come to it; "the taxis, that's 165" is a part.
        others = [figure for figure in said if figure is not other]
        told = (
            _SO.search(before)
            or (not before.strip() and _THEN.fullmatch(behind))
            or ((_RESULT.search(before) or _SO_FAR.search(before)) and explains(other, others))
        )
        is_result = told and not _OR.match(behind)
        if other.figure.firm and is_free and len(units) < 2 and is_result:
            about = set(content_stems(behind))
            sign = _RESULT.search(before)
            about |= set(content_stems(before[: sign.start()] if sign else before))
            if not about or about & set(content_stems(one.text)):
                found.append(other)
    return found[0] if len(found) == 1 else None


def is_told_of(one: Said, result: Said) -> bool:
    """Whether all that was said of the result stands in the claim: "so twelve for the public"."""
    about = content_stems(_LAST_SENTENCE.split(result.text[result.figure.end :])[0])
    return bool(about) and set(about) <= set(content_stems(one.text))


def is_for_longer(one: Said, said: Sequence[Said]) -> bool:
    """Whether it is what was said for a shorter time, for a longer one: 84 a month, 1,008 a year."""
    long = _PERIOD.match(one.text[one.figure.end :])
    for other in said if long else ():
        short = _PERIOD.match(other.text[other.figure.end :])
        times = _PERIODS.get((short[1].lower(), long[1].lower())) if short and long else None
        if times is not None and one.figure.value == times * other.figure.value:
            return True
    return False
