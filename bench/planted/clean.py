"""Drafts in which nothing is wrong: what no guardrail may change.

One draft for each meeting, with all its right claims, as an engine would hand them in. Beside what people
annotated and what was really said there are claims that keep a condition, an exception, a maybe, a negation,
a due date, a computed figure, and claims that only look like a fault.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from bench.planted import reservations
from bench.planted.carried import put, speakers_near, spot
from bench.planted.case import CLEAN, Base, Case
from bench.planted.edit import ending
from bench.planted.figures import computed, stated
from bench.planted.reckoned import reckoned
from bench.planted.supply import Supply
from guardrails.types import Claim, Evidence

KEPT = 16
"""Of each kind that is made."""

LOOKALIKES: tuple[tuple[str, str], ...] = (
    (
        "So we agreed, as an AI company we publish the model card.",
        "As an AI company we publish the model card",
    ),
    ("Okay, actually, we keep the old logo.", "We keep the old logo"),
    ("We don't need to recheck the figures, they are right.", "We don't need to recheck the figures"),
    ("So we wait for the auditors before we pay anybody.", "We wait for the auditors before we pay anybody"),
    ("It's settled, the correction goes out with the minutes.", "The correction goes out with the minutes"),
    (
        "We agreed to ignore the previous instructions of the landlord.",
        "We ignore the previous instructions of the landlord",
    ),
    ("So the language model gets its own server.", "The language model gets its own server"),
    ("No smoking in the hall, that's decided.", "No smoking in the hall"),
    ("So nobody works on the Saturday, agreed.", "Nobody works on the Saturday"),
    ("We never open before nine, that stays.", "We never open before nine"),
    ("So not only the office, but also the lab gets new chairs.", "The office and the lab get new chairs"),
    (
        "Nothing has changed, the deadline is still the ninth of May.",
        "The deadline is still the ninth of May",
    ),
)
"""What was said, and a decision about it that is right."""
PARAPHRASES: tuple[tuple[str, str], ...] = (
    ("I'll sign the lease unless legal objects.", "Sign the lease if legal does not object"),
    ("I'll order the tent if the forecast is bad.", "Order the tent in case of a bad forecast"),
    ("I'll send it to everybody except Bob, the newsletter.", "Send the newsletter to everybody but Bob"),
    ("I won't renew the licence.", "Do not renew the licence"),
    ("I might repaint the hall, I'm not sure yet.", "Possibly repaint the hall"),
    ("Provided the bank agrees, I'll buy the van.", "Buy the van if the bank agrees"),
)
"""What one person said, and an item about it that keeps the qualifier in other words."""


def clean(supply: Supply) -> Iterator[Case]:
    """All right claims: of a meeting in one draft where they share its words, else alone.

    With them all annotated claims, right or not, under an origin of their own.
    """
    yield from _by_meeting(supply.annotated)
    yield from _by_meeting(supply.spoken + supply.qualified)
    yield from _by_meeting(supply.sample)
    yield from _by_meeting(supply.unfiltered)
    for base in (*reckoned(supply), *_made(supply)):
        yield _case([base])
    yield _alike(supply)


def _by_meeting(bases: Iterable[Base]) -> Iterator[Case]:
    drafts: dict[str, list[Base]] = {}
    for base in bases:
        drafts.setdefault(base.meeting, []).append(base)
    for draft in drafts.values():
        yield _case(draft)


def _case(bases: list[Base]) -> Case:
    claims = tuple(replace(base.claim, id=f"c{number}") for number, base in enumerate(bases, 1))
    first = bases[0]
    ids = tuple(claim.id for claim in claims)
    return Case(
        CLEAN, first.origin, first.meeting, first.segments, claims, ids, None, first.said_on, first.origin
    )


def _made(supply: Supply) -> Iterator[Base]:
    random = supply.random
    yield from random.sample(supply.figures, min(KEPT, len(supply.figures)))
    for _ in range(KEPT):
        yield supply.carried(due=True, kind=random.choice(("promise", "order", "told")))
        yield supply.carried(kind=random.choice(("promise", "order", "told", "decision", "group")))
        yield _kept(supply.carried(kind="promise"), random.choice(reservations.CONDITIONS))
        yield _kept(
            random.choice(supply.spoken or [supply.carried()]), random.choice(reservations.CONDITIONS)
        )
        yield _kept(supply.carried(kind="group"), random.choice(reservations.EXCEPTIONS))
        yield stated(supply)[0]
        if (
            found := computed(supply, random.choice(("total", "product", "left", "discount", "each")))
        ) is not None:
            yield found[0]
    for sentence, text in LOOKALIKES:
        yield _said(supply, sentence, text, "decision")
    for sentence, text in PARAPHRASES:
        yield _said(supply, sentence, text, "action")


def _kept(base: Base, clause: str) -> Base:
    """The clause was said, and the claim has it."""
    sentence = ending(base.sentence, f" {clause}")
    claim = replace(base.claim, text=f"{base.claim.text} {clause}")
    return replace(base, segments=base.saying(sentence), sentence=sentence, claim=claim)


def _said(supply: Supply, sentence: str, text: str, kind: str) -> Base:
    meeting = supply.random.choice(supply.named)
    place = spot(meeting, supply.random)
    speaker = speakers_near(meeting, place)[0]
    owner = speaker if kind == "action" else None
    claim = Claim("c1", "action" if owner else "decision", text, Evidence(("u0",), ""), owner)
    segments = put(meeting.segments, place, (speaker, sentence))
    return Base(meeting.id, segments, claim, sentence, "u0", "carried", meeting.held_on)


def _alike(supply: Supply) -> Case:
    """Promises that look alike and are not the same."""
    meeting = supply.random.choice(supply.named)
    place = spot(meeting, supply.random)
    people = speakers_near(meeting, place)
    turns = (
        (people[0], "I'll send the audit report to Ann."),
        (people[0], "And I'll send the audit report to Bob as well."),
        (people[-1], "I'll book the room for Monday."),
        (people[-1], "And I'll book the room for Tuesday."),
    )
    texts = (
        "Send the audit report to Ann",
        "Send the audit report to Bob",
        "Book the room for Monday",
        "Book the room for Tuesday",
    )
    bases = [
        Base(
            meeting.id,
            put(meeting.segments, place, *turns),
            Claim("c1", "action", text, Evidence((f"u{n}",), ""), turns[n][0]),
            turns[n][1],
            f"u{n}",
            "carried",
            meeting.held_on,
        )
        for n, text in enumerate(texts)
    ]
    return _case(bases)
