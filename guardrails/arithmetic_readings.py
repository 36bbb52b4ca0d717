"""What a computed figure should be: the words around it say how it came about, what was said says from what.

Words that take a figure back ("1,100 instead of 1,200", "40 or 50") leave no reading at all.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from decimal import Decimal
from itertools import combinations

from guardrails.arithmetic_equations import rounds_to
from guardrails.arithmetic_rates import is_rate, of_prices, rates
from guardrails.arithmetic_shares import changed, share, share_of_both
from guardrails.arithmetic_span import days, span, spans
from guardrails.arithmetic_templates import (
    Reading,
    Template,
    amounts_for,
    average,
    difference,
    of_amount,
    priced,
    total,
)
from guardrails.figures_said import Said
from guardrails.numbers import figures_in
from guardrails.units import MONEY, SPANS

_TOTAL = re.compile(
    r"\b(?:totals?|totall?ing|totalled|sums?|altogether|together|in all|combined|overall|both"
    r"|all (?:two|three|four|five)|(?:adds? up|comes?|came|amounts?|amounting) to"
    r"|makes?(?! .{0,30}\bon (?:each|every|it|them)\b))\b",
    re.IGNORECASE,
)
_PARTS = re.compile(r"\b(both|two|three|four|five|six)\b(?! (?:of|hundred|thousand|million))", re.IGNORECASE)
_DIFFERENCE = re.compile(
    r"\b(?:profit|loss|margin|surplus|deficit|difference|differ by|cheaper|dearer|more expensive"
    r"|(?:more|less|fewer|longer|shorter|higher|lower) than|saves?|savings?"
    r"|(?:is|are|have|has|leaves?|with) .{0,30}\bleft|remain\w*"
    r"|(?:over|under|above|below)(?: the)? budget|short of"
    r"|missing|outstanding|unsold|unpaid|to go|makes? .{0,30} on (?:each|every|it|them)|earns?|gains?"
    r"|(?:up|down|rises?|rose|risen|falls?|fell|fallen|drops?|dropped|increase[sd]?|decrease[sd]?|cut) by"
    r"|(?:increase|rise|drop|cut|fall|raise) of)\b",
    re.IGNORECASE,
)
_MORE_OR_LESS = re.compile(r"\b(?:more|less)\b", re.IGNORECASE)
_AVERAGE = re.compile(r"\b(?:average|the mean)\b", re.IGNORECASE)
_COSTS = re.compile(r"\b(?:costs?|price|pays?|paid|spend|spent|bill|invoice)\b", re.IGNORECASE)
_SHARE = re.compile(
    r"\b(?:percent(?:age)? of|share|proportion|(?:which|that|this) (?:is|was|are|makes))\b|% of\b",
    re.IGNORECASE,
)
_UP = re.compile(
    r"\b(?:gr[eo]w[ns]?|growing|rose|risen|ris(?:es?|ing)|increas(?:e[sd]?|ing)|up(?! to)|higher|longer"
    r"|dearer)\b"
    r"|(?:%|percent) more\b",
    re.IGNORECASE,
)
_DOWN = re.compile(
    r"\b(?:fell|fallen|fall(?:s|ing)?|drop(?:s|ped|ping)?|down|decreas(?:e[sd]?|ing)|declin(?:e[sd]?|ing)|lower"
    r"|shorter|cheaper)\b|(?:%|percent) (?:less|fewer)\b",
    re.IGNORECASE,
)
_CHANGE = re.compile(r"\b(?:changed?|changes)\b", re.IGNORECASE)
_PART = re.compile(
    r"\b(?:discount|deposit|commission|tax|vat|fee|tip|saving) (?:of|is|comes to)\b", re.IGNORECASE
)
_LESS = re.compile(
    r"\b(?:after|with|less|minus|including) (?:the|a|our) (?:discount|reduction|rebate)\b", re.I
)
_MORE = re.compile(
    r"\b(?:with|plus|including|incl\.?) (?:the )?(?:tax|vat|tip|fee|commission)\b", re.IGNORECASE
)
_DAYS = re.compile(r"\b(?:lasts?|takes?|long|duration|runs?|from|between|to|until|through)\b", re.IGNORECASE)
_LASTS = re.compile(
    r"\b(?:lasts?|takes?|long|duration|(?:runs?|open|closed|away|goes on) for)\b", re.IGNORECASE
)
_TAKEN_BACK = re.compile(
    r"\b(?:instead of|rather than|sorry|i mean|correction|scratch that|(?<!i )make that|(?:not|or) \W?[0-9])",
    re.IGNORECASE,
)
# Among so many, some two always come to the one that is looked for.
_FEW = 5


def is_computed(claimed: Said) -> bool:
    """Whether the claim gives its figure as the result of something."""
    is_share = claimed.figure.unit in MONEY | SPANS and is_rate(claimed)
    return is_share or any(make is not priced for make in _named(claimed))


def names_total(claimed: Said) -> bool:
    return _TOTAL.search(clause_of(claimed)) is not None and not is_rate(claimed)


def names_own_total(claimed: Said) -> bool:
    """Whether the words for a total are its own: not of the 85 in "550 in total and 85 people"."""
    before, _, after = words_beside(claimed).partition(claimed.words)
    own = f"{before.rpartition(' and ')[2]} {after.partition(' and ')[0]}"
    return _TOTAL.search(own) is not None and not is_rate(claimed)


def readings(claimed: Said, said: Sequence[Said]) -> tuple[Reading, ...]:
    """Every reading of `claimed` that its words name and `said` allows; the unsure ones where they fit it."""
    if any(_TAKEN_BACK.search(text) for text in {other.text for other in said}):
        return ()
    found = [make(claimed.figure, said) for make in _named(claimed)]
    if is_rate(claimed):
        found += rates(claimed, said)
    elif _LASTS.search(clause_of(claimed)):
        found += spans(claimed, said)
    if counted := _PARTS.search(clause_of(claimed)):  # "the two together" are two
        parts = 2 if counted[1].lower() == "both" else figures_in(counted[1])[0].value
        found = [one for one in found if one is None or one.how.count(" + ") in (0, parts - 1)]
    right = [one for one in found if one is not None and (one.is_sure or fits(one, claimed))]
    return tuple({reading.value: reading for reading in right}.values())


def fits(reading: Reading, claimed: Said) -> bool:
    """Whether the figure of the claim is what the reading comes to, or that rounded."""
    return rounds_to(reading.value, claimed.figure, claimed.text)


def _named(claimed: Said) -> Iterator[Template]:
    """The templates that the words around a figure call for."""
    around = clause_of(claimed)
    for cue, units, make in _OF_RATES if is_rate(claimed) else _CUES:
        if claimed.figure.unit in units and cue.search(around):
            yield make


def words_beside(claimed: Said) -> str:
    """The words between a figure and the ones before and after it: "each" goes with the nearest."""
    places = [figure for figure in figures_in(claimed.text) if figure.firm]
    start = max((figure.end for figure in places if figure.end <= claimed.figure.start), default=0)
    end = min(
        (figure.start for figure in places if figure.start >= claimed.figure.end), default=len(claimed.text)
    )
    return claimed.text[max(start, claimed.figure.start - 40) : min(end, claimed.figure.end + 30)]


def sums_of_some(claimed: Said, said: Sequence[Said]) -> bool:
    """Whether `claimed` is the sum of some of a few amounts: the claim may leave one out on purpose."""
    values = [one.figure.value for one in amounts_for(claimed.figure, said) if not one.is_part]
    if len(values) > _FEW or not names_total(claimed):
        return False
    some = (chosen for count in range(2, len(values) + 1) for chosen in combinations(values, count))
    return any(rounds_to(sum(chosen, Decimal(0)), claimed.figure, claimed.text) for chosen in some)


def said_total(claimed: Said, said: Sequence[Said]) -> Said | None:
    """The one figure that was itself said to be a total, where the claim gives one."""
    if not names_total(claimed):
        return None
    totals = [other for other in amounts_for(claimed.figure, said) if names_total(other)]
    return totals[0] if len(totals) == 1 else None


def clause_of(said: Said) -> str:
    """The clause of a figure, where the words stand that say what it is."""
    start = max(said.text.rfind(mark, 0, said.figure.start) for mark in (". ", "; ", "? ")) + 1
    ends = [place for mark in (". ", "; ", "? ") if (place := said.text.find(mark, said.figure.end)) >= 0]
    return said.text[max(start, said.figure.start - 80) : min([*ends, said.figure.end + 80])]


_AMOUNTS = MONEY | SPANS | {""}
_Cues = tuple[tuple[re.Pattern[str], frozenset[str], Template], ...]
_CUES: _Cues = (
    (_TOTAL, _AMOUNTS, total),
    (_COSTS, MONEY, priced),
    (_DIFFERENCE, _AMOUNTS | {"%"}, difference),
    (_AVERAGE, _AMOUNTS | {"%"}, average),
    (_SHARE, frozenset("%"), share),
    (_SHARE, frozenset("%"), share_of_both(0)),
    (_SHARE, frozenset("%"), share_of_both(1)),
    (_UP, frozenset("%"), changed(1)),
    (_DOWN, frozenset("%"), changed(-1)),
    (_CHANGE, frozenset("%"), changed(0)),
    (_PART, MONEY, of_amount(lambda percent: percent)),
    (_LESS, MONEY, of_amount(lambda percent: 100 - percent)),
    (_MORE, MONEY, of_amount(lambda percent: 100 + percent)),
    (_LASTS, frozenset(("minute", "hour")), span),
    # Whether the first day counts is for the writer to say: both are right.
    (_DAYS, frozenset(("day",)), days(0)),
    (_DAYS, frozenset(("day",)), days(1)),
)
_OF_RATES: _Cues = (
    (_DIFFERENCE, MONEY | SPANS, of_prices),
    (_MORE_OR_LESS, MONEY | SPANS, of_prices),
    (_AVERAGE, _AMOUNTS, average),
)
