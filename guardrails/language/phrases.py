"""Phrases of a language as data: short patterns over the words of a clause.

A pattern is words with blanks between them. `a|b` are alternatives for one word, `word?` may be missing,
`~` means any letters (`~ed` is a word that ends so), `*` is any word, `**` up to three, and `<list>`
is any phrase of another list of the same file. Patterns are searched in a line: normalised words and marks,
each between blanks.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

Span = tuple[int, int]
"""Token numbers: first, and one past the last."""

_WORD = r"[^ ,.?!;:]+"
_LETTERS = r"[^ ,.?!;:]*"


def line_of(words: Iterable[str]) -> str:
    """The form in which phrases are searched."""
    return f" {' '.join(words)} "


@dataclass(frozen=True)
class Phrases:
    """The phrases of one list, compiled; a list without phrases finds nothing."""

    pattern: re.Pattern[str] | None

    def find(self, line: str) -> Iterator[Span]:
        """Where phrases are, in order, without overlaps; the longest of those that begin together."""
        if self.pattern is not None:
            for match in self.pattern.finditer(line):
                first = line.count(" ", 0, match.start() + 1) - 1
                yield first, first + match.group().count(" ") + 1

    def first(self, line: str) -> Span | None:
        return next(self.find(line), None)

    def begins(self, line: str) -> bool:
        """Whether the line begins with a phrase."""
        return self.pattern is not None and self.pattern.match(line, 1) is not None

    def __contains__(self, line: str) -> bool:
        return self.pattern is not None and self.pattern.search(line) is not None


def compile_phrases(patterns: Sequence[str], lists: Mapping[str, Sequence[str]]) -> Phrases:
    """Raises KeyError for a list that is not there, and RecursionError for one that contains itself."""
    if not patterns:
        return Phrases(None)
    return Phrases(re.compile(rf"(?<= )(?:{_alternatives(patterns, lists)})(?= )"))


def _alternatives(patterns: Sequence[str], lists: Mapping[str, Sequence[str]]) -> str:
    # The longest first, for the first alternative that fits is taken.
    ordered = sorted(set(patterns), key=lambda pattern: (-len(pattern.split()), pattern))
    return "|".join(_sequence(pattern.split(), lists) for pattern in ordered)


def _sequence(words: Sequence[str], lists: Mapping[str, Sequence[str]]) -> str:
    """Blanks go with the words before them, and an optional word takes its own along."""
    parts, needed = [], False
    for word in words:
        optional = word.endswith("?") and len(word) > 1
        part = _word(word.removesuffix("?") if optional else word, lists)
        if word == "**":
            parts.append(rf"(?: {_WORD}){{0,3}}" if needed else rf"(?:{_WORD} ){{0,3}}")
        elif optional:
            parts.append(rf"(?: (?:{part}))?" if needed else rf"(?:(?:{part}) )?")
        else:
            parts.append(rf" (?:{part})" if needed else rf"(?:{part})")
            needed = True
    return "".join(parts)


def _word(word: str, lists: Mapping[str, Sequence[str]]) -> str:
    return "|".join(_choice(choice, lists) for choice in word.split("|"))


def _choice(choice: str, lists: Mapping[str, Sequence[str]]) -> str:
    if choice == "*":
        return _WORD
    if choice.startswith("<"):
        return _alternatives(lists[choice.strip("<>")], lists)
    return _LETTERS.join(re.escape(part) for part in choice.split("~"))
