"""The units that requirements count: words, sentences, paragraphs, bullets, lines, and the rest.

Each unit knows its place, so that a failing one can be written again and put back.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from guardrails.requirements.sentences import sentence_spans

BULLET = re.compile(r"^[^\S\n]*(?:\*(?!\*)|-|[+•‣▪])[^\S\n]*(?=\S)", re.MULTILINE)
_MARKDOWN_BULLET = re.compile(r"^[^\S\n]*(?:\*(?=[^*\n])|-)[^\n]*", re.MULTILINE)
NUMBERED = re.compile(r"^[^\S\n]*\(?\d{1,3}[.)][^\S\n]+(?=\S)", re.MULTILINE)
_WORD = re.compile(r"[^\W_]+(?:['’.:/@&-]+[^\W_]+)*")
_PIECE = re.compile(r"\w+")
_HIGHLIGHT = re.compile(r"\*[^\n*]*\*")
_STRONG = re.compile(r"\*\*[^\n*]*\*\*")
_CAPITALS = re.compile(r"\w+(?:[-./]\w+)*")


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


def words(text: str) -> list[str]:
    """Words as people count them: "don't" and "e-mail" are one."""
    return _WORD.findall(text)


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


def _placeholders(text: str) -> Spans:
    """[Bracketed] stretches of one line; found without a pattern, which would start anew at each bracket."""
    spans: Spans = []
    start = text.find("[")
    while start >= 0:
        end, stop = text.find("]", start), _line_end(text, start)
        if end < 0:
            break
        if end < stop:
            spans.append((start, end + 1))
        start = text.find("[", end + 1 if end < stop else stop)
    return spans


def _highlights(text: str) -> Spans:
    """*highlighted* stretches with something in them; **strong** ones count like the others."""
    found = [m.span() for m in _HIGHLIGHT.finditer(text) if m.group().strip("*").strip()]
    return found + [m.span() for m in _STRONG.finditer(text) if m.group()[2:-2].strip()]


def _capitals(text: str) -> Spans:
    """Words in capitals; a hyphenated word is one."""
    return [match.span() for match in _CAPITALS.finditer(text) if match.group().isupper()]


SPANS: Mapping[str, Callable[[str], Spans]] = {
    "word": _matches(_WORD),
    "word piece": _matches(_PIECE),  # as IFEval counts words: "don't" is two
    "sentence": sentence_spans,
    "paragraph": _paragraphs,
    "line": _lines,
    "bullet": _bullets,
    "Markdown bullet": _matches(_MARKDOWN_BULLET),  # as IFEval counts them: * and - alone
    "numbered item": lambda text: [(m.end(), _line_end(text, m.end())) for m in NUMBERED.finditer(text)],
    "item": _items,
    "placeholder": _placeholders,
    "highlighted section": _highlights,
    "word in capitals": _capitals,
    "character": lambda text: [(n, n + 1) for n in range(len(text))],
}
