"""Words as a reader found them, and the transcript that they make."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from guardrails.core.types import Segment
from pipelines.importers.source import Source
from pipelines.transcript import Transcript


class Utterance(NamedTuple):
    start_s: float | None
    end_s: float | None
    speaker: str | None
    text: str


def is_words(text: str) -> bool:
    """Whether anything in the text can be said aloud."""
    return any(map(str.isalnum, text))


def in_order(starts: Iterable[float | None]) -> list[int]:
    """The indices sorted by start, stable; what has no start stays behind what it followed."""
    keys: list[float] = []
    last = 0.0
    for start in starts:
        last = last if start is None else start
        keys.append(last)
    return sorted(range(len(keys)), key=keys.__getitem__)


def transcript_of(
    source: Source, utterances: Sequence[Utterance], *, title: str | None = None, language: str | None = None
) -> Transcript:
    """The utterances as segments "s1", "s2", ... in the order of their start."""
    order = in_order(utterance.start_s for utterance in utterances)
    return Transcript(
        title=title,
        language=language,
        segments=tuple(Segment(f"s{n}", *utterances[i]) for n, i in enumerate(order, start=1)),
        flags=source.damage.flags,
        warnings=source.damage.warnings,
    )
