"""Was a day said, and of this? And who puts another one in its place? Each rule alone."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from guardrails.due_phrases import due_phrases
from guardrails.evidence_due import (
    is_beside,
    is_due_said,
    may_be_dated,
    point_of,
    stands_in,
    unsaid_end,
    with_end,
)
from guardrails.evidence_passage import Passage
from guardrails.evidence_redated import CHANGED, redated
from guardrails.guardrail import Scene
from guardrails.types import Claim, Evidence, Segment

DAYS = st.sampled_from(["by Friday", "on Monday", "next week", "tomorrow", "by the 23rd", "before Christmas"])
REST = st.lists(st.sampled_from("copper lantern orchard gravel velvet".split()), min_size=1, max_size=5).map(
    " ".join
)


def scene_of(*turns: str) -> Scene:
    """Ann and Bob take turns."""
    return Scene(
        tuple(Segment(str(n), None, None, "Bob" if n % 2 else "Ann", turn) for n, turn in enumerate(turns))
    )


def passage(near: str, *cited: int) -> Passage:
    return Passage(0, Segment("0", None, None, "Ann", near), near, near, cited or (0,))


@given(DAYS, REST, REST)
def test_a_day_that_stands_there_was_said_wherever_and_in_capitals(
    day: str, before: str, behind: str
) -> None:
    said = f"I'll paint the {before} {day}, {behind}."
    assert is_due_said(day, passage(said), said)
    assert is_due_said(day.upper(), passage(said), said.upper())
    assert stands_in(day, said)
    assert not is_due_said("by the 7th of June", passage(said), said)


@pytest.mark.parametrize(
    ("phrase", "said", "found"),
    [
        ("by Friday", "I'll do it on Friday.", True),
        ("by Friday", "Friday's fine.", True),
        ("by the 23rd", "by the twenty third", True),
        ("by the 23rd", "by the twenty-third", True),
        ("by the 24th", "by the twenty third", False),
        ("on Friday at 3 pm", "I'll do it on Friday at 3 pm.", True),
        ("by Friday", "I'll do it.", False),
    ],
)
def test_a_day_is_said_by_the_words_that_tell_a_time(phrase: str, said: str, found: bool) -> None:
    assert is_due_said(phrase, passage(said), said) is found


def test_a_time_may_be_put_right_elsewhere_but_not_the_day() -> None:
    cited = "I'll come on Friday. Make that 3 pm."
    assert is_due_said("on Friday at 3 pm", passage("I'll come on Friday."), cited)
    assert not is_due_said("on Monday at 3 pm", passage("I'll come on Friday."), cited)


def test_a_day_said_of_something_else_in_a_long_speech_is_not_this_ones() -> None:
    cited = "The fair is on Monday. And I'll paint the hut by Friday."
    near = "And I'll paint the hut by Friday."
    assert is_due_said("by Friday", passage(near), cited)
    assert not is_due_said("on Monday", passage(near), cited)


@given(DAYS, REST)
def test_a_day_at_the_end_of_a_text_was_said_or_is_told(day: str, what: str) -> None:
    text = f"Paint the {what} {day}"
    assert unsaid_end(text, f"I'll paint it {day}.") is None
    found = unsaid_end(text, f"I'll paint the {what}.")
    assert found is not None
    assert text.endswith(found)
    assert with_end(text, found, ()) == text.removesuffix(found).rstrip()
    assert (
        with_end(text, found, [f"{found.split()[0]} Sunday"])
        == f"{with_end(text, found, ())} {found.split()[0]} Sunday"
    )
    assert with_end(text, found, ["elsewhere"]) == with_end(text, found, ())


@given(st.text(max_size=60), st.text(max_size=60))
def test_any_text_ends_with_what_is_unsaid_of_it(text: str, cited: str) -> None:
    found = unsaid_end(text, cited)
    assert found is None or (found in text and not stands_in(found, cited))
    if found is not None:
        assert not is_due_said(found, passage(cited), cited)
        assert len(with_end(text, found, ())) < len(text)
    assert not may_be_dated(text, text)


def test_words_that_open_a_day_may_date_a_task_unless_they_are_its_own() -> None:
    assert may_be_dated("I'll paint it before the harvest supper", "Paint the hoarding")
    assert not may_be_dated("I'll paint the hoarding by the bus stop", "Paint the hoarding by the bus stop")
    assert not may_be_dated("I'll paint it", "Paint the hoarding")


@given(DAYS)
def test_the_point_of_time_is_the_same_behind_any_preposition(day: str) -> None:
    bare = point_of(day)
    assert bare
    assert point_of(f"before {bare}") == point_of(f"until {bare}") == point_of(bare.upper()) == bare


def test_a_day_said_near_belongs_to_a_claim_unless_it_is_of_other_work() -> None:
    near = scene_of("I'll paint the hut.", "By Friday?", "Yes.")
    assert is_beside("by Friday", passage("I'll paint the hut."), near)
    assert not is_beside("by Monday", passage("I'll paint the hut."), near)
    far = scene_of("I'll paint the hut.", *["Well."] * 4, "By Friday?")
    assert not is_beside("by Friday", passage("I'll paint the hut."), far)
    other = scene_of("I'll paint the hut.", "I'll sell the boat by Friday.")
    assert not is_beside("by Friday", passage("I'll paint the hut."), other)


CLAIM = Claim("c", "action", "Paint the hut", Evidence(("0", "1"), ""), "Ann", "on Monday")
SAID = "I'll paint the hut on Monday."


@pytest.mark.parametrize(
    ("turns", "line"),
    [
        (("Make it Thursday, please.",), "Make it Thursday, please."),
        (("Can we move that to Thursday?", "Sure."), "Can we move that to Thursday?"),
        (("How about Thursday?", "Thursday is fine."), "How about Thursday?"),
        (("Can we move that to Thursday?",), ""),
        (("Can we move that to Thursday?", "No, sorry."), ""),
        (("Make it Thursday, please.", "No, that's impossible."), ""),
        (("Can we move that to Thursday?", "Tuesday is better."), ""),
        (("I'll be in town on Thursday.",), ""),
        (("Thursday, or I'll be ill.",), ""),
        (("Fine.",), ""),
    ],
)
def test_only_a_line_that_is_a_new_day_and_is_not_turned_down_puts_it(
    turns: tuple[str, ...], line: str
) -> None:
    assert redated(CLAIM, 0, (0, 1), scene_of(SAID, *turns)) == line


def test_nobody_puts_off_his_own_promise_by_a_line_that_is_not_cited_or_comes_late() -> None:
    put = "Make it Thursday, please."
    assert redated(CLAIM, 0, (0,), scene_of(SAID, put)) == ""
    assert redated(CLAIM, 0, (0, 2), scene_of(SAID, "Well.", put)) == ""
    assert redated(CLAIM, 0, (0, 7), scene_of(SAID, *["Well."] * 6, put)) == ""


def test_a_day_that_merging_changed_is_looked_for_in_all_that_is_cited() -> None:
    turns = scene_of(SAID, "Well.", "I said Thursday.")
    assert redated(replace(CLAIM, flags=(CHANGED,)), 0, (0, 2), turns) == f"{SAID} I said Thursday."


@given(st.lists(st.text(max_size=50) | DAYS, max_size=4), REST)
def test_a_line_that_puts_a_day_is_a_cited_one_that_names_it(turns: list[str], rest: str) -> None:
    scene = scene_of(SAID, *turns)
    found = redated(CLAIM, 0, tuple(range(len(scene.segments))), scene)
    assert found == "" or (found in turns and len(due_phrases(found.replace("’", "'"))) == 1)
    assert redated(CLAIM, 0, (0, 1), scene_of(SAID, f"The {rest} is there on Thursday.")) == ""
