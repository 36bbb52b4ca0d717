"""How work is told as done, and the words that end a plan, each table and rule alone."""

from __future__ import annotations

import re
from typing import get_args, get_type_hints

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from guardrails.guardrail import Scene
from guardrails.qualifiers.english.ending import DROP, END, END_APART, FROM, NO_LONGER, TAIL
from guardrails.qualifiers.english.telling import TELLING as ENGLISH
from guardrails.qualifiers.german.telling import TELLING as GERMAN
from guardrails.qualifiers.spoken import tables_of
from guardrails.qualifiers.telling import Telling
from guardrails.qualifiers.told import told_as_done
from guardrails.types import Claim, Evidence, Segment
from guardrails.verb_forms import BASES

WORDS = st.sampled_from("copper lantern orchard gravel velvet barrel meadow".split())
PLAIN = st.lists(WORDS, min_size=1, max_size=4).map(" ".join)
LANGUAGES = {"en": ENGLISH, "de": GERMAN}


def told(task: str, *turns: str, language: str = "en", cites: int = 1) -> str | None:
    """What Ann says in the first, third ... turn, and Bob in the others; the first ones are cited."""
    segments = tuple(
        Segment(str(n), None, None, "Bob" if n % 2 else "Ann", turn) for n, turn in enumerate(turns)
    )
    cited = Evidence(tuple(one.id for one in segments[:cites]), "")
    claim = Claim("c", "action", task, cited, "Ann")
    scene = Scene(segments, (claim,), ("Ann", "Bob"), language=language)
    return told_as_done(claim, scene, tables_of(scene))


@pytest.mark.parametrize(
    ("task", "said", "words"),
    [
        ("Send the invoices", "I sent the invoices last week.", "I sent the invoices last week"),
        (
            "Book the hall",
            "So the hall was booked on Monday, fine.",
            "So the hall was booked on Monday, fine",
        ),
        ("Call the printer", "The printer, I've called them already.", "I've called them already"),
    ],
)
def test_the_words_that_tell_it_as_done_are_given_as_they_were_said(task: str, said: str, words: str) -> None:
    found = told(task, said)
    assert found is not None
    assert words in found
    assert found in said


@pytest.mark.parametrize(
    "said",
    [
        "I'll send the invoices on Monday.",
        "I sent the invoices last week and I'll send the invoices again tomorrow.",
        "I haven't sent the invoices.",
        "I almost sent the invoices.",
        "I sent most of the invoices last week.",
        "Once I've sent the invoices we can close.",
        "Did you send the invoices?",
        "I sent the flowers last week.",
        "I checked the invoices last week.",
    ],
)
def test_what_is_planned_denied_asked_or_other_work_is_not_told_as_done(said: str) -> None:
    assert told("Send the invoices", said) is None


def test_a_plan_for_the_same_work_soon_behind_keeps_it_open() -> None:
    done = ("I sent the invoices last week.", "Good.")
    assert told("Send the invoices", *done) is not None
    assert told("Send the invoices", *done, "I'll send the invoices for May, too.") is None


def test_who_was_asked_says_that_it_is_done() -> None:
    assert told("Order the badges", "Can you order the badges?", "I ordered them yesterday.") is not None
    assert told("Order the badges", "Can you order the badges?", "I saw them yesterday.") is None


def test_german_is_told_as_done_by_its_own_tables() -> None:
    said = "Ich habe den Vertrag gestern an Ben geschickt."
    assert told("den Vertrag an Ben schicken", said, language="de") == said.rstrip(".")
    assert told("den Vertrag an Ben schicken", "Ich schicke den Vertrag an Ben.", language="de") is None


@given(st.lists(st.text(max_size=60) | PLAIN, min_size=1, max_size=3), st.text(max_size=40), st.booleans())
def test_whatever_is_told_as_done_was_said(turns: list[str], task: str, is_german: bool) -> None:
    found = told(task, *turns, language="de" if is_german else "en", cites=len(turns))
    squeezed = re.sub(r"\W+", "", " ".join(turns))
    assert found is None or re.sub(r"\W+", "", found)[:8] in squeezed


@pytest.mark.parametrize(("language", "code"), [("de", "de"), ("en", "en"), ("fr", "en"), ("", "en")])
def test_a_meeting_is_read_with_the_tables_of_its_language_or_english_ones(language: str, code: str) -> None:
    assert tables_of(Scene((), language=language)).code == code


@pytest.mark.parametrize(
    ("language", "task", "verb", "thing"),
    [
        ("en", "Send the invoices to Ann", "sent", "invoices"),
        ("en", "Bob will fix the printer by Friday", "fixed", "printer"),
        ("en", "Look for the keys", "looked", "keys"),
        ("en", "Pick up the keys from the caretaker", "picked", "keys"),
        ("de", "den Bericht an Ben schicken", "geschickt", "bericht"),
        ("de", "die Rechnungen bis Freitag bezahlen", "bezahlt", "rechnungen"),
    ],
)
def test_a_task_has_a_verb_whose_past_form_is_known_and_a_thing(
    language: str, task: str, verb: str, thing: str
) -> None:
    telling = LANGUAGES[language]
    found, stems = telling.parts(task)
    assert found == telling.verb_of(verb) != ""
    assert stems == tables_of(Scene((), language=language)).stems(thing)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_task_without_a_verb_or_a_thing_has_none(language: str) -> None:
    assert LANGUAGES[language].parts("") == ("", frozenset())
    assert LANGUAGES[language].verb_of("lantern") == ""


@given(st.sampled_from(sorted(BASES)))
def test_an_irregular_past_form_has_the_verb_of_its_base(past: str) -> None:
    assert ENGLISH.verb_of(past) == ENGLISH.parts(f"{BASES[past]} the lantern")[0]


@settings(max_examples=20)
@given(PLAIN)
@pytest.mark.parametrize(
    ("language", "table", "yes", "no"),
    [
        ("en", "settled", "the {} , that's been sorted", "that's the {}"),
        ("en", "unsettled", "i almost sold the {}", "i sold the {}"),
        ("en", "planned", "we still need the {}", "we sold the {}"),
        ("en", "past_time", "yesterday we put {} there", "we put {} there"),
        ("en", "subordinate", "once {} came", "{} came"),
        ("en", "pointing", "the {} , we sold them", "we sold the {} this morning"),
        ("en", "points", "it'll be {}", "{} will be it"),
        ("de", "settled", "{} , das ist schon erledigt", "das ist {}"),
        ("de", "unsettled", "{} fast verkauft", "{} verkauft"),
        ("de", "planned", "ich werde {} verkaufen", "{} verkauft"),
        ("de", "past_time", "gestern {}", "heute {}"),
        ("de", "subordinate", "sobald {} kam", "{} kam"),
        ("de", "pointing", "{} , das ist verkauft", "{} ist verkauft"),
        ("de", "points", "das wird {}", "{} wird das"),
    ],
)
def test_a_pattern_of_telling_tells_two_clauses_apart(
    language: str, table: str, yes: str, no: str, what: str
) -> None:
    words: re.Pattern[str] = getattr(LANGUAGES[language], table)
    look = words.match if table == "points" else words.search
    assert look(yes.format(what)), yes
    assert not look(no.format(what)), no


@given(st.text(max_size=80))
def test_every_language_fills_every_table_and_any_line_is_read_by_it(line: str) -> None:
    hints = get_type_hints(Telling)
    for telling in LANGUAGES.values():
        verb, thing = telling.parts(line)
        assert verb == verb.casefold()
        assert isinstance(thing, frozenset)
        patterns = [
            getattr(telling, name) for name, kind in hints.items() if re.Pattern in (kind, *_of(kind))
        ]
        assert len(patterns) == 7
        for words in (*patterns, *telling.ways):
            found = words.search(line)
            assert found is None or 0 <= found.start() <= found.end() <= len(line)
        assert all("said" in way.groupindex for way in telling.ways)


def _of(kind: object) -> tuple[object, ...]:
    return (getattr(kind, "__origin__", None),) if get_args(kind) else ()


@pytest.mark.parametrize(
    ("fragment", "words", "others"),
    [
        (END, ["drop", "dropped", "dropping", "scrapped", "backed out of"], ["keep", "sent"]),
        (DROP, ["drop", "hold off on", "forget about"], ["dropped", "send"]),
        (END_APART, ["take it back", "took that off the list", "call it off"], ["take it home", "call it"]),
        (FROM, [" of the list", " the agenda"], [" lists"]),
        (NO_LONGER, ["off the table", "no longer needed", "dead", "not happening"], ["on the table", "new"]),
        (TAIL, ["", " after all", " for now , sorry", " from the minutes"], [" after lunch"]),
    ],
)
def test_a_fragment_that_ends_a_plan_matches_its_words_and_no_other(
    fragment: str, words: list[str], others: list[str]
) -> None:
    whole = re.compile(fragment)
    assert [word for word in words if not whole.fullmatch(word)] == []
    assert [word for word in others if whole.fullmatch(word)] == []
