"""Each part of the check of format alone: blanks, due phrases, owners, the words without their wrapping."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from guardrails.constraint_blanks import blank_in, is_blank
from guardrails.constraint_due import LONGEST_WORDS, is_sentence, phrase_in
from guardrails.constraint_owner import bare_owner, several, speaker_who_promises, supported
from guardrails.constraint_text import bare_text
from guardrails.guardrail import Scene
from guardrails.language_words import WORDS
from guardrails.types import Claim, Evidence, Segment
from guardrails.wording import plain_words
from guardrails.wording_frame import unframed, unquoted
from guardrails.wording_labels import is_label, unlabelled, without_status

SCENE = Scene(
    (
        Segment("s1", None, None, "Ann", "I'll send the lease to Bob by Friday, you two."),
        Segment("s2", None, None, "Bob", "Cem has it, I'll call him."),
    ),
    people=("Ann", "Bob", "Mills and Sons"),
)


def claim(text: str, owner: str | None = "Ann", *ids: str) -> Claim:
    return Claim("c", "action", text, Evidence(ids or ("s1",), ""), owner)


@pytest.mark.parametrize(("text", "blank"), [("TBD", True), ("[name]", True), ("none", True), ("Ann", False)])
def test_a_word_for_nobody_is_a_blank(text: str, blank: bool) -> None:
    assert is_blank(text) == blank


@given(st.text(max_size=80))
def test_a_blank_in_any_text_stands_there_unless_it_was_said(text: str) -> None:
    found = blank_in(text, "")
    assert found is None or found.casefold() in text.casefold()
    assert is_blank(text) in (True, False)


def test_a_label_with_a_name_comes_off_unless_somebody_said_it() -> None:
    said = Scene(
        (Segment("s1", None, None, "Bob", "Action item for Ann: send the lease."),), people=("Ann", "Bob")
    )
    assert bare_text(claim("Action item for Ann: send the lease", None), said).startswith(
        "Action item for Ann:"
    )
    assert bare_text(claim("Action item for Ann: send the lease", None), SCENE) == "send the lease"


@pytest.mark.parametrize(
    ("due", "said", "phrase"),
    [
        ("she said that she sends it by Friday", "i'll send it by friday", "by Friday"),
        ("by Friday or by Monday we will see", "by friday or by monday", None),
        ("when it is done", "when it is done", None),
    ],
)
def test_a_due_phrase_is_taken_out_of_its_sentence(due: str, said: str, phrase: str | None) -> None:
    assert phrase_in(due, said) == phrase


@given(st.text(max_size=300), st.text(max_size=100))
def test_a_phrase_is_part_of_its_sentence(sentence: str, said: str) -> None:
    found = phrase_in(sentence, said)
    assert found is None or found in sentence
    assert is_sentence("word " * (LONGEST_WORDS + 1))
    assert is_sentence(sentence) in (True, False)


@pytest.mark.parametrize(
    ("owner", "bare", "parts", "named"),
    [
        ("Owner: Ann", "Ann", (), ()),
        ("@Ann and Bob", "Ann and Bob", ("Ann", "Bob"), ("Ann", "Bob")),
        ("Mills and Sons", "Mills and Sons", (), ()),
        ("Bob/Zoe", "Bob/Zoe", ("Bob", "Zoe"), ("Bob", "Zoe")),
    ],
)
def test_owners_are_those_that_the_words_support(
    owner: str, bare: str, parts: tuple[str, ...], named: tuple[str, ...]
) -> None:
    assert bare_owner(owner, SCENE).removeprefix("@") == bare
    assert several(bare, SCENE) == parts
    assert supported(parts, claim("Send the lease"), SCENE) == named


def test_an_owner_that_nothing_supports_is_left_out() -> None:
    assert supported(("Bob", "Zoe"), claim("Call him", "Bob", "s2"), SCENE) == ("Bob",)
    assert speaker_who_promises(claim("Call him", None, "s2"), SCENE) == "Bob"
    assert speaker_who_promises(claim("Call him", None, "s1", "s2"), SCENE) is None


@given(st.text(max_size=80))
def test_supported_owners_are_among_those_that_were_named(owner: str) -> None:
    parts = several(bare_owner(owner, SCENE), SCENE)
    assert set(supported(parts, claim("Send it"), SCENE)) <= set(parts)


@pytest.mark.parametrize(
    ("text", "bare"),
    [
        ('"Send the lease"', "Send the lease"),
        ("**Send** the lease", "Send the lease"),
        ("- [ ] Send the lease", "Send the lease"),
        ("Action item: Send the lease", "Send the lease"),
        ("Send the lease (Ann)", "Send the lease"),
        ("Bob: send the lease", "send the lease"),
        ("SEND THE LEASE TO BOB NOW", "Send the lease to Bob now"),
        ("Call 5 * 3 people", "Call 5 * 3 people"),
    ],
)
def test_the_wrapping_is_taken_off_and_no_word_is_changed(text: str, bare: str) -> None:
    assert bare_text(claim(text), SCENE) == bare


@given(
    st.text(max_size=200)
    | st.lists(
        st.sampled_from(
            ["**", "- ", "{", "}", '"', "task", ":", "\n", "Action", "[", "]", "(", ")", "1. ", "#"]
        )
    ).map("".join)
)
def test_nothing_is_added_and_twice_is_once(text: str) -> None:
    plain = plain_words(text)
    assert len(plain) <= len(text)
    assert plain_words(plain) == plain


WORDS_OF_AN_ITEM = st.lists(
    st.sampled_from("send the lease to Bob and call him about figures of 12 rooms".split()), min_size=3
)


@given(
    words=WORDS_OF_AN_ITEM,
    label=st.sampled_from(["Task - ", "Action item 3: ", "[Action] ", "(Task) ", "TODO: ", "Next step -> "]),
    bullet=st.sampled_from(["", "- ", "1. ", "(a) ", "iv. ", "• ", "[ ] ", "2) ", "## "]),
    mark=st.sampled_from(["", "**", "`", "~~"]),
)
def test_whatever_stands_before_an_item_comes_off_and_its_words_stay(
    words: list[str], label: str, bullet: str, mark: str
) -> None:
    item = " ".join(["Please", *words])
    assert plain_words(f"{mark}{bullet}{label}{item}{mark}") == item
    assert plain_words(item) is item


@given(st.text("123iv.()[]AaB :-→\n", max_size=40))
def test_a_label_is_taken_off_the_start_and_a_status_off_the_end(line: str) -> None:
    assert line.endswith(unlabelled(line))
    assert line.startswith(without_status(line))
    assert is_label(line) in (True, False)


@given(st.text("\"'`“”[]{} ab📌→", max_size=40))
def test_a_frame_is_taken_off_the_ends_only(line: str) -> None:
    assert unquoted(line) in line
    assert unframed(line) in line


def test_each_language_has_words_of_its_own() -> None:
    for script in WORDS.values():
        for name, words in script.items():
            others = frozenset().union(*(each for other, each in script.items() if other != name))
            assert words - others, name
