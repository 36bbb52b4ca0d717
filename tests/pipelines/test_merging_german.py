"""German meetings change their minds, too: the last word counts, and the tape tells how it came to it."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pipelines.merging import Settled, settle
from pipelines.rules import draft_by_rules
from tests.fakes.talk import talk

Item = tuple[str | None, str, str | None]
PROMISE = "Ann: Ich bestelle die Stühle bis Freitag."


def settled(*lines: str) -> Settled:
    segments = talk(*lines)
    return settle(draft_by_rules(segments, language="de"), segments, language="de")


def items(*lines: str) -> list[Item]:
    claims = settled(*lines).draft.claims
    return [(c.owner, c.text, c.due_phrase) for c in claims if c.kind == "action"]


@pytest.mark.parametrize(
    ("later", "item"),
    [
        (("Ann: Ach nein, das macht Bob.", "Bob: Ja."), ("Bob", "die Stühle bestellen", "bis Freitag")),
        (("Cid: Das soll besser Bob machen.", "Bob: Klar."), ("Bob", "die Stühle bestellen", "bis Freitag")),
        (
            ("Ann: Bob, kannst du das übernehmen?", "Bob: Okay."),
            ("Bob", "die Stühle bestellen", "bis Freitag"),
        ),
        (
            ("Ann: Nein, Bob macht das.", "Bob: Ja, das kann ich morgen machen."),
            ("Bob", "die Stühle bestellen", "morgen"),
        ),
        (("Bob: Ich mache das stattdessen.",), ("Bob", "die Stühle bestellen", "bis Freitag")),
        (
            ("Cid: Gut.", "Ann: Bob, bestell die Stühle bitte doch lieber bis Montag.", "Bob: Ja."),
            ("Bob", "die Stühle bestellen", "bis Montag"),
        ),
        (
            ("Ann: Ach nein, das macht Bob.", "Bob: Nein, leider."),
            ("Ann", "die Stühle bestellen", "bis Freitag"),
        ),
        (("Ann: Das macht nichts.",), ("Ann", "die Stühle bestellen", "bis Freitag")),
        (("Ann: Das macht Sinn, Bob.",), ("Ann", "die Stühle bestellen", "bis Freitag")),
    ],
)
def test_the_one_whom_it_was_given_to_last_owns_it(later: tuple[str, ...], item: Item) -> None:
    assert items(PROMISE, *later) == [item]


@pytest.mark.parametrize(
    "words",
    [
        "Ann: Ach, vergesst das.",
        "Bob: Das brauchen wir nicht.",
        "Ann: Die Stühle bestellen wir doch nicht.",
        "Bob: Hm, lassen wir das.",
        "Bob: Die Stühle brauchen wir nicht mehr.",
        "Bob: Ann, die Stühle brauchen wir doch nicht.",
        "Ann: Gut, dann bestelle ich sie nicht.",
        "Ann: Okay, dann lasse ich das.",
    ],
)
def test_what_was_taken_back_is_no_item_but_on_the_tape(words: str) -> None:
    found = settled(PROMISE, words)
    assert found.draft.claims == ()
    assert [(e.before, e.after) for e in found.tape] == [("Ann: die Stühle bestellen (bis Freitag)", "")]
    assert found.tape[0].reason.startswith("taken back later: ")


@pytest.mark.parametrize(
    "words",
    [
        "Ann: Den Tisch brauchen wir doch nicht.",
        "Bob: Das ist doch nicht teuer, oder?",
        "Ann: Wir vergessen immer die Schlüssel.",
        "Bob: Die Stühle von Cid brauchen wir nicht mehr.",
        "Bob: Die Stühle sind nicht mehr da.",
        "Bob: Wenn es regnet, brauchen wir die Stühle nicht mehr.",
        "Bob: Auf den Stühlen machen wir nicht mehr weiter.",
        "Bob: Gut, dann lasse ich das.",
        "Ann: Dann bestelle ich sie morgen.",
    ],
)
def test_what_takes_back_something_else_leaves_it_alone(words: str) -> None:
    assert items(PROMISE, words) == [("Ann", "die Stühle bestellen", "bis Freitag")]


@pytest.mark.parametrize(
    "lines",
    [
        (f"{PROMISE} Nein, vergesst das.",),
        (PROMISE, "Bob: Stimmt, das ist schon erledigt."),
        (f"{PROMISE} Nein, warte, das hat Bob schon gemacht.",),
    ],
)
def test_what_is_done_already_or_taken_back_in_one_breath_is_no_item(lines: tuple[str, ...]) -> None:
    assert items(*lines) == []


def test_only_the_last_item_before_the_words_is_taken_back() -> None:
    assert items("Cid: Ich buche den Raum bis Montag.", f"{PROMISE} Ach nein, vergesst das.") == [
        ("Cid", "den Raum buchen", "bis Montag")
    ]


@pytest.mark.parametrize(
    "asked",
    ["Sollen wir Flyer drucken?", "Soll ich Flyer drucken?", "Wer druckt die Flyer?", "Könnten wir grillen?"],
)
def test_words_that_name_nothing_take_back_what_was_asked_for_last(asked: str) -> None:
    assert items(PROMISE, f"Bob: {asked}", "Ann: Nein, lassen wir das.") == [
        ("Ann", "die Stühle bestellen", "bis Freitag")
    ]


def test_a_question_about_the_same_matter_is_no_other_matter() -> None:
    assert (
        items(PROMISE, "Bob: Sollen wir die Stühle wirklich bestellen?", "Ann: Nein, lassen wir das.") == []
    )


def test_what_is_given_up_for_a_case_that_may_not_come_stays() -> None:
    lines = (PROMISE, "Bob: Und wenn Cid noch welche hat?", "Ann: Dann bestelle ich sie nicht.")
    assert items(*lines) == [("Ann", "die Stühle bestellen", "bis Freitag")]


@pytest.mark.parametrize("task", ["neue Stühle", "die Stühle und den Tisch"])
def test_what_names_a_part_or_another_kind_of_a_thing_leaves_it_alone(task: str) -> None:
    lines = (f"Ann: Ich bestelle {task} bis Freitag.", "Bob: Die Stühle brauchen wir nicht mehr.")
    assert items(*lines) == [("Ann", f"{task} bestellen", "bis Freitag")]


def test_who_clears_a_thing_away_is_told_why_when_it_is_not_needed() -> None:
    lines = ("Ann: Ich räume die Stühle bis Freitag aus.", "Bob: Ja, die Stühle brauchen wir nicht mehr.")
    assert items(*lines) == [("Ann", "die Stühle ausräumen", "bis Freitag")]


def test_words_that_name_nothing_do_not_take_back_what_was_said_before_another_request() -> None:
    lines = (
        PROMISE,
        "Ann: Bob, kannst du den Raum buchen?",
        "Bob: Nein, keine Zeit.",
        "Ann: Dann lassen wir das.",
    )
    assert items(*lines) == [("Ann", "die Stühle bestellen", "bis Freitag")]


def test_the_last_decision_holds_where_the_change_is_said() -> None:
    found = settled(
        "Ann: Dann haben wir uns geeinigt, wir ziehen am zwölften Dezember um.",
        "Bob: Der zwölfte ist unmöglich.",
        "Ann: Gut, dann haben wir beschlossen, wir ziehen am sechzehnten Dezember um.",
    )
    assert [claim.text for claim in found.draft.claims] == ["wir ziehen am sechzehnten Dezember um"]


def test_a_question_that_is_answered_later_is_closed_with_the_line_that_does() -> None:
    found = settled(
        "Ann: Wer hat die Schlüssel für das alte Archiv?",
        "Bob: Keine Ahnung, darauf kommen wir zurück.",
        "Ann: Das nächste Thema ist das Budget.",
        "Cid: Ach, das alte Archiv. Eva hat die Schlüssel, sie liegen in ihrer Schublade.",
    )
    assert found.draft.claims == ()
    assert "Eva hat die Schlüssel" in found.tape[0].reason


def test_a_refusal_is_on_the_tape() -> None:
    found = settled("Ann: Bob, kannst du am Samstag den Transporter fahren?", "Bob: Nein, leider nicht.")
    assert found.draft.claims == ()
    (entry,) = found.tape
    assert entry.before == "den Transporter fahren"
    assert 'Bob refused: "Nein, leider nicht."' in entry.reason


LINES = (
    PROMISE,
    "Bob: Ach nein, das macht Cid.",
    "Cid: Okay, vergesst das.",
    "Ann: Wer hat die Schlüssel für das alte Archiv?",
    "Bob: Dann haben wir beschlossen, wir ziehen am zwölften Mai um.",
    "Cid: Bob, kannst du den Transporter fahren?",
    "Bob: Nein, das schaffe ich nicht.",
    "Ann: Wir haben beschlossen, wir ziehen stattdessen am ersten Mai um.",
    "?: Ich habe die Schlüssel für das Archiv.",
)


# The first meeting compiles every pattern of the rules.
@settings(deadline=None)
@given(st.lists(st.sampled_from(LINES), max_size=14))
def test_settling_never_invents_and_never_fails(lines: list[str]) -> None:
    segments = talk(*lines)
    draft = draft_by_rules(segments, language="de")
    found = settle(draft, segments, language="de")
    assert {claim.id for claim in found.draft.claims} <= {claim.id for claim in draft.claims}
    # A decision may have another day than it was drafted with; its words were said all the same.
    drafted, said = {claim.text for claim in draft.claims}, set(" ".join(lines).replace(",", "").split())
    assert all(
        claim.text in drafted or set(claim.text.split()) <= {word.strip(".") for word in said}
        for claim in found.draft.claims
    )
    gone = {claim.id for claim in draft.claims} - {claim.id for claim in found.draft.claims}
    told = " ".join(f"{entry.before} {entry.after} {entry.reason}" for entry in found.tape)
    assert all(claim.text in told for claim in draft.claims if claim.id in gone)
