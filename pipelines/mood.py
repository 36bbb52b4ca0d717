"""The mood of a meeting: overall, over time and by speaker, from a lexicon and, where there is one, a model.

The lexicon scores every segment. A language model, while it drafts, also marks the lines that were said
gladly and those that were said in worry or anger; it understands irony and what a lexicon has no word for,
but it is small, so neither is believed alone: where both agree the score is kept, where only one of them
sees a mood it counts half, and where they say the opposite the model is followed, weakly. How much they agree
is shown with the mood.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Final

from guardrails.core.types import Segment
from pipelines.note import Sentiment, SentimentLabel, SentimentSpan
from pipelines.sentiment import LEANS, STRONG, has_lexicon, item_sentiment, mean_of, score_text

_MEETING_LEANS: Final = 0.08
"""Most of a meeting is plain statements, so its mean leans earlier than one sentence does."""
_MIXED_SHARE: Final = 0.15
"""A meeting is mixed where at least this share of its words leans each way, neither twice as much."""
_SPAN_S: Final = 60.0
_MOST_SPANS: Final = 60
_NEXT_TO_IT: Final = 0.5
"""What the talk of the span before and of the one after counts for, beside a span's own."""
_MOST_PASSAGES: Final = 3
_MARKED: Final = 0.5
"""What a mark of the model is worth where the lexicon has no word for the mood."""
_OPPOSED: Final = 0.3
_HALF: Final = 0.5
NO_MARKS: Final[Mapping[str, int]] = {}


@dataclass(frozen=True, slots=True)
class _Scored:
    segment: Segment
    score: float
    """-1..1"""
    words: int
    agreed: float | None
    """0..1, how far lexicon and model agree; None where only one was asked, or neither sees a mood."""


def meeting_sentiment(
    segments: Sequence[Segment], language: str = "en", marks: Mapping[str, int] = NO_MARKS
) -> Sentiment:
    """Overall, over time and by speaker: means of the segments' scores, weighted by their words.

    `marks`: segments that a model has read, with 1 (said gladly), -1 (in worry or anger) or 0. Unknown voices
    count for the meeting but for no speaker.
    """
    scored = [_scored(segment, language, marks.get(segment.id)) for segment in segments]
    speakers: dict[str, list[tuple[float, float]]] = defaultdict(list)
    for each in scored:
        if each.segment.speaker is not None:
            speakers[each.segment.speaker].append((each.score, each.words))
    overall = mean_of((each.score, each.words) for each in scored)
    label = _meeting_label(overall, scored)
    judged = [(each.agreed, float(each.words)) for each in scored if each.agreed is not None]
    return Sentiment(
        label=label,
        score=overall,
        timeline=_timeline(scored),
        speakers={name: mean_of(scores) for name, scores in speakers.items()},
        passages=_passages(label, scored),
        confidence=mean_of(judged) if judged else None,
    )


def claim_sentiment(
    cited: Sequence[Segment], quote: str, language: str, marks: Mapping[str, int] = NO_MARKS
) -> SentimentLabel:
    """The mood in which an item was said: the model's mark where it has one, else the lexicon's."""
    moods = {mark for segment in cited if (mark := marks.get(segment.id))}
    if len(moods) == 2:
        return "mixed"
    if moods:
        return "positive" if moods.pop() > 0 else "negative"
    return item_sentiment(cited, quote, language)


def _scored(segment: Segment, language: str, mark: int | None) -> _Scored:
    words = len(segment.text.split())
    score = score_text(segment.text, language)
    if mark is None:
        return _Scored(segment, score, words, None)
    leaning = 0 if abs(score) < LEANS else (1 if score > 0 else -1)
    if not has_lexicon(language):
        return _Scored(segment, mark * _MARKED, words, None)
    if leaning == mark:
        return _Scored(segment, score, words, 1.0 if mark else None)
    if not mark:
        return _Scored(segment, round(score * _HALF, 3), words, _HALF)
    if not leaning:
        return _Scored(segment, mark * _MARKED * _HALF, words, _HALF)
    return _Scored(segment, mark * _OPPOSED, words, 0.0)


def label_of_meeting(score: float) -> SentimentLabel:
    """The word for a meeting's score, or that of several; "mixed" needs to know what was said."""
    if abs(score) < _MEETING_LEANS:
        return "neutral"
    return "positive" if score > 0 else "negative"


def _meeting_label(overall: float, scored: Sequence[_Scored]) -> SentimentLabel:
    words = sum(each.words for each in scored) or 1
    good = sum(each.words for each in scored if each.score >= STRONG) / words
    bad = sum(each.words for each in scored if each.score <= -STRONG) / words
    if min(good, bad) >= _MIXED_SHARE and max(good, bad) <= 2 * min(good, bad):
        return "mixed"
    return label_of_meeting(overall)


def _passages(label: SentimentLabel, scored: Sequence[_Scored]) -> tuple[str, ...]:
    """Ids of the segments that carry `label`, in the order of speech: few, strong and not just a word."""
    wanted = {"positive": (1,), "negative": (-1,), "mixed": (1, -1), "neutral": ()}[label]
    chosen: list[int] = []
    for sign in wanted:
        weights = [each.score * sign * sqrt(each.words) for each in scored]
        strong = [place for place, each in enumerate(scored) if each.score * sign >= LEANS]
        strong.sort(key=lambda place: -weights[place])
        chosen += strong[: max(1, _MOST_PASSAGES // len(wanted))]
    return tuple(scored[place].segment.id for place in sorted(chosen))


def _timeline(scored: Sequence[_Scored]) -> tuple[SentimentSpan, ...]:
    """Spans of about a minute, at most sixty, silent ones left out; none where the transcript has no times.

    A segment counts for the span that holds its middle, with its words for weight. A mood does not turn with
    the minute, and one loud remark in a minute of few words is no turn: spans are smoothed by a triangle over
    three of them. What lies beyond a silent span counts for nothing.
    """
    timed = [
        (each.segment.start_s, max(each.segment.start_s, each.segment.end_s), each.score, each.words)
        for each in scored
        if each.segment.start_s is not None and each.segment.end_s is not None
    ]
    if not timed:
        return ()
    begin, end = min(start for start, *_ in timed), max(stop for _, stop, *_ in timed)
    length = max(_SPAN_S, (end - begin) / _MOST_SPANS)
    spans: dict[int, list[tuple[float, float]]] = defaultdict(list)
    for start, stop, score, words in timed:
        place = int(((start + stop) / 2 - begin) / length)
        spans[min(place, _MOST_SPANS - 1)].append((score, words))
    means = {place: (mean_of(scores), sum(words for _, words in scores)) for place, scores in spans.items()}
    return tuple(
        SentimentSpan(
            start_s=round(begin + place * length, 3),
            end_s=round(min(begin + (place + 1) * length, end), 3),
            score=_smoothed(means, place),
        )
        for place in sorted(means)
    )


def _smoothed(means: Mapping[int, tuple[float, float]], place: int) -> float:
    """The score at `place` of spans with their weights, the two beside it for half."""
    shares = ((place - 1, _NEXT_TO_IT), (place, 1.0), (place + 1, _NEXT_TO_IT))
    near = ((means.get(at, (0.0, 0.0)), share) for at, share in shares)
    return mean_of((score, weight * share) for (score, weight), share in near)
