"""What people type about each line or item: "every line begins with a dash", "sorted by owner"."""

from __future__ import annotations

import re

from guardrails.requirements.content import NoDuplicates, NotBefore
from guardrails.requirements.days import DAY, day_of
from guardrails.requirements.items import EachBegins, HasOwner, Sorted
from guardrails.requirements.requirement import Requirement
from guardrails.requirements.typed_german import Read
from guardrails.requirements.typed_words import Make

_EACH = r"(?:each|every|all(?: the)?)"
_KINDS = {
    "line": "line", "sentence": "sentence", "bullet": "line", "bullet point": "line", "item": "item",
    "point": "item", "entry": "item", "entries": "item", "task": "item", "paragraph": "paragraph",
}  # fmt: skip
_UNIT = "|".join(sorted(_KINDS, key=len, reverse=True))
# Sign: what it looks like, what to call it, what code may put there.
_SIGNS = {
    "dash": ("[-–—]", "a dash", "- "),
    "hyphen": ("-", "a hyphen", "- "),
    "asterisk": (r"\*", "an asterisk", "* "),
    "star": (r"\*", "an asterisk", "* "),
    "bullet": ("[-*•]", "a bullet", "- "),
    "number": (r"\d", "a number", ""),
    "digit": (r"\d", "a digit", ""),
    "capital letter": (r"\W*[A-ZÄÖÜ]", "a capital letter", ""),
    "capital": (r"\W*[A-ZÄÖÜ]", "a capital letter", ""),
}
_SIGN = "|".join(sorted(_SIGNS, key=len, reverse=True))
_ORDERS = {
    "date": "date", "due date": "date", "deadline": "date", "day": "date", "time": "date",
    "owner": "owner", "name": "owner", "person": "owner", "assignee": "owner",
    "letter": "letter", "alphabet": "letter",
}  # fmt: skip
_ORDER = "|".join(sorted(_ORDERS, key=len, reverse=True))
_STOP = r"(?=\W*$|[,.;\n]| and\b)"
_DUE = r"(?:due dates?|dates?|deadlines?|days?)"


def _begins(match: re.Match[str], text: Read) -> Requirement:
    if match["sign"]:
        # A bullet's own sign is no part of the item, but of its line.
        kind = _KINDS[match["unit"]]
        begins, noun, mark = _SIGNS[match["sign"]]
        is_line = kind in ("line", "item")
        return EachBegins("line" if is_line and mark else kind, begins, noun, mark if is_line else "")
    phrase = text.typed(*match.span("phrase"))[1:-1]
    is_sign = re.match(r"\W", phrase) is not None
    kind = "line" if is_sign else "bullet" if match["unit"].startswith("bullet") else _KINDS[match["unit"]]
    return EachBegins(kind, re.escape(phrase), f'"{phrase}"')


def _not_before(match: re.Match[str], text: Read) -> Requirement | None:
    day = day_of(match["day"])
    return NotBefore(day) if day else None


def _sorted(match: re.Match[str], text: Read) -> Requirement:
    return Sorted(_ORDERS[match["by"]])  # type: ignore[arg-type]  # the table has nothing else


PATTERNS: tuple[tuple[str, Make], ...] = (
    (
        (
            rf"{_EACH} (?P<unit>{_UNIT})s? (?:(?:must|should|has to|have to|shall|is to) )?(?:begin|start)s?"
            rf"(?:ing)? (?:with|by) (?:(?:an? |the |one )?(?P<sign>{_SIGN})\b(?: sign)?"
            r"|(?P<phrase>[\"“'][^\"”'\n]{1,40}[\"”']))"
        ),
        _begins,
    ),
    (
        (
            rf"{_EACH} (?:action )?(?:{_UNIT})s? (?:(?:must|should|needs? to|has to|have to|shall) )?"
            r"(?:have|has|names?|needs?|with|shows?|gets?|includes?|contains?) (?:its |an? |the |one )?owner"
            rf"\b{_STOP}"
            rf"|an? owner (?:for|per|in|on|with) (?:each|every|an?)? ?(?:action )?(?:{_UNIT})\b"
            rf"|no (?:action )?(?:{_UNIT}) without (?:an? )?owner\b"
        ),
        lambda match, text: HasOwner(),
    ),
    (
        (
            rf"(?:do not|don't|never) (?:repeat|list) (?:an? |any |the same )?(?:{_UNIT})s?(?: twice| again)?"
            rf"{_STOP}|no (?:{_UNIT}) (?:is |may be |should be )?(?:twice|repeated|more than once|double)"
            rf"|no (?:repeated|double|duplicated?) (?:{_UNIT})s?|{_EACH} (?:{_UNIT}) (?:only |just )once\b"
        ),
        lambda match, text: NoDuplicates(),
    ),
    (
        (
            rf"(?:no|without|not|nothing)(?: any)? ?(?:{_DUE} )?(?:not )?(?:due )?(?:that (?:is|are) )?"
            rf"(?:before|earlier than|prior to)(?: the)? (?P<day>{DAY})"
        ),
        _not_before,
    ),
    (
        (
            rf"(?:sort(?:ed)?|order(?:ed)?|arranged?)(?: it| them| (?:the )?(?:{_UNIT})s?| everything)? by "
            rf"(?:the )?(?P<by>{_ORDER})s?\b(?! (?:and|then|or) )"
        ),
        _sorted,
    ),
    (
        r"(?:in|by) (?:chronological|date) order|(?:sort(?:ed)? |order(?:ed)? )?chronologically",
        lambda match, text: Sorted("date"),
    ),
    (
        r"in alphabetical order|(?:sort(?:ed)? |order(?:ed)? )?alphabetically",
        lambda match, text: Sorted("letter"),
    ),
)
