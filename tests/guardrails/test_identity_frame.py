"""What a writer says of itself around an item, told by what was said in the meeting."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from guardrails.identity import Identity
from guardrails.identity_frame import without_frame
from guardrails.identity_words import ABOUT_TEXT, READER, SELF
from guardrails.words import content_stems
from tests.fakes.mending import mended as mended_by

SAID = "I'll drop the leaflets at the library on Friday."
ITEM = "Drop the leaflets at the library"


def mended(text: str, said: str = SAID) -> str:
    return mended_by(Identity(), text, said)


@pytest.mark.parametrize(
    "around",
    [
        "I found one action item: {}",
        "I was not there, but {}",
        "As an AI language model, I note that Ann should drop the leaflets at the library: {}",
        "As Gemma, I suggest: {}",
        "Gemma here. {}",
        "{} -- Gemma",
        "{}. Written by your AI assistant.",
        "{}. Please verify, as AI can make mistakes.",
        "Here's what I extracted: {}",
        "The transcript says: {}",
        "In the given context, {}",
        "Per your instructions: {}",
        "My task is to extract items. {}",
        "(Note from the AI: unsure) {}",
        "Model output: {}",
        "I'm just a language model, but it seems: {}",
        "Als KI-Sprachmodell kann ich nicht teilnehmen, aber: {}",
        "En tant que modèle de langage, {}",
        "You might like this one: {}",
    ],
)
def test_the_item_is_left_without_its_frame(around: str) -> None:
    assert mended(around.format(ITEM)) == ITEM


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            "As an AI company, publish the model card",
            "As an AI company we publish the model card, I'll do it.",
        ),
        ("Label AI-generated images", "We label images that AI made."),
        ("Ask the user: which colour", "I'll ask the users which colour they like."),
        ("I cannot attend the meeting on Friday", "I cannot attend the meeting on Friday."),
        ("Gemma: call the bank about the loan", "Gemma, you call the bank about the loan."),
        ("Thank you notes go out on Friday", "Thank you notes go out on Friday."),
        ("Summarise the transcript for the board", "I'll summarise the transcript for the board."),
        ("The assistant will order the paper", "The assistant will order the paper."),
    ],
)
def test_items_about_machines_and_in_the_first_person_are_left_alone(text: str, said: str) -> None:
    assert mended(text, said) == text


def test_a_participant_may_be_called_like_a_model() -> None:
    assert without_frame(f"Gemma: {ITEM}", SAID, ()) == ITEM
    assert without_frame(f"Gemma: {ITEM}", SAID, ("Gemma Hall",)) is None


@given(st.text(max_size=200), st.text(max_size=100))
def test_what_is_left_was_there_and_was_said(text: str, said: str) -> None:
    item = without_frame(text, said, ())
    assert item is None or (item in text and {*content_stems(item)} & {*content_stems(said)})


TALK = (
    "as an AI model I cannot let me know the transcript says you asked for my training : , . pay Bob".split()
)


@given(st.lists(st.sampled_from(TALK), min_size=1, max_size=14).map(" ".join))
def test_whatever_was_said_so_is_content(text: str) -> None:
    assert mended(text, said=text) == text


PLAIN = "send the lease to Bob and Carla before Friday because we need it for the roof of school".split()


@given(st.lists(st.sampled_from(PLAIN), min_size=1, max_size=12).map(" ".join))
@pytest.mark.parametrize("pattern", [SELF, READER, ABOUT_TEXT])
def test_ordinary_words_are_nobodys_talk_of_himself(pattern: re.Pattern[str], text: str) -> None:
    assert pattern.search(text.capitalize()) is None


@given(
    st.sampled_from(
        [
            "As an AI, I can't hear.",
            "I hope this helps!",
            "Here is the action item:",
            "I am a language model.",
        ]
    ),
    st.lists(st.sampled_from(PLAIN), max_size=8).map(" ".join),
)
def test_talk_of_oneself_is_seen_whatever_stands_around_it(talk: str, words: str) -> None:
    for text in (f"{talk} {words}", f"{words.capitalize()}. {talk}", talk.upper()):
        assert any(pattern.search(text) for pattern in (SELF, READER, ABOUT_TEXT)), text
