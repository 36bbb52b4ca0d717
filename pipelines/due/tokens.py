"""Words with their places in the text, without what speech leaves between them.

Fillers ("by uh Friday"), words cut off in mid-air ("next w- next week") and repeated words are left out of
the list, so that the grammar never sees them; what a phrase covers is still read from the offsets of its
first and last word. One pass with one regular expression: time grows linearly with the text.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from pipelines.due.words import (
    ABBREVIATIONS,
    FILLER_PHRASES,
    FILLERS,
    HESITATIONS,
    NUMBER_WORDS,
    ORDINAL_WORDS,
)


@dataclass(frozen=True, slots=True)
class Token:
    """A word, a number, a time of day ("10:30") or a mark.

    `word` is in lower case with a straight apostrophe; `digits` and `ordinal` belong to numbers in figures.
    """

    start: int
    end: int
    word: str
    digits: str = ""
    ordinal: bool = False
    glued: bool = False
    """No space before it: "Q3", "5/12" and "dec31" are told from "Q 3" by this."""
    capital: bool = False


class Tokens(list[Token]):
    """The tokens of one text, with what was already read at each place of it."""

    def __init__(self, items: Iterable[Token] = ()) -> None:
        super().__init__(items)
        self.memo: dict[tuple[int, int], object] = {}


_PATTERN = re.compile(
    r"""(?P<clock>\d{1,2}:\d{2}(?::\d{2})?(?!\d))
      | (?P<ordinal>\d{1,4})\s?(?:st|nd|rd|th)(?![^\W\d_])
      | (?P<digits>\d+)
      | (?P<ampm>[ap]\.\s?m(?![^\W_])\.?)
      | (?P<cut>[^\W\d_]+[-–—](?=[\s,]|$))
      | (?P<word>[^\W\d_]+(?:['’][^\W\d_]+)*)
      | (?P<pause>\.\.\.|…|--+|\s[–—-]\s)
      | (?P<mark>[^\w\s]|_)
    """,
    re.VERBOSE | re.IGNORECASE,
)

_QUOTES = frozenset("'\"’‘“”`´*")
END = Token(0, 0, "")
"""What stands after the last token: no word at all."""


def _scan(text: str) -> Iterator[Token]:
    last_end = -1
    for match in _PATTERN.finditer(text):
        kind, start, end = match.lastgroup, match.start(), match.end()
        glued = start == last_end
        last_end = end
        raw = match.group()
        if kind in ("pause", "cut"):
            continue
        if kind == "ordinal":
            yield Token(start, end, "", match.group("ordinal"), ordinal=True, glued=glued)
        elif kind == "digits":
            yield Token(start, end, "", raw, glued=glued)
        elif kind == "ampm":
            yield Token(start, end, raw[0].lower() + "m", glued=glued)
        elif raw not in _QUOTES:
            word = raw.lower().replace("’", "'")
            yield Token(start, end, word, glued=glued, capital=raw[0].isupper())


def _without_fillers(tokens: Iterator[Token]) -> Iterator[Token]:
    """Drops fillers, the commas around a hesitation, and all but one of the commas around other fillers."""
    items = list(tokens)
    index, hesitated, last = 0, False, ""
    while index < len(items):
        word = items[index].word
        following = items[index + 1].word if index + 1 < len(items) else ""
        if word in FILLERS or (word, following) in FILLER_PHRASES:
            hesitated = hesitated or word in HESITATIONS
            index += 1 if word in FILLERS else 2
            continue
        if word != "," or not (hesitated or following in HESITATIONS or last == ","):
            yield items[index]
            last, hesitated = word, False
        index += 1


def _is_repeatable(token: Token) -> bool:
    """Numbers are said twice on purpose: "twenty twenty" is a year."""
    return token.word.isalpha() and token.word not in NUMBER_WORDS and token.word not in ORDINAL_WORDS


def _without_repeats(tokens: Iterator[Token]) -> Tokens:
    """Keeps the last of words said again at once: "by by Friday", "by the- by the end"."""
    kept = Tokens()
    for token in tokens:
        if kept and kept[-1].word == token.word and _is_repeatable(token):
            kept.pop()
        kept.append(token)
        if len(kept) >= 4 and all(map(_is_repeatable, kept[-2:])):
            a, b, c, d = (item.word for item in kept[-4:])
            if (a, b) == (c, d):
                del kept[-4:-2]
    return kept


def _without_full_stops_of_abbreviations(tokens: Iterator[Token]) -> Iterator[Token]:
    """ "Oct. 3" is one phrase, "by Oct. We will" are two."""
    items = list(tokens)
    for index, token in enumerate(items):
        if token.word == "." and token.glued and index and items[index - 1].word in ABBREVIATIONS:
            following = items[index + 1] if index + 1 < len(items) else END
            goes_on = following.digits or following.word == "," or not following.capital
            if following is not END and (goes_on or items[index - 1].word == "st"):
                continue
        yield token


def tokenize(text: str) -> Tokens:
    """The words that matter to the grammar, in order; offsets are into `text`."""
    return _without_repeats(_without_fillers(_without_full_stops_of_abbreviations(_scan(text))))
