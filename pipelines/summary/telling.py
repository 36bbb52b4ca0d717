"""The summary as a note shows it: sentences that can be traced to the words they were made from.

What the rules extract is a few lines of speech. Here they become a text: what was said about the subject,
what was decided, who does what by when, and what is open, each from claims that the checks let stand. A
model's summary stays as it wrote it; its sentences are traced to the segments that carry them, and one that
none carries is left out.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from guardrails.evidence.index import MeetingIndex
from guardrails.qualifier import FLAGS
from guardrails.types import Claim, Segment
from guardrails.words import content_stems, spoken_words
from pipelines.languages import spoken_language
from pipelines.sentence import Sentence
from pipelines.summary import phrasing, phrasing_german
from pipelines.summary.invented import is_invented
from pipelines.summary.phrasing import Phrased, parts_of

MOST_WORDS = 190
"""Of a summary that is put together here: less than a minute of reading."""
# Lines of speech beside what claims say.
_QUOTED = 2
# So much of a sentence's content must be somewhere in the meeting; a fair paraphrase shares about half.
_CARRIED = 0.2
# A line that says so much of what was taken back is not quoted.
_SAYS_IT = 0.5
# Of what these mark the words of the claim are not the whole truth: the item says so, a sentence would not.
_QUALIFIED = frozenset(FLAGS.values())


class Phrasing(Protocol):
    """How claims are told in one language."""

    def quoted(self, speaker: str | None, said: str) -> str: ...
    def decisions_said(self, decisions: Sequence[Claim]) -> Iterator[Phrased]: ...
    def actions_said(
        self, actions: Sequence[Claim], voices: Mapping[str, str | None]
    ) -> Iterator[Phrased]: ...
    def questions_said(self, questions: Sequence[Claim]) -> Iterator[Phrased]: ...


_PHRASINGS: Mapping[str, Phrasing] = {"en": phrasing, "de": phrasing_german}


@dataclass(frozen=True, slots=True)
class Telling:
    """A summary as it is shown."""

    text: str
    sentences: tuple[Sentence, ...]
    strays: tuple[str, ...] = ()
    """Sentences that nothing in the meeting carries; they are not in the text."""


def told(
    summary: str,
    claims: Sequence[Claim],
    segments: Sequence[Segment],
    *,
    extracted: bool,
    language: str | None = None,
) -> Telling:
    """What is shown of a checked `summary`; `claims` are the ones that the checks let stand.

    `extracted`: it consists of lines that the rules chose, and not of sentences that a model wrote.
    `language`: code of the one that is spoken; None finds it in the words.
    """
    if extracted:
        way = _PHRASINGS.get(spoken_language(segments, language))
        if way is None:
            return Telling(summary, tuple(_extracts(summary, segments, MeetingIndex(segments), None)))
        sentences = tell(summary, claims, segments, way)
        return Telling(" ".join(sentence.text for sentence in sentences), sentences)
    sentences, strays = trace(summary, segments, spoken_language(segments, language))
    return Telling(
        " ".join(sentence.text for sentence in sentences) if strays else summary, sentences, strays
    )


def unspent(
    lines: str,
    gone: Sequence[Claim],
    segments: Sequence[Segment],
    stems: Callable[[str], Collection[str]] = content_stems,
    refused: Sequence[str] = (),
) -> str:
    """The extracted `lines` without what was said of claims that do not stand: their words, and other words
    about the same matter. `refused`: sentences that asked for what nobody took on."""
    said = [*(claim.text for claim in gone if claim.kind != "question"), *refused]
    matters = [frozenset(stems(text)) for text in said]
    spent = {segment_id for claim in gone for segment_id in claim.evidence.segment_ids}
    if not spent and not matters:
        return lines
    kept = []
    words = MeetingIndex(segments)
    for line in lines.splitlines():
        speaker, parts = _spoken(line, segments)
        parts = [
            part
            for part in parts
            if not spent & set(_source(part, segments, words))
            and not _is_about(frozenset(stems(part)), matters)
        ]
        if parts:
            kept.append(f"{speaker}: {' '.join(parts)}" if speaker else " ".join(parts))
    return "\n".join(kept)


def _is_about(said: frozenset[str], matters: Sequence[frozenset[str]]) -> bool:
    return any(len(said & matter) >= max(2, _SAYS_IT * len(matter)) for matter in matters)


def tell(
    lines: str, claims: Sequence[Claim], segments: Sequence[Segment], way: Phrasing = phrasing
) -> tuple[Sentence, ...]:
    """The extracted `lines` and the verified `claims` as connected sentences, at most `MOST_WORDS`.

    No line is quoted from what a claim says already. Nothing is named or counted that claims, speakers or
    lines do not hold. A claim that is marked as conditional, doubtful or asked is left to its item.
    """
    words = MeetingIndex(segments)
    spent = {segment_id for claim in claims for segment_id in claim.evidence.segment_ids}
    claims = [claim for claim in claims if not _QUALIFIED & set(claim.flags)]
    places = {segment.id: place for place, segment in enumerate(segments)}
    voices = {segment.id: segment.speaker for segment in segments}
    decided, taken_on, asked = (
        [Sentence(text, _in_order(made_from, places)) for text, made_from in said]
        for said in (
            way.decisions_said([claim for claim in claims if claim.kind == "decision"]),
            way.actions_said([claim for claim in claims if claim.kind == "action"], voices),
            way.questions_said([claim for claim in claims if claim.kind == "question"]),
        )
    )
    extracts = [one for one in _extracts(lines, segments, words, way) if not spent & set(one.evidence)]
    if decided or taken_on or asked:
        del extracts[_QUOTED:]
    # Where not all has room, what was decided goes before who does it, and talk comes last.
    room = set(_bounded([*decided, *asked, *taken_on, *extracts]))
    return tuple(sentence for sentence in [*extracts, *decided, *taken_on, *asked] if sentence in room)


def trace(
    summary: str, segments: Sequence[Segment], language: str
) -> tuple[tuple[Sentence, ...], tuple[str, ...]]:
    """The sentences of a model's `summary` with what carries them, and those that nothing carries.

    What is invented is known in English only, whose paraphrases were measured.
    """
    words = MeetingIndex(segments)
    speakers = frozenset(content_stems(" ".join({segment.speaker or "" for segment in segments})))
    kept, strays = [], []
    for text in parts_of(summary):
        wanted = words.wanted(text)
        places = wanted.carrying()
        carried = wanted.within(places)
        if carried >= _CARRIED and not (language == "en" and is_invented(text, words, speakers)):
            kept.append(Sentence(text, tuple(segments[place].id for place in places)))
        else:
            strays.append(text)
    return tuple(kept), tuple(strays)


def _in_order(made_from: Sequence[Claim], places: dict[str, int]) -> tuple[str, ...]:
    ids = {segment_id for claim in made_from for segment_id in claim.evidence.segment_ids}
    return tuple(sorted(ids, key=lambda segment_id: places.get(segment_id, -1)))


def _extracts(
    lines: str, segments: Sequence[Segment], words: MeetingIndex, way: Phrasing | None
) -> Iterator[Sentence]:
    """Lines of speech, each sentence with who said it and where."""
    for line in lines.splitlines():
        speaker, parts = _spoken(line, segments)
        for part in parts:
            yield Sentence(way.quoted(speaker, part) if way else part, _source(part, segments, words))


def _spoken(line: str, segments: Sequence[Segment]) -> tuple[str | None, list[str]]:
    """Who says a line, and its sentences."""
    speaker, mark, text = line.partition(": ")
    if mark and any(segment.speaker == speaker for segment in segments):
        return speaker, parts_of(text)
    return None, parts_of(line)


def _source(said: str, segments: Sequence[Segment], words: MeetingIndex) -> tuple[str, ...]:
    """Where it was said, word for word or, because stumbles were taken out, nearly so."""
    line = _line(said)
    exact = next((segment.id for segment in segments if line in _line(segment.text)), None)
    if exact is not None:
        return (exact,)
    places = words.wanted(said).carrying()
    return tuple(segments[place].id for place in places)


def _line(text: str) -> str:
    """The words of `text` as they are compared, so that only whole words are found in it."""
    return f" {' '.join(spoken_words(text))} "


def _bounded(sentences: Sequence[Sentence]) -> Iterator[Sentence]:
    """As many of `sentences` as the bound allows; a long one is left out before a short one."""
    spare = MOST_WORDS
    for sentence in sentences:
        words = len(sentence.text.split())
        if words <= spare:
            spare -= words
            yield sentence
