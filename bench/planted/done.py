"""Open items about work that was told as done: "I sent the invoices last week"."""

from __future__ import annotations

import re
from dataclasses import replace

from bench.planted.annotated import content
from bench.planted.case import Base, Case, case_of
from bench.planted.fault import Fault
from bench.planted.supply import Supply
from guardrails.verb_forms import FORMS, UNCHANGED

TIMES = (
    "last week",
    "yesterday",
    "on Friday",
    "this morning",
    "two days ago",
    "over the weekend",
    "last month",
    "earlier today",
    "the other day",
    "right before Easter",
    "on my way here",
    "on the second of March",
)
ANSWERS = (
    "That's been done.",
    "I did that {}.",
    "That's already done.",
    "I've done that.",
    "Oh, that's done, I did it {}.",
    "It's all sorted, I took care of it {}.",
)
"""How somebody who is asked for work says that it is done; `{}` is when."""

_POINTS = re.compile(r"\b(?:it|that|this|them)\b")
# Words of a promise that tell what it is about; "show it to you" has one.
_LEAST = 3
_OBJECT = re.compile(
    r"^(?P<verb>\w+) (?P<thing>(?:the|two hundred) (?:(?!(?:to|for|on|in|from|about|of)\b)\w+ ?)+)"
    r"(?P<rest>.*)$"
)
_FUTURE = re.compile(r"\bI(?:'ll| will) (?P<verb>[a-z]+)\b")
_STILL = re.compile(
    r"\b(?:will|'ll|going to|gonna|need|should|have to|tomorrow|next|want|can|could|would|if|not|\w+n't)\b|\?"
)
"""Where these stand beside it, more than the deed is told."""


def _regular(verb: str) -> str:
    if verb.endswith("e"):
        return f"{verb}d"
    if verb.endswith("y") and verb[-2] not in "aeiou":
        return f"{verb[:-1]}ied"
    doubled = re.fullmatch(r"[^aeiou]*[aeiou][bdgmnprt]", verb) is not None
    return f"{verb}{verb[-1]}ed" if doubled else f"{verb}ed"


def past(verb: str) -> str:
    """ "sent" of "send"."""
    return FORMS[verb][0] if verb in FORMS else _regular(verb)


def participle(verb: str) -> str:
    """ "written" of "write"."""
    return FORMS[verb][1] if verb in FORMS else _regular(verb)


def _told(supply: Supply, *frames: str) -> Case | None:
    """`frames` have {verb} or {done} for the past forms, {rest} for what is done to, {when}."""
    base = supply.carried(kind="promise")
    verb, _, rest = (base.claim.text[0].lower() + base.claim.text[1:]).partition(" ")
    frame = supply.random.choice(frames)
    if "{verb}" in frame and verb in UNCHANGED:
        return None  # "we put them there on Friday" may be a plan
    sentence = frame.format(
        verb=past(verb), done=participle(verb), rest=rest, when=supply.random.choice(TIMES)
    )
    return _instead(base, sentence)


def _instead(base: Base, sentence: str) -> Case:
    return case_of(base, claim=base.claim, segments=base.saying(sentence))


def _of_the_thing(supply: Supply) -> Case | None:
    """ "The signed lease was sent to the landlord"."""
    base = supply.carried(kind="promise")
    task = base.claim.text[0].lower() + base.claim.text[1:]
    found = _OBJECT.match(task)
    if found is None:
        return None
    thing = found["thing"].strip()
    many = thing.endswith("s")
    helper = supply.random.choice(("were", "have been") if many else ("was", "has been"))
    when = f" {supply.random.choice(TIMES)}" if helper.startswith("w") else ""
    rest = f" {found['rest']}" if found["rest"] else ""
    sentence = f"{thing[0].upper()}{thing[1:]} {helper} {participle(found['verb'])}{rest}{when}."
    return _instead(base, sentence)


def _answered(supply: Supply) -> Case | None:
    """Asked for, and done already."""
    base = supply.carried(kind="order")
    answer = supply.random.choice(ANSWERS).format(supply.random.choice(TIMES))
    segments = tuple(replace(s, text=answer) if s.id == "u1" else s for s in base.segments)
    return case_of(base, claim=base.claim, segments=segments)


def _real(supply: Supply) -> Case | None:
    """What really was promised, told as done."""
    base = supply.random.choice(supply.spoken)
    found = _FUTURE.search(base.sentence)
    verb = found["verb"] if found else ""
    if (
        found is None
        or verb in UNCHANGED
        or verb not in FORMS
        or len(content(base.claim.text)) < _LEAST
        or base.claim.kind != "action"
        or base.claim.due_phrase
    ):
        return None
    sentence = f"{base.sentence[: found.start()]}I {past(verb)}{base.sentence[found.end() :]}"
    segments = base.saying(sentence)
    said = next(s.text for s in segments if s.id == base.said_in)
    if (
        _STILL.search(said)
        or _POINTS.search(base.claim.text)
        or not base.claim.text.casefold().startswith(verb)
    ):
        return None
    return case_of(base, claim=base.claim, segments=segments)


PAST = Fault(
    "past",
    {
        "told": lambda s: _told(
            s, "I {verb} {rest} {when}.", "We {verb} {rest} {when}.", "Well, I {verb} {rest}."
        ),
        "perfect": lambda s: _told(
            s, "I've {done} {rest}.", "I have already {done} {rest}.", "Yeah, we've just {done} {rest}."
        ),
        "of-the-thing": _of_the_thing,
        "answered": _answered,
        "real": _real,
    },
)
