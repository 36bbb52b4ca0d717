"""Words with their places in the text, without what speech leaves between them.

Fillers ("by uh Friday"), words cut off in mid-air ("next w- next week") and repeated words are left out of
the list, so that the grammar never sees them; what a phrase covers is still read from the offsets of its
first and last word. One pass with one regular expression: time grows linearly with the text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from pipelines.due.words import ABBREVIATIONS, FILLER_PHRASES, FILLERS, NUMBER_WORDS, ORDINAL_WORDS


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


Tokens = list[Token]

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


def _without_fillers(tokens: Tokens) -> Iterator[Token]:
    """Drops fillers, and the commas that hang on them."""
    index, after_filler = 0, False
    while index < len(tokens):
        pair = (tokens[index].word, tokens[index + 1].word if index + 1 < len(tokens) else "")
        size = 2 if pair in FILLER_PHRASES else 1 if pair[0] in FILLERS else 0
        if size:
            index, after_filler = index + size, True
            continue
        comma_before_filler = pair[0] == "," and (pair[1] in FILLERS or _filler_phrase_at(tokens, index + 1))
        if not (pair[0] == "," and (after_filler or comma_before_filler)):
            yield tokens[index]
            after_filler = False
        index += 1


def _filler_phrase_at(tokens: Tokens, index: int) -> bool:
    return index + 1 < len(tokens) and (tokens[index].word, tokens[index + 1].word) in FILLER_PHRASES


def _is_repeatable(token: Token) -> bool:
    """Numbers are said twice on purpose: "twenty twenty" is a year."""
    return token.word.isalpha() and token.word not in NUMBER_WORDS and token.word not in ORDINAL_WORDS


def _without_repeats(tokens: Iterator[Token]) -> Tokens:
    """Keeps the first of words said again at once: "by by Friday", "end of the of the week"."""
    kept: Tokens = []
    for token in tokens:
        if kept and kept[-1].word == token.word and _is_repeatable(token):
            continue
        kept.append(token)
        if len(kept) >= 4 and all(map(_is_repeatable, kept[-2:])):
            a, b, c, d = (item.word for item in kept[-4:])
            if (a, b) == (c, d):
                del kept[-2:]
    return kept


def _without_full_stops_of_abbreviations(tokens: Iterator[Token]) -> Iterator[Token]:
    """ "Oct. 3" is one phrase, "by Oct. We will" are two."""
    items = list(tokens)
    for index, token in enumerate(items):
        if token.word == "." and token.glued and index and items[index - 1].word in ABBREVIATIONS:
            following = items[index + 1] if index + 1 < len(items) else END
            if (
                following.digits
                or following.word == ","
                or (following.word.isalpha() and not following.capital)
            ):
                continue
        yield token


def tokenize(text: str) -> Tokens:
    """The words that matter to the grammar, in order; offsets are into `text`."""
    return _without_repeats(_without_fillers(list(_without_full_stops_of_abbreviations(_scan(text)))))
