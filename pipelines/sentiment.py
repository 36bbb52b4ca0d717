"""The mood of what was said, by VADER's lexicon: no model, the same answer every time.

Source: Hutto & Gilbert 2014, as kept in the vaderSentiment package.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any

from guardrails.types import Segment
from pipelines.note import Sentiment, SentimentLabel, SentimentSpan

_CLEAR = 0.05
_SPAN_S = 60.0
_MOST_SPANS = 60


def score_text(text: str) -> float:
    """-1 (negative) to 1 (positive); 0 for text without words of feeling."""
    return float(_analyzer().polarity_scores(text)["compound"])


def label_of(score: float) -> SentimentLabel:
    """The label of one score; "mixed" needs several and is never given here."""
    if score >= _CLEAR:
        return "positive"
    return "negative" if score <= -_CLEAR else "neutral"


def passage_sentiment(segments: Iterable[Segment]) -> SentimentLabel:
    """The label of some consecutive words."""
    return label_of(score_text(" ".join(segment.text for segment in segments)))


def meeting_sentiment(segments: Sequence[Segment]) -> Sentiment:
    """Label, score weighted by words, timeline and scores by speaker."""
    scored = [(segment, score_text(segment.text)) for segment in segments]
    score = _mean(scored)
    parts = [value for _, value in scored if abs(value) >= _CLEAR]
    up, down = sum(v > 0 for v in parts), sum(v < 0 for v in parts)
    label: SentimentLabel = label_of(score)
    if parts and min(up, down) / len(parts) >= 0.4:
        label = "mixed"
    names = dict.fromkeys(s.speaker for s in segments if s.speaker)
    return Sentiment(
        label=label,
        score=score,
        timeline=_timeline(scored),
        speakers={name: _mean([p for p in scored if p[0].speaker == name]) for name in names},
    )


def _timeline(scored: list[tuple[Segment, float]]) -> tuple[SentimentSpan, ...]:
    timed = [p for p in scored if p[0].start_s is not None and p[0].end_s is not None]
    if not timed:
        return ()
    end = max(s.end_s or 0.0 for s, _ in timed)
    width = max(_SPAN_S, end / _MOST_SPANS)
    spans: dict[int, list[tuple[Segment, float]]] = {}
    for pair in timed:
        spans.setdefault(int((pair[0].start_s or 0.0) / width), []).append(pair)
    return tuple(
        SentimentSpan(start_s=n * width, end_s=min(end, (n + 1) * width), score=_mean(pairs))
        for n, pairs in sorted(spans.items())
    )


def _mean(scored: list[tuple[Segment, float]]) -> float:
    weights = [len(segment.text.split()) for segment, _ in scored]
    total = sum(weights)
    return round(sum(w * v for w, (_, v) in zip(weights, scored, strict=True)) / total, 4) if total else 0.0


@lru_cache(maxsize=1)
def _analyzer() -> Any:
    from vaderSentiment.vaderSentiment import SentimentIntensityAnalyzer

    return SentimentIntensityAnalyzer()
