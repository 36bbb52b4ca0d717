"""What a computed figure should be: the words around it say how it came about, what was said says from what.

Words that take a figure back ("1,100 instead of 1,200", "40 or 50") leave no reading at all.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from decimal import Decimal
from itertools import combinations, permutations

from guardrails.arithmetic_equations import rounds_to
from guardrails.arithmetic_span import days, span
from guardrails.arithmetic_templates import (
    EACH,
    Reading,
    Template,
    amounts_for,
    average,
    change,
    difference,
    of_amount,
    per_unit,
    priced,
    share,
    total,
)
from guardrails.figures_said import Said
from guardrails.numbers import Figure, figures_in
from guardrails.units import CLOCK, MONEY, SPANS

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
_AVERAGE = re.compile(r"\b(?:average|the mean)\b", re.IGNORECASE)
_COSTS = re.compile(r"\b(?:costs?|price|pays?|paid|spend|spent|bill|invoice)\b", re.IGNORECASE)
_SHARE = re.compile(
    r"\b(?:percent(?:age)? of|share|proportion|(?:which|that|this) (?:is|was|are|makes))\b|% of\b",
    re.IGNORECASE,
)
_CHANGE = re.compile(
    r"\b(?:grew|grown|rose|risen|increased?|up|fell|fallen|dropp?e?d?|down|decreased?|declined?|changed?)\b",
    re.IGNORECASE,
)
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
_LASTS = re.compile(r"\b(?:lasts?|takes?|long|duration|runs? for)\b", re.IGNORECASE)
_TAKEN_BACK = re.compile(
    r"\b(?:instead of|rather than|sorry|i mean|correction|scratch that|(?<!i )make that|(?:not|or) \W?[0-9])",
    re.IGNORECASE,
)
# Among so many, some two always come to the one that is looked for.
_FEW = 5


def is_computed(claimed: Said) -> bool:
    """Whether the claim gives its figure as the result of something."""
    return any(make is not priced for make in _named(claimed))


def names_total(claimed: Said) -> bool:
    return _TOTAL.search(clause_of(claimed)) is not None


def names_own_total(claimed: Said) -> bool:
    """Whether the words for a total are its own: not of the 85 in "550 in total and 85 people"."""
    before, _, after = words_beside(claimed).partition(claimed.words)
    return _TOTAL.search(f"{before.rpartition(' and ')[2]} {after.partition(' and ')[0]}") is not None


def readings(claimed: Said, said: Sequence[Said]) -> tuple[Reading, ...]:
    """Every reading of `claimed` that its words name and `said` allows; of one kind there is one at most."""
    if any(_TAKEN_BACK.search(text) for text in {other.text for other in said}):
        return ()
    found = [make(claimed.figure, said) for make in _named(claimed)]
    if counted := _PARTS.search(clause_of(claimed)):  # "the two together" are two
        parts = 2 if counted[1].lower() == "both" else figures_in(counted[1])[0].value
        found = [one for one in found if one is None or one.how.count(" + ") in (0, parts - 1)]
    return tuple({reading.value: reading for reading in found if reading is not None}.values())


def _named(claimed: Said) -> Iterator[Template]:
    """The templates that the words around a figure call for."""
    around = clause_of(claimed)
    for cue, units, make in _CUES:
        if claimed.figure.unit in units and cue.search(words_beside(claimed) if cue is EACH else around):
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


def explains(claimed: Said, said: Sequence[Said], few: int = _FEW) -> bool:
    """Whether two of a few said figures, or all together, come to `claimed`: then it is not called wrong."""
    figures = [
        one.figure
        for one in said
        if (one.figure.firm or 0 < one.figure.value < 1) and one.figure.unit not in CLOCK | {"th", "label"}
    ]
    if len(figures) > few:
        return False
    values = [
        value for one, other in permutations(figures, 2) for value in _together(one, other, claimed.figure)
    ]
    if len(figures) > 1 and len({figure.unit for figure in figures if figure.unit}) <= 1:
        values.append(sum((figure.value for figure in figures), Decimal(0)))
    return any(rounds_to(value, claimed.figure, claimed.text) for value in values)


def _together(one: Figure, other: Figure, target: Figure) -> Iterator[Decimal]:
    """What two figures come to by one operation that suits their units and that of the target."""
    if other.unit == "%":
        if target.unit != "%":
            for times in (other.value, 100 - other.value, 100 + other.value):
                yield one.value * times / 100
    elif one.unit == other.unit and target.unit == "%":
        if other.value:
            yield 100 * one.value / other.value
    elif one.unit == other.unit or ({one.unit, other.unit} - MONEY == {""}):
        yield one.value + other.value
        yield one.value - other.value
    if not other.unit and target.unit != "%":
        yield one.value * other.value
        if other.value:
            yield one.value / other.value


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
_CUES: tuple[tuple[re.Pattern[str], frozenset[str], Template], ...] = (
    (_TOTAL, _AMOUNTS, total),
    (_COSTS, MONEY, priced),
    (_DIFFERENCE, _AMOUNTS | {"%"}, difference),
    (_AVERAGE, _AMOUNTS | {"%"}, average),
    (EACH, MONEY | SPANS, per_unit),
    (_SHARE, frozenset("%"), share),
    (_CHANGE, frozenset("%"), change),
    (_PART, MONEY, of_amount(lambda percent: percent)),
    (_LESS, MONEY, of_amount(lambda percent: 100 - percent)),
    (_MORE, MONEY, of_amount(lambda percent: 100 + percent)),
    (_LASTS, frozenset(("minute", "hour")), span),
    # Whether the first day counts is for the writer to say: both are right.
    (_DAYS, frozenset(("day",)), days(0)),
    (_DAYS, frozenset(("day",)), days(1)),
)
