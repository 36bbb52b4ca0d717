"""Where sentences end.

A period ends a sentence unless it stands in a figure, after an initial or after an abbreviation; after an
abbreviation it does where a word that opens sentences follows with a capital. A question or exclamation mark
always does. A line break alone ends none, as in Punkt (Kiss & Strunk 2006), whose English results these rules
follow closely.
"""

from __future__ import annotations

import re

_END = re.compile(r"[.!?…]+(?:[\"'”’)\]*_»]*)(?=\s|$)|[。！？]+[」』”）]*")
_TOKEN = re.compile(r"\S*$")
# A title or month is always followed by its name or day; the others may end a sentence.
_BEFORE_NAMES = frozenset(
    """mr mrs ms dr st prof rev gen col maj capt lt sgt sen rep gov hon messrs mme mlle no nos vs v fig
    figs eq vol jan feb mar apr jun jul aug sep sept oct nov dec ft mt pp ed eds cf viz approx e.g
    i.e eg ie""".split()
)
_OTHERS = frozenset(
    "etc inc corp co ltd jr sr al a.m p.m u.s u.k u.n d.c ph.d m.d b.c a.d est dept mon tue wed".split()
)
_OPENERS = frozenset(
    """the a an this that these those it he she they we i you there here when while if in on at for from as
    but and or so however also then after before since although our my your his her their its what
    who why how all some many most no not one each both meanwhile moreover therefore thus once with
    by to please let""".split()
)


def sentence_spans(text: str) -> list[tuple[int, int]]:
    """Start and end of each sentence of `text`, without the white space around it."""
    spans: list[tuple[int, int]] = []
    start = 0
    for match in _END.finditer(text):
        if _ends_here(text, start, match):
            spans += _trimmed(text, start, match.end())
            start = match.end()
    return spans + _trimmed(text, start, len(text))


def _ends_here(text: str, start: int, match: re.Match[str]) -> bool:
    marks = match.group()
    if marks[0] in "。！？" or "!" in marks or "?" in marks:
        return True
    following = text[match.end() : match.end() + 40].split(maxsplit=1)
    after = following[0].lstrip("\"'“‘([*_") if following else ""
    if not after:
        return True
    if marks.startswith(("..", "…")):
        return after[0].isupper()
    before = text[max(start, match.start() - 40) : match.start()]
    word = (_TOKEN.search(before) or match).group().lstrip("\"'“‘([*_")
    opens = after[0].isupper() and re.sub(r"\W.*", "", after).casefold() in _OPENERS
    last = word.casefold()
    if last in _BEFORE_NAMES:
        return False
    if last in _OTHERS or re.fullmatch(r"(?:[a-z]\.)+[a-z]", last):
        return opens
    if len(word) == 1 and word.isalpha() and word != "I":  # an initial
        return opens
    return not (word.isdigit() and after[0].islower())


def _trimmed(text: str, start: int, end: int) -> list[tuple[int, int]]:
    """The span without white space at its ends; none where nothing is left."""
    piece = text[start:end]
    bare = piece.strip()
    if not bare:
        return []
    start += len(piece) - len(piece.lstrip())
    return [(start, start + len(bare))]
