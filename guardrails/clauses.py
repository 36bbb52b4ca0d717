"""Speech cut into clauses, with a way back to the words as they were said.

What takes a promise back reaches as far as its clause: "I can't come, so I'll send the slides" negates
nothing that is sent. Text is compared as a line of lower-case words and marks without stumbles; whatever is
put into a note is cut from the text itself.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import accumulate, pairwise

from guardrails.words import content_stems, spoken_words

# A word may hold its marks: "e.g", "10:30", "1,200", "follow-up". A hyphen at the end breaks it off.
_TOKEN = re.compile(r"[^\W_]+(?:(?:['’,:/&-]|\.(?![A-Z][a-z]))[^\W_]+)*-?|[.?!;,]")
# "Alex G. will", "Dr. Lee": this full stop ends nothing.
_ABBREVIATED = re.compile(r"[a-hj-z]|mr|mrs|ms|dr|prof|st|vs|no|approx")
# Characters in which the first few clauses of a turn lie.
_LEAD = 320
_STOP = frozenset(".?!;")
_ANSWERS = frozenset("no yes yeah nein ja".split())
_MARKS = frozenset(".?!;,")
# Where no comma can stand: at the beginning.
_OPEN = frozenset(("", *_STOP))


@dataclass(frozen=True, slots=True)
class Token:
    """One word or mark, and where it stands in the text."""

    text: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Clause:
    """A stretch of one text in which a qualifier reaches everything."""

    raw: str
    """The text that the clause is cut from."""
    tokens: tuple[Token, ...]
    line: str = field(init=False)
    """Its words and marks, lower case, one blank between."""
    _starts: tuple[int, ...] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        lengths = (len(token.text) + 1 for token in self.tokens[:-1])
        object.__setattr__(self, "line", " ".join(token.text for token in self.tokens))
        object.__setattr__(self, "_starts", tuple(accumulate(lengths, initial=0)))

    def said(self, start: int, end: int) -> str:
        """The words of line[start:end] as they were said, on one line."""
        first = max(bisect_right(self._starts, start) - 1, 0)
        last = max(bisect_right(self._starts, max(end - 1, start)) - 1, 0)
        said: list[str] = []
        for token in self.tokens[first : last + 1]:
            word = self.raw[token.start : token.end]
            if token.text in _MARKS and said:
                said[-1] += word
            else:
                said.append(word)
        return " ".join(said).strip(" ,.?!;")


@lru_cache(maxsize=4096)  # the segments of one hour, each of which several claims may cite
def clauses_of(text: str, opening: re.Pattern[str]) -> tuple[Clause, ...]:
    """The clauses of `text` in order: cut at the ends of sentences and before every match of `opening`.

    `opening` is searched in the line of a sentence; a match at its beginning cuts nothing.
    """
    found: list[Clause] = []
    for sentence in _sentences(text):
        whole = Clause(text, sentence)
        cuts = [bisect_right(whole._starts, match.start()) - 1 for match in opening.finditer(whole.line)]
        edges = [0, *(cut for cut in cuts if cut > 0), len(sentence)]
        found.extend(Clause(text, sentence[start:end]) for start, end in pairwise(edges) if start < end)
    return tuple(found)


def first_clauses(text: str, opening: re.Pattern[str], count: int) -> tuple[Clause, ...]:
    """The first clauses of `text`; of a minute of speech only what a few clauses need is read."""
    return clauses_of(text[:_LEAD], opening)[:count]


def _sentences(text: str) -> Iterator[tuple[Token, ...]]:
    sentence: list[Token] = []
    for token in _tokens(text):
        initial = token.text == "." and sentence and _ABBREVIATED.fullmatch(sentence[-1].text)
        sentence.append(token)
        if token.text in _STOP and not initial:
            yield tuple(sentence)
            sentence = []
    if sentence:
        yield tuple(sentence)


def _tokens(text: str) -> Iterator[Token]:
    """The words and marks of `text` without filled pauses, broken-off words and immediate repetitions.

    A pause is written between commas that belong to nothing; behind a word that opens something ("if, uh,
    legal agrees") they go with it.
    """
    before = ""
    paused = False
    comma: Token | None = None
    for match in _TOKEN.finditer(text):
        found = match.group()
        word = found if found in _MARKS else "".join(spoken_words(found))
        if word == ",":
            comma = comma or Token(word, match.start(), match.end())
        elif not word or found.endswith("-") or (word == before and word not in _STOP):
            paused = word not in _ANSWERS  # "no no, it stays" answers and goes on
        else:
            if comma is not None and before not in _OPEN and not (paused and not content_stems(before)):
                yield comma
            yield Token(word, match.start(), match.end())
            before, comma, paused = word, None, False
    if comma is not None and before not in _OPEN:
        yield comma
