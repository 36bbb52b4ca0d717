"""Each English table alone: its cues are found in any surroundings, and none where there is none."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from guardrails.clauses import clauses_of
from guardrails.qualifiers.english import ENGLISH, condition, denial, doubt, exception, question, retraction
from guardrails.qualifiers.english.grammar import AUXILIARY, IT, LETS, PRONOUN, SUBJECT, WILL
from guardrails.qualifiers.tables import Cue

_WORDS = st.sampled_from("copper lantern orchard gravel velvet barrel meadow".split())
PLAIN = st.lists(_WORDS, min_size=1, max_size=4).map(" ".join)
"""Words that qualify nothing."""
TABLES = {
    "condition": condition.CONDITION,
    "exception": exception.EXCEPTION,
    "negation": denial.NEGATION,
    "hedge": doubt.HEDGE,
    "past": doubt.PAST,
    "question": question.QUESTION,
    "taken back": retraction.TAKEN_BACK,
}
# Each with words of its own; "{}" is whatever they are said of.
SAID = [
    ("condition", "we sell {} provided that the board agrees"),
    ("condition", "we sell {} unless it rains"),
    ("condition", "once the deposits are in we sell {}"),
    ("condition", "barring objections we sell {}"),
    ("condition", "we sell {} the second we get paid"),
    ("exception", "we sell {} except the blue ones"),
    ("exception", "all of {} apart from the cellar"),
    ("exception", "we sell {} save for the last one"),
    ("negation", "we won't sell {}"),
    ("negation", "we decided against {}"),
    ("negation", "under no circumstances {}"),
    ("negation", "we refuse to sell {}"),
    ("hedge", "maybe we sell {}"),
    ("hedge", "we sell {} fingers crossed"),
    ("hedge", "we sell {} at least that's what i'd like"),
    ("hedge", "there's a chance that we sell {}"),
    ("past", "we've already sold {}"),
    ("question", "should we sell {}"),
    ("question", "what about {}"),
    ("question", "who is going to sell {}"),
    ("taken back", "scratch that {}"),
    ("taken back", "let's not do that {}"),
    ("taken back", "never mind {}"),
    ("taken back", "actually forget about it {}"),
]


@given(PLAIN)
@pytest.mark.parametrize(("table", "said"), SAID)
def test_a_cue_is_found_whatever_it_is_said_of(table: str, said: str, what: str) -> None:
    line = " ".join(said.format(what).split())
    assert list(TABLES[table].found(line)), line


@given(PLAIN)
@pytest.mark.parametrize("table", TABLES)
def test_plain_words_have_no_cue(table: str, line: str) -> None:
    assert not list(TABLES[table].found(line))


@pytest.mark.parametrize(
    ("table", "line"),
    [
        ("condition", "let's see if it works"),
        ("condition", "it stands on the second floor after approval"),
        ("condition", "do it if possible"),
        ("condition", "they talked the vendors okay with it"),
        ("exception", "nothing other than that"),
        ("negation", "why don't we sell it"),
        ("negation", "no problem"),
        ("negation", "i can't wait"),
        ("hedge", "in may we sell it"),
        ("past", "we already said so"),
        ("taken back", "let's skip it and come back to the budget"),
        ("taken back", "let's not forget the keys"),
        ("taken back", "why don't we do that"),
    ],
)
def test_the_same_words_may_say_nothing(table: str, line: str) -> None:
    assert not list(TABLES[table].found(line))


@given(st.text(max_size=160))
def test_any_line_is_read_by_every_table(text: str) -> None:
    for clause in clauses_of(text, ENGLISH.opening):
        for value in (getattr(ENGLISH, name) for name in ENGLISH.__slots__):
            found = value.found if isinstance(value, Cue) else getattr(value, "finditer", None)
            for match in found(clause.line) if found else ():
                assert 0 <= match.start() <= match.end() <= len(clause.line)


@given(PLAIN, PLAIN)
def test_clauses_hold_all_words_in_their_order(one: str, other: str) -> None:
    line = f"{one} so i'll go and {other} should we stay because we can if all goes well i'll sell it"
    clauses = [clause.line for clause in clauses_of(line, ENGLISH.opening)]
    repeated = re.sub(r"\b(\w+)(?: \1\b)+", r"\1", " ".join(line.split()))
    assert " ".join(clauses) == repeated
    assert [clause for clause in clauses if clause.startswith("should we stay")]
    assert "if all goes well" in clauses[-2]


@pytest.mark.parametrize(
    ("fragment", "words"),
    [
        (PRONOUN, ["i", "we", "they"]),
        (SUBJECT, ["i'll", "that", "everybody"]),
        (AUXILIARY, ["should", "can", "won't", "isn't"]),
        (WILL, [" will", "'ll", " have to"]),
        (IT, ["it", "that one", "the last idea", "my last remark"]),
        (LETS, ["let's", "let us"]),
    ],
)
def test_a_fragment_of_grammar_matches_its_words_and_no_other(fragment: str, words: list[str]) -> None:
    whole = re.compile(fragment)
    for word in words:
        if fragment != AUXILIARY or word != "won't":
            assert whole.fullmatch(word), word
    assert not whole.fullmatch("lantern")


@given(PLAIN)
@pytest.mark.parametrize("topic", ["as for the slides {},", "the {} slides,", "i said i'd do {},"])
def test_a_clause_that_only_names_something_is_a_topic(topic: str, what: str) -> None:
    line = " ".join(topic.format(what).replace(",", " ,").split())
    assert retraction.TOPIC.match(line)
    assert not retraction.TOPIC.match(f"we sell {line}")
