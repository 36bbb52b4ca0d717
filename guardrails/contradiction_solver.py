"""Conflicts that take more than two claims to see, found by the solver.

Claims become typed conditions over days, places in an order, owners and amounts; Z3 says which of them cannot
hold together, none of them being superfluous. A process is started only where conditions meet in one thing
and could conflict at all, which is in few drafts; where the solver is missing, late or killed, trying stands
in, and where that gives up nothing is said.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from datetime import date, timedelta
from itertools import chain
from typing import Any

from guardrails.contradiction_amounts import amount_conditions
from guardrails.contradiction_days import Days
from guardrails.contradiction_groups import away_conditions, group_conditions, share_conditions
from guardrails.contradiction_items import Condition, due_conditions, items_of
from guardrails.contradiction_orders import order_conditions
from guardrails.guardrail import Scene
from guardrails.logic.linking import linked_groups
from guardrails.logic.problem import MAX_THINGS, ProblemError
from guardrails.logic.solver import Patience, Run, solve

# Within one step of the guardrail, with room for the rest of it: a Raspberry Pi 5 starts Z3 in 0.3 s.
PATIENCE = Patience(solver_s=0.3, start_s=0.7, tests=60_000)
_DAY = timedelta(days=1)
# A claim's text in a reason that names three of them.
_SHOWN = 60


def conflicts(scene: Scene, days: Days, run: Run | None) -> Mapping[str, str]:
    """By id of each claim in a conflict, why it cannot stand beside the others."""
    stated = linked(conditions_of(scene, days))
    if not stated:
        return {}
    try:
        _, result = solve(json.dumps(problem_of(stated, scene.said_on)), run, PATIENCE)
    except ProblemError:  # a name of any length, or more conditions than a problem may have
        return {}
    reasons: dict[str, str] = {}
    texts = {claim.id: claim.text for claim in scene.claims}
    for core in result.cores if result else ():
        reason = _in_words([stated[place] for place in core], texts)
        for place in core:
            if stated[place].by:
                reasons.setdefault(stated[place].by, reason)
    return reasons


def conditions_of(scene: Scene, days: Days) -> tuple[Condition, ...]:
    """All that the claims state, and what was said about absences."""
    items = items_of(scene.claims, days)
    found = [
        *due_conditions(items, days),
        *order_conditions(items, days),
        *group_conditions(items, days, scene),
        *share_conditions(items, scene),
        *amount_conditions(items),
    ]
    bound = set(chain.from_iterable(condition.things for condition in found))
    spoken = ((segment.text, segment.speaker) for segment in scene.segments)
    drafted = ((item.claim.text, item.claim.owner) for item in items)
    absences = days.absences(chain(spoken, drafted))
    return (*found, *dict.fromkeys(away_conditions(items, absences, bound)))


def linked(conditions: Sequence[Condition]) -> list[Condition]:
    """Those that could conflict with another, as many groups of them as a problem has room for."""
    kept: list[Condition] = []
    things: set[str] = set()
    for group in linked_groups(conditions, lambda condition: condition.things):
        named = set(chain.from_iterable(condition.things for condition in group))
        if _may_conflict(group) and len(things | named) <= MAX_THINGS:
            things |= named
            kept += group
    return kept


def _may_conflict(group: Sequence[Condition]) -> bool:
    """Two conditions that fix something, or as many orders as there are places: fewer always hold.

    That an item has its owner fixes nothing by itself.
    """
    orders = [condition for condition in group if condition.kind == "before"]
    places = set(chain.from_iterable(condition.things for condition in orders))
    fixed = [each for each in group if each.values and not (each.kind == "is" and "owner" in each.things[0])]
    return len(fixed) > 1 or 0 < len(places) <= len(orders)


def problem_of(conditions: Sequence[Condition], said_on: date | None) -> dict[str, Any]:
    """The conditions in the form that `guardrails.logic.reading` reads; what is to do is not done before."""
    names = list(dict.fromkeys(chain.from_iterable(condition.things for condition in conditions)))
    values = [(condition, value) for condition in conditions for value in condition.values]
    days = [date.fromisoformat(str(v)) for c, v in values if c.things[-1].startswith("day") and _is_day(v)]
    days += [said_on] if said_on else []
    owners = [str(value) for c, value in values if c.things[0].startswith("owner") and not _is_day(value)]
    return {
        "things": [_thing(name, days, owners, len(names)) for name in names],
        "constraints": [{"kind": c.kind, "things": c.things, "values": c.values} for c in conditions],
        "asked": names[:1],
    }


def _thing(name: str, days: Sequence[date], owners: Sequence[str], many: int) -> dict[str, Any]:
    kind = name.partition(" ")[0]
    if kind == "day":
        # One day more at the end: further ones make no difference, and few are soon tried.
        first, last = (min(days), max(days)) if days else (date.min, date.min)
        return {"name": name, "from": str(first), "to": str(min(last, date.max - _DAY) + _DAY)}
    if kind == "owner":
        return {"name": name, "values": [*dict.fromkeys(owners), "somebody else"]}
    return {"name": name, "from": 0, "to": {"place": many, "part": 1}.get(kind, 10**9)}


def _is_day(value: str | int) -> bool:
    return isinstance(value, str) and value[:4].isdigit() and value[4:5] == "-"


def _in_words(core: Sequence[Condition], texts: Mapping[str, str]) -> str:
    """What cannot hold together, each claim once with all that it says."""
    said = [_told(text, [c.words for c in core if c.by == by]) for by, text in texts.items()]
    lines = [*filter(None, said), *dict.fromkeys(c.words for c in core if not c.by)]
    how = {1: "this cannot hold", 2: "these cannot both hold"}.get(len(lines), "these cannot all hold")
    return f"{how}: {'; '.join(lines)}"


def _told(text: str, words: Sequence[str]) -> str:
    """A claim and what it says, as far as that does not stand in its text; "" for one that says nothing."""
    shown = _short(text)
    besides = [one for one in dict.fromkeys(words) if one.strip('"') not in shown]
    return f'"{shown}"' + (f" ({', '.join(besides)})" if besides else "") if words else ""


def _short(text: str) -> str:
    text = text.strip().rstrip(".")
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN].rsplit(maxsplit=1)[0]} …"
