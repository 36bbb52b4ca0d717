"""A summary firmer than its items: the item has its no, its condition or its doubt, the sentence has not.

Or the item is as wrong as the sentence, and refused; or the sentence gives a right one to somebody else.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from bench.planted import reservations
from bench.planted.case import Base, Case, case_of
from bench.planted.edit import ending
from bench.planted.fault import Fault
from bench.planted.supply import Supply
from guardrails.types import Claim, Evidence

_SURE = ("Maybe ", "Perhaps ", "Possibly ", "Probably ")


def _case(base: Base, said: str, item: str, told: str) -> Case:
    """`said` in the meeting, `item` rightly in the draft, and `told` in its summary."""
    right = replace(base.claim, text=item)
    sentence = Claim("summary-1", "summary", told, Evidence((), ""))
    segments = base.saying(said)
    return case_of(base, claim=sentence, segments=segments, others=(right,), targets=(sentence.id,))


def _firm(supply: Supply, base: Base) -> str:
    """The summary's sentence about a promise, without what limits it."""
    task = base.claim.text[0].lower() + base.claim.text[1:]
    return supply.random.choice(("{} will {}.", "{} agreed to {}.", "It was agreed that {} will {}.")).format(
        base.claim.owner, task
    )


def _condition(supply: Supply) -> Case | None:
    base = supply.carried(kind="promise")
    clause = supply.random.choice(reservations.CONDITIONS)
    said = ending(base.sentence, f" {clause}")
    return _case(base, said, f"{base.claim.text} {clause}", _firm(supply, base))


def _exception(supply: Supply) -> Case | None:
    base = supply.carried(kind="group")
    clause = supply.random.choice(reservations.EXCEPTIONS)
    told = f"The group decided that {base.claim.text[0].lower()}{base.claim.text[1:]}."
    return _case(base, ending(base.sentence, f" {clause}"), f"{base.claim.text} {clause}", told)


def _denied(supply: Supply) -> Case | None:
    base = supply.carried(kind="promise")
    task = base.claim.text[0].lower() + base.claim.text[1:]
    said = supply.random.choice((f"I won't {task}.", f"I'm not going to {task}."))
    return _case(base, said, f"Do not {task}", _firm(supply, base))


def _doubted(supply: Supply) -> Case | None:
    base = supply.carried(kind="promise")
    maybe = supply.random.choice(_SURE)
    task = base.claim.text[0].lower() + base.claim.text[1:]
    return _case(base, f"{maybe}I'll {task}, I'm not sure yet.", f"{maybe}{task}", _firm(supply, base))


def _asked(supply: Supply) -> Case | None:
    """An open question, told as settled."""
    base = supply.carried(kind="promise")
    task = base.claim.text[0].lower() + base.claim.text[1:]
    question = f"Should we {task}?"
    told = supply.random.choice((f"The team will {task}.", f"They agreed to {task}."))
    base = replace(base, claim=replace(base.claim, kind="question", owner=None))
    return _case(base, f"{question} I don't know.", question, told)


def _both(supply: Supply, said: Callable[[str], str]) -> Case | None:
    """Item and sentence are firm alike, and `said` of the task is what was said."""
    base = supply.carried(kind="promise")
    task = base.claim.text[0].lower() + base.claim.text[1:]
    return _case(base, said(task), base.claim.text, _firm(supply, base))


def _both_denied(supply: Supply) -> Case | None:
    frame = supply.random.choice(("I won't {}.", "I'm not going to {}."))
    return _both(supply, frame.format)


def _both_taken_back(supply: Supply) -> Case | None:
    return _both(supply, lambda task: f"I'll {task}. {supply.random.choice(reservations.RETRACTIONS)}")


def _both_doubted(supply: Supply) -> Case | None:
    """The item gets a mark instead of words."""
    return _both(supply, lambda task: f"{supply.random.choice(_SURE)}I'll {task}, I'm not sure yet.")


def _other_owner(supply: Supply) -> Case | None:
    base = supply.carried(kind="promise")
    others = [name for name in base.speakers if name != base.claim.owner]
    if not others:
        return None
    other = supply.random.choice(others)
    wrong = replace(base, claim=replace(base.claim, owner=other))
    return _case(base, base.sentence, base.claim.text, _firm(supply, wrong))


SUMMARY_QUALIFIER = Fault(
    "summary-qualifier",
    {
        "condition": _condition,
        "exception": _exception,
        "negation": _denied,
        "doubt": _doubted,
        "question": _asked,
        "both-denied": _both_denied,
        "both-taken-back": _both_taken_back,
        "both-doubted": _both_doubted,
        "owner": _other_owner,
    },
)
