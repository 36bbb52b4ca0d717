"""German by rules: promises, requests, decisions, questions and mood, and what the rules do not know."""

from __future__ import annotations

import pytest

from guardrails.core.types import Claim, Segment
from pipelines.rules import draft_by_rules
from pipelines.sentiment import label_of, passage_sentiment, score_text


def claims(*lines: str) -> list[Claim]:
    """What the rules draft of "Speaker: words" lines."""
    said = [line.split(": ", 1) for line in lines]
    segments = [Segment(f"s{n}", None, None, who, text) for n, (who, text) in enumerate(said, 1)]
    return list(draft_by_rules(segments, language="de").claims)


@pytest.mark.parametrize(
    ("line", "task", "due"),
    [
        ("Ich schicke den Bericht bis Freitag.", "den Bericht schicken", "bis Freitag"),
        ("Den Bericht schicke ich bis Freitag.", "den Bericht schicken", "bis Freitag"),
        ("Ich rufe morgen den Drucker an.", "den Drucker anrufen", "morgen"),
        (
            "Bis zum 4. Dezember bereite ich die Sitzung vor.",
            "die Sitzung vorbereiten",
            "Bis zum 4. Dezember",
        ),
        ("Also, ähm, ich ich prüfe das Angebot, weil es teuer ist.", "das Angebot prüfen", None),
        ("Ich muss die Rechnung noch heute bezahlen.", "die Rechnung bezahlen", "noch heute"),
        ("Ich zahle 400.", "400 zahlen", None),
    ],
)
def test_a_promise_is_the_speakers_with_its_task_and_due_phrase(
    line: str, task: str, due: str | None
) -> None:
    (claim,) = claims(f"Anna: {line}")
    assert (claim.kind, claim.text, claim.owner, claim.due_phrase) == ("action", task, "Anna", due)
    assert claim.evidence.quote == line


@pytest.mark.parametrize(
    "line",
    [
        "Ich schicke den Bericht nicht.",
        "Ich bezahle keine Rechnung.",
        "Ich schicke den Bericht am Montag nicht.",
        "Wenn Anna zustimmt, schicke ich den Bericht.",
        "Ich schicke den Bericht, falls das Geld da ist.",
        "Vielleicht schreibe ich eine Anleitung.",
        "Schicke ich den Bericht?",
        "Ich habe den Bericht geschickt.",
        "Ich finde den Bericht gut.",
        "Das mache ich.",
    ],
)
def test_a_denial_a_condition_a_doubt_or_a_report_is_no_promise(line: str) -> None:
    assert [claim for claim in claims(f"Anna: {line}") if claim.kind == "action"] == []


@pytest.mark.parametrize("answer", ["Ja, mache ich.", "Klar.", "Gern. Das mache ich.", "Okay, wird gemacht."])
def test_a_request_that_is_accepted_belongs_to_who_accepts(answer: str) -> None:
    (claim,) = claims("Anna: Kannst du den Raum bis Mittwoch buchen, Tom?", f"Tom: {answer}")
    assert (claim.text, claim.owner, claim.due_phrase) == ("den Raum buchen", "Tom", "bis Mittwoch")
    assert claim.evidence.segment_ids == ("s1", "s2")


@pytest.mark.parametrize("answer", ["Nein, keine Zeit.", "Das schaffe ich nicht.", "Leider nicht."])
def test_a_request_that_is_refused_is_no_action(answer: str) -> None:
    assert claims("Anna: Kannst du den Raum buchen, Tom?", f"Tom: {answer}") == []


def test_who_answers_who_does_it_takes_it() -> None:
    (claim,) = claims("Anna: Wer bestellt die Getränke?", "Tom: Das übernehme ich bis morgen.")
    assert (claim.text, claim.owner, claim.due_phrase) == ("die Getränke bestellen", "Tom", "bis morgen")


def test_work_is_handed_out_by_name() -> None:
    (claim,) = claims("Anna: Tom soll die Bücher bis Ende des Monats abschließen.", "Tom: Gut.")
    assert (claim.text, claim.owner) == ("die Bücher abschließen", "Tom")


@pytest.mark.parametrize(
    ("line", "decides"),
    [
        ("Dann nehmen wir das blaue Logo.", True),
        ("Wir haben beschlossen, dass der Start verschoben wird.", True),
        ("Es bleibt bei der alten Adresse.", True),
        ("Wir sollten das blaue Logo nehmen.", False),
        ("Wenn das Geld reicht, nehmen wir das blaue Logo.", False),
        ("Nehmen wir das blaue Logo?", False),
        ("Wir nehmen an, dass es regnet.", False),
    ],
)
def test_a_decision_is_told_from_a_proposal(line: str, decides: bool) -> None:
    found = [claim for claim in claims(f"Anna: {line}", "Tom: Gut.") if claim.kind == "decision"]
    assert bool(found) is decides


@pytest.mark.parametrize(
    ("answer", "is_open"), [("Das weiß ich noch nicht.", True), ("Die bleiben beim Vermieter.", False)]
)
def test_a_question_is_open_until_somebody_answers(answer: str, is_open: bool) -> None:
    found = claims("Anna: Was passiert mit den alten Parkplätzen?", f"Tom: {answer}")
    assert bool([claim for claim in found if claim.kind == "question"]) is is_open


@pytest.mark.parametrize(
    ("text", "label"),
    [
        ("Das ist großartig, vielen Dank!", "positive"),
        ("Das lief wirklich gut.", "positive"),
        ("Der Anbieter ist schrecklich, das ist ärgerlich.", "negative"),
        ("Ich bin nicht zufrieden.", "negative"),
        ("Wir treffen uns am Dienstag.", "neutral"),
        ("Guten Morgen zusammen.", "neutral"),
        ("Die Lieferung erfolgt am Montag.", "neutral"),
    ],
)
def test_german_words_carry_a_mood(text: str, label: str) -> None:
    assert label_of(score_text(text, "de")) == label


def test_praise_and_complaint_at_once_are_mixed() -> None:
    said = Segment("s1", None, None, "Anna", "Das Team ist großartig. Aber der Ausfall war eine Katastrophe.")
    assert passage_sentiment([said], language="de") == "mixed"


@pytest.mark.parametrize(
    ("lines", "item"),
    [
        (
            ("Anna: Tom, schick bitte den Bericht bis Freitag an alle.", "Tom: Okay."),
            ("Tom", "den Bericht an alle schicken", "bis Freitag"),
        ),
        (
            ("Anna: Alle außer Tom packen bis Montag ihren Schreibtisch.",),
            (None, "ihren Schreibtisch packen (alle außer Tom)", "bis Montag"),
        ),
        (
            ("Anna: Sagst du dem Vermieter den Termin, Tom?", "Tom: Ja, ich rufe ihn heute an."),
            ("Tom", "dem Vermieter den Termin sagen", "heute"),
        ),
    ],
)
def test_orders_groups_and_teams_own_what_they_are_told(
    lines: tuple[str, ...], item: tuple[str | None, str, str | None]
) -> None:
    found = [claim for claim in claims(*lines, "Tom: Danke.") if claim.kind == "action"]
    assert [(claim.owner, claim.text, claim.due_phrase) for claim in found] == [item]


@pytest.mark.parametrize(
    ("lines", "item"),
    [
        (("Anna: Wer bucht das Hotel?", "Tom: Das kann ich machen."), ("Tom", "das Hotel buchen")),
        (("Anna: Wer bucht das Hotel?", "Tom: Ich kann das gern machen."), ("Tom", "das Hotel buchen")),
    ],
)
def test_people_also_speak_loosely(lines: tuple[str, ...], item: tuple[str, str]) -> None:
    found = [claim for claim in claims(*lines, "Cid: Danke.") if claim.kind == "action"]
    assert [(claim.owner, claim.text) for claim in found] == [item]


@pytest.mark.parametrize(
    "line",
    [
        "Da muss ich nachschauen.",
        "Dann machen wir das so.",
        "So machen wir das dann also alle.",
        "Nein, am 6. Dezember, das haben wir doch beschlossen.",
        "Dann ist das so entschieden.",
        "Das haben wir beim letzten Mal entschieden, oder nicht.",
    ],
)
def test_what_only_points_is_neither_action_nor_decision(line: str) -> None:
    assert claims(f"Anna: {line}", "Tom: Gut.") == []


def test_work_of_several_says_so() -> None:
    (claim,) = claims("Anna: Alle außer Tom packen bis Montag ihren Schreibtisch.", "Tom: Gut.")
    assert claim.flags == ("several-owners",)


def test_an_order_that_is_refused_is_no_action() -> None:
    assert claims("Anna: Tom, buch bitte den Raum.", "Tom: Nein, das schaffe ich nicht.") == []


@pytest.mark.parametrize(
    ("opening", "title"),
    [
        ("Fangen wir mit dem Büroumzug an.", "Büroumzug"),
        ("Heute geht es um das Budget für den Herbst.", "Budget für den Herbst"),
        ("Willkommen zur Planung der Messe, schön, dass ihr da seid.", "Planung der Messe"),
        ("Wir haben eine Stunde für den Umzug ins neue Büro.", "Umzug ins neue Büro"),
    ],
)
def test_a_meeting_is_called_what_it_opens_with(opening: str, title: str) -> None:
    segments = [Segment("s1", None, None, "Anna", f"Guten Morgen. {opening}")]
    assert draft_by_rules(segments, language="de").title == title


def test_a_meeting_that_names_no_topic_is_called_after_what_it_comes_back_to() -> None:
    lines = ("Anna: Die Plakate sind fertig.", "Tom: Die alten Plakate waren besser, und der Rabatt ist gut.")
    segments = [Segment(f"s{n}", None, None, *line.split(": ", 1)) for n, line in enumerate(lines)]
    assert draft_by_rules(segments, language="de").title == "Plakate"


@pytest.mark.parametrize("reply", ["Paula.", "Das ist doch Paulas Sache.", "Das sehen wir an der Liste."])
def test_who_does_it_is_no_open_question_once_somebody_answered(reply: str) -> None:
    assert claims("Anna: Wer holt den Schlüssel?", f"Tom: {reply}", "Anna: Sonst, keine Ahnung.") == []
