"""German qualifiers: the checks know no word themselves, another language is another value."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from guardrails.core.guardrail import Context
from guardrails.core.types import Claim, ClaimKind, Evidence, Segment
from guardrails.qualifier import Qualifier
from guardrails.qualifier.summary import SummaryItems

TASK = "den Vertrag an die Druckerei schicken"
SAID = "Ich schicke den Vertrag an die Druckerei."


def mended(*turns: str, task: str = TASK, cites: int = 1, kind: ClaimKind = "action") -> Claim | None:
    """The claim about the first turns as the note shows it; None where it is not verified."""
    segments = tuple(
        Segment(str(n), None, None, "Jan" if n % 2 else "Ann", turn) for n, turn in enumerate(turns)
    )
    cited = Evidence(tuple(segment.id for segment in segments[:cites]), "")
    claim = Claim("a1", kind, task, cited, owner="Ann" if kind == "action" else None)
    context, guard = Context(segments, (claim,), ("Ann", "Jan", "Uwe"), language="de"), Qualifier()
    if not guard.triggers(claim, context):
        return claim
    return guard.repair(claim, context, guard.check(claim, context), None)


@pytest.mark.parametrize(
    "said",
    [
        SAID,
        "Ich werde den Vertrag an die Druckerei schicken.",
        "Den Vertrag schicke ich noch heute an die Druckerei.",
        "Ich schicke den Vertrag nicht am Montag, sondern am Dienstag an die Druckerei.",
        "Ich schicke nicht nur die Rechnung, ich schicke auch den Vertrag an die Druckerei.",
        "Kein Problem, ich schicke den Vertrag an die Druckerei.",
        "Keine Ahnung, was er kostet, aber ich schicke den Vertrag an die Druckerei.",
        "Ich habe den Vertrag noch nicht an die Druckerei geschickt.",
        "Wenn möglich, schicke ich den Vertrag an die Druckerei.",
        "Ich schicke den Vertrag an die Druckerei, auch wenn es regnet.",
        "Ich habe gesagt, dass ich den Vertrag an die Druckerei schicke.",
        "Ich muss den Vertrag an die Druckerei schicken.",
        "Der Vertrag soll bis Freitag an die Druckerei geschickt werden.",
        "Ich hätte den Vertrag längst an die Druckerei schicken sollen.",
    ],
)
def test_a_german_promise_is_left_alone(said: str) -> None:
    claim = mended(said)
    assert claim is not None
    assert (claim.text, claim.flags) == (TASK, ())


@pytest.mark.parametrize(
    "said",
    [
        "Ich werde den Vertrag nicht an die Druckerei schicken.",
        "Den Vertrag schicke ich nicht an die Druckerei.",
        "Ich schicke keinen Vertrag an die Druckerei.",
        "Niemand schickt den Vertrag an die Druckerei.",
        "Ich schicke nicht den Vertrag, sondern die Rechnung an die Druckerei.",
        "Ich schicke die Rechnung statt den Vertrag an die Druckerei.",
    ],
)
def test_what_was_denied_in_german_is_not_confirmed(said: str) -> None:
    assert mended(said) is None


@pytest.mark.parametrize(
    "limit",
    [
        "falls der Vorstand zustimmt",
        "wenn der Vorstand zustimmt",
        "sofern das Geld da ist",
        "vorausgesetzt, dass der Vorstand zustimmt",
        "es sei denn, der Notar widerspricht",
        "aber nur wenn Uwe unterschreibt",
        "mit Ausnahme der Anlagen",
        "außer den Anlagen",
        "bis auf die letzte Seite",
    ],
)
def test_a_german_condition_or_exception_is_marked(limit: str) -> None:
    claim = mended(f"Ich schicke den Vertrag an die Druckerei, {limit}.")
    assert claim is not None
    assert len(claim.flags) == 1
    assert claim.flags[0] in ("conditional", "has-exception")
    whole = mended(f"Ich schicke den Vertrag an die Druckerei, {limit}.", task=f"{TASK}, {limit}")
    assert whole is not None
    assert whole.flags == ()


def test_a_german_condition_that_comes_first_is_marked() -> None:
    claim = mended("Wenn der Vorstand zustimmt, schicke ich den Vertrag an die Druckerei.")
    assert claim is not None
    assert claim.flags == ("conditional",)


def test_a_german_condition_in_the_answer_is_marked() -> None:
    claim = mended(SAID, "Aber nur wenn Uwe unterschreibt.")
    assert claim is not None
    assert claim.flags == ("conditional",)


@pytest.mark.parametrize(
    "said",
    [
        "Vielleicht schicke ich den Vertrag an die Druckerei.",
        "Ich könnte den Vertrag an die Druckerei schicken.",
        "Wahrscheinlich schicke ich den Vertrag an die Druckerei.",
        "Ich würde den Vertrag an die Druckerei schicken.",
    ],
)
def test_a_german_doubt_is_shown(said: str) -> None:
    claim = mended(said)
    assert claim is not None
    assert (claim.text, claim.flags) == (TASK, ("hedged",))


@pytest.mark.parametrize(
    "answer", ["Nein, das schaffe ich nicht.", "Leider bin ich im Urlaub.", "Tut mir leid, keine Zeit."]
)
def test_a_request_that_was_refused_in_german_is_not_confirmed(answer: str) -> None:
    assert mended("Jan, kannst du den Vertrag an die Druckerei schicken?", answer) is None


def test_a_request_that_was_taken_in_german_stands() -> None:
    asked = "Jan, kannst du den Vertrag an die Druckerei schicken?"
    for answer in ("Klar, mache ich.", "Ja, bis Freitag.", "Das übernehme ich."):
        claim = mended(asked, answer, cites=2)
        assert claim is not None
        assert (claim.text, claim.flags) == (TASK, ())


def test_what_was_only_asked_in_german_is_a_question() -> None:
    claim = mended("Sollen wir den Vertrag an die Druckerei schicken?", "Das klären wir später.")
    assert claim is not None
    assert claim.kind == "question"
    settled = mended("Sollen wir den Vertrag an die Druckerei schicken?", "Ja, machen wir.")
    assert settled is not None
    assert settled.kind == "action"


@pytest.mark.parametrize(
    "words",
    [
        "Ach, vergiss das.",
        "Nein, lassen wir das.",
        "Das hat sich erledigt.",
        "Streichen wir das.",
        "Ach, doch nicht.",
        "Den Vertrag schicken wir doch nicht.",
        "Das brauchen wir nicht mehr.",
        "Ach nein, das macht Uwe.",
    ],
)
def test_what_was_taken_back_in_german_is_not_confirmed(words: str) -> None:
    assert mended(SAID, words) is None
    assert mended(f"{SAID} {words}") is None


@pytest.mark.parametrize(
    "words",
    [
        "Das finde ich gut.",
        "Vergiss nicht, ihn zu unterschreiben.",
        "Das Zelt brauchen wir nicht mehr.",
        "Lassen wir das Zelt weg.",
        "Nein, am Dienstag.",
        "Das macht nichts.",
    ],
)
def test_german_words_that_take_nothing_back_leave_a_claim_alone(words: str) -> None:
    claim = mended(SAID, words)
    assert claim is not None
    assert (claim.text, claim.flags) == (TASK, ())


@pytest.mark.parametrize(
    ("task", "turns"),
    [
        ("die Rechnungen schicken", ("Ich habe die Rechnungen letzte Woche geschickt.",)),
        ("die Rechnungen verschicken", ("Die Rechnungen habe ich gestern verschickt.",)),
        ("den Drucker anrufen", ("Wir haben den Drucker gestern angerufen.",)),
        ("den Saal buchen", ("Der Saal wurde am Montag gebucht.",)),
        (
            "die Schilder bestellen",
            ("Kannst du die Schilder bestellen?", "Das habe ich schon erledigt."),
        ),
    ],
)
def test_work_that_is_told_as_done_in_german_is_no_open_item(task: str, turns: tuple[str, ...]) -> None:
    assert mended(*turns, task=task, cites=len(turns)) is None


@pytest.mark.parametrize(
    ("task", "said"),
    [
        ("die Rechnungen schicken", "Ich habe die Rechnungen noch nicht geschickt, das mache ich heute."),
        ("die Rechnungen schicken", "Ich habe versprochen, die Rechnungen zu schicken."),
        ("den Bericht schicken", "Ich habe den Entwurf geschickt und schicke morgen den Bericht."),
        ("den Bericht prüfen", "Wenn ich den Bericht geprüft habe, schicke ich ihn."),
        ("den zweiten Entwurf schicken", "Ich habe den ersten Entwurf geschickt."),
        ("die Liste prüfen", "Ich habe die Liste halb geprüft, den Rest prüfe ich morgen."),
    ],
)
def test_work_that_is_open_in_german_stays_an_item(task: str, said: str) -> None:
    claim = mended(said, task=task)
    assert claim is not None
    assert claim.kind == "action"


def test_a_german_summary_that_says_other_than_its_item_does_not_stand() -> None:
    item = Claim("a1", "action", f"{TASK}, falls der Vorstand zustimmt", Evidence(("0",), ""), owner="Ann")
    for text, stands in (
        ("Ann schickt den Vertrag an die Druckerei.", False),
        ("Ann schickt den Vertrag nicht an die Druckerei.", False),
        ("Ann schickt den Vertrag an die Druckerei, falls der Vorstand zustimmt.", True),
    ):
        sentence = Claim("summary-1", "summary", text, Evidence((), ""))
        context = Context((Segment("0", None, None, "Ann", SAID),), (item, sentence), ("Ann",), language="de")
        assert SummaryItems().triggers(sentence, context) is not stands


@given(
    st.lists(st.sampled_from("nicht wenn außer ich habe das geschickt , . doch vielleicht und du".split()))
)
def test_no_german_words_upset_the_check(words: list[str]) -> None:
    claim = mended(" ".join(words), task="das schicken")
    assert claim is None or claim.kind in ("action", "question")
