"""German words brought to one form: the stems of nouns, the roots of verbs."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from guardrails.german_verbs import root_of_infinitive, root_of_participle
from guardrails.german_words import content, stem, stems_of


@pytest.mark.parametrize(
    ("one", "other"),
    [("Vertrags", "Vertrag"), ("Rechnungen", "Rechnung"), ("Zelten", "Zelte"), ("BERICHT", "bericht")],
)
def test_forms_of_a_noun_have_one_stem(one: str, other: str) -> None:
    assert stem(one) == stem(other)


def test_a_short_word_keeps_its_ending() -> None:
    assert [stem(word) for word in ("Bus", "Note", "Uhren")] == ["bus", "note", "uhre"]


def test_content_is_what_names_things_or_work_as_it_was_said() -> None:
    said = "Also ich werde dann heute den Vertrag mit 3,5 Prozent an die Druckerei schicken, ja?"
    assert list(content(said)) == ["Vertrag", "3,5", "Prozent", "Druckerei", "schicken"]


@given(st.text(max_size=80))
def test_content_stands_in_the_text_and_its_stems_begin_like_it(text: str) -> None:
    words = list(content(text))
    place = 0
    for word in words:
        place = text.index(word, place) + len(word)
    stems = stems_of(text)
    assert len(stems) == len(words)
    assert all(word.lower().startswith(one) for word, one in zip(words, stems, strict=True))


@given(st.from_regex(r"[a-zäöü]{1,16}", fullmatch=True))
def test_a_stem_is_no_longer_than_its_word_and_the_same_in_any_case(word: str) -> None:
    assert word.startswith(stem(word))
    assert stem(word.capitalize()) == stem(word)
    assert len(stem(word)) >= min(len(word), 4)


@pytest.mark.parametrize(
    ("infinitive", "participle"),
    [
        ("buchen", "gebucht"),
        ("anrufen", "angerufen"),
        ("sammeln", "gesammelt"),
        ("öffnen", "geöffnet"),
        ("reparieren", "repariert"),
        ("unterschreiben", "unterschrieben"),
        ("besprechen", "besprochen"),
        ("zurückgeben", "zurückgegeben"),
        ("verkaufen", "verkauft"),
        # Speech and notes swap them.
        ("schicken", "gesendet"),
        ("weiterleiten", "geschickt"),
        ("überprüfen", "gecheckt"),
        ("bezahlen", "überwiesen"),
    ],
)
def test_an_infinitive_and_its_participle_have_one_root(infinitive: str, participle: str) -> None:
    assert root_of_infinitive(infinitive) == root_of_participle(participle) != ""


@pytest.mark.parametrize("word", ["Vertrag", "heute", "gern", "und", "kaufen", "ge", "get", ""])
def test_what_is_no_participle_has_no_root(word: str) -> None:
    assert root_of_participle(word) == ""


def test_different_work_has_different_roots() -> None:
    verbs = ["buchen", "schicken", "prüfen", "bestellen", "unterschreiben", "zahlen", "putzen"]
    assert len({root_of_infinitive(verb) for verb in verbs}) == len(verbs)


@given(st.from_regex(r"[bdfgklmnprstw][aeiou][bdfgklmnprst]{1,2}", fullmatch=True))
def test_a_regular_verb_and_its_prefixes_have_one_root_each(root: str) -> None:
    verb, done = f"{root}en", f"ge{root}t"
    if len(root) > 3 and root != "nann":  # "genannt" is the participle of an irregular verb
        assert root_of_infinitive(verb) == root_of_participle(done)
        assert root_of_infinitive(f"auf{verb}") == root_of_participle(f"auf{done}")
        assert root_of_infinitive(f"ver{verb}") == root_of_participle(f"ver{root}t")


@given(st.text(max_size=30))
def test_any_word_has_a_root_or_none(word: str) -> None:
    for root in (root_of_participle(word), root_of_infinitive(word)):
        assert len(root) <= len(word)
