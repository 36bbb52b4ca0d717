"""The one tokenizer: words and marks of a text, as they are compared everywhere."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from functools import lru_cache

from guardrails.language.tables import Language

_TOKEN = re.compile(r"\d+(?:[.,:-]\d+)*(?![^\W_])|[^\W_]+(?:['’][^\W_]+)*['’]?|[.?!…]+|[,;:()–—]|\n")
MARKS = frozenset(", ; : ( ) – — . ? ! … \n".split(" "))
STOPS = frozenset(".?!…\n")
"""What may end a sentence."""


@dataclass(frozen=True, slots=True)
class Token:
    """A word or a mark. A contraction gives several, at the same place ("won't": "will", "not"); a word that
    only leans on the next has its own ("d'accord": "d'", "accord")."""

    text: str
    """In lower case, with plain apostrophes; a mark is its last character."""
    start: int
    """In the text that was read, in characters."""
    end: int
    lemma: str

    @property
    def is_mark(self) -> bool:
        return self.text in MARKS

    @property
    def is_number(self) -> bool:
        return self.text[0].isdigit()


@lru_cache(maxsize=2048)  # checks, summary and moods read the lines of an hour one after another
def tokens_of(text: str, language: Language) -> tuple[Token, ...]:
    """Without filled pauses, broken-off words and immediate repetitions ("I I will")."""
    found: list[Token] = []
    paused = False
    for match in _TOKEN.finditer(text):
        raw = match.group()
        if raw[-1] in MARKS:
            if paused and raw == "," and found and found[-1].text == ",":
                del found[-1]  # "if, uh, legal agrees": both commas belong to the pause
                continue
            paused = False
            found.append(Token(raw[-1], match.start(), match.end(), ""))
            continue
        word = unicodedata.normalize("NFKC", raw).casefold().replace("’", "'")
        is_broken_off = text[match.end() : match.end() + 2] in ("- ", "-")
        if is_broken_off or word in language.words("pause"):
            paused = True
            continue
        paused = False
        for part, first, last in _expanded(word, language):
            if found and found[-1].text == part and not _is_number(part, language):
                found.pop()
            end = match.start() + last if last < len(word) else match.end()
            found.append(Token(part, match.start() + first, end, language.lemma(part)))
    return tuple(found)


def _is_number(word: str, language: Language) -> bool:
    """Numbers are said twice on purpose: "twenty twenty" is a year."""
    return word.isdigit() or word in language.numbers


def _expanded(word: str, language: Language) -> list[tuple[str, int, int]]:
    """The words of a contraction, and where they are in it: "i'll" is "i will", "j'envoie" is "je envoie"."""
    before, mark, behind = word.partition("'")
    words = language.contractions.get(word, "" if mark else word).split()
    leaning = language.contractions.get(f"{before}'", "") if behind else ""
    if not words and leaning:
        cut = len(before) + 1
        rest = [(part, cut + first, cut + last) for part, first, last in _expanded(behind, language)]
        return [*((part, 0, cut) for part in leaning.split()), *rest]
    for length in (3, 2):  # "n't" takes its letter along
        if not words and (whole := language.contractions.get(word[-length:])) is not None:
            words = [word[:-length], *whole.split()]
    return [(part, 0, len(word)) for part in words or [word.strip("'") or word]]
