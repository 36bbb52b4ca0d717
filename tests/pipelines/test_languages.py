"""Which language a meeting was held in, and what is done about one that the rules do not know."""

from __future__ import annotations

import pytest

from guardrails.core.types import Segment
from pipelines.languages import found_language, spoken_language
from pipelines.rules import draft_by_rules


@pytest.mark.parametrize(
    ("text", "language"),
    [
        (
            "Ich schicke den Bericht bis Freitag und dann sehen wir weiter, ob das Angebot noch gilt. " * 3,
            "de",
        ),
        ("I will send the report by Friday and then we see whether the offer still holds. " * 3, "en"),
        (
            "J'envoie le rapport avant vendredi et après nous verrons si l'offre est encore valable. " * 3,
            "fr",
        ),
        ("Okay.", "en"),
    ],
)
def test_the_language_is_found_in_the_words(text: str, language: str) -> None:
    assert spoken_language([Segment("s1", None, None, None, text)]) == language


def test_in_a_language_that_the_rules_do_not_know_nothing_is_invented_and_the_note_says_so() -> None:
    text = "Ik stuur het rapport voor vrijdag en we hebben besloten om het blauwe te nemen, dat is goed. " * 5
    draft = draft_by_rules([Segment("s1", None, None, "Ann", text)])
    assert draft.claims == ()
    assert any("Dutch" in warning and "English, French and German" in warning for warning in draft.warnings)


def test_a_short_french_meeting_is_told_by_its_little_words() -> None:
    assert found_language([Segment("s1", None, None, None, "J'envoie le rapport vendredi.")]) == "fr"


@pytest.mark.parametrize(
    "text",
    [
        "Ich schicke den Bericht bis Freitag.",
        "Kannst du bitte den Saal buchen? Ja, mache ich.",
        "Wer bucht das Hotel? Das kann ich machen.",
        "Okay, ich schicke dir das Slide Deck morgen.",
    ],
)
def test_a_short_german_meeting_is_told_by_its_little_words(text: str) -> None:
    assert found_language([Segment("s1", None, None, None, text)]) == "de"
    assert draft_by_rules([Segment("s1", None, None, "Ann", text)]).flags == ()


@pytest.mark.parametrize(
    "text",
    [
        "I'll send the report by Friday.",
        "Ship it to Herr von der Heide in Bonn, and then we are done.",
        "Max: Die was hard. Hans will order the bits.",
        "Der Spiegel called again.",
        "Ik stuur het rapport morgen naar de klant, dat is goed voor ons.",
        "Okay.",
    ],
)
def test_a_short_meeting_without_german_words_is_read_as_english(text: str) -> None:
    assert spoken_language([Segment("s1", None, None, None, text)]) == "en"


def test_the_language_that_is_told_wins_over_the_words() -> None:
    assert (
        spoken_language([Segment("s1", None, None, None, "Ich schicke den Bericht bis Freitag.")], "en")
        == "en"
    )


def test_a_short_german_meeting_has_its_items() -> None:
    segments = [
        Segment("s1", None, None, "Ann", "Kannst du den Saal buchen?"),
        Segment("s2", None, None, "Bob", "Ja, mache ich bis Freitag."),
    ]
    (claim,) = draft_by_rules(segments).claims
    assert (claim.owner, claim.text, claim.due_phrase) == ("Bob", "den Saal buchen", "bis Freitag")
