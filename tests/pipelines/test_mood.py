"""The mood of a meeting: its line over time, its speakers, what carries it, and what a model hears."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from guardrails.core.types import Segment
from pipelines.mood import claim_sentiment, meeting_sentiment
from pipelines.note import Sentiment
from pipelines.sentiment import item_sentiment, score_text


def _segment(
    text: str, start_s: float | None = None, end_s: float | None = None, speaker: str | None = "Ann"
) -> Segment:
    return Segment(f"{start_s}-{text}", start_s, end_s, speaker, text)


def test_a_meeting_of_plain_statements_is_neutral() -> None:
    meeting = [_segment("We met on Monday and looked at the second draft."), _segment("Okay.")]

    assert meeting_sentiment(meeting) == Sentiment(label="neutral", score=0, speakers={"Ann": 0})


def test_speakers_differ_and_an_unknown_voice_has_no_entry() -> None:
    sentiment = meeting_sentiment(
        [
            _segment("This is wonderful, I am so happy.", speaker="Ann"),
            _segment("This is a horrible failure and I hate it.", speaker="Bob"),
            _segment("It is what it is.", speaker=None),
        ]
    )

    assert list(sentiment.speakers) == ["Ann", "Bob"]
    assert sentiment.speakers["Ann"] > 0.5
    assert sentiment.speakers["Bob"] < -0.5
    assert sentiment.label == "mixed"


def test_long_segments_weigh_more_than_short_ones() -> None:
    short_joy = _segment("Great!")
    long_worry = _segment("I am worried, because this is a bad plan and the risk is terrible for all of us.")

    assert meeting_sentiment([short_joy, long_worry]).label == "negative"


def test_the_timeline_has_a_span_a_minute_and_leaves_silence_out() -> None:
    meeting = [
        _segment("Great start, I love it.", 5, 10),
        _segment("Awful, this is a disaster.", 70, 80),
        _segment("Let's go on.", 200, 210),
    ]

    timeline = meeting_sentiment(meeting).timeline

    assert [(span.start_s, span.end_s) for span in timeline] == [(5, 65), (65, 125), (185, 210)]
    assert timeline[0].score > 0 > timeline[1].score
    assert timeline[2].score == 0


def _minutes(*texts: str) -> list[Segment]:
    """One turn a minute; silence where the text is empty."""
    return [_segment(text, 60.0 * n, 60.0 * n + 60) for n, text in enumerate(texts) if text]


CALM = "We went through the second draft of the plan and looked at the figures of the last quarter."


def test_one_loud_remark_does_not_turn_the_timeline_of_a_calm_meeting() -> None:
    loud = "This is a terrible disaster."
    alone = score_text(loud)
    scores = [span.score for span in meeting_sentiment(_minutes(CALM, CALM, loud, CALM, CALM)).timeline]
    assert scores[0] == scores[4] == 0
    assert alone / 2 < scores[2] < scores[1] == scores[3] < 0


def test_a_mood_that_lasts_stands_in_the_timeline_as_it_is() -> None:
    glad, sad = "I love this, excellent work from all of you.", "This is a terrible mess and I hate it."
    talk = _minutes(glad, glad, glad, sad, sad, sad)
    scores = [span.score for span in meeting_sentiment(talk).timeline]
    assert scores[0] == scores[1] == pytest.approx(score_text(glad), abs=0.001)
    assert scores[4] == scores[5] == pytest.approx(score_text(sad), abs=0.001)
    assert scores == sorted(scores, reverse=True)
    assert scores[2] > 0 > scores[3]


def test_the_timeline_carries_no_mood_over_a_silence() -> None:
    scores = [span.score for span in meeting_sentiment(_minutes("This is awful.", "", CALM)).timeline]
    assert scores[0] < 0
    assert scores[1] == 0


def test_a_transcript_without_times_has_no_timeline() -> None:
    assert meeting_sentiment([_segment("Great work.")]).timeline == ()


segments = st.lists(
    st.builds(
        _segment,
        text=st.sampled_from(["Great!", "This is awful.", "We meet on Monday.", "", "👍 :-("]),
        start_s=st.none() | st.floats(0, 40_000),
        end_s=st.none() | st.floats(0, 40_000),
        speaker=st.sampled_from([None, "Ann", "Bob"]),
    ),
    max_size=30,
)


@given(segments)
def test_any_meeting_has_scores_in_range_and_at_most_sixty_spans_in_order(meeting: list[Segment]) -> None:
    sentiment = meeting_sentiment(meeting)

    assert len(sentiment.timeline) <= 60
    assert all(span.start_s <= span.end_s for span in sentiment.timeline)
    starts = [span.start_s for span in sentiment.timeline]
    assert starts == sorted(set(starts))


def test_the_passages_that_carry_the_mood_are_named_in_the_order_of_speech() -> None:
    meeting = [
        _segment("I love this, it is a wonderful result.", 0, 5),
        _segment("We meet on Monday.", 5, 9),
        _segment("Thank you all for the excellent work.", 9, 12),
    ]
    assert meeting_sentiment(meeting).passages == (meeting[0].id, meeting[2].id)
    assert meeting_sentiment(meeting[1:2]).passages == ()


def test_of_a_mixed_meeting_both_sides_are_named() -> None:
    joy = _segment("This is wonderful, I am so happy with it.")
    grief = _segment("This is a horrible failure and I hate it.")
    assert meeting_sentiment([joy, grief]).passages == (joy.id, grief.id)


def test_what_only_answers_the_turn_before_gives_an_item_no_mood() -> None:
    said = _segment("Perfect. And Marcus will close the books by Friday.")
    assert item_sentiment([said], said.text) == "neutral"
    assert item_sentiment([_segment("I'm glad to close the books by Friday.")]) == "positive"


JOY, IRONY, PLAIN = (
    _segment("I love the new layout, it is excellent."),
    _segment("Nice that the build was green on the day nobody worked."),
    _segment("We meet on Monday at nine."),
)


def test_where_a_model_agrees_the_mood_is_sure() -> None:
    alone = meeting_sentiment([JOY, PLAIN])
    both = meeting_sentiment([JOY, PLAIN], "en", {JOY.id: 1, PLAIN.id: 0})
    assert (both.score, both.label, both.confidence) == (alone.score, alone.label, 1.0)
    assert alone.confidence is None


def test_where_a_model_hears_the_opposite_it_is_followed_weakly_and_the_mood_is_less_sure() -> None:
    assert meeting_sentiment([IRONY]).label == "positive"
    found = meeting_sentiment([IRONY], "en", {IRONY.id: -1})
    assert (found.label, found.confidence) == ("negative", 0.0)
    mostly = meeting_sentiment([JOY, IRONY], "en", {JOY.id: 1, IRONY.id: -1}).confidence
    assert mostly is not None
    assert 0 < mostly < 1


def test_a_mood_that_only_one_of_them_sees_counts_half() -> None:
    alone = meeting_sentiment([JOY]).score
    unheard = meeting_sentiment([JOY], "en", {JOY.id: 0})
    assert 0 < unheard.score < alone
    unread = meeting_sentiment([PLAIN], "en", {PLAIN.id: -1})
    assert (unread.label, unread.confidence) == ("negative", 0.5)


def test_in_a_language_without_a_lexicon_the_model_alone_is_heard() -> None:
    said = _segment("C'est magnifique, merci à tous.")
    assert meeting_sentiment([said], "fr").label == "neutral"
    found = meeting_sentiment([said], "fr", {said.id: 1})
    assert (found.label, found.confidence) == ("positive", None)


def test_an_item_has_the_mood_that_the_model_heard_in_its_words() -> None:
    assert claim_sentiment([PLAIN], "", "en", {PLAIN.id: -1}) == "negative"
    assert claim_sentiment([PLAIN, JOY], "", "en", {PLAIN.id: -1, JOY.id: 1}) == "mixed"
    assert claim_sentiment([JOY], "", "en", {PLAIN.id: -1}) == "positive"


@given(segments, st.dictionaries(st.integers(0, 29), st.sampled_from([-1, 0, 1])))
def test_any_marks_leave_scores_in_range(meeting: list[Segment], marked: dict[int, int]) -> None:
    marks = {meeting[place].id: mark for place, mark in marked.items() if place < len(meeting)}
    found = meeting_sentiment(meeting, "en", marks)
    assert -1 <= found.score <= 1
    assert found.confidence is None or 0 <= found.confidence <= 1
    assert set(found.passages) <= {segment.id for segment in meeting}
