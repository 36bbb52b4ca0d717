"""Two claims that cannot both stand: one says the other again, or says the opposite."""

from __future__ import annotations

import re
from dataclasses import replace

from bench.planted.case import Base, Case, case_of
from bench.planted.fault import Fault
from bench.planted.supply import Supply
from guardrails.types import Claim, Evidence, Segment

_ARTICLES = re.compile(r"\b(?:the|a|an|our|their|some)\s+", re.IGNORECASE)
_SYNONYMS = {
    "send": "mail", "call": "phone", "book": "reserve", "order": "buy", "update": "revise", "check": "verify",
    "prepare": "make", "write": "draft", "arrange": "organise", "repair": "fix", "finish": "complete",
    "collect": "fetch", "compare": "weigh up", "cancel": "call off", "replace": "change",
    "print": "print out",
}  # fmt: skip


def _again(base: Base, text: str) -> Case | None:
    second = replace(base.claim, id=f"{base.claim.id}b", text=text)
    return case_of(base, claim=second, others=(base.claim,), targets=(base.claim.id, second.id))


def _same_words(supply: Supply) -> Case | None:
    base = supply.any()
    return _again(base, base.claim.text)


def _fewer_words(supply: Supply) -> Case | None:
    base = supply.any()
    text = _ARTICLES.sub("", base.claim.text)
    return _again(base, text) if text != base.claim.text else None


def _more_words(supply: Supply) -> Case | None:
    base = supply.carried(kind=supply.random.choice(("promise", "told", "order")))
    task = base.claim.text[0].lower() + base.claim.text[1:]
    return _again(
        base, supply.random.choice((f"{base.claim.owner} will {task}", f"To {task}", f"Make sure to {task}"))
    )


def _synonym(supply: Supply) -> Case | None:
    base = supply.carried(kind=supply.random.choice(("promise", "told", "order")))
    verb, _, rest = base.claim.text.partition(" ")
    other = _SYNONYMS.get(verb.lower())
    return _again(base, f"{other.capitalize()} {rest}") if other else None


def _against(base: Base, claim: Claim, turn: Segment) -> Case:
    """Both were said, so each alone is well founded."""
    place = min(len(base.segments), base.place + len(base.claim.evidence.segment_ids) + 6)
    segments = (*base.segments[:place], turn, *base.segments[place:])
    return case_of(
        base, claim=claim, segments=segments, others=(base.claim,), targets=(base.claim.id, claim.id)
    )


def _second_owner(supply: Supply) -> Case | None:
    base = supply.carried(kind="promise")
    other = next((s for s in base.speakers if s != base.claim.owner), None)
    task = base.claim.text[0].lower() + base.claim.text[1:]
    claim = replace(base.claim, id="c2", owner=other, evidence=Evidence(("w0",), ""))
    return _against(base, claim, Segment("w0", None, None, other, f"I'll {task}, I said so last week."))


def _second_day(supply: Supply) -> Case | None:
    base = supply.carried(kind="promise", due=True)
    task = base.claim.text[0].lower() + base.claim.text[1:]
    first, second = supply.random.choice(
        (
            ("by Friday", "by the 17th of March"),
            ("tomorrow", "by the end of the month"),
            ("on Thursday", "next Saturday"),
        )
    )
    said = base.claim.due_phrase or ""
    dated = replace(
        base,
        claim=replace(base.claim, due_phrase=first),
        segments=base.saying(base.sentence.replace(said, first)),
    )
    claim = replace(dated.claim, id="c2", due_phrase=second, evidence=Evidence(("w0",), ""))
    return _against(dated, claim, Segment("w0", None, None, base.claim.owner, f"So I'll {task} {second}."))


def _opposite(supply: Supply) -> Case | None:
    base = supply.carried(kind="decision")
    text = base.claim.text
    denied = re.sub(r"\b(is|are) ", r"\1 not ", text, count=1)
    if denied == text:
        denied = re.sub(r"\b(\w+?)(?<!e)(?:s) (?=out|to|in|at)", r"does not \1 ", text, count=1)
    if denied == text:
        return None
    claim = replace(base.claim, id="c2", text=denied, evidence=Evidence(("w0",), ""))
    speaker = base.segments[base.place].speaker
    return _against(
        base, claim, Segment("w0", None, None, speaker, f"Okay, {denied[0].lower()}{denied[1:]}.")
    )


def _other_value(supply: Supply) -> Case | None:
    """The same thing decided twice, differently."""
    base = supply.carried(kind="decision")
    frames = (
        ("We paint the hall {}", ("green", "white", "blue")),
        ("The meeting is moved to {}", ("Monday", "Wednesday", "Friday")),
        ("The fee stays at {} euros", ("40", "55", "70")),
        ("The conference takes place in {}", ("Leeds", "Cardiff", "Dublin")),
    )
    frame, values = supply.random.choice(frames)
    one, other = supply.random.sample(values, 2)
    first = replace(base.claim, text=frame.format(one))
    decided = replace(
        base, claim=first, segments=base.saying(f"So we agreed, {first.text[0].lower()}{first.text[1:]}.")
    )
    second = replace(first, id="c2", text=frame.format(other), evidence=Evidence(("w0",), ""))
    speaker = base.segments[base.place].speaker
    return _against(
        decided,
        second,
        Segment("w0", None, None, speaker, f"It's settled, {second.text[0].lower()}{second.text[1:]}."),
    )


DUPLICATE = Fault(
    "duplicate",
    {"same": _same_words, "fewer-words": _fewer_words, "more-words": _more_words, "synonym": _synonym},
)
CONTRADICTION = Fault(
    "contradiction",
    {"owner": _second_owner, "day": _second_day, "opposite": _opposite, "value": _other_value},
)
