"""Right claims that reckon what nobody said: a share for each, a length of time, a percentage.

Their numbers come from a generator of their own, so that the planted mistakes stay what they are.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from bench.planted.carried import put, speakers_near, spot
from bench.planted.case import Base
from bench.planted.supply import Supply
from guardrails.types import Claim, Evidence

EACH_WAY = 5
_THINGS = (("hall", "band"), ("bus", "hotel"), ("food", "music"), ("tent", "stage"))


def reckoned(supply: Supply) -> Iterator[Base]:
    """`EACH_WAY` claims of every kind, each about words of our own at a random place of a real meeting."""
    random = Random(repr(supply.random.getstate()))
    for way in (_per_person, _per_week, _span, _share, _rise):
        for _ in range(EACH_WAY):
            meeting = random.choice(supply.named)
            place = spot(meeting, random)
            speaker = speakers_near(meeting, place)[0]
            said, text = way(random)
            claim = Claim("c1", "decision", text, Evidence(("u0",), ""))
            segments = put(meeting.segments, place, (speaker, said))
            yield Base(meeting.id, segments, claim, said, "u0", "carried", meeting.held_on)


def _per_person(random: Random) -> tuple[str, str]:
    one, other = random.choice(_THINGS)
    people, each = random.randrange(13, 40), random.randrange(11, 40)
    first = random.randrange(100, people * each - 50)
    said = (
        f"The {one} is {first} euros and the {other} is {people * each - first} euros, for {people} guests."
    )
    text = random.choice(
        (
            f"The {one} and the {other} together cost {each} euros per guest",
            f"The {one} and the {other} come to {each} euros each",
            f"The {one} and the {other} cost {people * each} euros together, which is {each} euros a head",
        )
    )
    return said, text


def _per_week(random: Random) -> tuple[str, str]:
    weeks, each = random.randrange(3, 9), random.randrange(15, 60)
    first = random.randrange(11, weeks * each - 10)
    said = f"Cleaning is {first} euros and waste is {weeks * each - first} euros, over {weeks} weeks."
    return said, f"Cleaning and waste together are {each} euros per week"


def _span(random: Random) -> tuple[str, str]:
    start, minutes = random.randrange(8, 16) * 60 + random.choice((0, 15, 30)), random.randrange(65, 235, 10)
    begin, end = (f"{time // 60}:{time % 60:02}" for time in (start, start + minutes))
    hours = f"{minutes // 60} hour{'s' if minutes >= 120 else ''}"
    told = random.choice(
        (f"{hours} and {minutes % 60} minutes", f"{hours} {minutes % 60} minutes", f"{minutes} minutes")
    )
    return f"The workshop starts at {begin} and ends at {end}.", f"The workshop takes {told}"


def _share(random: Random) -> tuple[str, str]:
    one, other = random.choice(_THINGS)
    part, rest = random.randrange(100, 900, 5), random.randrange(100, 900, 5)
    percent = round(100 * part / (part + rest))
    said = f"The {one} costs {part} euros and the {other} is {rest} euros."
    return said, f"The {one} is {percent} % of the cost of {one} and {other}"


def _rise(random: Random) -> tuple[str, str]:
    before, percent = random.randrange(200, 1_200, 20), random.choice((5, 15, 25, 35, 45))
    after = before * (100 + percent) // 100
    text = random.choice(
        ("The rent rises by {} percent", "The rent goes up by {} %", "The rent is {} % higher")
    )
    return f"The rent goes from {before} to {after} euros.", text.format(percent)
