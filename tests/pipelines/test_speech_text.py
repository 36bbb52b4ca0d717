"""What becomes of recognised words: utterances, loops, hints."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipelines.speech.prompt import TOKENS, hint, is_echo
from pipelines.speech.repetition import LineGuard, collapse_phrases
from pipelines.speech.utterance import LONGEST_S, Utterance, Word, split


def said(
    text: str, start_s: float = 0.0, word_s: float = 0.4, pauses: dict[int, float] | None = None
) -> list[Word]:
    """Words of equal length; `pauses` gives seconds of silence after the word with that index."""
    words = []
    for i, text_of_word in enumerate(text.split()):
        words.append(Word(f" {text_of_word}", start_s, start_s + word_s, 0.9))
        start_s += word_s + (pauses or {}).get(i, 0.0)
    return words


def texts(parts: list[tuple[Word, ...]]) -> list[str]:
    return [Utterance(part).text for part in parts]


def test_a_long_pause_ends_an_utterance() -> None:
    assert texts(split(said("we ship on Monday who tests it", pauses={3: 2.0}))) == [
        "we ship on Monday",
        "who tests it",
    ]


def test_a_long_utterance_is_split_at_the_end_of_a_sentence() -> None:
    words = said("one two three four five. six seven eight nine ten", word_s=2.0)

    assert texts(split(words)) == ["one two three four five.", "six seven eight nine ten"]


def test_without_a_sentence_end_the_longest_pause_splits() -> None:
    words = said("one two three four five six seven eight", word_s=2.4, pauses={2: 0.5, 5: 0.9})

    assert texts(split(words))[0] == "one two three four five six"


def test_a_short_utterance_stays_whole() -> None:
    text = "Yes. I will send it. By Friday."

    assert texts(split(said(text))) == [text]


@given(
    st.lists(st.tuples(st.sampled_from(["a", "b.", "c?"]), st.floats(0.05, 3), st.floats(0, 3)), max_size=60)
)
def test_splitting_keeps_every_word_and_no_part_is_too_long(
    parts: list[tuple[str, float, float]],
) -> None:
    words: list[Word] = []
    at = 0.0
    for text, length, gap in parts:
        words.append(Word(f" {text}", at, at + length, 0.9))
        at += length + gap

    found = split(words)

    assert [word for part in found for word in part] == words
    assert all(part[-1].end_s - part[0].start_s <= LONGEST_S for part in found)


def test_confidence_is_that_of_the_words_of_a_line() -> None:
    sure, unsure = Word(" We", 0, 1, 0.9), Word(" ship", 1, 2, 0.3)
    assert Utterance((sure,)).confidence == 0.9
    assert Utterance((sure, unsure)).confidence == pytest.approx(0.6)


def test_a_phrase_in_a_loop_is_left_once() -> None:
    words = said("so " + "thank you for watching " * 20 + "bye")

    assert Utterance(collapse_phrases(words)).text == "so thank you for watching bye"


@pytest.mark.parametrize("text", ["no no no no", "very very very good", "one two one two one two"])
def test_what_people_do_say_twice_stays(text: str) -> None:
    words = said(text)

    assert collapse_phrases(words) == tuple(words)


@given(st.text("ab ", max_size=60))
def test_collapsing_only_leaves_words_out(text: str) -> None:
    words = said(text)

    kept = list(collapse_phrases(words))

    remaining = iter(words)
    assert all(word in remaining for word in kept), "in the same order"


def lines(*heard: str) -> list[Utterance]:
    return [Utterance(tuple(said(text, start_s=10.0 * i))) for i, text in enumerate(heard)]


def test_a_line_in_a_loop_is_left_once_and_its_place_is_known() -> None:
    guard = LineGuard()

    kept = guard.filter(lines("We start now.", *["Thank you so much."] * 9, "Any questions?"))

    assert [u.text for u in kept] == ["We start now.", "Thank you so much.", "Any questions?"]
    assert guard.caught == [10.0]


def test_a_line_said_twice_stays_and_so_does_a_chorus_of_yeahs() -> None:
    guard = LineGuard()
    heard = lines("Are you sure?", "Are you sure?", "Yeah.", "Yeah!", "Yeah.", "Yeah.", "Good.", "Good.")

    assert list(guard.filter(heard)) == heard
    assert guard.caught == []


def test_a_new_line_is_not_held_back() -> None:
    heard = iter(lines("One line.", "Another line."))

    assert next(LineGuard().filter(heard)).text == "One line."
    assert next(heard).text == "Another line.", "it was not asked for yet"


def count_tokens(text: str) -> int:
    return 2 * len(text.split())


def test_the_hint_names_people_first_and_fits() -> None:
    text, left_out = hint(["Ann Lee", "Bob", "Bob", " ", *[f"Word{i}" for i in range(200)]], count_tokens)

    assert text is not None
    assert text.startswith("Ann Lee, Bob, Word0, ")
    assert count_tokens(text) <= TOKENS
    assert left_out == 202 - len(text.split(", "))


def test_a_term_that_does_not_fit_is_left_out_whole() -> None:
    assert hint(["a " * 500, "Ann"], count_tokens) == ("Ann.", 1)


def test_without_vocabulary_there_is_no_hint() -> None:
    assert hint([], count_tokens) == (None, 0)


def test_a_repeated_hint_is_what_was_said_only_where_it_comes_back_without_the_hint() -> None:
    hinted = "Ann Lee, Bob Marsh, Kubernetes, Roomscribe"

    def never() -> str:
        raise AssertionError("hearing it again would cost seconds")

    assert is_echo("Bob Marsh, Kubernetes, Roomscribe.", hinted, lambda: "Thank you.")
    assert is_echo("Roomscribe, Ann Lee, Ann Lee.", hinted, lambda: "")
    assert not is_echo("Ann Lee, Bob Marsh.", hinted, lambda: "Anne Lee, Bob Marsh.")
    assert not is_echo("Bob Marsh tests Kubernetes, Ann Lee writes.", hinted, never)
    assert not is_echo("Bob Marsh, Kubernetes, Roomscribe", None, never)
    assert not is_echo("Ann Lee, Bob.", hinted, lambda: "Anne, Bob?")
    assert is_echo("Ann Lee, Bob.", hinted, lambda: "Thank you.")
    assert is_echo("Kubernetes.", hinted, lambda: "")
