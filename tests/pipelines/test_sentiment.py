"""Sentiment as the note shows it: mood from words that mean one, and nothing from words that carry talk."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from guardrails.types import Segment
from pipelines.note import Sentiment
from pipelines.sentiment import label_of, meeting_sentiment, passage_sentiment, score_text


def _segment(
    text: str, start_s: float | None = None, end_s: float | None = None, speaker: str | None = "Ann"
) -> Segment:
    return Segment(f"{start_s}-{text}", start_s, end_s, speaker, text)


@pytest.mark.parametrize(
    ("text", "label"),
    [
        ("I love this, excellent work.", "positive"),
        ("I really like the new layout.", "positive"),
        ("That went well.", "positive"),
        ("No problem at all.", "positive"),
        ("This is a terrible mess and I'm worried.", "negative"),
        ("This is not good.", "negative"),
        ("We have a blocker, the build crashed again.", "negative"),
        ("I don't like it.", "negative"),
        ("Yeah, okay, well, you know, like, sure.", "neutral"),
        ("No.", "neutral"),
        ("Um, uh-huh, alright then.", "neutral"),
        ("I'm not sure.", "neutral"),
        ("It is kind of pretty much like that.", "neutral"),
        ("Sorry, can you say that again?", "neutral"),
        ("On the other hand the number is lower.", "neutral"),
        ("", "neutral"),
    ],
)
def test_a_sentence_gets_the_label_that_a_person_would_give(text: str, label: str) -> None:
    assert label_of(score_text(text)) == label


def test_a_long_run_of_speech_is_no_happier_than_its_sentences() -> None:
    sentence = "The results look good and we can go on with the second part of the plan. "

    assert score_text(sentence * 40) == pytest.approx(score_text(sentence * 4), abs=0.1)


def test_praise_and_complaint_in_one_passage_are_mixed() -> None:
    passage = [_segment("This bug is killing us, it is awful,"), _segment("but the team did great work.")]

    assert passage_sentiment(passage) == "mixed"
    assert passage_sentiment(passage[:1]) == "negative"
    assert passage_sentiment(passage[1:]) == "positive"
    assert passage_sentiment([]) == "neutral"


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


@given(st.text())
def test_any_text_has_a_score_in_range(text: str) -> None:
    assert -1 <= score_text(text) <= 1


def test_of_a_long_speech_only_the_quoted_words_give_an_item_its_mood() -> None:
    gloom = "This is a terrible and horrible disaster. " * 100
    quote = "I love it and will send the wonderful plan."
    speech = [Segment("s1", None, None, "Ann", gloom + quote)]
    assert passage_sentiment(speech) == "mixed"
    assert passage_sentiment(speech, quote) == "positive"
