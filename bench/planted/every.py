"""All classes of mistakes, and how their cases are drawn."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from bench.planted.case import Case
from bench.planted.done import PAST
from bench.planted.fault import Fault
from bench.planted.figures import WRONG_FIGURE, WRONG_SUM
from bench.planted.grounding import (
    DUE_NOT_SAID,
    DUE_OF_ANOTHER,
    EVIDENCE_ELSEWHERE,
    INJECTION,
    INVENTED_ITEM,
    OWNER_ABSENT,
    OWNER_WRONG,
)
from bench.planted.pairs import CONTRADICTION, DUPLICATE
from bench.planted.qualification import (
    CONDITION,
    EXCEPTION,
    HEDGE,
    NEGATION,
    QUESTION,
    RETRACTION,
)
from bench.planted.summing import SUMMARY_QUALIFIER
from bench.planted.supply import Supply
from bench.planted.wording import FORMAT, IDENTITY, SELF_CORRECTION

FAULTS: tuple[Fault, ...] = (
    EVIDENCE_ELSEWHERE, INVENTED_ITEM, OWNER_ABSENT, OWNER_WRONG, DUE_NOT_SAID, DUE_OF_ANOTHER,
    NEGATION, CONDITION, EXCEPTION, HEDGE, QUESTION, PAST, RETRACTION, SUMMARY_QUALIFIER,
    WRONG_SUM, WRONG_FIGURE, SELF_CORRECTION, IDENTITY, DUPLICATE, CONTRADICTION, FORMAT, INJECTION,
)  # fmt: skip

PER_CLASS = 40
ATTEMPTS = 60
"""Draws for one case; a way that finds nothing that suits in so many is left out."""


def planted(supply: Supply, per_class: int = PER_CLASS) -> Iterator[Case]:
    """`per_class` cases of each class, its ways in turn."""
    for fault in FAULTS:
        ways = list(fault.ways)
        made = 0
        while ways and made < per_class:
            for way in list(ways):
                drawn = (fault.ways[way](supply) for _ in range(ATTEMPTS))
                case = next((case for case in drawn if case is not None), None)
                if case is None:
                    ways.remove(way)
                elif made < per_class:
                    made += 1
                    yield replace(case, fault=fault.name, way=way)
