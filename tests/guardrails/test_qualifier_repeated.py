"""A claim in the words of its evidence is not shown as said where the evidence has a "not" among them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from guardrails.qualifiers.repeated import denied_repeat

WORDS = st.lists(
    st.sampled_from("we can will send the report to legal and print both copies before noon".split()),
    min_size=5,
    max_size=14,
)


@pytest.mark.parametrize(
    ("claim", "said"),
    [
        ("I can either, because I saw it in June", "I can't either, because I saw it in June."),
        ("We can get it at all without any keys", "Right. We can't get it at all without any keys."),
        ("We need to paint the fence this year", "so we don't need to paint the fence this year"),
        ("We need to paint the fence this year", "We do not need to paint the fence this year."),
        ("They will deliver the desks on time", "They won’t deliver the desks on time."),
        ("The lift is safe for the piano", "The lift is never safe for the piano."),
    ],
)
def test_a_repeated_sentence_that_lost_its_denial_is_found(claim: str, said: str) -> None:
    assert denied_repeat(claim, said) is not None


@pytest.mark.parametrize(
    ("claim", "said"),
    [
        ("We can't paint the fence this year", "We can't paint the fence this year."),
        ("Paint the fence this year", "I can't come, so I'll paint the fence this year."),
        ("We will paint the fence this year", "We won't, no wait, we will paint the fence this year."),
        ("We can paint the gate green", "We can't sell it. We can paint the gate green."),
        ("We can go", "We can't go."),  # so few words are alike by chance; other rules read them
        ("We paint the fence, not the gate", "We paint the fence, not the gate."),
    ],
)
def test_what_was_also_said_without_it_stands(claim: str, said: str) -> None:
    assert denied_repeat(claim, said) is None


@given(WORDS, st.integers(1, 20), WORDS, WORDS)
def test_one_not_within_the_words_is_found_wherever_it_stands(
    words: list[str], at: int, before: list[str], after: list[str]
) -> None:
    place = 1 + at % (len(words) - 1)
    denied = [*words[:place], "not", *words[place:]]
    assert denied_repeat(" ".join(words), " ".join(denied)) is not None
    assert denied_repeat(" ".join(denied), " ".join([*before, "stop", *denied, "stop", *after])) is None


@given(st.text(max_size=200), st.text(max_size=400))
def test_any_text_is_read(claim: str, said: str) -> None:
    found = denied_repeat(claim, said)
    assert found is None or found.casefold() in said.casefold()
