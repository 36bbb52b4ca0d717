"""A note's title: the engine's, where the meeting carries it and all of its words were said, else the rules'
own."""

from __future__ import annotations

from collections.abc import Iterator

from guardrails.core.types import Tape, TapeEntry
from guardrails.evidence.support import is_carried
from guardrails.language import tokens_of
from pipelines.meeting import Meeting
from pipelines.summary import TITLE_WORDS, no_title, title_of

NAME = "title"
"""The word on the tape."""


def named(title: str, meeting: Meeting, *, by_model: bool = True) -> tuple[str, Tape]:
    """`title` in at most eight words, and nothing for the tape; or the rules' title, and why.

    Word forms may differ ("launches", "launch"), words may not: a title is read without the transcript beside
    it. The rules make theirs of words said in several places; one that is `by_model` has to have been said as
    a sentence has.
    """
    short = " ".join(title.split()[:TITLE_WORDS])
    unsaid = list(_unsaid(short, meeting))
    if short and not unsaid and not (by_model and _is_put_together(short, meeting)):
        return short, ()
    other = title_of(meeting)
    if not short:
        return other, ()
    reason = f"nobody said {', '.join(f'“{word}”' for word in unsaid) or 'this'}"
    return other, (TapeEntry(NAME, NAME, "unverified", short, other, reason),)


def _is_put_together(title: str, meeting: Meeting) -> bool:
    """Whether its words were said, but not of one matter."""
    if title == no_title(meeting.tables):
        return False
    wanted = meeting.index.wanted(title)
    return bool(wanted.weights) and not is_carried(wanted, wanted.carrying())


def _unsaid(title: str, meeting: Meeting) -> Iterator[str]:
    """Words of `title` that carry something and were not said in any form."""
    spoken = meeting.tables
    if title == no_title(spoken):
        return
    said = {
        form
        for segment in meeting.segments
        for token in tokens_of(f"{segment.speaker or ''} {segment.text}", spoken)
        for form in (token.text, token.lemma)
    }
    for token in tokens_of(title, spoken):
        is_little = token.is_mark or token.text in spoken.words("function")
        if not is_little and said.isdisjoint((token.text, token.lemma)):
            yield title[token.start : token.end]
