"""Words as a reader found them, and the transcript that they make: of lines and as a whole of bounded length.

Some programs write a meeting as one line, and some files are no meeting. What reads a transcript afterwards
(the rules, the page) needs many times its size in memory, and takes a line as a whole.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from guardrails.core.types import Segment
from guardrails.language import FALLBACK, language, sentence_spans
from pipelines.characters import shortened
from pipelines.errors import BadInputError
from pipelines.importers.source import Source
from pipelines.text import LONGEST_LINE, LONGEST_NAME
from pipelines.transcript import Transcript

MOST_CHARACTERS = 2_000_000
"""Of all words of a meeting: people talk for a day to say as much."""
_SHORT_LINE = 20
"""Characters that a line counts for at least: each costs its share of whatever reads the meeting."""


class Utterance(NamedTuple):
    start_s: float | None
    end_s: float | None
    speaker: str | None
    text: str


def is_words(text: str) -> bool:
    """Whether anything in the text can be said aloud."""
    return any(map(str.isalnum, text))


class Counted:
    """Counts what was read, so that reading ends where it is too much."""

    def __init__(self, source: Source) -> None:
        self._source = source
        self._characters = 0

    def add(self, text: str) -> None:
        """BadInputError where that makes it too much."""
        self._characters += max(len(text), _SHORT_LINE if text else 0)
        if self._characters > MOST_CHARACTERS:
            raise BadInputError(
                f"{self._source.path} is longer than a day of talk ({MOST_CHARACTERS:,} characters); "
                "divide it into its meetings."
            )


def divided(said: Utterance) -> Iterator[Utterance]:
    """What was said in lines of at most LONGEST_LINE characters, cut where a sentence or else a word ends.
    A name keeps at most LONGEST_NAME.

    Each has the share of the time that it has of the characters. Where the end is not known, only the first
    has a time.
    """
    text, done = said.text, 0
    said = said._replace(speaker=said.speaker and shortened(said.speaker, LONGEST_NAME))
    while done < len(text):
        end = _end_of_line(text, done)
        if line := text[done:end].strip():
            yield said._replace(start_s=_time_at(said, done), end_s=_time_at(said, end), text=line)
        done = end


def _end_of_line(text: str, start: int) -> int:
    if len(text) - start <= LONGEST_LINE:
        return len(text)
    window = text[start : start + LONGEST_LINE]
    # The last sentence of the window may go on behind it.
    ends = [end for _, end in sentence_spans(window, language(FALLBACK))][:-1]
    return start + (ends[-1] if ends else window.rstrip().rfind(" ") + 1 or LONGEST_LINE)


def _time_at(said: Utterance, place: int) -> float | None:
    """When that character of it was said."""
    if place <= 0:
        return said.start_s
    if place >= len(said.text):
        return said.end_s
    if said.start_s is None or said.end_s is None:
        return None
    return round(said.start_s + (said.end_s - said.start_s) * place / len(said.text), 3)


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
    lines = [line for utterance in utterances for line in divided(utterance)]
    order = in_order(line.start_s for line in lines)
    return Transcript(
        title=title,
        language=language,
        segments=tuple(Segment(f"s{n}", *lines[i]) for n, i in enumerate(order, start=1)),
        flags=source.damage.flags,
        warnings=source.damage.warnings,
    )
