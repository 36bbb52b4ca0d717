"""Problems, read from JSON that a model wrote.

    {"things": [{"name": "report", "from": "2026-11-16", "to": "2026-11-27"},
                {"name": "who writes it", "values": ["Ann", "Bob"]},
                {"name": "copies", "from": 0, "to": 100}],
     "constraints": [{"kind": "at_most", "things": ["report"], "values": ["2026-11-20"]},
                     {"kind": "is", "things": ["who writes it"], "values": ["Ann"]}],
     "asked": ["report"]}

What does not fit the form, is too much, or speaks of things that are not there is a `ProblemError`; nothing
is guessed and nothing is run.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from guardrails.logic.problem import (
    KINDS,
    MAX_THINGS,
    OF_COUNTS,
    OF_DAYS,
    Constraint,
    Problem,
    ProblemError,
    Thing,
    day,
    number,
)

# Room for forty things and a hundred conditions in full sentences.
MAX_CHARS = 20_000
_MAX_CONSTRAINTS, _MAX_VALUES, _MAX_NAME = 100, 60, 80


def problem_from_json(text: str) -> Problem:
    """Read a problem; ProblemError for whatever is not one."""
    if len(text) > MAX_CHARS:
        raise ProblemError(f"longer than {MAX_CHARS} characters")
    try:
        row = json.loads(text)
    except (ValueError, RecursionError):
        raise ProblemError("no JSON") from None
    if not isinstance(row, dict):
        raise ProblemError("no object")
    things = tuple(_thing(each) for each in _list(row, "things", MAX_THINGS))
    places = {thing.name: place for place, thing in enumerate(things)}
    if not things or len(places) != len(things):
        raise ProblemError("things need names of their own")
    constraints = tuple(
        _constraint(each, things, places) for each in _list(row, "constraints", _MAX_CONSTRAINTS)
    )
    asked = tuple(_place(name, places) for name in _list(row, "asked", MAX_THINGS))
    return Problem(things, constraints, asked or tuple(range(len(things))))


def _thing(row: object) -> Thing:
    if not isinstance(row, dict):
        raise ProblemError("a thing is an object")
    name = row.get("name")
    if not isinstance(name, str) or not 0 < len(name) <= _MAX_NAME:
        raise ProblemError("a thing needs a name")
    if "values" in row:
        values = _list(row, "values", _MAX_VALUES)
        if not values or not all(isinstance(v, str) and len(v) <= _MAX_NAME for v in values):
            raise ProblemError(f"the values of {name} are no names")
        names = tuple(dict.fromkeys(values))
        return Thing(name, 0, len(names) - 1, names)
    is_day = isinstance(row.get("from"), str)
    low, high = (day(row.get(end)) if is_day else number(row.get(end)) for end in ("from", "to"))
    if low > high:
        raise ProblemError(f"{name} ends before it begins")
    return Thing(name, low, high, (), is_day)


def _constraint(row: object, things: tuple[Thing, ...], places: Mapping[str, int]) -> Constraint:
    kind = row.get("kind") if isinstance(row, dict) else None
    if not isinstance(row, dict) or not isinstance(kind, str) or kind not in KINDS:
        raise ProblemError(f"nobody knows the kind {kind!r:.40}")
    many, count, words = KINDS[kind]
    named = tuple(_place(name, places) for name in _list(row, "things", MAX_THINGS))
    values = _list(row, "values", _MAX_VALUES)
    if len(named) not in many or len(values) != count or len(set(named)) != len(named):
        raise ProblemError(f"{kind} has too few or too many things or values")
    of = [things[place] for place in named]
    _check_kinds(kind, of)
    if kind in OF_COUNTS:
        numbers = tuple(number(value) for value in values)
    else:
        numbers = tuple(of[0].number(value) for value in values)
    names = [thing.name for thing in of]
    if of[0].is_day:
        words = OF_DAYS.get(kind, words)
    values_by_name = {f"v{place}": str(value) for place, value in enumerate(values)}
    return Constraint(kind, named, numbers, words.format(*names, all=", ".join(names), **values_by_name))


def _check_kinds(kind: str, of: list[Thing]) -> None:
    """Things are compared with things of their kind only: names in one list, days with days."""
    alike = len({(thing.values, thing.is_day) for thing in of}) == 1
    if kind.startswith("sum") or kind == "times":
        alike = not any(thing.values or thing.is_day for thing in of)
    if not alike:
        raise ProblemError(f"{kind} compares things that cannot be compared")


def _place(name: object, places: Mapping[str, int]) -> int:
    if not isinstance(name, str) or name not in places:
        raise ProblemError(f"{name!r:.40} is none of the things")
    return places[name]


def _list(row: Mapping[str, Any], key: str, most: int) -> list[Any]:
    found = row.get(key, [])
    if not isinstance(found, list) or len(found) > most:
        raise ProblemError(f"{key} is no list of {most} at most")
    return found
