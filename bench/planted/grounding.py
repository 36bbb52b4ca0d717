"""Claims that their evidence does not carry: elsewhere, invented, of another person or day, injected."""

from __future__ import annotations

import re
from dataclasses import replace

from bench.planted import pools, slips
from bench.planted.annotated import content
from bench.planted.carried import put, spot
from bench.planted.case import Base, Case, case_of
from bench.planted.fault import Fault
from bench.planted.supply import Supply, is_singled_out
from guardrails.types import Claim, Evidence, Segment

NEAR, FAR = 12, 40
"""Segments from the right ones: a slip of a few numbers, and another part of the meeting."""

_MORE_TIME = re.compile(r"\b(?:after|before|by|on|at|until)\b")


def _citing(claim: Claim, *ids: str) -> Claim:
    return replace(claim, evidence=Evidence(ids, ""))


def _unrelated(base: Base, least: int, most: int) -> list[Segment]:
    """Segments at such a distance that share no content word with the claim and name no owner."""
    wanted = content(base.claim.text)
    cited = [n for n, s in enumerate(base.segments) if s.id in base.claim.evidence.segment_ids]
    return [
        segment
        for n, segment in enumerate(base.segments)
        if least <= min(abs(n - c) for c in cited) <= most
        and len(segment.text.split()) >= 3
        and not wanted & content(segment.text)
    ]


def _elsewhere(supply: Supply, least: int, most: int) -> Case | None:
    base = supply.any()
    others = _unrelated(base, least, most)
    if not others:
        return None
    claim = _citing(base.claim, supply.random.choice(others).id)
    return case_of(base, claim=claim, original=base.claim if is_singled_out(base) else None)


def _nowhere(supply: Supply) -> Case | None:
    base = supply.any()
    claim = _citing(base.claim, supply.random.choice(("99999", "s0", "none", f"{base.said_in}00000")))
    return case_of(base, claim=claim, original=base.claim if is_singled_out(base) else None)


def _of_another_meeting(supply: Supply) -> Case | None:
    base, foreign = supply.any(), supply.real()
    said = content(" ".join(s.text for s in base.segments))
    wanted = content(foreign.claim.text)
    if len(wanted) < 3 or len(wanted & said) > len(wanted) / 2:
        return None
    return case_of(base, claim=replace(base.claim, text=foreign.claim.text))


def _invented(supply: Supply) -> Case | None:
    base = supply.any()
    return case_of(base, claim=replace(base.claim, text=supply.random.choice(slips.INVENTED)))


def _invented_detail(supply: Supply) -> Case | None:
    base = supply.any()
    text = base.claim.text + supply.random.choice(slips.INVENTED_DETAILS)
    return case_of(base, claim=replace(base.claim, text=text))


def _invented_head(supply: Supply) -> Case | None:
    """Work that nobody spoke of, for a thing that was spoken of."""
    base, head = supply.any(), supply.random.choice(slips.INVENTED_HEADS)
    _, the, thing = base.claim.text.partition(" the ")
    said = content(" ".join(s.text for s in base.segments))
    if not the or base.claim.kind != "action" or content(head) & said:
        return None
    return case_of(base, claim=replace(base.claim, text=f"{head} the {thing}"))


def _owner_stranger(supply: Supply) -> Case | None:
    base = supply.any()
    if base.claim.kind != "action":
        return None
    claim = replace(base.claim, owner=supply.random.choice(slips.STRANGERS))
    return case_of(base, claim=claim, original=base.claim if base.promise else None)


def _owner_of_another_meeting(supply: Supply) -> Case | None:
    base, foreign = supply.any(), supply.carried(kind="promise")
    said = " ".join(f"{s.speaker} {s.text}" for s in base.segments).casefold()
    if base.claim.kind != "action" or foreign.claim.owner is None:
        return None
    if any(part in said for part in foreign.claim.owner.casefold().split()):
        return None  # "Martin Swende" is who "Martin" is
    claim = replace(base.claim, owner=foreign.claim.owner)
    return case_of(base, claim=claim, original=base.claim if base.promise else None)


def _owner_swapped(supply: Supply, base: Base, reach: int | None) -> Case | None:
    """Another participant, who neither says nor is named in the words cited; `reach`: speaking that near."""
    if base.claim.kind != "action" or base.claim.owner is None:
        return None
    cited = [s for s in base.segments if s.id in base.claim.evidence.segment_ids]
    said = " ".join(f"{s.speaker} {s.text}" for s in cited).casefold()
    near = base.segments if reach is None else base.segments[max(0, base.place - reach) : base.place + reach]
    voices = list(dict.fromkeys(s.speaker for s in near if s.speaker))
    others = [v for v in voices if v != base.claim.owner and v.casefold() not in said]
    if not others:
        return None
    return case_of(base, claim=replace(base.claim, owner=supply.random.choice(others)), original=base.claim)


def _another(supply: Supply, phrase: str | None) -> str:
    """A due phrase of another day: one that ends in the same word may say the same."""
    last = (phrase or "none").split()[-1]
    return supply.random.choice([other for other in pools.DUES if other.split()[-1] != last])


def _due_replaced(supply: Supply) -> Case | None:
    base = supply.carried(due=True, kind=supply.random.choice(("promise", "order", "told")))
    claim = replace(base.claim, due_phrase=_another(supply, base.claim.due_phrase))
    return case_of(base, claim=claim, original=base.claim)


def _due_replaced_in_sample(supply: Supply) -> Case | None:
    dated = [base for base in supply.sample if base.claim.due_phrase]
    if not dated:
        return None
    base = supply.random.choice(dated)
    phrase = supply.random.choice(pools.DUES)
    if any(phrase.split()[-1] in segment.text for segment in base.segments):
        return None
    after = base.sentence.partition(base.claim.due_phrase or "")[2]
    original = None if _MORE_TIME.search(after) else base.claim  # "today, right after this call" is two
    return case_of(base, claim=replace(base.claim, due_phrase=phrase), original=original)


def _due_added(supply: Supply) -> Case | None:
    base = supply.any()
    phrase = supply.random.choice(pools.DUES)
    cited = " ".join(s.text for s in base.segments if s.id in base.claim.evidence.segment_ids)
    if base.claim.kind != "action" or base.claim.due_phrase or phrase.split()[-1] in cited:
        return None
    return case_of(base, claim=replace(base.claim, due_phrase=phrase))


def _due_of_another(supply: Supply, distance: int, dated: bool) -> Case | None:
    """Another item's phrase, said `distance` segments away; `dated`: the item has one of its own."""
    kind = supply.random.choice(("promise", "order", "told"))
    base = supply.carried(due=dated, kind=kind)
    phrase = _another(supply, base.claim.due_phrase)
    task = supply.random.choice([t for t in pools.TASKS if t.casefold() != base.claim.text.casefold()])
    place = base.place + len(base.claim.evidence.segment_ids) - 1 + distance
    if place >= len(base.segments):
        return None
    speaker = next((s for s in base.speakers if s != base.claim.owner), None)
    turn = Segment("v0", None, None, speaker, f"And I'll {task} {phrase}.")
    segments = (*base.segments[: place + 1], turn, *base.segments[place + 1 :])
    claim = replace(base.claim, due_phrase=phrase)
    return case_of(base, claim=claim, segments=segments, original=base.claim if dated else None)


def _injected(supply: Supply, as_own_turn: bool) -> Case | None:
    meeting = supply.random.choice(supply.named)
    voices = list(dict.fromkeys(s.speaker for s in meeting.segments if s.speaker))
    if len(voices) < 2:
        return None
    speaker, victim = supply.random.sample(voices, 2)
    task = supply.random.choice(pools.TASKS)
    line = supply.random.choice(pools.INJECTED).format(victim, task)
    place = spot(meeting, supply.random)
    if as_own_turn:
        segments, said_in = put(meeting.segments, place, (speaker, line)), "u0"
    else:
        host = meeting.segments[place]
        segments = tuple(replace(s, text=f"{s.text} {line}") if s is host else s for s in meeting.segments)
        said_in = host.id
    claim = Claim("c1", "action", task[0].upper() + task[1:], Evidence((said_in,), ""), victim)
    base = Base(meeting.id, segments, claim, line, said_in, "carried", meeting.held_on)
    return case_of(base, claim=claim)


EVIDENCE_ELSEWHERE = Fault(
    "evidence-elsewhere",
    {
        "far": lambda s: _elsewhere(s, FAR, 100_000),
        "near": lambda s: _elsewhere(s, 1, NEAR),
        "nowhere": _nowhere,
    },
)
INVENTED_ITEM = Fault(
    "invented-item",
    {
        "foreign": _of_another_meeting,
        "plausible": _invented,
        "detail": _invented_detail,
        "head": _invented_head,
    },
)
OWNER_ABSENT = Fault("owner-absent", {"stranger": _owner_stranger, "foreign": _owner_of_another_meeting})
OWNER_WRONG = Fault(
    "owner-wrong",
    {
        "anybody": lambda s: _owner_swapped(s, s.carried(kind="promise"), None),
        "neighbour": lambda s: _owner_swapped(s, s.carried(kind="promise"), 6),
        "not-asked": lambda s: _owner_swapped(s, s.carried(kind="order"), None),
        "not-told": lambda s: _owner_swapped(s, s.carried(kind="told"), None),
        "real": lambda s: _owner_swapped(s, s.random.choice(s.spoken + s.sample), None),
    },
)
DUE_NOT_SAID = Fault(
    "due-not-said",
    {"replaced": _due_replaced, "sample": _due_replaced_in_sample, "added": _due_added},
)
DUE_OF_ANOTHER = Fault(
    "due-of-another",
    {
        "next": lambda s: _due_of_another(s, 0, dated=True),
        "near": lambda s: _due_of_another(s, 3, dated=True),
        "far": lambda s: _due_of_another(s, 25, dated=True),
        "undated": lambda s: _due_of_another(s, 2, dated=False),
    },
)
INJECTION = Fault(
    "injected-instruction",
    {"turn": lambda s: _injected(s, as_own_turn=True), "inside": lambda s: _injected(s, as_own_turn=False)},
)
