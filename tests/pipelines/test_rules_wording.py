"""How an item by the rules reads: its verb, its thing, and nothing that was only begun."""

from __future__ import annotations

import pytest

from tests.fakes.talk import actions, the_action


@pytest.mark.parametrize(
    ("said", "task"),
    [
        ("I'll be including the benchmark figures.", "include the benchmark figures"),
        ("I'll be reworkshopping the benchmark figures.", "be reworkshopping the benchmark figures"),
        (
            "I'll be drafting or trying to draft the benchmark plan.",
            "be drafting or trying to draft the benchmark plan",
        ),
    ],
)
def test_a_verb_in_the_continuous_form_reads_well(said: str, task: str) -> None:
    assert the_action(f"Ann: {said}").text == task


def test_what_shall_be_done_to_a_thing_is_the_work_of_nobody_yet() -> None:
    said = "The indexing of orders has to be updated, and the index has to be managed."
    first, *_ = actions(f"Ann: {said}")
    assert (first.text, first.owner) == ("The indexing of orders has to be updated", None)
    assert [claim.owner for claim in actions("Ann: Our Guests should be invited by Friday.")] == [None]


def test_a_thing_that_somebody_is_given_is_no_work_handed_out() -> None:
    assert actions("Ann: We have some recent change. Let me give you the link.") == []


def test_a_moment_that_was_named_before_stays_with_its_task() -> None:
    assert the_action("Ann: I'll send the report to legal before then.").text.endswith("before then")


def test_an_instruction_in_which_somebody_looks_for_words_is_none() -> None:
    assert actions("Ann: Call data cost as\u2026 of the signature is\u2026 potentially dominating.") == []
