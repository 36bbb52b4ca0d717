"""The tables of a language: what a cue finds, and German requests and answers."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from guardrails.qualifiers.german.answering import ASKS_YOU, REFUSES, TAKES
from guardrails.qualifiers.tables import Cue, pattern

WORDS = st.sampled_from("if maybe possible needed so not unless we send it".split())
LINES = st.lists(WORDS, max_size=10).map(" ".join)


@given(LINES, st.lists(WORDS, min_size=1, max_size=3))
def test_a_pattern_finds_whole_words_wherever_they_stand(line: str, words: list[str]) -> None:
    found = [match.group() for match in pattern(*words).finditer(line)]
    assert found == [word for word in line.split() if word in words]
    assert not pattern("if").search(f"gift{line.replace('if', '')}")


@given(LINES)
def test_a_cue_is_found_but_where_the_words_say_something_else(line: str) -> None:
    words, idle = pattern("if", "unless"), pattern("if possible", "so if needed")
    found = [match.span() for match in Cue(words, idle).found(line)]
    said_nothing = [match.span() for match in idle.finditer(line)]
    assert found == [
        match.span()
        for match in words.finditer(line)
        if not any(begin <= match.start() < end for begin, end in said_nothing)
    ]
    assert [match.span() for match in Cue(words).found(line)] == [m.span() for m in words.finditer(line)]


REST = st.lists(st.sampled_from("das Protokoll bis Freitag an Eva schicken , und dann".split()), max_size=8)


@given(st.sampled_from(["Kannst du", "könntest du", "Würdest du", "Schickst du", "Wer macht"]), REST)
def test_a_german_request_is_one_whatever_is_asked_for(opening: str, rest: list[str]) -> None:
    assert ASKS_YOU.search(f"{opening} {' '.join(rest)}?")


@given(st.sampled_from(["Nein,", "nee", "Leider", "Das geht leider nicht,", "Das schaffe ich nicht:"]), REST)
def test_a_german_refusal_takes_nothing_on(opening: str, rest: list[str]) -> None:
    line = f"{opening} {' '.join(rest)}"
    assert REFUSES.search(line)
    assert TAKES.match(line) is None


@given(st.sampled_from(["Ja, mach ich", "okay, übernehme ich", "Das erledige ich", "Klar", "Gerne"]), REST)
def test_a_german_yes_takes_it_on_and_refuses_nothing(opening: str, rest: list[str]) -> None:
    line = f"{opening}, {' '.join(rest)}"
    assert TAKES.match(line)
    assert REFUSES.search(line) is None


@given(REST)
@pytest.mark.parametrize("statement", ["Wir schicken", "Ich schicke", "Eva schickt", "Die Firma hat"])
def test_german_statements_are_neither(statement: str, rest: list[str]) -> None:
    line = f"{statement} {' '.join(rest)}."
    assert ASKS_YOU.search(line) is None
    assert REFUSES.search(line) is None
    assert TAKES.match(line) is None
