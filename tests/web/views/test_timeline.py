"""The drawing of the mood never leaves its frame and never hides a stretch of talk."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from guardrails.core.types import Segment
from pipelines.mood import meeting_sentiment
from pipelines.note import SentimentSpan
from web.views.timeline import MAX_BARS, timeline


@st.composite
def meetings(draw: st.DrawFn) -> list[SentimentSpan]:
    """Spans in order, with or without silence between them."""
    now, spans = 0.0, []
    for _ in range(draw(st.integers(0, 3 * MAX_BARS))):
        start = now + draw(st.sampled_from([0.0, 0.5, 90.0]))
        now = start + draw(st.floats(0, 600))
        spans.append(SentimentSpan(start_s=start, end_s=now, score=draw(st.floats(-1, 1))))
    return spans


@given(meetings())
def test_bars_stay_inside_the_drawing(spans: list[SentimentSpan]) -> None:
    drawn = timeline(spans)
    if drawn is None:
        assert all(span.end_s == span.start_s for span in spans)
        return
    assert 1 <= len(drawn.bars) <= MAX_BARS
    for bar in drawn.bars:
        assert bar.x >= 0
        assert bar.y >= 0
        assert bar.width > 0
        assert bar.height > 0
        # A bar of the least width may begin at the very end; the drawing clips it.
        assert bar.x <= drawn.width
        assert bar.y + bar.height <= drawn.height
        assert -1 <= bar.score <= 1


def test_positive_stands_above_the_line_and_negative_hangs_below() -> None:
    drawn = timeline(
        [SentimentSpan(start_s=0, end_s=10, score=1), SentimentSpan(start_s=10, end_s=20, score=-0.5)]
    )
    assert drawn is not None
    up, down = drawn.bars
    middle = drawn.height / 2
    assert (up.mood, down.mood) == ("positive", "negative")
    assert up.y + up.height == middle == down.y
    assert up.height == 2 * down.height


def test_a_long_meeting_is_shown_in_equal_slices() -> None:
    spans = [SentimentSpan(start_s=n, end_s=n + 1, score=1 if n < 480 else -1) for n in range(960)]
    drawn = timeline(spans)
    assert drawn is not None
    assert [bar.score for bar in drawn.bars] == [1] * 24 + [-1] * 24
    assert (drawn.bars[0].start, drawn.bars[0].end) == ("0:00", "0:20")


def test_the_drawing_of_a_calm_meeting_does_not_turn_at_one_loud_word() -> None:
    calm = "We went through the second draft of the plan and looked at the figures of the quarter. " * 3
    talk = [Segment(f"s{n}", 60.0 * n, 60.0 * n + 60, "Ann", calm) for n in range(5)]
    talk[2] = Segment("s2", 120, 180, "Ann", "Terrible!")
    drawn = timeline(meeting_sentiment(talk).timeline)
    assert drawn is not None
    assert [bar.mood for bar in drawn.bars] == ["neutral"] * 5


def test_silence_leaves_a_gap() -> None:
    talk = [SentimentSpan(start_s=n, end_s=n + 1, score=0.3) for n in range(50)]
    drawn = timeline([*talk, SentimentSpan(start_s=500, end_s=600, score=0.3)])
    assert drawn is not None
    assert len(drawn.bars) < MAX_BARS


def test_without_times_there_is_no_drawing() -> None:
    assert timeline([]) is None


def test_the_description_says_where_it_was_best_and_worst() -> None:
    drawn = timeline(
        [
            SentimentSpan(start_s=0, end_s=60, score=0.7),
            SentimentSpan(start_s=60, end_s=120, score=-0.8),
            SentimentSpan(start_s=120, end_s=180, score=0.9),
        ]
    )
    assert drawn is not None
    assert drawn.description == ("Of 3 passages, 2 positive and 1 negative. Highest at 2:00, lowest at 1:00.")


def test_bars_have_the_place_and_height_that_their_talk_has() -> None:
    spans = [(0, 30, 0.25), (30, 60, -0.5), (60, 120, 0.02), (120, 240, 1.0)]
    drawn = timeline([SentimentSpan(start_s=start, end_s=end, score=score) for start, end, score in spans])
    assert drawn is not None
    assert (drawn.width, drawn.height, drawn.end) == (600, 96, "4:00")
    assert [(bar.x, bar.y, bar.width, bar.height) for bar in drawn.bars] == [
        (0.0, 36.5, 73.5, 11.5),
        (75.0, 48.0, 73.5, 23.0),
        (150.0, 46.5, 148.5, 3.0),
        (300.0, 2.0, 298.5, 46.0),
    ]
    assert [(bar.start, bar.end) for bar in drawn.bars] == [
        ("0:00", "0:30"),
        ("0:30", "1:00"),
        ("1:00", "2:00"),
        ("2:00", "4:00"),
    ]
    (weak,) = timeline([SentimentSpan(start_s=0, end_s=10, score=0.25)]).bars  # type: ignore[union-attr]
    assert weak.height == 23.0, "half of the scale fills half of the drawing's upper part"


def test_of_talk_without_change_no_best_place_is_named() -> None:
    drawn = timeline([SentimentSpan(start_s=n, end_s=n + 1, score=0.0) for n in range(2)])
    assert drawn is not None
    assert drawn.description == "Of 2 passages, 2 neutral."
