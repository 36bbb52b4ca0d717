"""The form that a question asks of its answer: kept where it can be, and said where it is not."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipelines.ask.casing import in_usual_case
from tests.pipelines.test_ask import ask, texts

KEYS = "Bob sends the keys to the movers by Thursday."
PRINTER = "They decided to keep the printer."


@pytest.mark.parametrize(
    ("form", "becomes", "kept"),
    [
        ("No exclamation marks.", KEYS, "no exclamation marks"),
        ("In English.", KEYS, "in English"),
    ],
)
def test_what_code_can_mend_is_kept_with_its_proofs(form: str, becomes: str, kept: str) -> None:
    written = KEYS.replace(".", "!") if "exclamation" in form else KEYS
    answer = ask(f"Who sends the keys? {form}", (1, written))
    assert texts(answer) == [becomes]
    assert (answer.kept, answer.broken) == ((kept,), ())
    assert ("move", 2) in [(place.note_id, place.line) for place in answer.sentences[0].places]


def test_a_word_that_must_not_be_there_is_written_out_of_its_sentence_only() -> None:
    answer = ask(
        'What was said? Without the word "movers".',
        (1, KEYS),
        (2, PRINTER),
        then={"parts": ["Bob sends the keys by Thursday."]},
    )
    assert texts(answer) == ["Bob sends the keys by Thursday.", PRINTER]
    assert answer.kept == ('without "movers"',)


@pytest.mark.parametrize(
    ("form", "broken"),
    [
        ("In German.", "in German"),
        ('Without the word "keys".', 'without "keys"'),
        ("No names.", 'without "Ann", "Bob", "Cleo", "Dan"'),
    ],
)
def test_a_form_that_is_not_kept_is_said_and_costs_no_sentence(form: str, broken: str) -> None:
    answer = ask(f"Who sends the keys? {form}", (1, KEYS))
    assert texts(answer) == [KEYS]
    assert (answer.kept, answer.broken) == ((), (broken,))


def test_no_form_brings_in_what_the_passages_do_not_say() -> None:
    answer = ask(
        "Who sends the keys? In German.",
        (1, KEYS),
        then={"parts": ["Ann schickt dem Maler die Schlüssel bis Freitag."]},
    )
    assert texts(answer) == [KEYS]
    assert answer.broken == ("in German",)


@pytest.mark.parametrize("change", [str.lower, str.upper])
def test_letters_do_not_hide_a_wrong_name_from_the_checks(change: type[str]) -> None:
    for wrong in ("Ann sends the keys to the movers by Thursday.", "Zoe will send the keys to the movers."):
        assert texts(ask("Who sends the keys?", (1, change(wrong)))) == []


def test_a_name_stays_one_where_the_transcript_has_no_capitals() -> None:
    said = ["bob pays nasa today", "ok then"]
    assert in_usual_case("BOB PAYS NASA.", said, ["Bob Stein"]) == "Bob pays nasa."
    assert in_usual_case("ok then, nasa gets it from bob", said, ["Bob Stein"]).endswith("from Bob")


@given(st.text(max_size=60), st.lists(st.text(max_size=30), max_size=3))
def test_usual_letters_change_no_word(text: str, said: list[str]) -> None:
    assert in_usual_case(text, said).casefold() == text.casefold()


def test_a_question_about_a_form_asks_for_none() -> None:
    for question in ("Who spoke in a friendly tone?", "Did Bob say it in German?", "Who wants no commas?"):
        answer = ask(question, (1, KEYS))
        assert texts(answer) == [KEYS]
        assert (answer.kept, answer.broken) == ((), ())
