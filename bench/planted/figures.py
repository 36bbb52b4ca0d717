"""Claims with a figure that is not the one that was said, or not the one that follows from what was said."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from bench.planted.carried import put, speakers_near, spot
from bench.planted.case import Base, Case, case_of
from bench.planted.fault import Fault
from bench.planted.spoken import FIGURE
from bench.planted.supply import Supply
from bench.planted.wording import in_summary
from guardrails.types import Claim, Evidence

_TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split()
_THINGS = (
    ("chairs", "tables"),
    ("posters", "leaflets"),
    ("train", "hotel"),
    ("hall", "sound system"),
    ("paint", "brushes"),
    ("flights", "taxis"),
    ("cameras", "tripods"),
)
_COUNTED = ("badges", "folders", "lamps", "mugs", "tickets", "notebooks", "cables")
_MONEY = ("euros", "dollars", "pounds")


def in_words(number: int) -> str:
    """20..999 as people say it; only what is needed here."""
    if number >= 100:
        rest = f" and {in_words(number % 100)}" if number % 100 else ""
        return f"{_ONES[number // 100]} hundred{rest}"
    if number < len(_ONES):
        return _ONES[number]
    return _TENS[number // 10 - 2] + (f"-{_ONES[number % 10]}" if number % 10 else "")


_ONES = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen "
    "seventeen eighteen nineteen"
).split()


def wrong(number: int, random: Random) -> int:
    """Another number of the same kind: digits swapped, one digit changed, a slip by ten."""
    digits = str(number)
    swapped = int(digits[::-1]) if len(digits) == 2 else int(digits[0] + digits[:0:-1])
    slips = {swapped, number + 10, number + 1, max(1, number - 10), int(f"9{digits[1:]}")}
    return random.choice(sorted(slip for slip in slips if slip != number and slip > 0))


def _total(random: Random) -> tuple[list[str], str, int]:
    one, other = random.choice(_THINGS)
    money = random.choice(_MONEY)
    a, b = random.randrange(20, 500), random.randrange(20, 500)
    said = random.choice(
        (
            [f"The {one} cost {a} {money} and the {other} cost {b} {money}."],
            [f"It's {in_words(a)} {money} for the {one} and {in_words(b)} for the {other}."],
            [f"We pay {a} {money} for the {one}.", f"And the {other}, that's {b} {money}."],
            [f"The {one} is {a} {money}.", "Okay.", f"Plus {b} {money} for the {other}."],
        )
    )
    return said, f"The {one} and the {other} cost {{}} {money} in total", a + b


def _product(random: Random) -> tuple[list[str], str, int]:
    thing, money = random.choice(_COUNTED), random.choice(_MONEY)
    count, price = random.randrange(12, 90), random.randrange(3, 30)
    said = random.choice(
        (
            [f"We need {count} {thing}, and they are {price} {money} each."],
            [f"One is {price} {money}, and we order {count} {thing}."],
            [f"So {in_words(count)} {thing} at {in_words(price)} {money} apiece."],
        )
    )
    return said, f"The {count} {thing} cost {{}} {money} in total", count * price


def _left(random: Random) -> tuple[list[str], str, int]:
    money = random.choice(_MONEY)
    budget = random.randrange(40, 95) * 10
    spent = random.randrange(5, 35) * 10
    said = random.choice(
        (
            [f"The budget is {budget} {money}, and we have spent {spent} {money} of it."],
            [f"We had {budget} {money}.", f"{spent} {money} are gone already."],
        )
    )
    return said, f"{{}} {money} of the budget are left", budget - spent


def _discount(random: Random) -> tuple[list[str], str, int]:
    money = random.choice(_MONEY)
    price, percent = random.randrange(2, 20) * 100, random.choice((10, 20, 25, 30, 50))
    said = [f"The venue is {price} {money}, and we get {percent} percent off."]
    return said, f"The venue costs {{}} {money} after the discount", price * (100 - percent) // 100


def _each(random: Random) -> tuple[list[str], str, int]:
    money = random.choice(_MONEY)
    people, each = random.randrange(4, 20), random.randrange(15, 60)
    said = [f"The dinner was {people * each} {money} for {in_words(people)} people."]
    return said, f"The dinner cost {{}} {money} per person", each


_COMPUTED = {"total": _total, "product": _product, "left": _left, "discount": _discount, "each": _each}


def computed(supply: Supply, way: str) -> tuple[Base, int] | None:
    """A right decision that states a computed figure, and the figure."""
    meeting = supply.random.choice(supply.named)
    place = spot(meeting, supply.random)
    voices = speakers_near(meeting, place)
    said, text, result = _COMPUTED[way](supply.random)
    if not voices:
        return None
    turns = [(voices[n % min(2, len(voices))], line) for n, line in enumerate(said)]
    ids = tuple(f"u{n}" for n in range(len(turns)))
    claim = Claim("c1", "decision", text.format(result), Evidence(ids, ""))
    segments = put(meeting.segments, place, *turns)
    return Base(meeting.id, segments, claim, said[0], "u0", "carried", meeting.held_on), result


def _wrong_sum(supply: Supply, way: str) -> Case | None:
    found = computed(supply, way)
    if found is None:
        return None
    base, result = found
    text = base.claim.text.replace(str(result), str(wrong(result, supply.random)), 1)
    if text == base.claim.text:
        return None
    return case_of(base, claim=replace(base.claim, text=text), original=base.claim)


def _committed_first(supply: Supply) -> Case | None:
    """A figure is stated, then computed otherwise: "245 euros: 160 + 120 = 280"."""
    found = computed(supply, "total")
    if found is None:
        return None
    base, result = found
    a = supply.random.randrange(10, result) if result > 20 else 10
    said = replace(base.claim, text=base.claim.text)
    slip = wrong(result, supply.random)
    text = f"{base.claim.text.replace(str(result), str(slip), 1)} ({a} + {result - a} = {result})"
    return case_of(base, claim=replace(said, text=text))


def stated(supply: Supply) -> tuple[Base, str]:
    """A right claim that repeats a figure that was said; and the figure, as written."""
    random = supply.random
    teen = random.randrange(13, 20)
    number = random.choice((random.randrange(21, 99), random.randrange(120, 990), teen, (teen - 10) * 10))
    hour = random.randrange(2, 9)
    frames: tuple[tuple[str, str, int], ...] = (
        ("I'll order {} folding chairs for the hall.", "Order {} folding chairs for the hall", number),
        ("I'll print {} copies of the leaflet.", "Print {} copies of the leaflet", number),
        ("I'll transfer {} euros to the caterer.", "Transfer {} euros to the caterer", number),
        ("I'm going to invite {} guests to the opening.", "Invite {} guests to the opening", number),
        ("I'll put the session at {} pm in the calendar.", "Put the session at {} pm in the calendar", hour),
        ("I'll reserve room {} for the workshop.", "Reserve room {} for the workshop", number),
    )
    sentence, text, figure = random.choice(frames)
    spoken = (
        in_words(figure) if random.random() < 0.3 and "room" not in text and "pm" not in text else str(figure)
    )
    while True:
        meeting = random.choice(supply.named)
        place = spot(meeting, random)
        voices = speakers_near(meeting, place)
        if voices:
            break
    said = sentence.format(spoken)
    claim = Claim("c1", "action", text.format(figure), Evidence(("u0",), ""), voices[0])
    segments = put(meeting.segments, place, (voices[0], said))
    base = Base(meeting.id, segments, claim, said, "u0", "carried", meeting.held_on, promise=True)
    return base, str(figure)


def _wrong_figure(supply: Supply) -> Case | None:
    base, figure = stated(supply)
    number = int(figure)
    slip = wrong(number, supply.random)
    if 13 <= number <= 19 and supply.random.random() < 0.7:
        slip = (number - 10) * 10  # fifteen and fifty sound alike
    elif number in range(30, 100, 10) and supply.random.random() < 0.7:
        slip = number // 10 + 10
    text = base.claim.text.replace(figure, str(slip), 1)
    return case_of(base, claim=replace(base.claim, text=text), original=base.claim)


def _wrong_real_figure(supply: Supply) -> Case | None:
    """The figure of a real sentence, changed in a claim that else repeats its words."""
    if not supply.figures:
        return None
    base = supply.random.choice(supply.figures)
    match = FIGURE.search(base.claim.text)
    assert match is not None
    if match[0].isdigit():
        slip = str(wrong(int(match[0]), supply.random))
    else:
        slip = supply.random.choice([ten for ten in _TENS if not match[0].lower().startswith(ten)])
    segment = base.segments[base.place]
    if slip in segment.text.lower():
        return None
    text = base.claim.text[: match.start()] + slip + base.claim.text[match.end() :]
    alone = len(FIGURE.findall(segment.text)) == 1
    return case_of(base, claim=replace(base.claim, text=text), original=base.claim if alone else None)


def _wrong_in_summary(supply: Supply) -> Case | None:
    """The item is right, and the summary that tells of it has another figure."""
    base, figure = stated(supply)
    slip = str(wrong(int(figure), supply.random))
    if any(slip in segment.text for segment in base.segments):
        return None
    task = base.claim.text[0].lower() + base.claim.text[1:]
    return in_summary(base, f"{base.claim.owner} will {task}.".replace(figure, slip, 1))


WRONG_SUM = Fault(
    "wrong-sum",
    {
        "total": lambda s: _wrong_sum(s, "total"),
        "product": lambda s: _wrong_sum(s, "product"),
        "left": lambda s: _wrong_sum(s, "left"),
        "discount": lambda s: _wrong_sum(s, "discount"),
        "each": lambda s: _wrong_sum(s, "each"),
        "committed-first": _committed_first,
    },
)
WRONG_FIGURE = Fault(
    "wrong-figure", {"carried": _wrong_figure, "real": _wrong_real_figure, "summary": _wrong_in_summary}
)
