"""The checks of figures and of contradictions, each alone, by the way in which a mistake was planted."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from bench.planted.case import Case
from bench.planted.checking import ThroughGuardrails
from bench.planted.every import ATTEMPTS
from bench.planted.fault import Fault
from bench.planted.figures import WRONG_FIGURE, WRONG_SUM
from bench.planted.pairs import CONTRADICTION
from bench.planted.scoring import CAUGHT, REPAIRED, score
from bench.planted.supply import Supply
from bench.quality_tables import Measured, right_claims
from guardrails.arithmetic import Arithmetic
from guardrails.contradiction import Contradiction
from guardrails.guardrail import Guardrail
from pipelines.due import resolve_due
from pipelines.solver import run_solver

SEED = 1
A_WAY = 100
ROWS: dict[str, tuple[Fault, tuple[str, ...]]] = {
    "wrong total, product, rest, discount, price per person": (
        WRONG_SUM,
        ("total", "product", "left", "discount", "each"),
    ),
    "result committed before it was computed": (WRONG_SUM, ("committed-first",)),
    "wrong figure in a sentence of our own": (WRONG_FIGURE, ("carried",)),
    "wrong figure in real speech": (WRONG_FIGURE, ("real",)),
    "wrong figure in a summary": (WRONG_FIGURE, ("summary",)),
    "contradictions of two claims, in " + ", ".join(CONTRADICTION.ways): (
        CONTRADICTION,
        tuple(CONTRADICTION.ways),
    ),
}


def figures(data: Path) -> Measured:
    found = Measured(["| planted | caught | repaired right |", "|---|---|---|"])
    supply = right_claims(data, SEED)
    for row, (fault, ways) in ROWS.items():
        through = ThroughGuardrails(_alone(fault))
        one = score(_cases(supply, fault, ways), through).faults[fault.name]
        right = f"{one.repaired} of {one.repairable}" if one.repairable else "-"
        found.lines.append(f"| {row} | {one.caught} of {one.planted} | {right} |")
        found.targets[f"{row}: caught"] = one.caught >= CAUGHT * one.planted
        if one.repairable:
            found.targets[f"{row}: put right"] = one.repaired >= REPAIRED * one.repairable
    return found


def _alone(fault: Fault) -> Sequence[Guardrail]:
    return (Contradiction(resolve_due, run_solver),) if fault is CONTRADICTION else (Arithmetic(),)


def _cases(supply: Supply, fault: Fault, ways: Sequence[str]) -> Iterator[Case]:
    for way in ways:
        for _ in range(A_WAY):
            drawn = (fault.ways[way](supply) for _ in range(ATTEMPTS))
            case = next((case for case in drawn if case is not None), None)
            if case is not None:
                yield replace(case, fault=fault.name, way=way)
