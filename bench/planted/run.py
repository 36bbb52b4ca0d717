"""The planted set put before the guardrails: a draft goes in, and what the note shows comes out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import chain
from pathlib import Path

from bench.planted import figures, grounding, qualification, together, wording
from bench.planted.annotated import as_annotated
from bench.planted.case import Case, Fault, Shown
from bench.planted.clean import clean
from bench.planted.meetings import annotated_meetings, by_role
from bench.planted.scoring import Scores, score
from bench.planted.supply import Supply, supply
from pipelines.checking import Checker
from pipelines.draft import Draft

FAULTS: tuple[Fault, ...] = (
    *grounding.FAULTS,
    *qualification.FAULTS,
    *figures.FAULTS,
    *wording.FAULTS,
    *together.FAULTS,
)
PER_CLASS = 60
ATTEMPTS = 60
"""Draws for one case; a way that finds nothing that suits in so many is left out."""


def planted(supply: Supply, per_class: int = PER_CLASS) -> Iterator[Case]:
    """`per_class` cases of each class, its ways in turn."""
    for fault in FAULTS:
        ways, made = dict(fault.ways), 0
        while ways and made < per_class:
            for way, plant in list(ways.items()):
                drawn = (plant(supply) for _ in range(ATTEMPTS))
                case = next((case for case in drawn if case is not None), None)
                if case is None:
                    del ways[way]
                elif made < per_class:
                    made += 1
                    yield replace(case, fault=fault.name, way=way)


def scores_of(data: Path | None, seed: int = 1, per_class: int = PER_CLASS) -> Scores:
    """Everything planted in the annotated meetings of the folder, or in the sample meeting alone."""
    right = supply(annotated_meetings(data) if data else [], seed)
    return score(chain(clean(right), planted(right, per_class)), ThroughGuardrails())


def annotated_claims(data: Path) -> list[bool]:
    """Of every claim that annotators linked to utterances: whether the note shows it in its words."""
    check = ThroughGuardrails()
    return [
        any(
            s.outcome == "verified" and base.claim.text in s.claim.text
            for s in check(Case(base, (base.claim,), ()))
        )
        for meeting in annotated_meetings(data)
        for base in as_annotated(by_role(meeting, codes=False))
    ]


class ThroughGuardrails:
    """What the note would show of a case's claims, checked as a replayed draft is, without a model."""

    def __init__(self) -> None:
        # Time stands still: on a busy machine a step that comes late would count as a check that failed.
        # In this process: a thousand drafts need no protection from each other, and what hangs is to be seen.
        self._checker = Checker(start=None, clock=lambda: 0.0)

    def __call__(self, case: Case) -> Sequence[Shown]:
        claims = tuple(claim for claim in case.claims if claim.kind != "summary")
        sentences = [claim for claim in case.claims if claim.kind == "summary"]
        base = case.base
        draft = Draft(claims, " ".join(claim.text for claim in sentences), "", len(base.segments))
        checked = self._checker.check(draft, base.segments, (), base.said_on)
        kept = [Shown(claim, "verified") for claim in sentences if claim.text in checked.summary]
        return [*(Shown(judged.claim, judged.outcome) for judged in checked.claims), *kept]
