"""Right claims in the wrong words: a draft left in, the machine speaking of itself, markup."""

from __future__ import annotations

import json
from dataclasses import replace

from bench.planted import slips
from bench.planted.case import Base, Case, case_of
from bench.planted.fault import Fault
from bench.planted.supply import Supply
from guardrails.types import Claim, Evidence

TOO_LONG = 60
"""How often a draft repeats itself that loops."""


def _written(supply: Supply, before: str = "", after: str = "") -> Case:
    base = supply.any()
    text = f"{before}{base.claim.text}{after}"
    return case_of(base, claim=replace(base.claim, text=text), original=base.claim)


def _draft_left(supply: Supply) -> Case | None:
    """First another item, then the second thought, then the right one."""
    other = supply.any().claim.text
    return _written(supply, before=f"{other}. {supply.random.choice(slips.SECOND_THOUGHTS)}")


def _thought_left(supply: Supply) -> Case | None:
    """The second thought alone, before the right words."""
    return _written(supply, before=supply.random.choice(slips.SECOND_THOUGHTS))


def _said_twice(supply: Supply) -> Case | None:
    """The right words, a doubt, and the right words again."""
    base = supply.any()
    text = f"{base.claim.text}. {supply.random.choice(slips.SECOND_THOUGHTS)}{base.claim.text}"
    return case_of(base, claim=replace(base.claim, text=text), original=base.claim)


def _json_left(supply: Supply) -> Case | None:
    base = supply.any()
    key = supply.random.choice(("task", "text", "action"))
    text = json.dumps({key: base.claim.text})
    if supply.random.random() < 0.5:
        text = f"```json\n{text}\n```"
    return case_of(base, claim=replace(base.claim, text=text), original=base.claim)


def _bold(supply: Supply) -> Case | None:
    base = supply.any()
    mark = supply.random.choice(("**", "__", "*", "`", "~~"))
    return case_of(
        base, claim=replace(base.claim, text=f"{mark}{base.claim.text}{mark}"), original=base.claim
    )


def _placeholder(supply: Supply) -> Case | None:
    base = supply.any()
    if base.claim.kind != "action":
        return None
    return case_of(base, claim=replace(base.claim, owner=supply.random.choice(slips.PLACEHOLDERS)))


def _endless(supply: Supply) -> Case | None:
    base = supply.any()
    return case_of(base, claim=replace(base.claim, text=" ".join([base.claim.text] * TOO_LONG)))


def _empty(supply: Supply) -> Case | None:
    return case_of(
        base := supply.any(),
        claim=replace(base.claim, text=supply.random.choice(("", "...", "-", "N/A", "TBD"))),
    )


def in_summary(base: Base, text: str) -> Case:
    """A summary with one wrong sentence; there is no item in the draft."""
    return case_of(base, claim=Claim("summary-1", "summary", text, Evidence((), "")))


def _leak_in_summary(supply: Supply) -> Case | None:
    return in_summary(supply.any(), supply.random.choice(slips.LEAKS_IN_SUMMARY))


SELF_CORRECTION = Fault(
    "self-correction", {"draft": _draft_left, "thought": _thought_left, "twice": _said_twice}
)
IDENTITY = Fault(
    "identity-leak",
    {
        "before": lambda s: _written(s, before=s.random.choice(slips.LEAKS_BEFORE)),
        "after": lambda s: _written(s, after="." + s.random.choice(slips.LEAKS_AFTER)),
        "summary": _leak_in_summary,
    },
)
FORMAT = Fault(
    "format",
    {
        "label": lambda s: _written(s, before=s.random.choice(slips.LABELS)),
        "json": _json_left,
        "bold": _bold,
        "placeholder": _placeholder,
        "endless": _endless,
        "empty": _empty,
    },
)
