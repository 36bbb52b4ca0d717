"""A question and a plain yes are a decision; a question alone, a doubt or a no are none."""

from __future__ import annotations

import pytest

from tests.fakes.talk import drafted


def decisions(*lines: str) -> list[str]:
    return [claim.text for claim in drafted("decision", *lines)]


@pytest.mark.parametrize(
    "answer", ["Agreed.", "Good idea.", "Yes, let's.", "Fine with me.", "Works for me.", "Aye."]
)
@pytest.mark.parametrize(
    ("asked", "text"),
    [
        ("Shall we go for the repair?", "go for the repair"),
        ("Do we want to keep the old logo?", "keep the old logo"),
        ("Then why don't we move the launch to May?", "move the launch to May"),
    ],
)
def test_a_proposal_that_somebody_agrees_to_is_decided(asked: str, text: str, answer: str) -> None:
    assert decisions(f"Ann: {asked}", f"Bob: {answer}") == [text]


def test_question_and_answer_prove_it() -> None:
    (claim,) = drafted("decision", "Ann: Shall we go for the repair?", "Bob: Hm.", "Cid: Agreed.")
    assert claim.evidence.segment_ids == ("s0", "s2")


@pytest.mark.parametrize(
    "lines",
    [
        ("Ann: Shall we go for the repair?",),
        ("Ann: Shall we go for the repair?", "Bob: I don't think we can, sorry.", "Cid: Agreed."),
        ("Ann: Shall we go for the repair?", "Bob: We'll have to see.", "Cid: Agreed."),
        ("Ann: Shall we go for the repair or the replacement?", "Bob: Definitely."),
        ("Ann: Shall we get started?", "Bob: Agreed."),
        ("Ann: Should we have lunch together first?", "Bob: Good idea."),
        ("Ann: Shall we go for the repair?", "Ann: Good idea."),
    ],
)
def test_what_nobody_agrees_to_is_not(lines: tuple[str, ...]) -> None:
    assert decisions(*lines) == []


def test_the_answer_may_turn_it_round() -> None:
    lines = ("Ann: Should we renew the photo subscription?", "Bob: No, let's cancel it. Nobody uses it.")
    assert decisions(*lines, "Cid: Agreed.") == ["cancel the photo subscription"]
    assert decisions(*lines, "Cid: I'd rather not.") == []


def test_what_is_chosen_may_come_first() -> None:
    assert decisions("Ann: The nineteenth or the eighteenth?", "Bob: The nineteenth it is, then.") == [
        "The nineteenth it is"
    ]
    assert decisions("Ann: I don't know where it is.", "Bob: That is how it is.") == []


def test_a_plan_that_concludes_is_decided_with_its_condition() -> None:
    lines = (
        "Ann: Does the fix get in?",
        "Bob: I think so.",
        "Ann: Then the plan is the 26th, provided the fix is in.",
    )
    assert decisions(*lines) == ["the plan is the 26th, provided the fix is in"]
    assert decisions("Ann: The plan is a mess.", "Bob: I know what the plan is for.") == []
