"""Names as they are spoken: whether a person, a role or a group was named in some words, and how.

Recognisers misspell names ("Shay" for "Shane", "Jon" for "John"), people shorten them ("UID", "marketing"),
and a name alone says little: who is asked, announced or addressed may own what follows; who is only written
to or talked about does not.
"""

from __future__ import annotations

import re
from functools import lru_cache

from rapidfuzz import fuzz

# Two spellings of one name, as recognisers write them ("Jon", "John": 86); shorter words are alike by chance.
_SAME_NAME = 80.0
_LONG_ENOUGH = 4
_PART = re.compile(r"[^\W\d_]+")
_NO_PART = frozenset("mr mrs ms dr prof the a of our my your their".split())
# Labels that a transcript gives to voices nobody has named.
_OPAQUE = re.compile(r"(?:[A-Za-z]|(?:speaker|guest|voice|spk)[ _-]?\w{1,3}|unknown.*|\d+)", re.IGNORECASE)
_GROUP = re.compile(
    r"(?:the |all |our |both |every |two |three |other |client |dev |core )*"
    r"\b(?:team|teams|group|groups|everyone|everybody|all|"
    r"members?|participants?|clients?|they|we|us|both|designers|developers|devs|authors|guys|people|"
    r"committee|staff|others|rest of .*|\w+ (?:team|group|hat herders))",
    re.IGNORECASE,
)
_SEPARATOR = re.compile(r"\s*(?:,|;|/|&|\band\b|\bor\b|\bwith\b)\s*(?:the\s+)?", re.IGNORECASE)
# The last word of a role: its other words are topics as well ("the user interface").
_ROLE = re.compile(
    r"(?:manager|designers?|expert|executive|specialist|engineer|officer|lead|head|director|analyst|editor|"
    r"developer|coordinator|host|chair)",
    re.IGNORECASE,
)
_SAME_ROLE = {"executive": "expert", "specialist": "designer", "designers": "designer"}
# After these words a name is written to, worked with or talked about.
_TOLD = frozenset(
    "to with for from about of by like against via through than thank thanks ask tell send give show get "
    "meet call email mail message ping remind contact update bring help between and".split()
)
_DUTY_AFTER = re.compile(
    r"(?:\W|\b(?:uh|um|er)\b)*(?:'ll|’ll|will|is|are|was|can|could|would|should|shall|has|have|had|to|"
    r"gets?|takes?|you|you'll|if|please|for|on|gonna|going|might|must|needs?|do|did|does|over|here|i'd|i|we|'d|"
    r"volunteered|agreed|promised|offered)\b",
    re.IGNORECASE,
)
_PAUSE_BEFORE = re.compile(
    r"(?:[,.;:?!]|\b(?:uh|um|er|so|and|okay|then|hey|hi|thanks|our|the))\s*$|^\W*$", re.IGNORECASE
)
# "Could you do it, Councillor Price?": the title belongs to the name.
_TITLE = re.compile(
    r"\b(?:mrs?|ms|miss|dr|doctor|prof|professor|sir|madam|councill?or|sister|father|judge|chef|nurse|captain"
    r"|brother|reverend|sergeant|coach|aunt|uncle)\b\.?\s*$",
    re.IGNORECASE,
)
_ITEM_FOR = re.compile(r"\b(?:action(?: item| point)?|task|to-?do|homework)s? for\W+$", re.IGNORECASE)
_PAUSE_AFTER = re.compile(r"\s*[,?.!:;]|\s*$")


def owners_of(owner: str) -> tuple[str, ...]:
    """The persons, roles or groups that an owner field names."""
    return tuple(part for part in _SEPARATOR.split(owner.strip()) if part)


def is_group(owner: str) -> bool:
    """Whether nobody in particular is meant ("the team", "all participants")."""
    return _GROUP.fullmatch(owner.strip()) is not None


def is_opaque(name: str | None) -> bool:
    """Whether a speaker's label tells nothing of who it is ("B", "Speaker 2", none)."""
    return name is None or _OPAQUE.fullmatch(name.strip()) is not None


@lru_cache(maxsize=512)
def parts_of(name: str) -> tuple[str, ...]:
    return tuple(p for p in _PART.findall(name.casefold()) if p not in _NO_PART)


@lru_cache(maxsize=4096)
def same_person(one: str, other: str) -> bool:
    """Whether two forms of a name can be one person's: "Danny" and "Danny Ryan", "PM" and the role."""
    first, second = parts_of(one), parts_of(other)
    is_equal = one.strip().casefold() == other.strip().casefold()
    # "Speaker 1" is not "Speaker 2", though both are speakers.
    if not first or not second or is_equal or (is_opaque(one) and is_opaque(other)):
        return is_equal
    if _is_code(one, second) or _is_code(other, first):
        return True
    if _ROLE.fullmatch(first[-1]) or _ROLE.fullmatch(second[-1]):
        return _role(first) == _role(second)
    fewer, more = sorted((first, second), key=len)
    return all(any(_alike(part, other_part) for other_part in more) for part in fewer)


def _role(parts: tuple[str, ...]) -> tuple[str, ...]:
    last = _SAME_ROLE.get(parts[-1], parts[-1])
    return (*(part for part in parts[:-1] if part != "user"), last)


def _is_code(name: str, parts: tuple[str, ...]) -> bool:
    """ "UI" and "UID" for the user interface designer."""
    if parts[:1] == ("interface",):
        parts = ("user", *parts)
    initials = "".join(part[0] for part in parts)
    return len(parts) > 1 and name.isupper() and len(name) > 1 and initials.startswith(name.casefold())


def _alike(one: str, other: str) -> bool:
    if one == other:
        return True
    if min(len(one), len(other)) < _LONG_ENOUGH or one[0] != other[0]:
        return False
    return fuzz.ratio(one, other) >= _SAME_NAME


@lru_cache(maxsize=4096)
def named_at(name: str, text: str) -> tuple[tuple[int, int], ...]:
    """Where `name`, a part of it, or its initials stand in `text`; a single letter is never a name there.

    Of a role ("marketing expert") the whole counts, and a part of it only where it is charged with something.
    """
    parts = parts_of(name)
    words = [(m.group(), m.span()) for m in _PART.finditer(text)]
    if len(parts) > 1 and _ROLE.fullmatch(parts[-1]):
        return _role_at(parts, words)
    if name.isupper() and 1 < len(name) <= 3:
        return _code_at(name, words)
    found = []
    for word, span in words:
        if any(len(part) > 1 and _alike(part, word.casefold()) for part in parts):
            found.append(span)
    return tuple(found)


def _role_at(parts: tuple[str, ...], words: list[tuple[str, tuple[int, int]]]) -> tuple[tuple[int, int], ...]:
    telling, role = parts[-2], _SAME_ROLE.get(parts[-1], parts[-1])
    found = []
    for place, (word, span) in enumerate(words):
        if _is_code(word, parts):
            found.append(span)
        elif _alike(telling, word.casefold()):
            after = [
                w for w in words[place + 1 : place + 4] if w[0].casefold() not in ("uh", "um", "the", "user")
            ]
            if after and _SAME_ROLE.get(after[0][0].casefold(), after[0][0].casefold()) == role:
                found.append((span[0], after[0][1][1]))
            elif telling not in ("interface", "project"):
                found.append(span)
    return tuple(found)


def _code_at(name: str, words: list[tuple[str, tuple[int, int]]]) -> tuple[tuple[int, int], ...]:
    """A role's initials, spoken as they are or in full."""
    found = [span for word, span in words if word.isupper() and word.startswith(name)]
    for size in (2, 3):
        for start in range(len(words) - size + 1):
            window = words[start : start + size]
            if _ROLE.fullmatch(window[-1][0]) and _is_code(name, tuple(w.casefold() for w, _ in window)):
                found.append((window[0][1][0], window[-1][1][1]))
    return tuple(found)


def is_named(name: str, text: str) -> bool:
    return bool(named_at(name, text))


@lru_cache(maxsize=4096)
def is_charged(name: str, text: str) -> bool:
    """Whether `name` is addressed or announced in `text`, not only written to or talked about."""
    for named, end in named_at(name, text):
        start = title.start() if (title := _TITLE.search(text[:named])) else named
        before = _PART.findall(text[:start])[-1:]
        pause = _PAUSE_BEFORE.search(text[:start]) is not None
        told = bool(before) and before[0].casefold() in _TOLD and not re.search(r"[,.;:?!]\s*$", text[:start])
        if _DUTY_AFTER.match(text[end:]) and (not told or re.match(r"\W*(?:to|will|can|you)\b", text[end:])):
            return True
        if text[end:].startswith(":") or _ITEM_FOR.search(text[:start]):
            return True
        if not told and pause and _PAUSE_AFTER.match(text[end:]):
            return True
    return False
