"""The summary as a note shows it: connected, bounded, and every sentence with the words behind it."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import date

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from guardrails.types import Claim, Evidence
from pipelines.checking import Checker
from pipelines.languages import spoken_language
from pipelines.merging import settle
from pipelines.rules import draft_by_rules
from pipelines.summary import title_of
from pipelines.summary.telling import MOST_WORDS, Telling, told, unspent
from pipelines.verifying import Circumstances, verify
from tests.fakes.talk import talk

LINES = (
    "Ann: Okay, so let's talk about the spring campaign.",
    "Bob: The printers offered a discount for posters if we order them before the campaign starts.",
    "Ann: So we agreed, we order the posters in February.",
    "Ann: Let's go with the red posters then.",
    "Bob: I'll send the invoice to Ann by Friday.",
    "Bob: And I'll call the printers tomorrow.",
    "Ann: Bob, could you get me the numbers of last year?",
    "Bob: Sure.",
    "?: I'm going to book the hotel.",
    "Cid: How much does the second campaign in autumn cost?",
    "Ann: I don't know, let's come back to that.",
)


def summary(*lines: str) -> Telling:
    segments = talk(*lines)
    draft = draft_by_rules(segments)
    return told(draft.summary, draft.claims, segments, extracted=True)


def test_decisions_owners_and_open_questions_become_sentences() -> None:
    assert summary(*LINES[2:]).text == (
        "It was decided that we order the posters in February and to go with the red posters. "
        "Bob will send the invoice to Ann by Friday, call the printers tomorrow and get Ann the numbers of "
        "last year. "
        'Still open: "How much does the second campaign in autumn cost?".'
    )


def test_what_opened_a_sentence_in_the_talk_stands_inside_one_in_the_summary() -> None:
    lines = ("Ann: We need somebody to order the posters.", "Bob: I can do that.", "Ann: By when?")
    assert summary(*lines, "Bob: End of next week.", "Ann: The red ones it is, then.", "Bob: Good.").text == (
        "It was decided on the red ones. Bob will order the posters by the end of next week."
    )


def test_every_sentence_leads_to_the_words_it_was_made_from() -> None:
    assert [sentence.evidence for sentence in summary(*LINES).sentences] == [
        ("s1",),
        ("s2", "s3"),
        ("s4", "s5", "s6"),
        ("s9",),
    ]


def test_whom_nobody_can_know_on_paper_is_left_out() -> None:
    assert "will" not in summary("Ann: I'll ask him about the lease today.", "Bob: Good.", "Cid: Good.").text


@pytest.mark.parametrize(
    ("said", "told_as"),
    [
        ("I'll send you the draft by Friday.", "Ann will send the draft by Friday."),
        ("I'll share the test plan with you tomorrow.", "Ann will share the test plan tomorrow."),
    ],
)
def test_what_somebody_gets_is_told_also_where_nobody_can_know_who(said: str, told_as: str) -> None:
    assert told_as in summary(f"Ann: {said}", "Bob: Good.", "Cid: Good.").text


@pytest.mark.parametrize("flag", ["conditional", "hedged", "asked", "has-exception"])
def test_what_is_marked_as_doubtful_is_left_to_its_item(flag: str) -> None:
    segments = talk("Ann: I'll send the report by Friday.")
    (claim,) = draft_by_rules(segments).claims
    assert "send the report" in told("", [claim], segments, extracted=True).text
    assert told("", [replace(claim, flags=(flag,))], segments, extracted=True).text == ""


def test_what_everyone_but_one_does_is_said_so() -> None:
    text = summary("Ann: Everyone except Bob will pack their own desk by Friday.", "Bob: Yes.").text
    assert text == "Everyone except Bob will pack their own desk by Friday."


@pytest.mark.parametrize(
    ("task", "told_as"),
    [
        ("pack the boxes (Ann and Bob)", "Ann and Bob will pack the boxes."),
        ("pack the boxes (everyone except Bob)", "Everyone except Bob will pack the boxes."),
    ],
)
def test_work_of_several_is_told_of_all_of_them(task: str, told_as: str) -> None:
    segments = talk("Ann: Bob and I will pack the boxes.")
    claim = Claim("a1", "action", task, Evidence(("s0",), ""), flags=("several-owners",))
    assert told("", [claim], segments, extracted=True).text == told_as


def test_words_of_what_no_longer_stands_are_not_quoted() -> None:
    segments = talk(*LINES)
    draft = draft_by_rules(segments)
    (gone,) = [claim for claim in draft.claims if claim.text.startswith("send the invoice")]
    lines = "Bob: I'll send the invoice to Ann by Friday. The printers offered a discount for posters."
    assert unspent(lines, [gone], segments) == "Bob: The printers offered a discount for posters."
    assert unspent(lines, [], segments) == lines


@pytest.mark.parametrize(
    ("lines", "words"),
    [
        (("Ann: Please translate the annual report by Friday, Tom.", "Tom: No, sorry, I can't."), "report"),
        (("Ann: Kannst du den Bericht übersetzen, Tom?", "Tom: Nein, das schaffe ich nicht."), "Bericht"),
        (("Ann: Bob will fix the printer by Monday.", "Bob: No, I won't."), "printer"),
        (("Anna: Bob repariert den Drucker bis Montag.", "Bob: Nein, das mache ich nicht."), "Drucker"),
    ],
)
def test_what_was_refused_or_not_confirmed_is_not_quoted(lines: tuple[str, ...], words: str) -> None:
    quoted = "Ann: The bakery offered a discount for cakes."
    segments = talk(*lines, quoted)
    language = spoken_language(segments)
    draft = draft_by_rules(segments, language=language)
    summary = "\n".join((*lines, quoted))
    settled = settle(replace(draft, summary=summary), segments, language=language).draft
    about = Circumstances(date(2026, 11, 23), language, extracted=True)
    shown = verify(settled, segments, about, Checker(start=None)).summary
    assert words not in shown
    assert "discount" in shown


def test_a_sentence_of_a_model_is_traced_or_left_out() -> None:
    text = "The printers offer a discount on posters. The board resigned in anger. Bob sends the invoice."
    found = told(text, (), talk(*LINES), extracted=False)
    assert found.text == "The printers offer a discount on posters. Bob sends the invoice."
    assert found.strays == ("The board resigned in anger.",)
    assert found.sentences[0].evidence == ("s1",)
    assert "s4" in found.sentences[1].evidence


OFFICE = (
    "Ann: Let's begin with the new office.",
    "Bob: I won't sign the lease with the landlord.",
    "Cara: I'll order the chairs, and the hall needs a cleaner.",
    "Dan: Maybe I'll ring the plumber about the boiler.",
    "Dan: The caterer was late again, that's annoying.",
)


@pytest.mark.parametrize(
    "sentence",
    [
        "The team agreed to fire the caterer and sue the hall.",
        "The team agreed to sue the landlord over the boiler.",
        "Cara resigned from her post and the office closes.",
    ],
)
def test_what_nobody_said_is_left_out_of_a_models_summary(sentence: str) -> None:
    found = told(f"Cara orders the chairs. {sentence}", (), talk(*OFFICE), extracted=False)
    assert (found.text, found.strays) == ("Cara orders the chairs.", (sentence,))


@pytest.mark.parametrize(
    "sentence",
    [
        "The team met and discussed several issues regarding the new office.",
        "Dan will phone the plumber about the boiler.",
        "Cara agreed to procure the chairs.",
        "The group complained that the caterer was late.",
        "Bob refuses to sign the landlord's lease.",
        "Ann closed the meeting on the new office, and the chairs will be ordered.",
    ],
)
def test_what_was_said_in_other_words_stays_in_a_models_summary(sentence: str) -> None:
    found = told(sentence, (), talk(*OFFICE), extracted=False)
    assert (found.text, found.strays) == (sentence, ())


GERMAN = (
    "Ann: Fangen wir mit der Planung der Plakate an, wir haben dafür nur eine halbe Stunde Zeit.",
    "Bob: Die Druckerei gibt uns zehn Prozent Rabatt auf alle Plakate, wenn wir im Februar bestellen.",
    "Ann: Dann haben wir beschlossen, dass die Plakate im Februar bestellt werden.",
    "Ann: Also nehmen wir die roten Plakate.",
    "Bob: Ich schicke die Rechnung bis Freitag an Ann.",
    "Bob: Und ich rufe morgen die Druckerei an.",
    "Cid: Was kostet eigentlich die zweite Aktion im Herbst?",
    "Ann: Das weiß ich noch nicht.",
)


def test_german_is_told_as_english_is() -> None:
    assert summary(*GERMAN).text == (
        "Beschlossen wurde: Die Plakate werden im Februar bestellt; wir nehmen die roten Plakate. "
        "Bob wird bis Freitag die Rechnung an Ann schicken und morgen die Druckerei anrufen. "
        "Offen ist noch: „Was kostet eigentlich die zweite Aktion im Herbst?“."
    )


def test_speech_of_another_language_is_shown_as_it_was_said() -> None:
    lines = "Ann: Nous avons décidé de commander les affiches en février et pas en mars, comme prévu."
    segments = talk(lines, "Bob: C'est bien, mais il faut encore parler avec l'imprimerie, non ?")
    found = told(lines, (), segments, extracted=True, language="fr")
    assert (found.text, found.sentences[0].evidence) == (lines, ("s0",))


def test_a_long_meeting_has_a_bounded_summary_that_keeps_what_was_decided() -> None:
    promises = [
        f"P{n}: I'll send the {n} reports about the {n} roofs to the board by Friday." for n in range(40)
    ]
    found = summary("Ann: So we agreed, we order the posters in February.", *promises)
    assert found.text.startswith("It was decided that we order the posters in February.")
    assert MOST_WORDS - 20 <= len(found.text.split()) <= MOST_WORDS


# The first meeting compiles every pattern of the rules.
@settings(deadline=None)
@given(st.lists(st.sampled_from(LINES), max_size=20))
def test_a_summary_names_nobody_and_counts_nothing_new(lines: list[str]) -> None:
    found = summary(*lines)
    heard = " ".join(lines)
    words = "It Still Everyone I".split()
    assert all(name in heard or name in words for name in re.findall(r"\b[A-Z]\w*", found.text))
    assert all(sentence.evidence for sentence in found.sentences)
    assert found.text == " ".join(sentence.text for sentence in found.sentences)


@pytest.mark.parametrize(
    ("opening", "title"),
    [
        ("Okay, so let's talk about the spring campaign.", "The spring campaign"),
        ("Good morning, and welcome to the campaign review, everybody.", "Campaign review"),
        ("This meeting is about our spring campaign and so I'll be short.", "Our spring campaign"),
        ("So, the spring campaign.", "The spring campaign"),
        (
            "Today we'll discuss the posters for the campaign, if nobody minds.",
            "The posters for the campaign",
        ),
    ],
)
def test_a_meeting_is_called_what_it_opens_with(opening: str, title: str) -> None:
    assert title_of(talk(f"Ann: {opening}", *LINES[1:], "Bob: The campaign review was good.")) == title


@pytest.mark.parametrize(
    ("opening", "title"),
    [
        ("Today is about the product launch in Berlin.", "The product launch in Berlin"),
        ("This meeting is about the lease.", "The lease"),
    ],
)
def test_what_a_meeting_is_said_to_be_about_names_it_also_when_it_is_said_once(
    opening: str, title: str
) -> None:
    assert title_of(talk(f"Ann: {opening}", *LINES[1:])) == title


def test_an_opening_that_nobody_comes_back_to_names_nothing() -> None:
    title = title_of(talk("Ann: Let's start with the weather.", *LINES[1:]))
    assert "eather" not in title
    assert "," not in title
