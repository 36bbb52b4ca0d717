"""What one refuses and another takes is an item of whoever took it, and no work of somebody else's."""

from __future__ import annotations

import pytest

from pipelines.merging import Settled, settle
from pipelines.rules import draft_by_rules
from tests.fakes.talk import talk

Item = tuple[str | None, str, str | None]
ASKED = ("Ann: Bob, can you fix the login bug by Friday?", "Bob: No, sorry.")


def settled(*lines: str, language: str = "en") -> Settled:
    segments = talk(*lines)
    return settle(draft_by_rules(segments, language=language), segments, language=language)


def items(*lines: str, language: str = "en") -> list[Item]:
    claims = settled(*lines, language=language).draft.claims
    return [(c.owner, c.text, c.due_phrase) for c in claims if c.kind == "action"]


@pytest.mark.parametrize(
    ("later", "item"),
    [
        (
            ("Ann: Cara, then?", "Cara: Okay, I'll take it, by Monday."),
            ("Cara", "fix the login bug", "by Monday"),
        ),
        (("Ann: Cara?", "Cara: Sure."), ("Cara", "fix the login bug", "by Friday")),
        (
            ("Ann: Cara, can you do that?", "Cara: Yes, of course."),
            ("Cara", "fix the login bug", "by Friday"),
        ),
        (("Cara: I can do it.",), ("Cara", "fix the login bug", "by Friday")),
        (("Ann: Please.", "Bob: Fine, I'll do it."), ("Bob", "fix the login bug", "by Friday")),
    ],
)
def test_who_takes_what_was_refused_owns_it(later: tuple[str, ...], item: Item) -> None:
    assert items(*ASKED, *later) == [item]


@pytest.mark.parametrize(
    "later",
    [
        (),
        ("Ann: Cara, can you do that?", "Cara: No, sorry."),
        ("Ann: Cara, any news?", "Cara: Yes, all good."),
        ("Ann: Cara, how was the trip to the customer?", "Cara: Okay, I can do it more often."),
        ("Ann: Next. The slides for the fair are not ready yet.", "Cara: I'll do that."),
        ("Ann: Okay.", "Cara: I'll do that slide next."),
    ],
)
def test_what_nobody_takes_stays_refused(later: tuple[str, ...]) -> None:
    found = settled(*ASKED, *later)
    assert "fix the login bug" not in [claim.text for claim in found.draft.claims]
    assert [entry.before for entry in found.tape if "refused" in entry.reason] == ["fix the login bug"]


def test_another_day_is_no_refusal() -> None:
    asked = "Ann: Bob, can you send the report by Friday?"
    assert items(asked, "Bob: No, Monday.") == [("Bob", "send the report", "Monday")]
    offered = (asked, "Bob: Can't do Friday, Monday?")
    assert items(*offered, "Ann: Monday is fine.") == [("Bob", "send the report", "Monday")]
    assert items(*offered, "Ann: No, that's too late.") == []


def test_what_is_handed_on_is_what_was_refused_last() -> None:
    found = settled(
        "Max: I'll write the wiki page by Monday.",
        "Sophie: Anna, can you order the projector?",
        "Anna: Sorry, I can't.",
        "Sophie: Ralf, can you do that?",
        "Ralf: Yes, I'll do it by Thursday.",
    )
    page, projector = found.draft.claims
    assert (page.owner, page.text, page.due_phrase) == ("Max", "write the wiki page", "by Monday")
    assert (projector.owner, projector.text, projector.due_phrase) == (
        "Ralf",
        "order the projector",
        "by Thursday",
    )
    assert projector.evidence.segment_ids == ("s1", "s3", "s4")
    assert [(e.before, e.after) for e in found.tape] == [
        ("order the projector", "Ralf: order the projector (by Thursday)")
    ]


@pytest.mark.parametrize(
    ("later", "item"),
    [
        (("Sophie: Ralf, kannst du das machen?", "Ralf: Ja, mache ich bis Donnerstag."), "bis Donnerstag"),
        (("Ralf: Das kann ich machen, bis Freitag.",), "bis Freitag"),
        (("Sophie: Ralf?", "Ralf: Klar."), None),
    ],
)
def test_german_work_is_taken_up(later: tuple[str, ...], item: str | None) -> None:
    assert items(
        "Max: Ich kümmere mich um die Getränke bis Montag.",
        "Sophie: Anna, kannst du den Grill besorgen?",
        "Anna: Das geht leider nicht.",
        *later,
        language="de",
    ) == [("Max", "sich um die Getränke kümmern", "bis Montag"), ("Ralf", "den Grill besorgen", item)]


@pytest.mark.parametrize(
    ("lines", "due"),
    [
        (("Bob: Can't do Friday.", "Ann: Monday then?", "Bob: Monday is fine."), "Monday"),
        (("Bob: Sorry, no, I'm away.", "Ann: Would Monday work?", "Bob: Sure."), "Monday"),
        (("Bob: No, sorry.", "Ann: Okay.", "Ann: How about Monday?", "Bob: Yes, Monday works."), "Monday"),
    ],
)
def test_a_day_that_whoever_asked_gives_instead_is_taken_with_a_yes(lines: tuple[str, ...], due: str) -> None:
    assert items(ASKED[0], *lines) == [("Bob", "fix the login bug", due)]


@pytest.mark.parametrize(
    "lines",
    [
        ("Ann: Monday then?", "Bob: No, sorry."),
        ("Ann: The demo is on Monday?", "Bob: Yes."),
        ("Ann: Monday then?", "Cara: Monday is fine."),
        ("Cara: When is the demo?", "Ann: On Monday?", "Bob: Yes."),
    ],
)
def test_without_a_yes_to_the_new_day_it_stays_refused(lines: tuple[str, ...]) -> None:
    assert items(*ASKED, *lines) == []


@pytest.mark.parametrize(
    ("lines", "due"),
    [
        (("Bob: Freitag schaffe ich nicht.", "Ann: Dann Montag?", "Bob: Montag geht."), "Montag"),
        (("Bob: Nein, leider nicht.", "Ann: Geht es am Montag?", "Bob: Ja, gern."), "am Montag"),
    ],
)
def test_a_german_day_given_instead_is_taken_with_a_yes(lines: tuple[str, ...], due: str) -> None:
    asked = "Ann: Bob, kannst du den Bericht bis Freitag schicken?"
    assert items(asked, *lines, language="de") == [("Bob", "den Bericht schicken", due)]
