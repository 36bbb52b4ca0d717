"""The one tokenizer: words and marks of a text, as they are compared everywhere."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass

from guardrails.language.tables import Language

_TOKEN = re.compile(r"\d+(?:[.,:-]\d+)*(?![^\W_])|[^\W_]+(?:['’][^\W_]+)*['’]?|[.?!…]+|[,;:()–—]|\n")
MARKS = frozenset(", ; : ( ) – — . ? ! … \n".split(" "))
STOPS = frozenset(".?!…\n")
"""What may end a sentence."""


@dataclass(frozen=True, slots=True)
class Token:
    """A word or a mark. A contraction gives several, at the same place ("won't": "will", "not")."""

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


def tokens_of(text: str, language: Language) -> list[Token]:
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
        for part in _expanded(word, language):
            if found and found[-1].text == part and not _is_number(part, language):
                found.pop()
            found.append(Token(part, match.start(), match.end(), language.lemma(part)))
    return found


def _is_number(word: str, language: Language) -> bool:
    """Numbers are said twice on purpose: "twenty twenty" is a year."""
    return word.isdigit() or word in language.numbers


def _expanded(word: str, language: Language) -> list[str]:
    """The words of a contraction: "i'll" is "i will", "j'envoie" is "je envoie"."""
    if "'" not in word:
        return language.contractions.get(word, word).split()
    if word in language.contractions:
        return language.contractions[word].split()
    before, _, behind = word.partition("'")
    if (whole := language.contractions.get(f"{before}'")) is not None and behind:
        return [*whole.split(), *_expanded(behind, language)]
    for length in (3, 2):  # "n't" takes its letter along
        if (whole := language.contractions.get(word[-length:])) is not None:
            return [word[:-length], *whole.split()]
    return [word.strip("'") or word]
