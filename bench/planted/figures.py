"""Claims with a figure that is not the one that was said, or not the one that follows from what was said."""

from __future__ import annotations

from random import Random

from bench.planted.case import Base, Case, Fault, case_of, in_summary
from bench.planted.spoken import FIGURE
from bench.planted.supply import Supply
from bench.planted.words import lower

_ONES = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen "
    "seventeen eighteen nineteen"
).split()
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split()
_THINGS = (("chairs", "tables"), ("hall", "sound system"), ("paint", "brushes"), ("flights", "taxis"))
_COUNTED = ("badges", "folders", "lamps", "mugs", "tickets", "cables")
_MONEY = ("euros", "dollars", "pounds")
_STATED = (
    ("I'll order {} folding chairs for the hall.", "Order {} folding chairs for the hall"),
    ("I'll print {} copies of the leaflet.", "Print {} copies of the leaflet"),
    ("I'll transfer {} euros to the caterer.", "Transfer {} euros to the caterer"),
    ("I'm going to invite {} guests to the opening.", "Invite {} guests to the opening"),
)


def in_words(number: int) -> str:
    """0..999 as people say it."""
    if number >= 100:
        rest = f" and {in_words(number % 100)}" if number % 100 else ""
        return f"{_ONES[number // 100]} hundred{rest}"
    if number < len(_ONES):
        return _ONES[number]
    return _TENS[number // 10 - 2] + (f"-{_ONES[number % 10]}" if number % 10 else "")


def slip(number: int, random: Random) -> int:
    """Another number of the same kind: digits swapped, one changed, a slip by ten, fifteen for fifty."""
    digits = str(number)
    slips = {number + 10, number + 1, max(1, number - 10), int(f"9{digits[1:]}"), int(digits[::-1])}
    if 13 <= number <= 19:
        slips = {(number - 10) * 10}
    elif number in range(30, 100, 10):
        slips.add(number // 10 + 10)
    return random.choice(sorted(slip for slip in slips if slip != number and slip > 0))


def _total(random: Random, money: str) -> tuple[list[str], str, int]:
    one, other = random.choice(_THINGS)
    a, b = random.randrange(20, 500), random.randrange(20, 500)
    said = random.choice(
        (
            [f"The {one} cost {a} {money} and the {other} cost {b} {money}."],
            [f"It's {in_words(a)} {money} for the {one} and {in_words(b)} for the {other}."],
            [f"The {one} is {a} {money}.", f"Plus {b} {money} for the {other}."],
        )
    )
    return said, f"The {one} and the {other} cost {{}} {money} in total", a + b


def _product(random: Random, money: str) -> tuple[list[str], str, int]:
    thing, count, price = random.choice(_COUNTED), random.randrange(12, 90), random.randrange(3, 30)
    said = random.choice(
        (
            [f"We need {count} {thing}, and they are {price} {money} each."],
            [f"So {in_words(count)} {thing} at {in_words(price)} {money} apiece."],
        )
    )
    return said, f"The {count} {thing} cost {{}} {money} in total", count * price


def _left(random: Random, money: str) -> tuple[list[str], str, int]:
    budget, spent = random.randrange(40, 95) * 10, random.randrange(5, 35) * 10
    said = random.choice(
        (
            [f"The budget is {budget} {money}, and we have spent {spent} {money} of it."],
            [f"We had {budget} {money}.", f"{spent} {money} are gone already."],
        )
    )
    return said, f"{{}} {money} of the budget are left", budget - spent


_COMPUTED = {"total": _total, "product": _product, "left": _left}


def computed(supply: Supply, way: str) -> tuple[Base, int]:
    """A right decision that states a computed figure, and the figure."""
    here = supply.spot()
    said, text, result = _COMPUTED[way](supply.random, supply.random.choice(_MONEY))
    turns = [(voice, line) for voice, line in zip((here.first, here.second), said, strict=False)]
    return here.base(*turns, text=text.format(result)), result


def stated(supply: Supply) -> tuple[Base, int]:
    """A right claim that repeats a figure that was said, and the figure."""
    random, here = supply.random, supply.spot()
    said, text = random.choice(_STATED)
    number = random.choice(
        (
            random.randrange(21, 99),
            random.randrange(120, 990),
            random.randrange(13, 20),
            10 * random.randrange(3, 10),
        )
    )
    spoken = in_words(number) if random.random() < 0.3 else str(number)
    turn = (here.first, said.format(spoken))
    return here.base(turn, text=text.format(number), owner=here.first, promise=True), number


def _slipped(supply: Supply, base: Base, figure: int) -> str:
    return base.claim.text.replace(str(figure), str(slip(figure, supply.random)), 1)


def _wrong_sum(supply: Supply, way: str) -> Case:
    base, result = computed(supply, way)
    return case_of(base.noting(text=_slipped(supply, base, result)), original=base.claim)


def _committed_first(supply: Supply) -> Case:
    """A figure is stated, then computed otherwise: "245 euros (160 + 120 = 280)"."""
    base, result = computed(supply, "total")
    a = supply.random.randrange(10, result)
    return case_of(base.noting(text=f"{_slipped(supply, base, result)} ({a} + {result - a} = {result})"))


def _wrong_figure(supply: Supply) -> Case:
    base, number = stated(supply)
    return case_of(base.noting(text=_slipped(supply, base, number)), original=base.claim)


def _wrong_real_figure(supply: Supply) -> Case | None:
    """The figure of a real sentence, changed in a claim that else repeats its words."""
    if not supply.figures:
        return None
    base = supply.random.choice(supply.figures)
    match = FIGURE.search(base.claim.text)
    assert match is not None
    if match[0].isdigit():
        other = str(slip(int(match[0]), supply.random))
    else:
        other = supply.random.choice([ten for ten in _TENS if not match[0].lower().startswith(ten)])
    said = base.segments[base.place].text
    if other in said.lower():
        return None
    text = base.claim.text[: match.start()] + other + base.claim.text[match.end() :]
    return case_of(base.noting(text=text), original=base.claim if len(FIGURE.findall(said)) == 1 else None)


def _wrong_in_summary(supply: Supply) -> Case:
    """The summary tells of the item with another figure."""
    base, number = stated(supply)
    return in_summary(base, f"{base.claim.owner} will {lower(_slipped(supply, base, number))}.")


FAULTS = (
    Fault(
        "wrong-sum",
        {
            "total": lambda s: _wrong_sum(s, "total"),
            "product": lambda s: _wrong_sum(s, "product"),
            "left": lambda s: _wrong_sum(s, "left"),
            "committed-first": _committed_first,
        },
    ),
    Fault(
        "wrong-figure", {"carried": _wrong_figure, "real": _wrong_real_figure, "summary": _wrong_in_summary}
    ),
)
