"""The units that requirements count: words, sentences, paragraphs, bullets, lines.

Each unit knows its place, so that a failing one can be written again and put back.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass

BULLET = re.compile(r"^[^\S\n]*(?:\*(?!\*)|-|[+•‣▪])[^\S\n]*(?=\S)", re.MULTILINE)
NUMBERED = re.compile(r"^[^\S\n]*\(?\d{1,3}[.)][^\S\n]+(?=\S)", re.MULTILINE)
_WORD = re.compile(r"[^\W_]+(?:['’.:/@&-]+[^\W_]+)*")

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


@dataclass(frozen=True, slots=True)
class Unit:
    """One stretch of a text."""

    kind: str
    number: int
    """From 1."""
    start: int
    end: int
    text: str

    @property
    def name(self) -> str:
        return f"{self.kind} {self.number}"


def units(text: str, kind: str) -> tuple[Unit, ...]:
    """The units of `kind` in `text`, in order. Raises KeyError for an unknown kind."""
    spans = SPANS[kind](text)
    return tuple(Unit(kind, n, start, end, text[start:end]) for n, (start, end) in enumerate(spans, 1))


def plural(count: int, kind: str) -> str:
    """`count` with its noun: "1 word", "2 sentences"."""
    return f"{count} {kind}" if count == 1 else f"{count} {kind}s"


Spans = list[tuple[int, int]]


def _matches(pattern: re.Pattern[str]) -> Callable[[str], Spans]:
    return lambda text: [match.span() for match in pattern.finditer(text)]


def _lines(text: str) -> Spans:
    return [match.span() for match in re.finditer(r"[^\n]*\S[^\n]*", text)]


def _paragraphs(text: str) -> Spans:
    """Blocks with an empty line between them."""
    return [match.span() for match in re.finditer(r"[^\n]*\S[^\n]*(?:\n[^\n]*\S[^\n]*)*", text)]


def _bullets(text: str) -> Spans:
    return [(match.end(), _line_end(text, match.end())) for match in BULLET.finditer(text)]


def _items(text: str) -> Spans:
    """Bullets and numbered items; without any, the lines."""
    heads = sorted(match.end() for pattern in (BULLET, NUMBERED) for match in pattern.finditer(text))
    return [(head, _line_end(text, head)) for head in heads] or _lines(text)


def _line_end(text: str, start: int) -> int:
    end = text.find("\n", start)
    return len(text) if end < 0 else end


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


SPANS: Mapping[str, Callable[[str], Spans]] = {
    "word": _matches(_WORD),
    "sentence": sentence_spans,
    "paragraph": _paragraphs,
    "line": _lines,
    "bullet": _bullets,
    "numbered item": lambda text: [(m.end(), _line_end(text, m.end())) for m in NUMBERED.finditer(text)],
    "item": _items,
    "character": lambda text: [(n, n + 1) for n in range(len(text))],
}
