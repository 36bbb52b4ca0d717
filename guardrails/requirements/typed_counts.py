"""Counts as people type them: "at most five bullets, each under twelve words", "a 100-word summary".

A count is a relation, a number and a unit; "each", "per bullet" and "bullets of ..." bind it to every unit of
another kind.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from guardrails.requirements.counts import Count

_SMALL = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen"
    " seventeen eighteen nineteen twenty"
).split()
_TENS = {"thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "seventy": 70, "eighty": 80, "ninety": 90}
NUMBERS = {word: number for number, word in enumerate(_SMALL)} | _TENS | {
    "a": 1, "an": 1, "single": 1, "a single": 1, "a dozen": 12, "a hundred": 100, "one hundred": 100,
    "two hundred": 200, "three hundred": 300, "a couple of": 2, "twenty-five": 25,
}  # fmt: skip
NUMBER = r"(?:\d{1,5}|" + "|".join(sorted(NUMBERS, key=len, reverse=True)) + ")"
_KINDS = {
    "word": "word", "sentence": "sentence", "paragraph": "paragraph", "line": "line",
    "character": "character",
    "bullet": "bullet", "bullet point": "bullet", "item": "item", "point": "item", "entry": "item",
    "action item": "item", "placeholder": "placeholder", "highlighted section": "highlighted section",
    "numbered item": "numbered item", "step": "item", "capitalised word": "word in capitals",
    "capitalized word": "word in capitals", "sign": "character",
}  # fmt: skip
_ENTRIES = "|".join(re.escape(k) for k in sorted(_KINDS, key=len, reverse=True) if k != "entry")
UNIT = rf"(?:{_ENTRIES})s?|entry|entries"
_LEAST = r"at least|(?:a )?min(?:imum)?\.?(?: of)?|no(?:t)? (?:less|fewer) than|not under"
_MOST = (
    r"at (?:the )?most|no(?:t)? more than|(?:a )?max(?:imum)?\.?(?: of)?|up to|within|not over"
    r"|limit(?:ed)? (?:it )?to|limit:"
    r"|no(?:t)? longer than|not exceed(?:ing)?|exceed|cap(?:ped)?(?: it)? at|<=|a limit of"
    r"|(?:do not|don't|never) (?:exceed|go (?:over|beyond)|(?:use|write|give) more than)"
    r"|never (?:more|longer) than|(?:must|should|may|can)(?: not|n't|not)"
    r" (?:exceed|(?:be|have|contain|use|go) (?:more than|longer than|over))"
)
_BELOW = r"under|below|less than|fewer than|shorter than|<"
_ABOVE = r"more than|over|above|longer than|>"
_ABOUT = r"about|around|roughly|approximately|approx\.?|some|~|circa|nearly"
_RELATIONS = {"least": _LEAST, "most": _MOST, "below": _BELOW, "above": _ABOVE, "about": _ABOUT,
              "exact": r"exactly|precisely|just|only|in"}  # fmt: skip
_UNIT_OF_WORDS = "|".join(_SMALL[1:])
_ADJECTIVE = re.compile(rf"(?P<number>\d{{1,4}}|{_UNIT_OF_WORDS})[ -]word (?:long )?(?P<unit>{UNIT})\b")
"""Four-word sentences: so many words in each of them."""
_COUNT = re.compile(
    rf"(?:at least (?P<floor>{NUMBER}) (?:and|but) (?=at most|no more))?(?:"
    + "|".join(rf"(?P<{name}>(?<!\w)(?:{words}))" for name, words in _RELATIONS.items())
    + rf")?\s?(?:between )?(?<![\w.-])(?P<number>{NUMBER})(?:\s?(?:-|–|to|and|or)\s?(?P<upper>{NUMBER}))?"
    rf"[\s-](?:short |brief |full |long |separate |single )?(?P<unit>{UNIT})\b"
    r"(?P<after>,? or (?:fewer|less|more)\b|\s(?:max(?:imum)?|min(?:imum)?|at (?:the )?most|at least|tops)"
    r"(?=\s*(?:[,.;)]|$)))?"
    # "ten bullets each with four words" binds forward.
    rf"(?P<each> each(?! (?:of|with|having|containing|under|over|below|at|no|not|up|for|exactly|between|has"
    rf"|have|is|are|must|should|\d|(?:{_UNIT_OF_WORDS})[ -]word))| apiece"
    rf"| (?:in |for |to )?(?:per|each|every|a|an) (?P<per>{UNIT})\b)?"
    r"(?P<late> (?:at (?:the )?most|max(?:imum)?|tops|or (?:less|fewer))\b)?"
)
_BINDING = re.compile(
    rf"\b(?:each|every|all|per|any)(?: (?:of them|one|of which|(?P<unit>{UNIT})))?\b[^.;]{{0,40}}$"
)
_NONE = re.compile(
    rf"\b(?:no (?P<unit>{UNIT})|none(?: of (?:them|which))?|nothing|not one)"
    r" (?:(?:is|are|has|with|may|should|must|be|have|can) ){0,2}$"
)
_OF = re.compile(
    rf"\b(?P<unit>{UNIT}) "
    r"(?:(?:of|with|having|that have|containing|shorter|are|is|should be|must be|should have|must have) )?$"
)
# "keep sentences short, max 12 words"
_SHORT = re.compile(rf"(?<!\d )\b(?P<unit>{UNIT}) (?:short|brief|concise|crisp)\W{{1,3}}$")
ABOUT = 0.2
"""How far "about 100 words" may be off: a fifth, as people round."""


@dataclass(frozen=True, slots=True)
class Found:
    """A requirement and where it was typed."""

    requirement: Count
    start: int
    end: int


def counts_in(text: str) -> Iterator[Found]:
    """Every count in `text`, which is in small letters; time grows with its length."""
    for match in _ADJECTIVE.finditer(text):
        words = number(match["number"])
        if _kind(match["unit"]) != "word":
            yield Found(Count("word", words, words, _kind(match["unit"])), match.start(), match.end())
            text = text[: match.start()] + ";" * len(match.group()) + text[match.end() :]
    before, previous = 0, None
    for match in _COUNT.finditer(text):
        kind = _kind(match["unit"])
        begin = match.start() + match[0].startswith(" ")
        gap = text[before:begin][-80:]
        none = _NONE.search(gap)
        if none:
            each, said = _kind(none["unit"]) if none["unit"] else previous, len(none.group())
        else:
            each, said = _each(match, gap, previous)
        if each == kind or _is_no_count(match, text):
            continue
        low, high = _bounds(match)
        if none is not None:  # no bullet over 12 words: at most 12 in each
            low, high = (0, low - 1) if high is None else (high + 1, None)
        yield Found(Count(kind, low, high, each), begin - said, match.end())
        before, previous = match.end(), each or kind


def number(word: str) -> int:
    return int(word) if word.isdigit() else NUMBERS[word]


def _each(match: re.Match[str], gap: str, previous: str | None) -> tuple[str | None, int]:
    """The kind of unit in each of which is counted, and how many characters of `gap` say so."""
    if match["each"]:
        of = _OF.search(gap)
        return _kind(match["per"]) if match["per"] else previous or (_kind(of["unit"]) if of else "item"), 0
    binding = _BINDING.search(gap)
    if binding is not None:
        return (_kind(binding["unit"]) if binding["unit"] else previous or "item"), len(binding.group())
    of = _OF.search(gap) or (_SHORT.search(gap) if _kind(match["unit"]) in ("word", "character") else None)
    if of is not None:
        return _kind(of["unit"]), len(of.group())
    if previous not in (None, "word") and re.fullmatch(r",? ?\(?(?:of|with|having|containing) ", gap):
        return previous, len(gap)
    return None, 0


def _kind(unit: str) -> str:
    return "item" if unit.startswith("entr") else _KINDS[unit if unit in _KINDS else unit.removesuffix("s")]


def _is_no_count(match: re.Match[str], text: str) -> bool:
    """ "a word", "at one point", "12-point type"."""
    unit, behind = match["unit"], text[match.end("unit") :]
    if unit == "point" and not re.match(r" (?:list|summary|note|plan)", behind):
        return True
    return match["number"] in ("a", "an") and not _is_related(match)


def _is_related(match: re.Match[str]) -> bool:
    return bool(match["after"]) or any(match[name] for name in _RELATIONS if name != "exact")


def _bounds(match: re.Match[str]) -> tuple[int, int | None]:
    low = number(match["number"])
    if match["floor"]:
        return number(match["floor"]), low
    if match["upper"]:
        return low, number(match["upper"])
    after = match["after"] or match["late"] or ""
    if match["least"] or after.endswith(("more", "min", "minimum", "least")):
        return low, None
    if match["most"] or after:
        return 0, low
    if match["below"]:
        return 0, low - 1
    if match["above"]:
        return low + 1, None
    if match["about"] or (match["unit"] == "word" and low > 1):  # "a 100-word summary"
        return round(low * (1 - ABOUT)), round(low * (1 + ABOUT))
    return low, low
