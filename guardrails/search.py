"""Where in the meeting was this said? Finds the segments that carry a claim whose own evidence does not.

The stretch of talk with most of the claim's content (`guardrails.support`) is looked for, and the fewest of
its segments that hold what it holds are cited. One segment that carries nearly as much as the stretch is
better than the stretch.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from guardrails.support import MeetingWords, Wanted
from guardrails.words import spoken_words

# A single segment that carries this share of what the best stretch carries is cited alone.
_NEARLY = 0.85
# Segments tried, best first.
_TRIED = 5
_LEAST_GAIN = 0.08
_LEAST_QUOTE = 4


def places_of(wanted: Wanted, words: MeetingWords) -> Iterator[tuple[float, tuple[int, ...]]]:
    """Places of segments that may carry what is wanted, with their support, the likeliest first."""
    stretch = words.best(wanted)
    if not stretch:
        return
    whole = wanted.share(hit.stem for hit in stretch)
    singles = wanted.singles
    best = singles[0][0] if singles else 0.0
    if best < _NEARLY * whole:
        yield whole, _fewest(wanted, [(hit.place, hit.stem) for hit in stretch])
    for share, place in singles[:_TRIED]:
        if share >= _NEARLY * best:
            yield share, (place,)


def quoted_place(text: str, words: MeetingWords) -> int | None:
    """The place of the one segment that has `text` word for word; of fewer words it proves nothing."""
    line = " ".join(spoken_words(text))
    if line.count(" ") < _LEAST_QUOTE - 1:
        return None
    found = [place for place, said in enumerate(words.lines) if f" {line} " in said]
    return found[0] if len(found) == 1 else None


def _fewest(wanted: Wanted, found: Sequence[tuple[int, str]]) -> tuple[int, ...]:
    """Segment after segment, the one that adds most, until none adds anything to speak of."""
    held: dict[int, set[str]] = {}
    for place, stem in found:
        held.setdefault(place, set()).add(stem)
    chosen: list[int] = []
    have: set[str] = set()
    while held:
        place = max(held, key=lambda p: (wanted.share(held[p] - have), -p))
        if wanted.share(held[place] - have) < _LEAST_GAIN:
            break
        have |= held.pop(place)
        chosen.append(place)
    return tuple(sorted(chosen))
