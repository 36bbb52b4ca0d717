"""A note's title: the engine's, where all of its words were said, else the rules' own."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from guardrails.german_words import stems_of as german_stems_of
from guardrails.types import Segment, Tape, TapeEntry
from guardrails.words import content_stems
from pipelines.rules.german.meeting import meeting_of as german_meeting_of
from pipelines.rules.german.topic import title_of as german_title_of
from pipelines.summary import title_of
from pipelines.summary.title import MOST_WORDS
from pipelines.summary.words import words_of

NAME = "title"
"""The word on the tape."""
_NO_TITLE = frozenset({"Meeting", "Besprechung"})
"""What the rules write where nothing recurs."""


def named(title: str, segments: Sequence[Segment], language: str) -> tuple[str, Tape]:
    """`title` in at most eight words, and nothing for the tape; or the rules' title, and why.

    `language` is that of the meeting. Word forms may differ ("launches", "launch"), words may not: a title is
    read without the transcript beside it.
    """
    short = " ".join(title.split()[:MOST_WORDS])
    unsaid = list(_unsaid(short, segments))
    if short and not unsaid:
        return short, ()
    other = _by_rules(segments, language)
    if not short:
        return other, ()
    reason = f"nobody said {', '.join(f'“{word}”' for word in unsaid)}"
    return other, (TapeEntry(NAME, NAME, "unverified", short, other, reason),)


def _unsaid(title: str, segments: Sequence[Segment]) -> Iterator[str]:
    """Words of `title` that carry something and were not said in any form."""
    if title in _NO_TITLE:
        return
    wanted = [
        (word, {word.lower(), *content_stems(word), *german_stems_of(word)}) for word in words_of(title)
    ]
    left = [(word, forms) for word, forms in wanted if content_stems(word) and german_stems_of(word)]
    said: set[str] = set()
    for segment in segments:
        if all(forms & said for _, forms in left):
            return
        said.update(word.lower() for word in words_of(f"{segment.speaker or ''} {segment.text}"))
        said.update(content_stems(segment.text))
        said.update(german_stems_of(segment.text))
    yield from (word for word, forms in left if not forms & said)


def _by_rules(segments: Sequence[Segment], language: str) -> str:
    if language == "de":
        return german_title_of(german_meeting_of(segments).sentences, segments)
    return title_of(segments)
