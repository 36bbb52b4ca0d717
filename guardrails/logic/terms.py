"""A problem as Z3 terms; imported only in the child process, since a solver may take any time and memory."""

from __future__ import annotations

from typing import Any

from guardrails.logic.problem import Constraint, Problem
from guardrails.logic.result import MOST_CORES, TOLD, Result


def decide(problem: Problem, limit_s: float) -> Result | None:
    """What the conditions allow; None where Z3 does not know in time. ImportError where there is no Z3."""
    import z3

    solver, variables, tracks = build(z3, problem)
    solver.set("timeout", max(1, int(limit_s * 1000)))
    cores: list[tuple[int, ...]] = []
    while (found := solver.check(*tracks.values())) == z3.unsat and len(cores) < MOST_CORES:
        cores.append(tuple(sorted(int(str(each)) for each in solver.unsat_core())))
        del tracks[cores[-1][-1]]
    if cores:
        return Result(tuple(cores))
    if found != z3.sat:
        return None
    solver.add(*tracks.values())
    values: dict[int, tuple[int, ...]] = {}
    for place in problem.asked:
        numbers = values_of(z3, solver, variables[place])
        if numbers is None:
            return None
        values[place] = numbers
    return Result(values=values)


def build(z3: Any, problem: Problem) -> tuple[Any, list[Any], dict[int, Any]]:
    """A solver that holds the problem, its variables, and by place what makes each condition count."""
    solver = z3.Solver()
    # A core that is not minimal tells a person of conditions that have nothing to do with the conflict.
    solver.set("core.minimize", True)
    variables = [z3.Int(f"thing{place}") for place in range(len(problem.things))]
    for variable, thing in zip(variables, problem.things, strict=True):
        solver.add(variable >= thing.low, variable <= thing.high)
    tracks = {place: z3.Bool(str(place)) for place in range(len(problem.constraints))}
    for track, constraint in zip(tracks.values(), problem.constraints, strict=True):
        solver.add(z3.Implies(track, _term(z3, constraint, variables)))
    return solver, variables, tracks


def values_of(z3: Any, solver: Any, variable: Any) -> tuple[int, ...] | None:
    """The values that a thing can have, up to one more than are told; None where there may be others that
    could not be looked for in time."""
    numbers: list[int] = []
    solver.push()
    while (found := solver.check()) == z3.sat:
        number = solver.model().eval(variable, model_completion=True).as_long()
        numbers.append(number)
        if len(numbers) > TOLD:
            break
        solver.add(variable != number)
    solver.pop()
    return None if found == z3.unknown else tuple(sorted(numbers))


def _term(z3: Any, constraint: Constraint, variables: list[Any]) -> Any:
    """What a condition means."""
    one, *others = (variables[place] for place in constraint.things)
    other = others[0] if others else one
    value = constraint.numbers[0] if constraint.numbers else 0
    match constraint.kind:
        case "before":
            return one < other
        case "after":
            return one > other
        case "same":
            return one == other
        case "different":
            return z3.Distinct(one, *others)
        case "no_later":
            return one <= other
        case "next_to":
            return z3.Or(one - other == 1, other - one == 1)
        case "not_next_to":
            return z3.And(one - other != 1, other - one != 1)
        case "more_by":
            return one == other + value
        case "times":
            return one == value * other
        case "is":
            return one == value
        case "is_not":
            return one != value
        case "at_most":
            return one <= value
        case "at_least":
            return one >= value
        case "only_one_of":
            return z3.PbEq([(each == value, 1) for each in (one, *others)], 1)
        case "sum_at_most":
            return z3.Sum(one, *others) <= value
    return z3.Sum(one, *others) == value
