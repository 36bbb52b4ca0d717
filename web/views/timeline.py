"""The mood over time as a drawing: geometry for an inline SVG, and the same in words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pipelines.note import SentimentLabel, SentimentSpan
from pipelines.sentiment import label_of
from web import format
from web.language import _

WIDTH = 600
HEIGHT = 96
MAX_BARS = 48
_GAP = 1.5
_FLAT = 1.5
"""Half the height of a bar whose score is zero: talk without feeling is not silence."""
_FULL_SCALE = 0.5
"""The score that fills the drawing, unless a stronger one occurs: real meetings rarely leave +-0.5."""


@dataclass(frozen=True, slots=True)
class Bar:
    x: float
    y: float
    width: float
    height: float
    mood: SentimentLabel
    start: str
    end: str
    score: float


@dataclass(frozen=True, slots=True)
class Timeline:
    bars: tuple[Bar, ...]
    width: int
    height: int
    end: str
    description: str


def timeline(spans: Sequence[SentimentSpan]) -> Timeline | None:
    """Bars of `spans`, at most MAX_BARS; None where the meeting has no times."""
    spans = [span for span in spans if span.end_s > span.start_s]
    if not spans:
        return None
    end_s = max(span.end_s for span in spans)
    shown = spans if len(spans) <= MAX_BARS else _binned(spans, end_s)
    scale = max(_FULL_SCALE, max(abs(span.score) for span in shown))
    return Timeline(
        bars=tuple(_bar(span, end_s, scale) for span in shown),
        width=WIDTH,
        height=HEIGHT,
        end=format.clock(end_s),
        description=_described(shown),
    )


def _binned(spans: Sequence[SentimentSpan], end_s: float) -> list[SentimentSpan]:
    """Equal slices of the meeting, each the mean by time of what it overlaps; silent ones are absent."""
    step = end_s / MAX_BARS
    weights, sums = [0.0] * MAX_BARS, [0.0] * MAX_BARS
    for span in spans:
        first, last = int(span.start_s / step), min(MAX_BARS - 1, int(span.end_s / step))
        for slot in range(first, last + 1):
            overlap = min(span.end_s, (slot + 1) * step) - max(span.start_s, slot * step)
            if overlap > 0:
                weights[slot] += overlap
                sums[slot] += overlap * span.score
    return [
        SentimentSpan(start_s=slot * step, end_s=(slot + 1) * step, score=max(-1.0, min(1.0, total / weight)))
        for slot, (weight, total) in enumerate(zip(weights, sums, strict=True))
        if weight > 0
    ]


def _bar(span: SentimentSpan, end_s: float, scale: float) -> Bar:
    middle = HEIGHT / 2
    mood = label_of(span.score)
    size = max(_FLAT * 2, abs(span.score) / scale * (middle - 2))
    top = {"positive": middle - size, "negative": middle}.get(mood, middle - size / 2)
    x = span.start_s / end_s * WIDTH
    return Bar(
        x=round(x, 1),
        y=round(top, 1),
        width=round(max(1.0, (span.end_s - span.start_s) / end_s * WIDTH - _GAP), 1),
        height=round(size, 1),
        mood=mood,
        start=format.clock(span.start_s),
        end=format.clock(span.end_s),
        score=span.score,
    )


def _described(spans: Sequence[SentimentSpan]) -> str:
    moods = [label_of(span.score) for span in spans]
    high, low = max(spans, key=lambda span: span.score), min(spans, key=lambda span: span.score)
    shares = [
        f"{moods.count(mood)} {_(mood)}" for mood in ("positive", "neutral", "negative") if mood in moods
    ]
    text = _(
        "Of %(passages)s, %(shares)s.",
        passages=format.count(len(spans), "passage"),
        shares=format.listed(shares),
    )
    if high.score > low.score:
        highest, lowest = format.clock(high.start_s), format.clock(low.start_s)
        text += " " + _("Highest at %(highest)s, lowest at %(lowest)s.", highest=highest, lowest=lowest)
    return text
