"""German as offices speak it: "Sie", titles, and work that somebody ought to do."""

from __future__ import annotations

import pytest

from pipelines.meeting import read_meeting
from pipelines.merging import settle
from pipelines.rules import draft_by_rules
from tests.fakes.talk import talk

Item = tuple[str | None, str, str | None]


def items(*lines: str) -> list[Item]:
    segments = talk(*lines)
    claims = settle(draft_by_rules(segments, language="de"), read_meeting(segments, "de")).claims
    return [(c.owner, c.text, c.due_phrase) for c in claims if c.kind == "action"]


def decisions(*lines: str) -> list[str]:
    return [c.text for c in draft_by_rules(talk(*lines), language="de").claims if c.kind == "decision"]


@pytest.mark.parametrize(
    "lines",
    [
        ("Ann: Herr Aydin, könnten Sie die Liste schicken?", "Herr Aydin: Nein, das schaffe ich nicht."),
        ("Ann: Die Kunden sind unruhig. Können sie die Preise prüfen?", "Bob: Ja, im Netz."),
        ("Ann: Schicken Sie nichts mehr.", "Bob: Gut."),
    ],
)
def test_what_nobody_takes_or_means_is_no_item(lines: tuple[str, ...]) -> None:
    assert items(*lines) == []


def test_a_promise_that_names_its_work_is_no_mere_yes() -> None:
    assert items("Ann: Dann übernehme ich den Grill.", "Bob: Danke.") == [
        ("Ann", "den Grill übernehmen", None)
    ]


@pytest.mark.parametrize(
    "line",
    [
        "Wir fangen mit dem Sommerfest an.",
        "Wir hatten beschlossen, dass jeder zehn Euro zahlt.",
    ],
)
def test_what_leads_through_the_meeting_or_was_settled_before_is_no_decision_of_it(line: str) -> None:
    assert decisions(f"Ann: {line}", "Bob: Gut.") == []
