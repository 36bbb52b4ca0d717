"""What one takes on alone though a group is written down, and whom a German sentence names, each alone."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from guardrails.evidence_group import is_taken_alone, task_of
from guardrails.evidence_passage import Passage
from guardrails.evidence_summary_german import german_names
from guardrails.guardrail import Scene
from guardrails.types import Claim, Evidence, Segment

CLAIM = Claim("c", "action", "The team will send the lease", Evidence(("0",), ""), "the team")
SAID = "I'll send the lease on Monday."


def taken(*turns: str, speaker: str | None = "Ann", owner: str = "the team") -> bool:
    """Whether the first of them, who is cited, takes it on alone."""
    segments = tuple(
        Segment(str(n), None, None, "Bob" if n % 2 else speaker, turn) for n, turn in enumerate(turns)
    )
    passage = Passage(0, segments[0], turns[0], turns[0], (0,))
    return is_taken_alone(owner, CLAIM, passage, Scene(segments))


@pytest.mark.parametrize(
    ("turns", "alone"),
    [
        ((SAID,), True),
        ((SAID, "Thanks, Ann."), True),
        ((SAID, "I'll join you."), False),
        ((SAID, "Fine.", "Well.", "Me too, as well."), False),
        ((SAID, "Fine.", "Well.", "Yes.", "Me too, as well."), True),
        (("We'll send the lease on Monday.",), False),
        (("Bob and I will send the lease.",), False),
        (("I'll send the lease, can you all read it?",), False),
        (("I'll read the lease on Monday.",), False),
        (("The lease is sent on Monday.",), False),
    ],
)
def test_only_a_promise_of_one_voice_that_nobody_joins_is_taken_alone(
    turns: tuple[str, ...], alone: bool
) -> None:
    assert taken(*turns) is alone


def test_a_voice_without_a_name_and_a_group_take_nothing_alone() -> None:
    assert not taken(SAID, speaker=None)
    assert not taken(SAID, speaker="The designers")


def test_a_group_that_is_named_there_keeps_it() -> None:
    said = "I'll send the lease, designers."
    assert taken(said)
    assert not taken(said, owner="the designers")


@given(st.lists(st.text(max_size=60), min_size=1, max_size=3))
def test_nothing_is_taken_alone_without_a_first_person(turns: list[str]) -> None:
    assert not taken(turns[0].replace("I", ""), *turns[1:])


@pytest.mark.parametrize(
    ("text", "task"),
    [
        ("The team will send the lease", "send the lease"),
        ("We send the lease", "We send the lease"),
        ("everybody is going to send the lease", "send the lease"),
        ("Ann will send the lease", "Ann will send the lease"),
    ],
)
def test_a_task_begins_with_its_verb(text: str, task: str) -> None:
    claim = Claim("c", "action", text, Evidence((), ""))
    assert task_of(claim) == task


NAMES = st.sampled_from(["Peter", "Brandt", "Özlem", "Aydin", "Jürgen", "Anna-Maria"])


@pytest.mark.parametrize(
    ("sentence", "names"),
    [
        ("Peter schickt den Vertrag.", ["Peter"]),
        ("Peter Brandt schickt den Vertrag.", ["Peter Brandt"]),
        ("Die Karten holt Frau Dr. Brandt.", ["Brandt"]),
        ("Anna bucht den Saal, und Peter kauft die Karten.", ["Anna"]),
        ("Anna bucht den Saal, Peter holt den Wagen.", ["Anna", "Peter"]),
        ("Peter soll den Vertrag bis Freitag schicken.", ["Peter"]),
        ("Morgen schickt Peter den Vertrag.", []),
        ("Außerdem bucht man den Saal.", []),
        ("Anschließend prüft den Vertrag niemand.", []),
        ("Jemand bucht den Saal.", []),
        ("Der Vertrag ist gut.", []),
        ("Nächste Woche bringt den Vertrag.", []),
        ("", []),
    ],
)
def test_a_german_sentence_names_who_does_something_and_no_other_noun(
    sentence: str, names: list[str]
) -> None:
    assert list(german_names(sentence)) == names


@given(NAMES, st.sampled_from(["Frau", "Herr", "Herrn", "Frau Dr."]))
def test_a_title_is_followed_by_a_name_wherever_it_stands(name: str, title: str) -> None:
    assert list(german_names(f"Das war so, sagte {title} {name} dann.")) == [name]
    assert list(german_names(f"{name} holt den Wagen.")) == [name]
    assert list(german_names(f"{name} ist hier.")) == []


@given(st.text(max_size=100))
def test_any_sentence_is_read_and_what_it_names_stands_there(sentence: str) -> None:
    assert all(name in sentence for name in german_names(sentence))
