"""German as offices speak it: "Sie", titles, and work that somebody ought to do."""

from __future__ import annotations

import pytest

from pipelines.merging import settle
from pipelines.rules import draft_by_rules
from tests.fakes.talk import talk

Item = tuple[str | None, str, str | None]


def items(*lines: str) -> list[Item]:
    segments = talk(*lines)
    claims = settle(draft_by_rules(segments, language="de"), segments, language="de").draft.claims
    return [(c.owner, c.text, c.due_phrase) for c in claims if c.kind == "action"]


def decisions(*lines: str) -> list[str]:
    return [c.text for c in draft_by_rules(talk(*lines), language="de").claims if c.kind == "decision"]


@pytest.mark.parametrize(
    "asked",
    [
        "Frau Novak, würden Sie bitte die Räume buchen?",
        "Frau Novak, könnten Sie die Räume buchen?",
        "Können Sie bitte die Räume buchen, Frau Novak?",
        "Buchen Sie bitte die Räume, Frau Novak.",
        "Frau Novak, buchen Sie bitte die Räume?",
    ],
)
@pytest.mark.parametrize("answer", ["Gerne.", "Mache ich."])
def test_what_is_asked_politely_is_of_whoever_takes_it(asked: str, answer: str) -> None:
    assert items(f"Herr Brandt: {asked}", f"Frau Novak: {answer}", "Herr Aydin: Gut.") == [
        ("Frau Novak", "die Räume buchen", None)
    ]


def test_people_with_one_title_are_told_apart_by_their_names() -> None:
    lines = ("Herr Brandt: Gut.", "Herr Aydin: Ja.", "Frau Novak: Herr Brandt, schicken Sie bitte die Liste.")
    assert items(*lines) == [("Herr Brandt", "die Liste schicken", None)]


def test_the_answer_gives_the_day() -> None:
    lines = ("Frau Keller: Herr Aydin, könnten Sie die Einladungen verschicken?",)
    assert items(*lines, "Herr Aydin: Ja, die gehen am Montag raus.") == [
        ("Herr Aydin", "die Einladungen verschicken", "am Montag")
    ]


@pytest.mark.parametrize(
    "lines",
    [
        ("Ann: Herr Aydin, könnten Sie die Liste schicken?", "Herr Aydin: Nein, das schaffe ich nicht."),
        ("Ann: Die Kunden sind unruhig. Können sie die Preise prüfen?", "Bob: Ja, im Netz."),
        ("Ann: Schicken Sie nichts mehr.", "Bob: Gut."),
        ("Ann: Da müsste mal jemand den Dienst anrufen.", "Bob: Ja, das stimmt wohl."),
    ],
)
def test_what_nobody_takes_or_means_is_no_item(lines: tuple[str, ...]) -> None:
    assert items(*lines) == []


@pytest.mark.parametrize(
    "asked", ["Da müsste mal jemand den Dienst anrufen.", "Jemand sollte den Dienst anrufen."]
)
def test_work_that_nobody_had_is_of_whoever_takes_it_and_the_day_is_asked_for(asked: str) -> None:
    lines = (f"Ann: {asked}", "Bob: Das kann ich machen.", "Ann: Danke. Bis wann?", "Bob: Bis Mittwoch.")
    assert items(*lines) == [("Bob", "den Dienst anrufen", "Bis Mittwoch")]


def test_a_promise_that_names_its_work_is_no_mere_yes() -> None:
    assert items("Ann: Dann übernehme ich den Grill.", "Bob: Danke.") == [
        ("Ann", "den Grill übernehmen", None)
    ]


@pytest.mark.parametrize(
    "line",
    [
        "Wir fangen mit dem Sommerfest an.",
        "Dann machen wir mit dem Budget weiter.",
        "Wir hatten beschlossen, dass jeder zehn Euro zahlt.",
    ],
)
def test_what_leads_through_the_meeting_or_was_settled_before_is_no_decision_of_it(line: str) -> None:
    assert decisions(f"Ann: {line}", "Bob: Gut.") == []
