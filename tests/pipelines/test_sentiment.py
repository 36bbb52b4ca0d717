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
        "Great, another bug.",
        "Oh wonderful, now it crashes again.",
        "Well, that's just brilliant.",
        "Perfect, the server is down again.",
        "Just what we needed.",
        "Yeah, right.",
        "Thanks for nothing.",
        "Great, another outage.",
        "Fantastic, yet another delay.",
    ],
)
def test_praise_that_opens_a_complaint_is_one(text: str) -> None:
    assert label_of(score_text(text)) == "negative"


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
        ("This bug is killing us, but great work.", "mixed"),
        ("The release slipped and customers are angry.", "negative"),
        ("We are understaffed and everything is overdue.", "negative"),
        ("It isn't a problem anymore, it works.", "positive"),
        ("Nobody is happy with that.", "negative"),
        ("The migration went smoothly.", "positive"),
    ],
)
def test_talk_about_problems_has_the_mood_of_its_people(text: str, label: str) -> None:
    assert passage_sentiment([_segment(text)]) == label


@pytest.mark.parametrize(
    ("text", "label"),
    [
        ("I don't think that's a good idea.", "negative"),
        ("Bob doesn't really think this is useful and good.", "negative"),
        ("I do not believe it's a problem.", "positive"),
        ("I don't think we should worry, it's great.", "positive"),
        ("I don't think the problem is solved.", "negative"),
    ],
)
def test_what_people_do_not_think_counts_the_other_way(text: str, label: str) -> None:
    assert label_of(score_text(text)) == label


@pytest.mark.parametrize(
    ("text", "language", "label"),
    [
        ("The outage is fixed now.", "en", "positive"),
        ("We solved our biggest problem.", "en", "positive"),
        ("We haven't fixed the outage.", "en", "negative"),
        ("Have you fixed the problem?", "en", "negative"),
        ("Once the crash is resolved, tell me.", "en", "negative"),
        ("Das Problem haben wir gelöst.", "de", "positive"),
        ("Der Fehler ist behoben.", "de", "positive"),
        ("Das gefällt mir.", "de", "positive"),
        ("Gute Arbeit!", "de", "positive"),
        ("Guten Morgen zusammen.", "de", "neutral"),
        ("Das freut mich nicht nur, das begeistert mich.", "de", "positive"),
        ("Das freut mich. Das Angebot kommt nicht heute.", "de", "positive"),
        ("Darüber freue ich mich überhaupt nicht.", "de", "negative"),
        ("Das gefällt mir nicht.", "de", "negative"),
        ("Das ist keine gute Idee.", "de", "negative"),
        ("Das Problem ist noch nicht gelöst.", "de", "negative"),
        ("Das Problem muss bis Freitag gelöst werden.", "de", "negative"),
    ],
)
def test_only_a_problem_that_is_solved_is_none(text: str, language: str, label: str) -> None:
    assert label_of(score_text(text, language)) == label


@pytest.mark.parametrize("text", ["We killed it yesterday, sales doubled.", "The kill switch works."])
def test_what_is_killed_at_work_is_no_mood(text: str) -> None:
    assert label_of(score_text(text)) == "neutral"


@pytest.mark.parametrize(
    "text",
    [
        "Who is responsible for security and legal?",
        "We promised to protect the data and to limit access.",
        "The attackers used a weapon.",
        "It is a special challenge of strong growth.",
    ],
)
def test_a_topic_is_no_mood(text: str) -> None:
    assert label_of(score_text(text)) == "neutral"


@pytest.mark.parametrize(
    ("text", "label"),
    [
        ("I can't wait to see the new office.", "positive"),
        ("You're right about the hall.", "positive"),
        ("The view is spectacular.", "positive"),
        ("I'm fed up with the printer.", "negative"),
        ("The lift is a shambles.", "negative"),
        ("It makes no sense to me.", "negative"),
        ("I don’t like the chairs.", "negative"),
        ("Not yet, sorry.", "negative"),
        ("I fixed the, uh, the printer bug.", "positive"),
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
        ("I'm worried, even if Ann is happy.", "negative"),
    ],
)
def test_a_mood_beside_a_condition_stays(text: str, label: str) -> None:
    assert label_of(score_text(text)) == label


@pytest.mark.parametrize(
    ("text", "label"),
    [
        ("Please don't be rude to them.", "neutral"),
        ("That report is not stupid.", "neutral"),
        ("It's not bad.", "positive"),
        ("There are no difficulties with the landlord.", "positive"),
        ("I didn't know that, thanks.", "positive"),
        ("I have not seen it. Great.", "positive"),
        ("I'm not, you know, happy with it.", "negative"),
        ("That was not, um, good.", "negative"),
    ],
)
def test_a_negation_ends_with_its_clause_and_praises_nothing_but_relief(text: str, label: str) -> None:
    assert label_of(score_text(text)) == label
