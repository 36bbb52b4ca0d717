"""A title is made of words that were said, whoever drafted it."""

from __future__ import annotations

import pytest

from guardrails.core.types import Segment
from pipelines.meeting import read_meeting
from pipelines.summary.naming import named
from tests.fakes.talk import talk

LINES = (
    "Ann: Okay, so let's talk about the spring campaign.",
    "Bob: The printers offered a discount for posters before the campaign starts.",
    "Ann: So we agreed, we order 40 posters in February.",
)
GERMAN = (
    "Ann: Fangen wir mit dem Büroumzug an.",
    "Bob: Der Umzug in das neue Büro kostet 2.400 Euro, sagt die Spedition.",
)


@pytest.mark.parametrize(
    "title",
    ["Posters for the spring campaign", "Printer discounts", "Ordering 40 posters", "Ann and Bob on posters"],
)
def test_a_title_whose_words_were_said_stays(title: str) -> None:
    assert named(title, read_meeting(talk(*LINES), "en")) == (title, ())


@pytest.mark.parametrize(
    ("title", "word"),
    [
        ("Quarterly marketing review", "Quarterly"),
        ("Ordering 50 posters", "50"),
        ("The spring campaign in Berlin", "Berlin"),
    ],
)
def test_a_title_with_a_word_that_nobody_said_gives_way_to_the_rules_and_the_tape_tells(
    title: str, word: str
) -> None:
    found, (entry,) = named(title, read_meeting(talk(*LINES), "en"))
    assert found == "Posters, campaign"
    assert (entry.before, entry.after) == (title, found)
    assert f"“{word}”" in entry.reason


def test_a_title_has_at_most_eight_words() -> None:
    long = "the printers offered a discount for posters before the campaign"
    assert (
        named(long, read_meeting(talk(*LINES), "en"))[0]
        == "the printers offered a discount for posters before"
    )


@pytest.mark.parametrize(
    ("title", "found"),
    [
        ("Umzug ins neue Büro", "Umzug ins neue Büro"),
        ("Spedition und Termine", "Büroumzug"),
        ("Office move", "Büroumzug"),
    ],
)
def test_a_german_title_too(title: str, found: str) -> None:
    assert named(title, read_meeting(talk(*GERMAN), "de"))[0] == found


def test_a_meeting_without_words_is_called_meeting() -> None:
    assert named("Meeting", read_meeting([Segment("s0", None, None, None, "")], "en")) == ("Meeting", ())
    assert named("", read_meeting((), "en"))[0] == "Meeting"
    assert named("Besprechung", read_meeting(talk("Ann: Ja, gut."), "de")) == ("Besprechung", ())
