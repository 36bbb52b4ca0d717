"""What a note says of a meeting as a whole: its title, two sentences, and its topics, each with its time.

Everything is made of words that were said: sentences are chosen, never written, and titles are phrases that
come back. Any language that `guardrails.language` reads is summed up alike.
"""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain, zip_longest
from typing import Final

from guardrails.language import Language, tokens_of
from pipelines.meeting import Meeting
from pipelines.sentence import Sentence as Told
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
class Themes:
    """What the whole meeting speaks of, and its parts."""

    phrases: tuple[Phrase, ...]
    """The main ones first."""
    names: tuple[Phrase, ...]
    """Those that may be in a title, the best first."""
    parts: tuple[Part, ...]
    extracts: tuple[Extract, ...]


def summarise(meeting: Meeting, *, max_sentences: int = 5) -> str:
    """The sentences that say most, one on a line, the best first.

    Empty where nothing was said that can stand alone.
    """
    return "\n".join(_labelled(extract) for extract in best(themes_of(meeting).extracts, max_sentences))


def framed(meeting: Meeting) -> Told | None:
    """What the meeting was about, the longest topics first, with lines that say so.

    None where it did not turn from one matter to another.
    """
    themes = themes_of(meeting)
    if len(themes.parts) < 2 or meeting.code not in _FRAMES:
        return None
    longest = sorted(themes.parts, key=lambda part: part.first - part.last)
    rows = [[each for each in themes.names if each in part.phrases] for part in longest]
    ordered = chain.from_iterable(zip_longest(*rows))
    matters = apart([phrase for phrase in ordered if phrase], _MATTERS)
    if len(matters) <= _MAIN:
        return None
    begins, goes_on, joint = _FRAMES[meeting.code]
    main, rest = (
        _listed([f"{each.led} {each.text}" if each.led == "the" else each.text for each in some], joint)
        for some in (matters[:_MAIN], matters[_MAIN:])
    )
    lines = [meeting.sentences[phrase.places[0]] for phrase in matters]
    return Told(f"{begins}{goes_on}.".format(main=main, rest=rest), meeting.ids_of(lines))


def title_of(meeting: Meeting) -> str:
    """At most eight words that were said: what the meeting is called when it opens, and what it speaks of."""
    themes, spoken = themes_of(meeting), meeting.tables
    named = announced(meeting.sentences, spoken)
    called = {token.lemma for token in tokens_of(named, spoken)}
    others = [grown(phrase, themes.phrases) for phrase in themes.names]
    others = [phrase for phrase in others if called.isdisjoint(phrase.lemmas)]
    subjects = ""
    for phrase in apart(others, _PHRASES if not named or len(themes.parts) > 1 else 0):
        longer = f"{subjects}, {phrase.text}" if subjects else phrase.text
        if len(f"{named} {longer}".split()) <= TITLE_WORDS:
            subjects = longer
    title = ": ".join(filter(None, (named, subjects))) or no_title(spoken)
    return _capital(title)


def topics_of(meeting: Meeting, spent: frozenset[str] = frozenset()) -> tuple[Topic, ...]:
    """In order; none for a meeting that does not turn from one matter to another.

    `spent`: ids of segments that the note quotes elsewhere, so that nothing is said twice.
    """
    themes = themes_of(meeting)
    return tuple(_topics(meeting, themes, spent)) if len(themes.parts) > 1 else ()


def no_title(spoken: Language) -> str:
    """What a meeting is called that speaks of nothing twice."""
    return spoken.settings.get("meeting", "Meeting")


@lru_cache(maxsize=1)  # title, summary and topics are asked for one after the other
def themes_of(meeting: Meeting) -> Themes:
    """Empty where the language cannot be read."""
    spoken = meeting.tables
    sentences = meeting.sentences if spoken.lists else ()
    speakers = " ".join({segment.speaker for segment in meeting.segments if segment.speaker})
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
    extracts = extracts_of(sentences, phrases, spoken)
    return Themes(tuple(phrases), tuple(names), tuple(parts), tuple(extracts))


def _topics(meeting: Meeting, themes: Themes, spent: frozenset[str]) -> Iterator[Topic]:
    shown: list[Extract] = []
    for part in themes.parts:
        inside = meeting.sentences[part.first : part.last]
        own = [each for each in themes.extracts if part.first <= each.sentence.index < part.last]
        own = [each for each in own if each.score >= _CLEAR]
        new = [each for each in own if spent.isdisjoint(meeting.ids_of([each.sentence]))]
        named = {lemma for phrase in part.phrases for lemma in phrase.lemmas}
        on_topic = [each for each in new if not named.isdisjoint(each.content)]
        said = best(on_topic, 1, beside=shown) or best(new, 1, beside=shown)
        shown += said
        if part.phrases:
            yield Topic(
                title=_capital(", ".join(phrase.text for phrase in part.phrases)),
                segments=meeting.ids_of(inside),
                said=" ".join(extract.text for extract in said),
                source=meeting.ids_of(extract.sentence for extract in said),
            )


def _listed(names: Sequence[str], joint: str) -> str:
    return joint.join(filter(None, (", ".join(names[:-1]), names[-1])))


def _labelled(extract: Extract) -> str:
    """With its speaker's name, where a reader has to know it."""
    speaker = extract.sentence.speaker if extract.is_personal else None
    return f"{speaker}: {extract.text}" if speaker else extract.text


def _capital(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}"
