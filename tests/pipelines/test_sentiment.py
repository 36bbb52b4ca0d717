"""Sentiment as the note shows it: mood from words that mean one, and nothing from words that carry talk."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from guardrails.core.types import Segment
from pipelines.sentiment import label_of, passage_sentiment, score_text


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
        ("I don't like it.", "negative"),
        ("Yeah, okay, well, you know, like, sure.", "neutral"),
        ("No.", "neutral"),
        ("I'm not sure.", "neutral"),
        ("It is kind of pretty much like that.", "neutral"),
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


@given(st.text())
def test_any_text_has_a_score_in_range(text: str) -> None:
    assert -1 <= score_text(text) <= 1


def test_of_a_long_speech_only_the_quoted_words_give_an_item_its_mood() -> None:
    gloom = "This is a terrible and horrible disaster. " * 100
    quote = "I love it and will send the wonderful plan."
    speech = [Segment("s1", None, None, "Ann", gloom + quote)]
    assert passage_sentiment(speech) == "mixed"
    assert passage_sentiment(speech, quote) == "positive"


@pytest.mark.parametrize(
    "text",
    [
        "Great, the bug is fixed.",
        "Oh wonderful, thank you.",
        "That's just what I hoped, great work.",
        "Nice, we won again.",
        "Great, another bug is fixed.",
        "Great, no outage again.",
    ],
)
def test_plain_praise_is_no_sarcasm(text: str) -> None:
    assert label_of(score_text(text)) == "positive"


@pytest.mark.parametrize(
    ("text", "label"),
    [
        ("The release slipped and customers are angry.", "negative"),
        ("Nobody is happy with that.", "negative"),
    ],
)
def test_talk_about_problems_has_the_mood_of_its_people(text: str, label: str) -> None:
    assert passage_sentiment([_segment(text)]) == label


@pytest.mark.parametrize("text", ["We killed it yesterday, sales doubled.", "The kill switch works."])
def test_what_is_killed_at_work_is_no_mood(text: str) -> None:
    assert label_of(score_text(text)) == "neutral"


@pytest.mark.parametrize(
    ("text", "label"),
    [
        ("I can't wait to see the new office.", "positive"),
        ("I don’t like the chairs.", "negative"),
        ("Not yet, sorry.", "negative"),
    ],
)
def test_phrases_and_words_of_speech_have_their_mood(text: str, label: str) -> None:
    assert label_of(score_text(text)) == label


@pytest.mark.parametrize(
    "text",
    [
        "Tell me if the sound is terrible.",
        "When a customer is angry, ask Ann.",
        "Call me if it crashes again.",
    ],
)
def test_what_is_only_supposed_is_no_mood(text: str) -> None:
    assert label_of(score_text(text)) == "neutral"


@pytest.mark.parametrize(
    ("text", "label"),
    [
        ("I hate it when the train is late.", "negative"),
        ("It's great that you came when I called.", "positive"),
    ],
)
def test_a_mood_beside_a_condition_stays(text: str, label: str) -> None:
    assert label_of(score_text(text)) == label


@pytest.mark.parametrize(
    ("text", "label"),
    [
        ("It's not bad.", "positive"),
        ("There are no difficulties with the landlord.", "positive"),
        ("I didn't know that, thanks.", "positive"),
        ("I have not seen it. Great.", "positive"),
        ("That was not, um, good.", "negative"),
    ],
)
def test_a_negation_ends_with_its_clause_and_praises_nothing_but_relief(text: str, label: str) -> None:
    assert label_of(score_text(text)) == label
