"""What a text must look like: how it begins and ends, its case, its frame, its parts."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from guardrails.requirements.requirement import Failure, whole
from guardrails.requirements.units import units


@dataclass(frozen=True, slots=True)
class StartsWith:
    """The first words, in any case; white space before them does not count."""

    phrase: str

    def failures(self, text: str) -> tuple[Failure, ...]:
        if text.strip().casefold().startswith(self.phrase.strip().casefold()):
            return ()
        return whole(f'does not start with "{self.phrase}"')

    def __str__(self) -> str:
        return f'starts with "{self.phrase}"'


@dataclass(frozen=True, slots=True)
class EndsWith:
    """The last words, in any case; quotes around the text do not count."""

    phrase: str

    def failures(self, text: str) -> tuple[Failure, ...]:
        if text.strip().strip('"').casefold().endswith(self.phrase.strip().casefold()):
            return ()
        return whole(f'does not end with "{self.phrase}"')

    def __str__(self) -> str:
        return f'ends with "{self.phrase}"'


@dataclass(frozen=True, slots=True)
class Case:
    """All letters small, or all large."""

    case: Literal["lower", "upper"]

    def failures(self, text: str) -> tuple[Failure, ...]:
        if text.islower() if self.case == "lower" else text.isupper():
            return ()
        return whole(f"is not all {self.case} case")

    def __str__(self) -> str:
        return f"all {self.case} case"


@dataclass(frozen=True, slots=True)
class Quoted:
    """All of it between double quotation marks."""

    def failures(self, text: str) -> tuple[Failure, ...]:
        bare = text.strip()
        if len(bare) > 1 and bare.startswith('"') and bare.endswith('"'):
            return ()
        return whole("is not wrapped in double quotation marks")

    def __str__(self) -> str:
        return "wrapped in double quotation marks"


@dataclass(frozen=True, slots=True)
class Title:
    """A title in double angular brackets, on one line."""

    def failures(self, text: str) -> tuple[Failure, ...]:
        for line in text.split("\n"):
            start, end = line.find("<<"), line.rfind(">>")
            if 0 <= start < end and line[start:end].strip("<> \t"):
                return ()
        return whole("has no title in <<double angular brackets>>")

    def __str__(self) -> str:
        return "a title in <<double angular brackets>>"


@dataclass(frozen=True, slots=True)
class Postscript:
    """A postscript with its marker: "P.S." or "P.P.S", blanks within allowed, or any other."""

    marker: str

    def failures(self, text: str) -> tuple[Failure, ...]:
        patterns = {"P.P.S": r"p\.\s?p\.\s?s", "P.S.": r"p\.\s?s\."}
        pattern = patterns.get(self.marker.strip(), re.escape(self.marker.strip().lower()))
        return () if re.search(pattern, text.lower()) else whole(f"has no postscript with {self.marker}")

    def __str__(self) -> str:
        return f"a postscript with {self.marker}"


@dataclass(frozen=True, slots=True)
class Divided:
    """So many parts with a divider between them: paragraphs by ***, answers by ******."""

    divider: str
    parts: int
    different: bool = False
    """Whether no two parts may be the same."""

    def failures(self, text: str) -> tuple[Failure, ...]:
        parts = [part.strip() for part in text.split(self.divider)]
        if any(not part for part in parts[1:-1]):
            return whole(f"has an empty part between two {self.divider}")
        filled = [part for part in parts if part]
        if len(filled) != self.parts:
            return whole(f"has {len(filled)} parts divided by {self.divider}; required: {self.parts}")
        if self.different and len(set(filled)) < len(filled):
            return whole("has the same part twice")
        return ()

    def __str__(self) -> str:
        return f"{self.parts} {'different ' if self.different else ''}parts divided by {self.divider}"


@dataclass(frozen=True, slots=True)
class Sections:
    """At least so many sections, each opened by a word and its number: "Section 2"."""

    opener: str
    low: int

    def failures(self, text: str) -> tuple[Failure, ...]:
        count = len(re.findall(re.escape(self.opener.strip()) + r"\s?\d+", text))
        return () if count >= self.low else whole(f"has {count} sections; required: at least {self.low}")

    def __str__(self) -> str:
        return f'at least {self.low} sections that begin with "{self.opener} 1" and so on'


@dataclass(frozen=True, slots=True)
class ParagraphOpening:
    """So many paragraphs with an empty line between them, and the first word of one of them."""

    paragraphs: int
    number: int
    """Which paragraph, from 1."""
    word: str

    def failures(self, text: str) -> tuple[Failure, ...]:
        parts = text.split("\n\n")
        count = sum(1 for part in parts if part.strip())
        if count != self.paragraphs:
            return whole(f"has {count} paragraphs; required: exactly {self.paragraphs}")
        # The part is taken as it was cut: an empty one before it moves it, as IFEval has it.
        words = parts[self.number - 1].split() if self.number <= count else []
        first = re.match(r"[^.,?!'\"]*", words[0].lstrip("'").lstrip('"')) if words else None
        if first is not None and first.group().casefold() == self.word.casefold():
            return ()
        found = next((unit for unit in units(text, "paragraph") if unit.number == self.number), None)
        return (Failure(f'does not begin with "{self.word}"', found),)

    def __str__(self) -> str:
        return f'{self.paragraphs} paragraphs, of which number {self.number} begins with "{self.word}"'
