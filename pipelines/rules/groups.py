"""Work of several people: "Bob and Cara will", "Bob or Cara", "everyone except Bob", "neither Bob nor Cara".

The last name before the verb is then not the owner, and to write it down as one invents a promise. Such an
item has no owner and the flag `several-owners`; what is denied of all is none.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from pipelines.rules.people import People, as_name, seems_person

_WORD = r"[^\W\d_][\w'.-]*"
_ALL = r"(?:everyone|everybody|anyone|anybody|(?:all|each|most)(?: of (?:us|you|them))?|(?:we|you|they) all)"
_BUT = r"(?:except|besides|apart from|aside from|other than|excluding)(?: for)?"
_EXCEPTED = re.compile(
    rf"\b(?:{_ALL}(?: in (?:the|this|our) \w+)?(?:,? {_BUT}| but)|(?:the (?:whole |entire )?(?:team|group)|"
    rf"(?:all|every) (?:the )?(?:other )?\w+),? {_BUT}) (?:{_WORD},? ){{0,4}}?{_WORD}$",
    re.IGNORECASE,
)
_NEITHER = re.compile(r"\b(?:neither|nor|not (?:either|both))\b[^.?!;:]*$", re.IGNORECASE)
_JOINED = re.compile(
    rf"(?P<other>{_WORD})(?: over there)?"
    r"(?:,? (?P<how>and/or|and|or|nor|as well as|along with|together with|plus)"
    r"(?: also| maybe| perhaps)? | ?[/&] ?)"
    rf"(?:the )?(?:{_WORD} )?{_WORD}$",
    re.IGNORECASE,
)
# After these a name is somebody's object: "I'll ask Ann and Bob will check".
_TAKES_OBJECT = frozenset(
    "to with from about by at of on in ask asks tell email call thank thanks meet see contact invite inform "
    "remind join ping message help".split()
)
# After these a clause begins, so that any name may be a subject.
_OPENS_CLAUSE = frozenset(
    "and so then okay ok but both either think guess believe that because maybe perhaps well also now yeah "
    "yes hope say for want like need".split()
)
_PRONOUNS = frozenset("i you he she they we me him her them us".split())
# Said before a name with "and", and no names.
_INTERJECTIONS = frozenset(
    "oh ah hey hi hello thanks great good nice cool fine perfect right alright sure sorry please next "
    "finally first later today tomorrow again anyway super lovely excellent exactly".split()
)
_PLURAL_YOU = re.compile(r"\b(?:you (?:two|both|all)|y'all|both of you|two of you)\b")


@dataclass(frozen=True, slots=True)
class Group:
    kind: Literal["all", "either", "neither", "excepted"]
    words: str = ""
    """Who is meant, as said, where the task would be false without it."""


def group_at(people: People, cased: str, end: int) -> Group | None:
    """The group whose last name ends at cased[end]; None if that name stands alone."""
    # A list of names is short; the rest of a long sentence says nothing about it.
    said = cased[max(end - 200, 0) : end].rstrip(" ,.")
    if _NEITHER.search(said):
        return Group("neither")
    if (excepted := _EXCEPTED.search(said)) is not None:
        return Group("excepted", excepted.group()[0].lower() + excepted.group()[1:])
    for joined in re.finditer(rf"(?<![\w'.-]){_WORD}(?=,? |[/&])", said):
        match = _JOINED.match(said, joined.start())
        if match is not None and _is_subject(people, said, match):
            return Group("either" if (match.group("how") or "").lower() in ("or", "and/or") else "all")
    return None


def plural_you(words: str) -> bool:
    """Whether "you" is said to be more than one."""
    return _PLURAL_YOU.search(words) is not None


def _is_subject(people: People, said: str, match: re.Match[str]) -> bool:
    before = said[: match.start("other")]
    last = before.rstrip().split(" ")[-1].lower() if before.strip() else ""
    other = match.group("other")
    if people.find(other) is not None:
        return last not in _TAKES_OBJECT
    if other.lower() in _INTERJECTIONS:
        return False
    opens = not last or last[-1] in ",.;:?!" or last in _OPENS_CLAUSE
    upto = said[: match.end("other")]
    return opens and (
        other.lower() in _PRONOUNS or seems_person(upto) or as_name(upto, opens=True) is not None
    )
