"""How many planted mistakes are caught and repaired, and how many right claims are left alone.

A mistake is caught when its claim is not shown as a fact, unchanged and without a flag or mark; of two claims
that cannot both stand, one is enough. It is repaired when the note shows the right claim as a fact (see
`is_repaired`); only cases that can be repaired without a model count. A right claim must come out with the
same words, owner, due phrase, kind and evidence.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from statistics import fmean
from typing import Any

from bench.planted.case import CLEAN, Case, Shown, differs, is_plain, is_repaired

CAUGHT_MEAN, CAUGHT_WORST = 0.95, 0.80

Check = Callable[[Case], Sequence[Shown]]
"""Runs the guardrails over a case. A claim that left the note is not among what comes back."""


@dataclass(frozen=True, slots=True)
class Missed:
    """A case that did not come out as it should, for people who want to see why."""

    case: Case
    shown: tuple[Shown, ...]
    what: str
    """ "not caught", "not repaired", "changed" or "flagged"."""


@dataclass(slots=True)
class FaultScore:
    """Counts of one class."""

    planted: int = 0
    caught: int = 0
    repairable: int = 0
    repaired: int = 0

    @property
    def share(self) -> float:
        return self.caught / self.planted


@dataclass(slots=True)
class CleanScore:
    """Counts of right claims."""

    claims: int = 0
    changed: int = 0
    plain: int = 0
    """Verified, without a flag or mark."""


@dataclass(slots=True)
class Scores:
    faults: dict[str, FaultScore] = field(default_factory=dict)
    clean: dict[str, CleanScore] = field(default_factory=dict)
    """By where the right claims come from."""
    missed: list[Missed] = field(default_factory=list)

    @property
    def mean(self) -> float:
        return fmean(score.share for score in self.faults.values())

    @property
    def worst(self) -> float:
        return min(score.share for score in self.faults.values())

    @property
    def changed(self) -> int:
        return sum(score.changed for score in self.clean.values())

    @property
    def holds(self) -> bool:
        return self.mean >= CAUGHT_MEAN and self.worst >= CAUGHT_WORST and not self.changed

    def as_json(self) -> dict[str, Any]:
        from dataclasses import asdict

        return {
            "faults": {name: asdict(score) for name, score in self.faults.items()},
            "clean": {name: asdict(score) for name, score in self.clean.items()},
            "mean": self.mean,
            "worst": self.worst,
            "changed": self.changed,
        }


def score(cases: Iterable[Case], check: Check) -> Scores:
    """Run every case through `check` and count."""
    scores = Scores()
    for case in cases:
        shown = tuple(check(case))
        (_count_clean if case.fault == CLEAN else _count_fault)(scores, case, shown)
    return scores


def _count_clean(scores: Scores, case: Case, shown: tuple[Shown, ...]) -> None:
    counts = scores.clean.setdefault(case.base.origin, CleanScore())
    after = {s.claim.id: s for s in shown}
    for claim in case.claims:
        counts.claims += 1
        now = after.get(claim.id)
        if now is None or differs(now.claim, claim):
            counts.changed += 1
            scores.missed.append(Missed(case, (now,) if now else (), "changed"))
        elif is_plain(now, claim):
            counts.plain += 1
        else:
            scores.missed.append(Missed(case, (now,), "flagged"))


def _count_fault(scores: Scores, case: Case, shown: tuple[Shown, ...]) -> None:
    counts = scores.faults.setdefault(case.fault, FaultScore())
    after = {s.claim.id: s for s in shown}
    drafted = {claim.id: claim for claim in case.claims}
    caught = any(i not in after or not is_plain(after[i], drafted[i]) for i in case.targets)
    counts.planted += 1
    counts.caught += caught
    if not caught:
        scores.missed.append(Missed(case, shown, "not caught"))
    if case.original is not None:
        last = after.get(case.targets[-1])
        repaired = last is not None and is_repaired(last, case.original)
        counts.repairable += 1
        counts.repaired += repaired
        if caught and not repaired:
            scores.missed.append(Missed(case, shown, "not repaired"))
