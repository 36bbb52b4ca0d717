"""How many planted mistakes are caught and repaired, and how many right claims are left alone.

A mistake is caught when its claim is not shown as a fact, unchanged and without a flag; of two claims that
cannot both stand, one is enough. It is repaired when the note shows the right claim as a fact (see
`is_repaired`); only cases that can be repaired without a model count. A right claim must come out with the
same words, owner, due phrase, kind and evidence, and at least nine in ten verified without a flag.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from bench.planted.case import (
    CLEAN,
    UNFILTERED,
    Case,
    Checker,
    Shown,
    differs,
    is_plain,
    is_repaired,
)

CAUGHT, REPAIRED, UNFLAGGED = 0.95, 0.90, 0.90
LEAST_PLANTED, LEAST_IN_ALL, LEAST_CLEAN = 20, 300, 200


@dataclass(frozen=True, slots=True)
class Missed:
    """A case that did not come out as it should, for people who want to see why."""

    case: Case
    shown: tuple[Shown, ...]
    what: str
    """"not caught", "not repaired", "changed" or "flagged"."""


@dataclass(slots=True)
class FaultScore:
    """Counts of one class."""

    planted: int = 0
    caught: int = 0
    repairable: int = 0
    repaired: int = 0

    @property
    def holds(self) -> bool:
        return (
            self.planted >= LEAST_PLANTED
            and self.caught >= CAUGHT * self.planted
            and self.repaired >= REPAIRED * self.repairable
        )


@dataclass(slots=True)
class CleanScore:
    """Counts of right claims."""

    claims: int = 0
    changed: int = 0
    plain: int = 0
    """Verified, without a flag."""

    @property
    def holds(self) -> bool:
        return self.claims >= LEAST_CLEAN and not self.changed and self.plain >= UNFLAGGED * self.claims


@dataclass(slots=True)
class Scores:
    """Everything that was counted."""

    faults: dict[str, FaultScore] = field(default_factory=dict)
    clean: dict[str, CleanScore] = field(default_factory=dict)
    """By where the right claims come from; those `as annotated` count for no bar."""
    missed: list[Missed] = field(default_factory=list)

    @property
    def all_clean(self) -> CleanScore:
        every = [score for origin, score in self.clean.items() if origin != UNFILTERED]
        return CleanScore(
            sum(s.claims for s in every), sum(s.changed for s in every), sum(s.plain for s in every)
        )

    @property
    def planted(self) -> int:
        return sum(score.planted for score in self.faults.values())

    @property
    def shortfalls(self) -> list[str]:
        """The bars that are missed, in words."""
        found = [f"{name}" for name, score in self.faults.items() if not score.holds]
        if not self.all_clean.holds:
            found.append(CLEAN)
        if self.planted < LEAST_IN_ALL:
            found.append(f"{self.planted} planted of {LEAST_IN_ALL}")
        return found

    def as_json(self) -> dict[str, Any]:
        return {
            "planted": self.planted,
            "faults": {
                name: {
                    "planted": score.planted,
                    "caught": score.caught,
                    "repairable": score.repairable,
                    "repaired": score.repaired,
                    "holds": score.holds,
                }
                for name, score in self.faults.items()
            },
            "clean": {
                name: {"claims": score.claims, "changed": score.changed, "plain": score.plain}
                for name, score in {**self.clean, "all": self.all_clean}.items()
            },
            "missed_bars": self.shortfalls,
        }


def score(cases: Iterable[Case], check: Checker) -> Scores:
    """Run every case through `check` and count."""
    scores = Scores()
    for case in cases:
        shown = tuple(check(case))
        if case.fault == CLEAN:
            _count_clean(scores, case, shown)
        else:
            _count_fault(scores, case, shown)
    return scores


def _count_clean(scores: Scores, case: Case, shown: tuple[Shown, ...]) -> None:
    counts = scores.clean.setdefault(case.origin, CleanScore())
    after = {s.claim.id: s for s in shown}
    for claim in case.claims:
        counts.claims += 1
        now = after.get(claim.id)
        if now is None or differs(now.claim, claim):
            counts.changed += 1
            scores.missed.append(Missed(case, (now,) if now else (), "changed"))
        elif not is_plain(now, claim):
            scores.missed.append(Missed(case, (now,), "flagged"))
        else:
            counts.plain += 1


def _count_fault(scores: Scores, case: Case, shown: tuple[Shown, ...]) -> None:
    counts = scores.faults.setdefault(case.fault, FaultScore())
    after = {s.claim.id: s for s in shown}
    drafted = {claim.id: claim for claim in case.claims}
    counts.planted += 1
    caught = any(i not in after or not is_plain(after[i], drafted[i]) for i in case.targets)
    counts.caught += caught
    if not caught:
        scores.missed.append(Missed(case, shown, "not caught"))
    if case.original is not None:
        counts.repairable += 1
        last = after.get(case.targets[-1])
        repaired = last is not None and is_repaired(last, case.original)
        counts.repaired += repaired
        if caught and not repaired:
            scores.missed.append(Missed(case, shown, "not repaired"))
