"""The summary as a note shows it: sentences that can be traced to the words they were made from.

What the rules chose stays as it was said. A model's summary stays as it wrote it; its sentences are traced
to the segments that carry them, and one that none carries is left out.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from guardrails.core.types import Claim
from guardrails.evidence.support import is_carried
from guardrails.language import Language, content_of, split_sentences, tokens_of
from pipelines.meeting import Meeting
from pipelines.sentence import Sentence

_ON_TOP = 2
"""Sentences that the rules chose; the topics under them tell the rest."""
# A line that says so much of what was taken back is not quoted.
_SAYS_IT = 0.5


@dataclass(frozen=True, slots=True)
class ShownSummary:
    """A summary as it is shown."""

    text: str
    sentences: tuple[Sentence, ...]
    strays: tuple[str, ...] = ()
    """Sentences that nothing in the meeting carries; they are not in the text."""


def shown_summary(
    summary: str, claims: Sequence[Claim], meeting: Meeting, *, extracted: bool
) -> ShownSummary:
    """What is shown of a checked `summary`; `claims` are the ones that the checks let stand.

    `extracted`: its lines were said so, the best first, and not written by a model; of those that no claim
    says already the best two are shown, in the order of the meeting.
    """
    if extracted:
        spent = {segment_id for claim in claims for segment_id in claim.evidence.segment_ids}
        said = [each for each in _extracts(summary, meeting) if each.evidence]
        left = [each for each in said if spent.isdisjoint(each.evidence)]
        sentences = tuple(sorted(left[:_ON_TOP], key=lambda each: meeting.places[each.evidence[0]]))
        return ShownSummary("\n".join(sentence.text for sentence in sentences), sentences)
    sentences, strays = trace(summary, meeting)
    kept = " ".join(sentence.text for sentence in sentences) if strays else summary
    return ShownSummary(kept, sentences, strays)


def without_dropped(lines: str, gone: Sequence[Claim], meeting: Meeting) -> str:
    """The extracted `lines` without those of claims that are not kept: their words, and other words about the
    same matter."""
    matters = [_content(claim.text, meeting.tables) for claim in gone if claim.kind != "question"]
    spent = {segment_id for claim in gone for segment_id in claim.evidence.segment_ids}
    kept = []
    for line, sentence in zip(filter(None, lines.splitlines()), _extracts(lines, meeting), strict=True):
        content = _content(sentence.text, meeting.tables)
        about = any(len(content & matter) >= max(2, _SAYS_IT * len(matter)) for matter in matters)
        if not about and not spent & set(sentence.evidence):
            kept.append(line)
    return "\n".join(kept)


def _content(text: str, tables: Language) -> frozenset[str]:
    return content_of(tokens_of(text, tables), tables)


def trace(summary: str, meeting: Meeting) -> tuple[tuple[Sentence, ...], tuple[str, ...]]:
    """The sentences of a model's `summary` with what carries them, and those that nothing carries."""
    kept, strays = [], []
    for text in filter(None, split_sentences(" ".join(summary.split()), meeting.tables)):
        wanted = meeting.index.wanted(text)
        carrying = wanted.carrying()
        if is_carried(wanted, carrying):
            kept.append(Sentence(text, tuple(meeting.segments[place].id for place in carrying)))
        else:
            strays.append(text)
    return tuple(kept), tuple(strays)


def _extracts(lines: str, meeting: Meeting) -> Iterator[Sentence]:
    """One sentence for each line, with the lines of the meeting that it was said in."""
    names = {segment.speaker for segment in meeting.segments}
    for line in filter(None, lines.splitlines()):
        name, mark, said = line.partition(": ")
        yield Sentence(line, _source(said if mark and name in names else line, meeting))


def _source(said: str, meeting: Meeting) -> tuple[str, ...]:
    """Where it was said, word for word or, because stumbles were taken out, nearly so."""
    place = meeting.index.said_in(said)
    places = meeting.index.wanted(said).carrying() if place is None else (place,)
    return tuple(meeting.segments[each].id for each in places)
