"""What is wrong with one figure of a claim, and what belongs in its place where that is known."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from guardrails.arithmetic_copies import fitting, is_in_place, is_of_same, no_part, unlike_price
from guardrails.arithmetic_equations import committed, equations_in, in_words, rounds_to
from guardrails.arithmetic_explained import explains
from guardrails.arithmetic_fractions import right_share, share_in, share_like
from guardrails.arithmetic_products import counted_price, product_of, share_of_sum
from guardrails.arithmetic_rates import is_rate
from guardrails.arithmetic_readings import (
    fits,
    is_computed,
    names_own_total,
    names_total,
    readings,
    said_total,
    sums_of_some,
)
from guardrails.arithmetic_said import is_for_longer, is_told_of, said_result, was_counted, was_spent
from guardrails.arithmetic_span import is_end, spans
from guardrails.arithmetic_templates import Reading, unit_of_price
from guardrails.arithmetic_told import last_told
from guardrails.figures_joined import parts_of
from guardrails.figures_rival import beside, is_slip, rival
from guardrails.figures_said import Said, is_counted, is_said
from guardrails.figures_written import digits, written_like
from guardrails.numbers import Figure, same

COMPUTED, CORRECTED = "figure-computed", "figure-corrected"
# So few figures that two of them come to a third one only on purpose.
_FEW = 3


@dataclass(frozen=True, slots=True)
class Fault:
    """One figure of a claim that does not hold, and what belongs there where that is known."""

    figure: Figure
    text: str | None
    flag: str
    reason: str
    is_unheard: bool = False
    """Nobody said it, and nothing that was said gives it."""


def equation_faults(text: str) -> tuple[list[Fault], set[Figure]]:
    """Equations that do not hold, and the figures that equations account for."""
    found: list[Fault] = []
    settled: set[Figure] = set()
    for equation in equations_in(text):
        settled |= {*equation.operands, equation.result}
        value = Figure(equation.value, equation.result.unit, 0, 0)
        wrong = [] if equation.holds(text) else [equation.result]
        stated = committed(text, equation)
        if stated is not None:
            settled.add(stated)
            if not rounds_to(equation.value, stated, text):
                wrong.append(stated)
        for figure in wrong:
            sample = text[figure.start : figure.end]
            found.append(
                Fault(
                    figure,
                    written_like(sample, value, figure.unit),
                    COMPUTED,
                    f"{in_words(equation)}, not {sample}",
                )
            )
    return found, settled


def figure_fault(
    one: Said, claimed: Sequence[Said], said: Sequence[Said], around: Sequence[Said]
) -> Fault | None:
    """What is wrong with `one` of the `claimed` figures, by the figures `said` there and `around` there."""
    if is_said(one, said):
        # Said, but of something else: as what is gone, or as a number of people.
        found = readings(one, said) if was_spent(one, said) or was_counted(one, said) else ()
        is_told = len(found) != 1 or any(fits(found[0], it) for it in claimed)
        # Of the whole and the part, what is gone is the part.
        is_part = one.figure.value == min((it.figure.value for it in said if it.figure.firm), default=None)
        return _miscomputed(one, found[0]) if is_part and not is_told else None
    if is_for_longer(one, said) or is_end(one, said) or any(fits(it, one) for it in spans(one, said)):
        return None
    listed = [other for other in claimed if other is not one and not _is_equals(other)]
    kept = [other for other in listed if is_said(other, said)]
    if one.is_vague:
        other = rival(one, said, kept)
        return _copied(one, other) if other is not None else None
    unsaid = len(listed) - len(kept)
    plain = product_of(one, listed) or counted_price(one, kept, said) or share_of_sum(one, listed, said)
    if plain and not is_rate(one):
        return None if fits(plain[0], one) else _miscomputed(one, plain[0])
    if not unsaid and (result := fitting(last_told(one, said, kept), one)) is not None:
        return _copied(one, result)
    values = readings(one, said) or readings(one, listed)
    result = fitting(said_result(one, said, kept), one) if not (unsaid or values) else None
    if result is not None and (is_told_of(one, result) or not explains(one, said)):
        return _copied(one, result)
    other = no_part(unlike_price(rival(one, said, kept, least=2), one), one, said)
    is_result = bool(values) or explains(one, said, _FEW) or names_total(one)
    if other is not None and is_of_same(one, other) and not any(fits(it, one) for it in values):
        is_result = unit_of_price(one) is None and (
            bool(values) or explains(one, said, _FEW) or names_own_total(one)
        )
    is_plain = other is not None and (beside(one, other) or is_slip(one.figure, other.figure))
    if other is not None and is_plain and not is_result:
        return _copied(one, other)  # the same words around another figure; a total is no copy of its parts
    if any(is_in_place(one, near) and same(one.figure, near.figure) for near in around):
        return None
    total = fitting(said_total(one, said or around), one)
    if total is not None and not is_counted(one):
        return _copied(one, total)
    if (values or is_computed(one)) and not is_counted(one):
        return _computed_fault(one, listed, said)
    shown = readings(one, listed) if is_counted(one) and len(listed) == 2 else ()
    if len(shown) == 1 and not fits(shown[0], one):
        return _miscomputed(one, shown[0])  # "of six four broke, so three are left"
    if explains(one, said, _FEW) or explains(one, listed, _FEW - 1):
        return None
    other = unlike_price(rival(one, said, kept) if said else rival(one, around, kept, least=2), one)
    other = no_part(other, one, said)
    if other is not None:
        return _copied(one, other)
    return None if is_counted(one) else _unknown(one)


def share_fault(text: str, said: Sequence[Said]) -> Fault | None:
    """A share in words that is not the one of the two numbers that were said."""
    claimed = share_in(text)
    right = right_share(claimed, said) if claimed else None
    if claimed is None or right is None:
        return None
    words = text[claimed.start : claimed.end]
    reason = f"{right.numerator} of {right.denominator} were said there, not {words}"
    return Fault(claimed, share_like(words, right), COMPUTED, reason)


def _computed_fault(one: Said, listed: Sequence[Said], said: Sequence[Said]) -> Fault | None:
    """A figure that the claim gives as a result, held against what the claim lists or else what was said."""
    read = [(figures, readings(one, figures)) for figures in (listed, said)]
    if any(fits(value, one) for _, values in read for value in values):
        return None
    for figures, values in read:
        if sums_of_some(one, figures):
            return None
        if len(values) == 1:
            return _miscomputed(one, values[0])
    if explains(one, said) and not is_rate(one):
        return None
    return _unknown(one)  # what it was computed from is no result


def _is_equals(one: Said) -> bool:
    """Whether an equation gives it: then it is no term of anything else."""
    return "=" in one.text[: one.figure.start][-2:]


def _miscomputed(one: Said, right: Reading) -> Fault:
    value = Figure(right.value, one.figure.unit, 0, 0)
    text = written_like(one.words, value, one.figure.unit)
    told = text if text and parts_of(one.words) else digits(right.value)
    return Fault(one.figure, text, COMPUTED, f"{right.how} is {told}, not {one.words}")


def _unknown(one: Said) -> Fault:
    reason = f"“{one.words}” was not heard, and nothing that was said gives it"
    return Fault(one.figure, None, COMPUTED, reason, is_unheard=True)


def _copied(one: Said, other: Said) -> Fault:
    text = written_like(one.words, other.figure, one.figure.unit, other.words)
    return Fault(one.figure, text, CORRECTED, f'"{other.words}" was said there, not "{one.words}"')
