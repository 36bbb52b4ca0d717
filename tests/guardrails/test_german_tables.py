"""Each German table alone: its cues are found in any surroundings, and none where there is none."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from guardrails.clauses import clauses_of
from guardrails.qualifiers.german import answering, denial, doubt, limits, retraction, telling
from guardrails.qualifiers.german.table import GERMAN
from guardrails.qualifiers.tables import Cue

_WORDS = st.sampled_from("kupfer laterne garten kiesel samt fass wiese".split())
PLAIN = st.lists(_WORDS, min_size=1, max_size=4).map(" ".join)
"""Words that qualify nothing."""
FEW = settings(max_examples=20)  # many rows, few words
TABLES = {
    "condition": limits.CONDITION,
    "exception": limits.EXCEPTION,
    "negation": denial.NEGATION,
    "hedge": doubt.HEDGE,
    "past": telling.PAST,
    "question": answering.QUESTION,
    "taken back": retraction.TAKEN_BACK,
}
# Each with words of its own; "{}" is whatever they are said of.
SAID = [
    ("condition", "wir verkaufen {} falls anna zustimmt"),
    ("condition", "sofern es trocken bleibt verkaufen wir {}"),
    ("condition", "wir verkaufen {} nur wenn die bank mitmacht"),
    ("condition", "vorausgesetzt dass alle kommen verkaufen wir {}"),
    ("condition", "es sei denn es regnet verkaufen wir {}"),
    ("exception", "wir verkaufen {} ausser den blauen"),
    ("exception", "wir verkaufen {} bis auf die letzte"),
    ("exception", "mit ausnahme der blauen verkaufen wir {}"),
    ("exception", "abgesehen von den blauen verkaufen wir {}"),
    ("negation", "{} verkaufen wir nicht"),
    ("negation", "wir verkaufen keine {}"),
    ("negation", "niemand verkauft {}"),
    ("negation", "auf keinen fall verkaufen wir {}"),
    ("hedge", "vielleicht verkaufen wir {}"),
    ("hedge", "wir verkaufen {} wahrscheinlich"),
    ("hedge", "ich glaube wir verkaufen {}"),
    ("hedge", "kann sein dass wir {} verkaufen"),
    ("past", "{} ist schon erledigt"),
    ("past", "wir haben {} bereits bestellt"),
    ("question", "sollen wir {} verkaufen ?"),
    ("question", "wer verkauft {} ?"),
    ("question", "es ist noch offen ob wir {} verkaufen"),
    ("taken back", "vergiss es {}"),
    ("taken back", "kommando zurück {}"),
    ("taken back", "{} hat sich erledigt"),
    ("taken back", "ich habe es mir anders überlegt {}"),
]


@FEW
@given(PLAIN)
@pytest.mark.parametrize(("table", "said"), SAID)
def test_a_german_cue_is_found_whatever_it_is_said_of(table: str, said: str, what: str) -> None:
    line = said.format(what)
    assert list(TABLES[table].found(line)), line


@FEW
@given(PLAIN)
@pytest.mark.parametrize("table", TABLES)
def test_plain_german_has_no_cue(table: str, line: str) -> None:
    assert not list(TABLES[table].found(f"wir verkaufen {line}"))


@pytest.mark.parametrize(
    ("table", "line"),
    [
        ("condition", "mach es wenn möglich heute"),
        ("condition", "auch wenn es regnet"),
        ("condition", "mal sehen ob es geht"),
        ("exception", "der lift ist ausser betrieb"),
        ("exception", "bis auf weiteres"),
        ("negation", "kein problem"),
        ("negation", "nicht nur heute"),
        ("negation", "das habe ich noch nicht gemacht"),
        ("negation", "nicht am montag , sondern am dienstag"),
        ("hedge", "kannst du vielleicht anrufen"),
        ("hedge", "leben sie wohl"),
        ("hedge", "im mai verkaufen wir es"),
        ("past", "das haben wir schon besprochen"),
        ("question", "wer zuerst kommt , mahlt zuerst ."),
        ("taken back", "das hat anna nicht vergessen"),
        ("taken back", "lass uns anfangen"),
    ],
)
def test_the_same_german_words_may_say_nothing(table: str, line: str) -> None:
    assert not list(TABLES[table].found(line))


@FEW
@given(PLAIN)
@pytest.mark.parametrize(
    ("table", "yes", "no"),
    [
        ("refused", "{} verkaufen wir nicht", "wir verkaufen {}"),
        ("instead", "wir verkaufen die wagen statt {}", "wir verkaufen {}"),
        ("plain_condition", "wenn {} kommt", "falls {} kommt"),
        ("vague_condition", "wenn du siehst wie {}", "wenn anna sieht wie {}"),
        ("fragment", "nur wenn {} kommt", "wir verkaufen {} nur heute"),
        ("added_condition", "ja , aber nur wenn {} kommt", "ja , {} kommt"),
        ("added_exception", "alle ausser der {}", "alle {}"),
        ("passed_over", "wir gehen ohne die {}", "wir gehen mit {}"),
        ("request", "kannst du {} verkaufen", "wir verkaufen {}"),
        ("asks_anybody", "kann jemand {} verkaufen", "kann anna {} verkaufen"),
        ("consent", "ja , {}", "{} ja"),
        ("refusal_answer", "nein , {}", "{} ja"),
        ("deferral", "mal sehen {}", "morgen {}"),
        ("negated_text", "{} streichen", "{} kaufen"),
        ("conditional_text", "{} nach freigabe kaufen", "{} kaufen"),
        ("hedged_text", "{} eventuell kaufen", "{} kaufen"),
        ("asking_text", "klären , wer {} kauft", "{} kaufen"),
        ("past_text", "{} wurde gekauft", "{} kaufen"),
        ("settled_text", "{} ist beschlossen", "{} kaufen"),
        ("once_planned", "wir wollten {} kaufen", "wir kaufen {}"),
        ("planned", "ich werde {} kaufen", "{} ist da"),
        ("dismissed", "vergiss das {}", "kauf das {}"),
        ("refusal", "wir werden kein {} kaufen", "wir werden {} kaufen"),
        ("cancelled", "{} fällt aus", "{} kommt"),
        ("turning", "moment {}", "{} kommt"),
        ("supposed", "falls {} kommt", "{} kommt"),
        ("topic", "zurück zum {} ,", "wir kaufen {} ,"),
        ("redated", "nein , lieber am freitag .", "{} am rand ."),
        ("reassigned", "{} , das übernimmt eva", "{} kommt"),
    ],
)
def test_a_german_pattern_tells_two_sentences_apart(table: str, yes: str, no: str, what: str) -> None:
    words: re.Pattern[str] = getattr(GERMAN, table)
    look = words.match if table in MATCHED else words.search
    assert look(yes.format(what)), yes
    assert not look(no.format(what)), no


MATCHED = {"plain_condition", "vague_condition", "fragment", "redated"}


@given(PLAIN)
def test_a_german_sentence_ends_its_condition_where_the_main_verb_stands(what: str) -> None:
    line = f"wenn anna zustimmt kaufe ich {what}"
    main = GERMAN.main.search(line)
    assert main is not None
    assert line[main.end() :].startswith("kaufe ich")
    assert GERMAN.main.search(f"wenn anna {what}") is None


@pytest.mark.parametrize(
    ("line", "who"),
    [("das macht eva", "eva"), ("nein , eva übernimmt das", "eva"), ("gib das lieber eva", "eva")],
)
def test_who_gets_the_work_instead_is_found(line: str, who: str) -> None:
    found = retraction.REASSIGNED.search(line)
    assert found is not None
    assert who in found.groupdict().values()


@given(st.text(max_size=160))
def test_any_line_is_read_by_every_german_table(text: str) -> None:
    assert GERMAN.code == "de"
    for clause in clauses_of(text, GERMAN.opening):
        for value in (getattr(GERMAN, name) for name in GERMAN.__slots__):
            found = value.found if isinstance(value, Cue) else getattr(value, "finditer", None)
            for match in found(clause.line) if found else ():
                assert 0 <= match.start() <= match.end() <= len(clause.line)


@given(PLAIN, PLAIN)
def test_what_a_german_text_is_about_are_its_words_in_any_case_and_order(one: str, other: str) -> None:
    said = GERMAN.stems(f"{one} und {other}")
    assert said == GERMAN.stems(f"Wir haben {other.title()} und {one.upper()}")
    assert said == GERMAN.stems(one) | GERMAN.stems(other)
    assert GERMAN.stems("und oder aber nicht") == frozenset()
