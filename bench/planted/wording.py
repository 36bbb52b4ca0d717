"""Right claims in the wrong words: a draft left in, the machine speaking of itself, markup."""

from __future__ import annotations

import json

from bench.planted.case import Base, Case, Fault, case_of, in_summary
from bench.planted.supply import Supply

TOO_LONG = 60
"""How often a draft repeats itself that loops."""
_MARKS = ("**", "__", "*", "`", "~~")
_EMPTY = ("", "...", "-", "N/A", "TBD")


def _written(base: Base, text: str) -> Case:
    """The right claim as `text`."""
    return case_of(base.noting(text=text), original=base.claim)


def _around(supply: Supply, before: str = "", after: str = "") -> Case:
    base = supply.any()
    return _written(base, f"{before}{base.claim.text}{after}")


def _bold(supply: Supply) -> Case:
    mark = supply.random.choice(_MARKS)
    return _around(supply, mark, mark)


def _twice(supply: Supply) -> Case:
    """The right words, a doubt, and the right words again."""
    base = supply.any()
    return _written(base, f"{base.claim.text}. {supply.word('second_thoughts')}{base.claim.text}")


def _json_left(supply: Supply) -> Case:
    base = supply.any()
    text = json.dumps({supply.random.choice(("task", "text", "action")): base.claim.text})
    return _written(base, supply.random.choice((text, f"```json\n{text}\n```")))


def _placeholder(supply: Supply) -> Case:
    return case_of(supply.item().noting(owner=supply.word("placeholders")))


def _endless(supply: Supply) -> Case:
    base = supply.any()
    return case_of(base.noting(text=" ".join([base.claim.text] * TOO_LONG)))


FAULTS = (
    Fault(
        "self-correction",
        {
            "draft": lambda s: _around(s, f"{s.any().claim.text}. {s.word('second_thoughts')}"),
            "thought": lambda s: _around(s, s.word("second_thoughts")),
            "twice": _twice,
        },
    ),
    Fault(
        "identity-leak",
        {
            "before": lambda s: _around(s, s.word("leaks_before")),
            "after": lambda s: _around(s, after="." + s.word("leaks_after")),
            "summary": lambda s: in_summary(s.any(), s.word("leaks_in_summary")),
        },
    ),
    Fault(
        "format",
        {
            "label": lambda s: _around(s, s.word("labels")),
            "json": _json_left,
            "bold": _bold,
            "placeholder": _placeholder,
            "endless": _endless,
            "empty": lambda s: case_of(s.any().noting(text=s.random.choice(_EMPTY))),
        },
    ),
)
