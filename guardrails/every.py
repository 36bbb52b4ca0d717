"""All guardrails in the order in which a draft goes through them."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from functools import partial

from guardrails.arithmetic.guard import Arithmetic, is_worked_out
from guardrails.combinatorial.guard import Combinatorial
from guardrails.consistency.contradiction import Contradiction
from guardrails.consistency.duplicate import Duplicate
from guardrails.constraint.guard import Constraint
from guardrails.core.guardrail import Guardrail
from guardrails.evidence.guard import EvidenceGuard
from guardrails.identity.guard import Identity
from guardrails.logic.solver import Run, cores_of
from guardrails.qualifier import Qualifier
from guardrails.qualifier.summary import SummaryItems
from guardrails.selfcorrection.guard import SelfCorrection

Resolve = Callable[[str, date], date | None]
"""The day that a due phrase means when it is said on a day; None where it names none."""


def every_guardrail(resolve: Resolve | None = None, run: Run | None = None) -> tuple[Guardrail, ...]:
    """Self-correction, identity, constraint, evidence, qualifier, arithmetic, duplicate, contradiction, the
    summary's sentences by the items, combinatorial.

    What cleans a claim's words comes first, then what proves them, then what is said in them; what compares
    claims with each other comes when each of them is as good as it gets. `resolve` serves comparisons of due
    dates; without it they rest. `run` starts the solver's process; without it conflicts of several claims are
    not looked for.
    """
    return (
        SelfCorrection(),
        Identity(),
        Constraint(),
        EvidenceGuard(is_worked_out),
        Qualifier(),
        Arithmetic(),
        Duplicate(),
        Contradiction(resolve, partial(cores_of, run=run)),
        SummaryItems(),
        Combinatorial(),
    )
