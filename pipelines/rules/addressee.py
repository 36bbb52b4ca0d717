"""Whom "you" means, and who is called by name: clear in the room, and not on a list of items."""

from __future__ import annotations

import re

_ALL = r"(?: all| guys| both)?"
# "Share the plan with you", "send you a draft": to whom it goes may be left out.
_TO_YOU = re.compile(rf" (?:with|to|for) you{_ALL}(?=$|[ ,.] ?(?:and|by|on|before)\b|$)", re.IGNORECASE)
_YOU_A_THING = re.compile(
    rf"\b(?P<verb>send|show|give|get|bring|email|mail|write|forward|share) you{_ALL}"
    r"(?= (?:the|an?|my|our|this|that|these|those|some|all|more|two|three)\b)",
    re.IGNORECASE,
)
_YOU = re.compile(rf"(?<!thank )\byou(?:(?P<your>r)\b|{_ALL}\b(?!'))", re.IGNORECASE)
_TO_YOU_IN_GERMAN = re.compile(r"^(?:euch|dir|ihnen) (?=(?:den|die|das|ein\w*|alle|zwei|drei)\b)")


def without_you(task: str) -> str:
    """An English task without the "you" that it can do without."""
    return _YOU_A_THING.sub(lambda found: found["verb"], _TO_YOU.sub("", task))


def naming_you(task: str, name: str) -> str:
    """An English task with the name of whom "you" means."""
    return _YOU.sub(lambda found: f"{name}'s" if found["your"] else name, task.removesuffix(f", {name}"))


def without_call(task: str, name: str) -> str:
    """A task without the name that it was given out with: "translate the report, Tom"."""
    before, mark, called = task.rpartition(", ")
    return before if mark and called.casefold() in (name.casefold(), *name.casefold().split()) else task


def without_you_in_german(task: str) -> str:
    """ "Euch einen Entwurf schicken" is "einen Entwurf schicken"."""
    return _TO_YOU_IN_GERMAN.sub("", task)
