"""Where each content word of a meeting was said: built once for a meeting, asked for every claim.

Content words are those outside a stop list, reduced to stems. A word weighs its inverse document frequency
over the segments of the meeting (Spärck Jones 1972): log((1 + segments) / (1 + segments that hold it)); a
word that nobody said weighs most. A speaker's name counts as said where he begins to speak, for a note says
who does what. Distances are counted in content words, so that long segments prove no more than short ones.
"""

from __future__ import annotations

import math
import re
from array import array
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from itertools import pairwise

from guardrails.core.types import Segment
from guardrails.language import FALLBACK
from guardrails.language.rarity import rarity
from guardrails.language.words import content_stems, spoken_line

# Texts whose places are kept: a claim in its few forms, and its neighbours.
_KEPT = 16
_LEAST_GAIN = 0.08
# A talk of a few lines does not tell which words are rare.
_LEAST_SEGMENTS = 100
TURN = 50
"""Content words of a turn or two."""


@dataclass(frozen=True, slots=True)
class Hit:
    """One wanted word where it was said."""

    position: int
    """Counted in content words from the start of the meeting."""
    place: int
    """Of the segment."""
    stem: str


@dataclass(frozen=True, slots=True)
class Window:
    """The stretch of talk that carries most of what is wanted."""

    weight: float
    hits: Sequence[Hit] = ()


@dataclass(frozen=True)
class Wanted:
    """The content of one claim, and where its words were said, in that order."""

    weights: Mapping[str, float]
    rarities: Mapping[str, float]
    """Of the same words in any talk; `weights` are those of this meeting."""
    hits: Sequence[Hit]
    pairs: int
    """Neighbouring content words of the claim, ..."""
    pairs_said: int
    """... and those of them that were said one after the other somewhere."""

    @cached_property
    def total(self) -> float:
        return math.fsum(self.weights.values())

    @cached_property
    def said(self) -> frozenset[str]:
        """Those of the words that somebody said anywhere in the meeting."""
        return frozenset(hit.stem for hit in self.hits)

    def share(self, words: Iterable[str]) -> float:
        """0..1, of the weight of all content words; a claim without content is carried by nothing."""
        return math.fsum(self.weights[word] for word in set(words)) / self.total if self.total else 0.0

    def within(self, places: Iterable[int]) -> float:
        """The share that the segments at `places` have."""
        inside = set(places)
        return self.share(hit.stem for hit in self.hits if hit.place in inside)

    def best(self, size: int) -> Window:
        """The window of `size` content words that carries most; the earliest of equals."""
        best = Window(0.0)
        inside: Counter[str] = Counter()
        weight, left = 0.0, 0
        for right, hit in enumerate(self.hits):
            weight += 0.0 if inside[hit.stem] else self.weights[hit.stem]
            inside[hit.stem] += 1
            while hit.position - self.hits[left].position >= size:
                inside[self.hits[left].stem] -= 1
                weight -= 0.0 if inside[self.hits[left].stem] else self.weights[self.hits[left].stem]
                left += 1
            if weight > best.weight + 1e-9:
                best = Window(weight, self.hits[left : right + 1])
        return best

    def carrying(self) -> tuple[int, ...]:
        """The segments that carry most of it, within a turn or two."""
        return self.fewest(self.best(TURN))

    def fewest(self, window: Window) -> tuple[int, ...]:
        """The places that hold what `window` holds: the one that adds most, until none adds much."""
        held: dict[int, set[str]] = {}
        for hit in window.hits:
            held.setdefault(hit.place, set()).add(hit.stem)
        chosen: list[int] = []
        have: set[str] = set()
        while held:
            place = max(held, key=lambda p: (self.share(held[p] - have), -p))
            if self.share(held[place] - have) < _LEAST_GAIN:
                break
            have |= held.pop(place)
            chosen.append(place)
        return tuple(sorted(chosen))

    @cached_property
    def singles(self) -> Sequence[tuple[float, int]]:
        """Single segments, as share and place, by how much they carry; the earliest of equals first."""
        held: dict[int, set[str]] = {}
        for hit in self.hits:
            held.setdefault(hit.place, set()).add(hit.stem)
        found = ((round(self.share(stems), 9), place) for place, stems in held.items())
        return sorted(found, key=lambda single: (-single[0], single[1]))


class MeetingIndex:
    """Where each content word of a meeting was said."""

    def __init__(self, segments: Sequence[Segment], code: str = FALLBACK) -> None:
        """`code`: of the language that is spoken."""
        self.segments, self.code = segments, code
        self.stems = partial(content_stems, code=code)
        """The content words of a text, as they are compared."""
        # As machine numbers: four hours have 60,000 words, and pairs of objects take fifteen times as much.
        self._said: dict[str, array[int]] = {}
        self._starts = array("L")
        self._pairs: set[tuple[str, str]] = set()
        self._holding: Counter[str] = Counter()
        position, speaker = 0, None
        for segment in segments:
            stems = self.stems(segment.text)
            if segment.speaker and segment.speaker != speaker:
                stems = (*self.stems(segment.speaker), *stems)
            speaker = segment.speaker
            self._starts.append(position)
            for stem in stems:
                self._said.setdefault(stem, array("L")).append(position)
                position += 1
            self._holding.update(set(stems))
            self._pairs.update(pairwise(stems))
        self._wanted: dict[str, Wanted] = {}

    @cached_property
    def lines(self) -> Sequence[str]:
        """The spoken words of each segment, between blanks."""
        return [spoken_line(segment.text) for segment in self.segments]

    @cached_property
    def vocabulary(self) -> frozenset[str]:
        """Every word that was said, the speakers' names, and the parts of both."""
        names = {segment.speaker or "" for segment in self.segments}
        words = " ".join((*self.lines, *names)).casefold().split()
        return frozenset(part for word in words for part in (word, *re.split(r"\W", word)))

    @cached_property
    def small(self) -> frozenset[str]:
        """Words that were said and are written in small letters."""
        words = (word.strip(",.?!;:") for segment in self.segments for word in segment.text.split())
        return frozenset(word for word in words if word.islower())

    def said_in(self, text: str) -> int | None:
        """The place of the first segment that has the very words of `text`; None where no single one has."""
        words = spoken_line(text)
        return next((place for place, line in enumerate(self.lines) if words in line), None)

    def is_heard(self, word: str) -> bool:
        """Whether all that `word` tells was said somewhere in the meeting."""
        return all(self._holding[stem] for stem in self.stems(word))

    def wanted(self, text: str) -> Wanted:
        """The content words of `text`, and where they were said; the last few texts are kept."""
        if text not in self._wanted:
            if len(self._wanted) >= _KEPT:
                del self._wanted[next(iter(self._wanted))]
            self._wanted[text] = self._find(text)
        return self._wanted[text]

    def _find(self, text: str) -> Wanted:
        stems = self.stems(text)
        every = 1 + max(len(self.segments), _LEAST_SEGMENTS)
        weights = {stem: math.log(every / (1 + self._holding[stem])) for stem in stems}
        hits = [
            Hit(position, self._place(position), stem)
            for stem in weights
            for position in self._said.get(stem, ())
        ]
        pairs = set(pairwise(stems))
        ordered = sorted(hits, key=lambda hit: hit.position)
        rarities = {stem: rarity(stem, self.code) for stem in weights}
        return Wanted(weights, rarities, ordered, len(pairs), len(pairs & self._pairs))

    def _place(self, position: int) -> int:
        return bisect_left(self._starts, position + 1) - 1
