"""Writing a figure the way another one is written, so that a mended claim keeps its hand.

"$1,245" becomes "$1,254", "fifteen people" "fifty people", "15 million" "50 million", "3rd" "2nd", "3:30 pm"
"2:30 pm".
"""

from __future__ import annotations

import re
from dataclasses import replace
from decimal import ROUND_HALF_UP, Decimal

from guardrails.figures_joined import parts_of
from guardrails.numbers import figures_in
from guardrails.numerals import TENS, UNITS, numeral_at, tokens_of
from guardrails.units import CLOCK, MINUTES, Figure, same

_DIGITS = re.compile(r"[0-9][0-9,]*(?:\.[0-9]+)?|\.[0-9]+")
_SCALES = {"k": 10**3, "thousand": 10**3, "m": 10**6, "million": 10**6, "billion": 10**9}
_WORDS = {number: word for word, number in (UNITS | TENS).items() if word != "fourty"}
_CENT = Decimal("0.01")
# Beyond, two decimals no longer fit into the precision of a decimal.
_LARGEST = Decimal(10) ** 20


def written_like(sample: str, figure: Figure, unit: str, said: str = "") -> str | None:
    """`figure` in the manner of `sample`, which is a figure of `unit`; None where that cannot be done.

    `said`: the words in which it was said; words stay words.
    """
    value = figure.value
    if abs(value) >= _LARGEST:
        return None
    if unit in CLOCK and figure.unit in CLOCK and value >= 13 and unit != "clock":
        value -= 12  # 14:30 beside "pm"
    if parts_of(sample):
        return _in_hours(sample, value * MINUTES[figure.unit]) if figure.unit in MINUTES else None
    found = _DIGITS.search(sample)
    if found is not None:
        text: str | None = _in_digits(sample, found, value)
    elif said and not _DIGITS.search(said):
        text = _in_words(sample, said)
    else:
        text = _in_words(sample, _spelled(value))
    back = figures_in(text or "")
    return text if len(back) == 1 and same(back[0], replace(figure, value=value, unit=back[0].unit)) else None


def digits(value: Decimal) -> str:
    """`value` in digits, to the hundredth at most, without an empty end: 280, 12.5, 0.33."""
    if abs(value) >= _LARGEST:
        return f"{value:f}"
    rounded = value.quantize(_CENT, ROUND_HALF_UP)
    return f"{rounded.normalize():f}"


def _in_digits(sample: str, found: re.Match[str], value: Decimal) -> str:
    before, number, after = sample[: found.start()], found.group(), sample[found.end() :]
    if colon := re.match(r":[0-9]{2}", after):
        minutes = int((value % 1) * 100)
        return f"{before}{int(value)}:{minutes:02}{after[colon.end() :]}"
    scale = re.match(r"\s?([a-zA-Z]+)\b", after)
    times = _SCALES.get(scale[1].lower(), 1) if scale else 1
    if times > 1 and value % (times // 100 or 1):  # 1,234,567 is not to become 1.23 million
        times, after = 1, after[scale.end() :] if scale else after
    text = digits(value / times)
    places = len(number.partition(".")[2])
    if places == 2 or (places and "." in text):
        text = f"{Decimal(text):.{max(places, len(text.partition('.')[2]))}f}"
    if "," in number or (value >= 10_000 and len(number) < 4):
        text = f"{Decimal(text):,}"
    return before + text + re.sub(r"^(?:st|nd|rd|th)\b", lambda _: _ending(int(value)), after)


def _in_hours(sample: str, minutes: Decimal) -> str | None:
    """ "1 hour and 20 minutes", where `sample` tells a time so, too."""
    if minutes != int(minutes) or minutes <= 0:
        return None
    write = str if _DIGITS.search(sample) else lambda number: _spelled(Decimal(number))
    parts = zip(divmod(int(minutes), 60), ("hour", "minute"), strict=True)
    told = [f"{write(number)} {unit}{'s' if number > 1 else ''}" for number, unit in parts if number]
    text = (" and " if " and " in sample else " ").join(told)
    return text[:1].upper() + text[1:] if sample[:1].isupper() else text


def _ending(number: int) -> str:
    if number % 100 in (11, 12, 13):
        return "th"
    return {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")


def _in_words(sample: str, words: str) -> str | None:
    """`words` in the place of the number words of `sample`; of both of them, the unit of `sample` stays."""
    old, new = _number_words(sample), _number_words(words)
    if not old or not new:
        return None
    if any(figures_in(text[number:]) for text, number in ((sample, old), (words, new))):
        new, old = len(words), len(sample)  # "twelve Euros and fifty cents" has its unit in the middle
    text = words[:new] + sample[old:]
    return (text[:1].upper() if sample[:1].isupper() else text[:1].lower()) + text[1:]


def _number_words(text: str) -> int:
    """Where the number words that `text` begins with end; 0 where it begins with none."""
    tokens = tokens_of(text)
    numeral = numeral_at(tokens, 1 if tokens and tokens[0].text in ("a", "an") else 0)
    return tokens[numeral.last - 1].end if numeral else 0


def _spelled(value: Decimal) -> str:
    """Number words up to 999; digits beyond, and for what is no whole number."""
    number = int(value)
    if number != value or not 0 <= number < 1000:
        return digits(value)
    hundreds, rest = divmod(number, 100)
    tail = _WORDS[rest] if rest in _WORDS else f"{_WORDS[rest - rest % 10]}-{_WORDS[rest % 10]}"
    if not hundreds:
        return tail
    return f"{_WORDS[hundreds]} hundred" + (f" and {tail}" if rest else "")
