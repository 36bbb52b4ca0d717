"""Claims that cannot stand beside each other: duplicates, contradictions, a summary firmer than its item."""

from __future__ import annotations

import re
from dataclasses import replace

from bench.planted.case import Base, Case, Fault, case_of, in_summary
from bench.planted.edit import ending
from bench.planted.supply import Supply
from bench.planted.words import lower
from guardrails.core.types import Claim, Evidence

_ARTICLES = re.compile(r"\b(?:the|a|an|our|their|some)\s+", re.IGNORECASE)
_MAYBE = ("Maybe ", "Perhaps ", "Possibly ", "Probably ")
_DAYS = (
    ("by Friday", "by the 17th of March"),
    ("tomorrow", "by the end of the month"),
    ("on Thursday", "next Saturday"),
)
_VALUES = (
    ("we paint the hall {}", ("green", "white", "blue")),
    ("the meeting is moved to {}", ("Monday", "Wednesday", "Friday")),
    ("the fee stays at {} euros", ("40", "55", "70")),
    ("the conference takes place in {}", ("Leeds", "Cardiff", "Dublin")),
)


def _again(base: Base, text: str) -> Case | None:
    second = base.noting(id=f"{base.claim.id}b", text=text)
    return case_of(second, others=(base.claim,), either=True)


def _fewer_words(supply: Supply) -> Case | None:
    base = supply.any()
    text = _ARTICLES.sub("", base.claim.text)
    return _again(base, text) if text != base.claim.text else None


def _more_words(supply: Supply) -> Case | None:
    base = supply.item()
    task = lower(base.claim.text)
    return _again(base, supply.random.choice((f"{base.claim.owner} will {task}", f"To {task}")))


def _against(base: Base, claim: Claim, speaker: str | None, text: str) -> Case:
    """Both were said, so each alone is well founded."""
    said = base.followed(min(len(base.segments) - 1, base.last + 6), (speaker, text))
    second = replace(claim, id="c2", evidence=Evidence(("v0",), ""))
    return case_of(replace(said, claim=second), others=(base.claim,), either=True)


def _second_owner(supply: Supply) -> Case:
    base = supply.carried("promise")
    claim = replace(base.claim, owner=base.another)
    return _against(base, claim, base.another, f"I'll {lower(base.claim.text)}, I said so last week.")


def _second_day(supply: Supply) -> Case:
    base = supply.carried("promise", due=True)
    first, second = supply.random.choice(_DAYS)
    said = base.saying(base.sentence.replace(base.claim.due_phrase or "", first)).noting(due_phrase=first)
    claim = replace(base.claim, due_phrase=second)
    return _against(said, claim, base.speaker, f"So I'll {lower(base.claim.text)} {second}.")


def _other_value(supply: Supply) -> Case:
    """The same thing decided twice, differently."""
    here = supply.spot()
    frame, values = supply.random.choice(_VALUES)
    one, other = map(frame.format, supply.random.sample(values, 2))
    base = here.base((here.first, f"So we agreed, {one}."), text=one.capitalize())
    return _against(base, replace(base.claim, text=other.capitalize()), here.first, f"It's settled, {other}.")


def _opposite(supply: Supply) -> Case | None:
    base = supply.carried("decision")
    denied = re.sub(r"\b(is|are) ", r"\1 not ", base.claim.text, count=1)
    if denied == base.claim.text:
        return None
    return _against(base, replace(base.claim, text=denied), base.speaker, f"Okay, {lower(denied)}.")


def _firmer(supply: Supply, base: Base, said: str, item: str) -> Case:
    """`said` in the meeting, `item` in the draft, and a summary that tells of it without what limits it."""
    heard = base.saying(said)
    task = lower(base.claim.text)
    if base.claim.kind == "decision":
        told = f"The group decided that {task}."
    elif base.claim.kind == "question":
        told = f"The team will {task}."
    else:
        frames = ("{} will {}.", "{} agreed to {}.", "It was agreed that {} will {}.")
        told = supply.random.choice(frames).format(base.claim.owner, task)
    return in_summary(heard, told, heard.noting(text=item).claim)


def _with_clause(supply: Supply, base: Base, pool: str) -> Case:
    clause = supply.word(pool)
    return _firmer(supply, base, ending(base.sentence, f" {clause}"), f"{base.claim.text} {clause}")


def _task(supply: Supply, said: str, item: str) -> Case:
    """`said` and `item` have the task for {}."""
    base = supply.carried("promise")
    task = lower(base.claim.text)
    return _firmer(supply, base, said.format(task), item.format(task))


def _doubted(supply: Supply) -> Case:
    maybe = supply.random.choice(_MAYBE)
    return _task(supply, f"{maybe}I'll {{}}, I'm not sure yet.", f"{maybe}{{}}")


def _asked(supply: Supply) -> Case:
    """An open question, told as settled."""
    base = supply.carried("promise").noting(kind="question", owner=None)
    question = f"Should we {lower(base.claim.text)}?"
    return _firmer(supply, base, f"{question} I don't know.", question)


def _other_owner(supply: Supply) -> Case:
    base = supply.carried("promise")
    return in_summary(base, f"{base.another} will {lower(base.claim.text)}.", base.claim)


FAULTS = (
    Fault(
        "duplicate",
        {
            "same": lambda s: _again(base := s.any(), base.claim.text),
            "fewer-words": _fewer_words,
            "more-words": _more_words,
        },
    ),
    Fault(
        "contradiction",
        {"owner": _second_owner, "day": _second_day, "opposite": _opposite, "value": _other_value},
    ),
    Fault(
        "summary-qualifier",
        {
            "condition": lambda s: _with_clause(s, s.carried("promise"), "conditions"),
            "exception": lambda s: _with_clause(s, s.carried("group"), "exceptions"),
            "negation": lambda s: _task(s, "I won't {}.", "Do not {}"),
            "doubt": _doubted,
            "question": _asked,
            "owner": _other_owner,
        },
    ),
)
