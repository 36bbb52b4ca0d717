"""Drafts in which nothing is wrong: what no guardrail may change.

One draft for each meeting, with all its right claims, as an engine would hand them in. Beside what people
annotated and what was really said there are claims that keep a condition, an exception, a due date, a
computed figure, and claims that only look like a mistake.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from bench.planted.case import Base, Case
from bench.planted.edit import ending
from bench.planted.figures import computed, stated
from bench.planted.supply import Supply
from bench.planted.words import pairs

KEPT = 16
"""Of each kind that is made."""
ALIKE = (
    ("I'll send the audit report to Ann.", "Send the audit report to Ann"),
    ("And I'll send the audit report to Bob as well.", "Send the audit report to Bob"),
)
"""Promises that look alike and are not the same."""


def clean(supply: Supply) -> Iterator[Case]:
    """All right claims: of a meeting in one draft where they share its words, else alone."""
    for bases in (supply.annotated, supply.spoken + supply.qualified, supply.sample):
        yield from _by_meeting(bases)
    for base in _made(supply):
        yield _draft([base])
    yield _alike(supply)


def _by_meeting(bases: Iterable[Base]) -> Iterator[Case]:
    drafts: dict[str, list[Base]] = {}
    for base in bases:
        drafts.setdefault(base.meeting, []).append(base)
    return map(_draft, drafts.values())


def _draft(bases: list[Base]) -> Case:
    claims = tuple(replace(base.claim, id=f"c{number}") for number, base in enumerate(bases, 1))
    return Case(bases[0], claims, ())


def _made(supply: Supply) -> Iterator[Base]:
    random = supply.random
    yield from random.sample(supply.figures, min(KEPT, len(supply.figures)))
    for _ in range(KEPT):
        yield supply.item(due=True)
        yield supply.carried(random.choice(("promise", "order", "assigned", "decision", "group")))
        yield _kept(supply.carried("promise"), supply.word("conditions"))
        yield _kept(random.choice(supply.spoken or [supply.carried()]), supply.word("conditions"))
        yield _kept(supply.carried("group"), supply.word("exceptions"))
        yield stated(supply)[0]
        yield computed(supply, random.choice(("total", "product", "left")))[0]
    for pool in ("lookalikes", "paraphrases"):
        for said, text in pairs(pool):
            here = supply.spot()
            owner = here.first if pool == "paraphrases" else None
            yield here.base((here.first, said), text=text, owner=owner)


def _kept(base: Base, clause: str) -> Base:
    """The clause was said, and the claim has it."""
    return base.saying(ending(base.sentence, f" {clause}")).noting(text=f"{base.claim.text} {clause}")


def _alike(supply: Supply) -> Case:
    here = supply.spot()
    both = here.base(*((here.first, said) for said, _ in ALIKE), text="", owner=here.first)
    ids = both.claim.evidence.segment_ids
    return _draft(
        [
            both.noting(text=text, evidence=replace(both.claim.evidence, segment_ids=(ids[n],)))
            for n, (_, text) in enumerate(ALIKE)
        ]
    )
