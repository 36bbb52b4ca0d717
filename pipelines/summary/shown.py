"""The summary as a note shows it: sentences that can be traced to the words they were made from.

What the rules chose stays as it was said. A model's summary stays as it wrote it; its sentences are traced
to the segments that carry them, and one that none carries is left out.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from guardrails.core.types import Claim, Segment
from guardrails.evidence.index import MeetingIndex
from guardrails.evidence.support import is_carried
from guardrails.language import Language, content_of, split_sentences, tokens_of
from guardrails.language import language as tables_of
from guardrails.language.words import spoken_words
from pipelines.languages import spoken_language
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
    summary: str,
    claims: Sequence[Claim],
    segments: Sequence[Segment],
    *,
    extracted: bool,
    language: str | None = None,
) -> ShownSummary:
    """What is shown of a checked `summary`; `claims` are the ones that the checks let stand.

    `extracted`: its lines were said so, the best first, and not written by a model; of those that no claim
    says already the best two are shown, in the order of the meeting.
    `language`: code of the one that is spoken; None finds it in the words.
    """
    code = spoken_language(segments, language)
    if extracted:
        spent = {segment_id for claim in claims for segment_id in claim.evidence.segment_ids}
        said = [each for each in _extracts(summary, segments, code) if each.evidence]
        left = [each for each in said if spent.isdisjoint(each.evidence)]
        places = {segment.id: place for place, segment in enumerate(segments)}
        sentences = tuple(sorted(left[:_ON_TOP], key=lambda each: places.get(each.evidence[0], 0)))
        return ShownSummary("\n".join(sentence.text for sentence in sentences), sentences)
    sentences, strays = trace(summary, segments, code)
    kept = " ".join(sentence.text for sentence in sentences) if strays else summary
    return ShownSummary(kept, sentences, strays)


def without_dropped(lines: str, gone: Sequence[Claim], segments: Sequence[Segment], tables: Language) -> str:
    """The extracted `lines` without those of claims that are not kept: their words, and other words about the
    same matter."""
    matters = [_content(claim.text, tables) for claim in gone if claim.kind != "question"]
    spent = {segment_id for claim in gone for segment_id in claim.evidence.segment_ids}
    kept = []
    for line, sentence in zip(
        filter(None, lines.splitlines()), _extracts(lines, segments, tables.code), strict=True
    ):
        content = _content(sentence.text, tables)
        about = any(len(content & matter) >= max(2, _SAYS_IT * len(matter)) for matter in matters)
        if not about and not spent & set(sentence.evidence):
            kept.append(line)
    return "\n".join(kept)


def _content(text: str, tables: Language) -> frozenset[str]:
    return content_of(tokens_of(text, tables), tables)


def trace(
    summary: str, segments: Sequence[Segment], language: str
) -> tuple[tuple[Sentence, ...], tuple[str, ...]]:
    """The sentences of a model's `summary` with what carries them, and those that nothing carries."""
    words = MeetingIndex(segments, language)
    kept, strays = [], []
    for text in filter(None, split_sentences(" ".join(summary.split()), tables_of(language))):
        wanted = words.wanted(text)
        carrying = wanted.carrying()
        if is_carried(wanted, carrying):
            kept.append(Sentence(text, tuple(segments[place].id for place in carrying)))
        else:
            strays.append(text)
    return tuple(kept), tuple(strays)


def _extracts(lines: str, segments: Sequence[Segment], code: str) -> Iterator[Sentence]:
    """One sentence for each line, with the lines of the meeting that it was said in."""
    words = MeetingIndex(segments, code)
    names = {segment.speaker for segment in segments}
    for line in filter(None, lines.splitlines()):
        name, mark, said = line.partition(": ")
        yield Sentence(line, _source(said if mark and name in names else line, segments, words))


def _source(said: str, segments: Sequence[Segment], words: MeetingIndex) -> tuple[str, ...]:
    """Where it was said, word for word or, because stumbles were taken out, nearly so."""
    line = f" {' '.join(spoken_words(said))} "
    exact = [segment.id for segment, spoken in zip(segments, words.lines, strict=True) if line in spoken]
    return tuple(exact[:1]) or tuple(segments[place].id for place in words.wanted(said).carrying())
