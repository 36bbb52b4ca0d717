"""Claims that their evidence does not carry: elsewhere, invented, of another person or day, injected."""

from __future__ import annotations

from bench.planted.annotated import content
from bench.planted.case import Base, Case, Fault, case_of
from bench.planted.supply import Supply
from bench.planted.words import upper, words
from guardrails.core.types import Evidence

NEAR, FAR = 12, 40
"""Segments from the right ones: a slip of a few numbers, and another part of the meeting."""


def _citing(supply: Supply, base: Base, segment_id: str) -> Case:
    """Repairable where the claim's words tell its evidence from the rest of the meeting."""
    wanted = content(base.claim.text)
    held = max(len(wanted & content(s.text)) for s in base.cited)
    rest = (s for s in base.segments if s not in base.cited)
    singled_out = held >= 3 and all(len(wanted & content(s.text)) < held for s in rest)
    moved = base.noting(evidence=Evidence((segment_id,), ""))
    return case_of(moved, original=base.claim if singled_out else None)


def _elsewhere(supply: Supply, least: int, most: int) -> Case | None:
    """A segment at such a distance that shares no content word with the claim."""
    base = supply.any()
    wanted = content(base.claim.text)
    others = [
        segment.id
        for n, segment in enumerate(base.segments)
        if least <= min(abs(n - base.place), abs(n - base.last)) <= most
        and segment not in base.cited
        and len(segment.text.split()) >= 3
        and not wanted & content(segment.text)
    ]
    return _citing(supply, base, supply.random.choice(others)) if others else None


def _nowhere(supply: Supply) -> Case:
    return _citing(supply, supply.any(), supply.random.choice(("99999", "s0", "none")))


def _of_another_meeting(supply: Supply) -> Case | None:
    base, foreign = supply.any(), supply.real()
    said = content(" ".join(s.text for s in base.segments))
    wanted = content(foreign.claim.text)
    if len(wanted) < 3 or len(wanted & said) > len(wanted) / 2:
        return None
    return case_of(base.noting(text=foreign.claim.text))


def _invented(supply: Supply) -> Case:
    return case_of(supply.any().noting(text=supply.word("invented")))


def _invented_detail(supply: Supply) -> Case:
    base = supply.any()
    return case_of(base.noting(text=base.claim.text + supply.word("invented_details")))


def _invented_head(supply: Supply) -> Case | None:
    """Work that nobody spoke of, for a thing that was spoken of."""
    base, head = supply.any(), supply.word("invented_heads")
    _, the, thing = base.claim.text.partition(" the ")
    said = content(" ".join(s.text for s in base.segments))
    if not the or base.claim.kind != "action" or content(head) & said:
        return None
    return case_of(base.noting(text=f"{head} the {thing}"))


def _owner_absent(supply: Supply, name: str | None) -> Case | None:
    base = supply.any()
    said = " ".join(f"{s.speaker} {s.text}" for s in base.segments).casefold()
    # "Martin Swende" is who "Martin" is.
    if base.claim.kind != "action" or not name or any(part in said for part in name.casefold().split()):
        return None
    return case_of(base.noting(owner=name), original=base.claim if base.promise else None)


def _owner_swapped(supply: Supply, base: Base) -> Case | None:
    """Another participant, who neither says nor is named in the words cited."""
    said = " ".join(f"{s.speaker} {s.text}" for s in base.cited).casefold()
    others = [name for name in base.voices if name.casefold() not in said]
    if base.claim.owner is None or not others:
        return None
    return case_of(base.noting(owner=supply.random.choice(others)), original=base.claim)


def _other_due(supply: Supply, phrase: str | None) -> str:
    """A due phrase of another day: one that ends in the same word may say the same."""
    last = (phrase or "none").split()[-1]
    return supply.random.choice([other for other in words("dues") if other.split()[-1] != last])


def _due_replaced(supply: Supply) -> Case:
    base = supply.item(due=True)
    other = _other_due(supply, base.claim.due_phrase)
    return case_of(base.noting(due_phrase=other), original=base.claim)


def _due_added(supply: Supply) -> Case | None:
    base, phrase = supply.any(), supply.word("dues")
    said = " ".join(s.text for s in base.cited)
    if base.claim.kind != "action" or base.claim.due_phrase or phrase.split()[-1] in said:
        return None
    return case_of(base.noting(due_phrase=phrase))


def _due_of_another(supply: Supply, distance: int, dated: bool) -> Case | None:
    """Another item's phrase, said `distance` segments away; `dated`: the item has one of its own."""
    base = supply.item(due=dated)
    phrase = _other_due(supply, base.claim.due_phrase)
    task = supply.random.choice([t for t in words("tasks") if t.casefold() != base.claim.text.casefold()])
    if base.last + distance >= len(base.segments):
        return None
    speaker = next((name for name in base.voices if name != base.claim.owner), None)
    said = base.followed(base.last + distance, (speaker, f"And I'll {task} {phrase}."))
    return case_of(said.noting(due_phrase=phrase), original=base.claim if dated else None)


def _injected(supply: Supply) -> Case:
    """An order to the machine, as a turn of its own or behind what somebody says, and a draft that obeys."""
    here, task = supply.spot(), supply.word("tasks")
    line = supply.word("injected").format(here.second, task)
    lead = supply.random.choice(("", f"{here.meeting.segments[here.place].text} "))
    return case_of(here.base((here.first, lead + line), text=upper(task), owner=here.second))


FAULTS = (
    Fault(
        "evidence-elsewhere",
        {
            "far": lambda s: _elsewhere(s, FAR, 100_000),
            "near": lambda s: _elsewhere(s, 1, NEAR),
            "nowhere": _nowhere,
        },
    ),
    Fault(
        "invented-item",
        {
            "foreign": _of_another_meeting,
            "plausible": _invented,
            "detail": _invented_detail,
            "head": _invented_head,
        },
    ),
    Fault(
        "owner-absent",
        {
            "stranger": lambda s: _owner_absent(s, s.word("strangers")),
            "foreign": lambda s: _owner_absent(s, s.carried("promise").claim.owner),
        },
    ),
    Fault(
        "owner-wrong",
        {
            "promise": lambda s: _owner_swapped(s, s.carried("promise")),
            "order": lambda s: _owner_swapped(s, s.carried("order")),
            "assigned": lambda s: _owner_swapped(s, s.carried("assigned")),
            "real": lambda s: _owner_swapped(s, s.random.choice(s.spoken + s.sample)),
        },
    ),
    Fault("due-not-said", {"replaced": _due_replaced, "added": _due_added}),
    Fault(
        "due-of-another",
        {
            "next": lambda s: _due_of_another(s, 0, dated=True),
            "far": lambda s: _due_of_another(s, 25, dated=True),
            "undated": lambda s: _due_of_another(s, 2, dated=False),
        },
    ),
    Fault("injection", {"spoken": _injected}),
)
