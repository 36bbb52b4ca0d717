"""What a claim says that its lines do not: a figure, a name, a date. Each becomes a mark at the very words.

One unheard token is no reason to bury a right item: notes take figures from slides and chats. But it must not
look as if somebody had said it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from rapidfuzz import fuzz, process

from guardrails.due_phrases import due_phrases
from guardrails.evidence.due import is_due_said
from guardrails.evidence.index import MeetingIndex
from guardrails.evidence.passage import Passage
from guardrails.evidence.people import is_named
from guardrails.guardrail import Scene
from guardrails.numbers import figures_in
from guardrails.types import Claim, Mark
from guardrails.units import same
from guardrails.words import spoken_words

# Digits that are part of a word ("V1", "DevNet0") are a name.
_FIGURE = re.compile(r"(?<![\w.])\d+(?:[.,:]\d+)*(?!\w)")
_NAME = re.compile(r"(?<=[a-z,;:&] )[A-Z][a-z]{2,}(?: [A-Z][a-z]{2,})*\b")
# As recognisers misspell names; a note may write them right.
_SAME_NAME = 75.0


def unheard(claim: Claim, passage: Passage, scene: Scene, index: MeetingIndex) -> tuple[Mark, ...]:
    """Marks for what was not heard, in the order of the text."""
    found = [
        *(Mark(words, "figure", _reason(words)) for words in _figures(claim.text, passage.text, index)),
        *(Mark(words, "date", _reason(words)) for words in _dates(claim.text, passage.text)),
        *(Mark(words, "name", _reason(words)) for words in _names(claim.text, scene, index)),
    ]
    return tuple(sorted(dict.fromkeys(found), key=lambda mark: claim.text.find(mark.words)))


def _reason(words: str) -> str:
    return f"“{words}” was not heard"


def _figures(text: str, said: str, index: MeetingIndex) -> Iterator[str]:
    """A figure that only other lines have counts as heard, unless these have one like it."""
    here, claimed, spoken = _digits(said), _digits(text), figures_in(said)
    for found in _FIGURE.finditer(text):
        written = found.group().replace(",", "")
        figures = figures_in(written)
        if written in here or (figures and any(same(figures[0], one) for one in spoken)):
            continue
        if written not in index.figures or any(_is_like(written, other) for other in here - claimed):
            yield found.group()


def _is_like(one: str, other: str) -> bool:
    """Whether one may have been written for the other: as long, and the same but for the last digits."""
    return len(one) == len(other) and one[: len(one) // 2] == other[: len(one) // 2]


def _digits(text: str) -> frozenset[str]:
    return frozenset(found.group().replace(",", "") for found in _FIGURE.finditer(text))


def _dates(text: str, said: str) -> Iterator[str]:
    for phrase in due_phrases(text):
        if not re.search(r"\d", phrase) and not is_due_said(phrase, said):
            yield phrase


def _names(text: str, scene: Scene, index: MeetingIndex) -> Iterator[str]:
    known = index.vocabulary
    for found in _NAME.finditer(text):
        for word in found.group().split():
            spelled = spoken_words(word)[:1]
            if spelled and spelled[0] not in known and not any(is_named(one, word) for one in scene.people):
                near = process.extractOne(spelled[0], known, scorer=fuzz.ratio, score_cutoff=_SAME_NAME)
                if near is None or near[0][:1] != spelled[0][:1]:
                    yield word
