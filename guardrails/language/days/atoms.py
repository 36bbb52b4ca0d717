"""The tokens of a text as the day rules read them: figures apart from letters, without the fillers of
speech ("by, you know, Friday")."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from guardrails.language.days.grammar import Grammar
from guardrails.language.tokens import Token

_PIECE = re.compile(r"\d+|[^\W\d_]+")
_BLANK = re.compile(r"\s")


@dataclass(frozen=True, slots=True)
class Atom:
    """A word, a number or a mark."""

    text: str
    token: int
    """Number of the token that it is part of."""
    start: int
    end: int
    gap: str
    """Marks that touch it from before ("/", "$"), " " behind a blank, empty behind another atom."""
    touches: bool
    """No blank is between it and the atom before."""
    is_capital: bool


END = Atom("", 0, 0, 0, " ", False, False)
"""What is behind the last one: no word at all."""


def atoms_of(tokens: Sequence[Token], text: str, grammar: Grammar) -> list[Atom]:
    """In order; `tokens` are of `text`."""
    atoms = _without_stops(list(_pieces(tokens, text)), grammar)
    return _without_fillers(atoms, grammar)


def _pieces(tokens: Sequence[Token], text: str) -> Iterator[Atom]:
    last = 0
    for place, token in enumerate(tokens):
        raw = text[token.start : token.end]
        if token.is_mark and len(raw.strip()) > 1:
            continue  # "...": a pause
        has_digit = any(map(str.isdecimal, raw)) and raw.isascii()
        pieces = (
            [(match.group().casefold(), *match.span()) for match in _PIECE.finditer(raw)] if has_digit else []
        )
        for word, start, end in pieces or [(token.text, 0, len(raw))]:
            first = token.start + start
            before = text[last:first] if first >= last else " "
            paused = any(map(str.isalpha, before))  # the tokenizer leaves out "uh"
            if paused and token.text == ",":
                last = token.end
                continue
            gap = _BLANK.split(before)[-1] or (" " if before else "")
            touches = _BLANK.search(before) is None
            yield Atom(word, place, first, token.start + end, gap, touches, text[first : first + 1].isupper())
            last = token.start + end


def _without_stops(atoms: list[Atom], grammar: Grammar) -> list[Atom]:
    """ "Oct. 3" is one phrase, "by Oct. We will" are two."""
    kept = list(atoms[:1])
    for place, (before, atom) in enumerate(pairwise(atoms), 2):
        following = atoms[place] if place < len(atoms) else None
        is_stop = atom.text == "." and not atom.gap and before.text in grammar.abbreviations
        if not (is_stop and following and (not following.is_capital or before.text == "st")):
            kept.append(atom)
    return kept


def _without_fillers(atoms: list[Atom], grammar: Grammar) -> list[Atom]:
    """Without fillers; of the commas around one that is no mere pause one is kept."""
    kept: list[Atom] = []
    place = 0
    while place < len(atoms):
        end, kind = max(
            ((end, kind) for kind, end in grammar.look_up("filler", atoms, place)), default=(place, "")
        )
        if end > place:
            comma = end < len(atoms) and atoms[end].text == ","
            if kept and kept[-1].text == "," and (comma or kind == "pause"):
                kept.pop()
            place = end + (comma and kind == "pause")
        else:
            kept.append(atoms[place])
            place += 1
    return kept
