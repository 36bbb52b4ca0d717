"""What a note says of a meeting as a whole: its title, two sentences, and its topics, each with its time.

Everything is made of words that were said: sentences are chosen, never written, and titles are phrases that
come back. Any language that `guardrails.language` reads is summed up alike.
"""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import chain, zip_longest
from typing import Final

from guardrails.core.types import Segment
from guardrails.language import Language, tokens_of
from guardrails.language import language as tables_of
from pipelines.languages import spoken_language
from pipelines.sentence import Sentence as Told
from pipelines.sentences import Sentence, meeting_sentences
from pipelines.summary.extracts import Extract, best, extracts_of
from pipelines.summary.opening import announced
from pipelines.summary.phrases import Phrase, apart, grown, phrases_of
from pipelines.summary.topics import Part, parts_of

__all__ = ["Topic", "framed", "summarise", "title_of", "topics_of"]

TITLE_WORDS: Final = 8
_PHRASES: Final = 3
_ALONE: Final = 0.5
"""Weight of a word alone in a title: "client" says less of a meeting than "block proof"."""
_INITIALS: Final = 2
"""Letters of an abbreviation that names no meeting: "PR", "EL", "TV"."""
_CLEAR: Final = -0.75
"""Log-odds from which a sentence is quoted under a topic: of those that a reader graded, three in ten said
nothing to him then, and seven in ten below (`python -m bench.train_summary`)."""
_MAIN: Final = 2
_MATTERS: Final = 5
"""Topics that the meeting was mostly about, and all that are named on top."""
_FRAMES: Final = {
    "en": ("Mostly about {main}", "; also about {rest}", " and "),
    "de": ("Vor allem um {main}", "; außerdem um {rest}", " und "),
    "fr": ("Surtout : {main}", " ; et aussi : {rest}", " et "),
}
"""By language: what frames the topics on top of a summary, and what joins the last two."""


@dataclass(frozen=True, slots=True)
class Topic:
    """A stretch of the meeting, and one thing that was said in it."""

    title: str
    segments: tuple[str, ...]
    """Ids of all of its segments."""
    said: str
    """A whole sentence; empty where none can be understood alone."""
    source: tuple[str, ...]
    """Ids of the segments that it was said in."""


@dataclass(frozen=True)
class Meeting:
    spoken: Language
    segments: tuple[Segment, ...]
    sentences: tuple[Sentence, ...]
    phrases: tuple[Phrase, ...]
    """The main ones first."""
    names: tuple[Phrase, ...]
    """Those that may be in a title, the best first."""
    parts: tuple[Part, ...]

    @cached_property
    def extracts(self) -> tuple[Extract, ...]:
        return tuple(extracts_of(self.sentences, self.phrases, self.spoken))


def summarise(segments: Sequence[Segment], *, max_sentences: int = 5, language: str | None = None) -> str:
    """The sentences that say most, one on a line, the best first.

    Empty where nothing was said that can stand alone. `language`: ISO 639-1 code; None finds it in the words.
    """
    meeting = read_meeting(tuple(segments), spoken_language(segments, language))
    return "\n".join(_labelled(extract) for extract in best(meeting.extracts, max_sentences))


def framed(segments: Sequence[Segment], language: str) -> Told | None:
    """What the meeting was about, the longest topics first, with lines that say so.

    None where it did not turn from one matter to another.
    """
    meeting = read_meeting(tuple(segments), language)
    if len(meeting.parts) < 2 or language not in _FRAMES:
        return None
    longest = sorted(meeting.parts, key=lambda part: part.first - part.last)
    rows = [[each for each in meeting.names if each in part.phrases] for part in longest]
    ordered = chain.from_iterable(zip_longest(*rows))
    matters = apart([phrase for phrase in ordered if phrase], _MATTERS)
    if len(matters) <= _MAIN:
        return None
    begins, goes_on, joint = _FRAMES[language]
    main, rest = (
        _listed([f"{each.led} {each.text}" if each.led == "the" else each.text for each in some], joint)
        for some in (matters[:_MAIN], matters[_MAIN:])
    )
    lines = [meeting.sentences[phrase.places[0]] for phrase in matters]
    return Told(f"{begins}{goes_on}.".format(main=main, rest=rest), _ids(meeting, lines))


def title_of(segments: Sequence[Segment], *, language: str | None = None) -> str:
    """At most eight words that were said: what the meeting is called when it opens, and what it speaks of."""
    meeting = read_meeting(tuple(segments), spoken_language(segments, language))
    named = announced(meeting.sentences, meeting.spoken)
    called = {token.lemma for token in tokens_of(named, meeting.spoken)}
    others = [grown(phrase, meeting.phrases) for phrase in meeting.names]
    others = [phrase for phrase in others if called.isdisjoint(phrase.lemmas)]
    subjects = ""
    for phrase in apart(others, _PHRASES if not named or len(meeting.parts) > 1 else 0):
        longer = f"{subjects}, {phrase.text}" if subjects else phrase.text
        if len(f"{named} {longer}".split()) <= TITLE_WORDS:
            subjects = longer
    title = ": ".join(filter(None, (named, subjects))) or no_title(meeting.spoken)
    return _capital(title)


def topics_of(
    segments: Sequence[Segment], language: str, spent: frozenset[str] = frozenset()
) -> tuple[Topic, ...]:
    """In order; none for a meeting that does not turn from one matter to another.

    `spent`: ids of segments that the note quotes elsewhere, so that nothing is said twice.
    """
    meeting = read_meeting(tuple(segments), language)
    return tuple(_topics(meeting, spent)) if len(meeting.parts) > 1 else ()


def no_title(spoken: Language) -> str:
    """What a meeting is called that speaks of nothing twice."""
    return spoken.settings.get("meeting", "Meeting")


@lru_cache(maxsize=1)  # title, summary and topics are asked for one after the other
def read_meeting(segments: tuple[Segment, ...], code: str) -> Meeting:
    """What the whole meeting speaks of, and its parts. `code`: ISO 639-1."""
    spoken = tables_of(code)
    sentences = meeting_sentences(segments, code) if spoken.lists else ()
    speakers = " ".join({segment.speaker for segment in segments if segment.speaker})
    phrases = phrases_of(sentences, spoken, {token.lemma for token in tokens_of(speakers, spoken)})
    parts = parts_of(sentences, phrases, spoken)
    starts = [part.first for part in parts]

    def weight(phrase: Phrase) -> float:
        """More where several parts speak of it."""
        spread = {bisect_right(starts, place) for place in phrase.places}
        return phrase.weight(len(phrase.places)) * math.log(1 + len(spread))

    weights = {phrase: weight(phrase) for phrase in phrases}
    phrases.sort(key=lambda phrase: (-weights[phrase], phrase.lemmas))
    names = [phrase for phrase in phrases if len(phrase.text) > _INITIALS]
    names.sort(key=lambda phrase: -weights[phrase] * _ALONE ** (len(phrase.lemmas) == 1))
    return Meeting(spoken, segments, sentences, tuple(phrases), tuple(names), tuple(parts))


def _topics(meeting: Meeting, spent: frozenset[str]) -> Iterator[Topic]:
    shown: list[Extract] = []
    for part in meeting.parts:
        inside = meeting.sentences[part.first : part.last]
        own = [each for each in meeting.extracts if part.first <= each.sentence.index < part.last]
        own = [each for each in own if each.score >= _CLEAR]
        new = [each for each in own if spent.isdisjoint(_ids(meeting, [each.sentence]))]
        named = {lemma for phrase in part.phrases for lemma in phrase.lemmas}
        on_topic = [each for each in new if not named.isdisjoint(each.content)]
        said = best(on_topic, 1, beside=shown) or best(new, 1, beside=shown)
        shown += said
        if part.phrases:
            yield Topic(
                title=_capital(", ".join(phrase.text for phrase in part.phrases)),
                segments=_ids(meeting, inside),
                said=" ".join(extract.text for extract in said),
                source=_ids(meeting, [extract.sentence for extract in said]),
            )


def _ids(meeting: Meeting, sentences: Sequence[Sentence]) -> tuple[str, ...]:
    indices = {index for sentence in sentences for index in sentence.segments}
    return tuple(meeting.segments[index].id for index in sorted(indices))


def _listed(names: Sequence[str], joint: str) -> str:
    return joint.join(filter(None, (", ".join(names[:-1]), names[-1])))


def _labelled(extract: Extract) -> str:
    """With its speaker's name, where a reader has to know it."""
    speaker = extract.sentence.speaker if extract.is_personal else None
    return f"{speaker}: {extract.text}" if speaker else extract.text


def _capital(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}"
