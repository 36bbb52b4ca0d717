"""A question and a plain yes are a decision; a question alone, a doubt or a no are none."""

from __future__ import annotations

import pytest

from tests.fakes.talk import drafted


def decisions(*lines: str) -> list[str]:
    return [claim.text for claim in drafted("decision", *lines)]


def test_question_and_answer_prove_it() -> None:
    (claim,) = drafted("decision", "Ann: Shall we go for the repair?", "Bob: Hm.", "Cid: Agreed.")
    assert claim.evidence.segment_ids == ("s0", "s2")


@pytest.mark.parametrize(
    "lines",
    [
        ("Ann: Shall we go for the repair?",),
        ("Ann: Shall we go for the repair?", "Bob: I don't think we can, sorry.", "Cid: Agreed."),
        ("Ann: Shall we go for the repair?", "Bob: We'll have to see.", "Cid: Agreed."),
        ("Ann: Shall we get started?", "Bob: Agreed."),
        ("Ann: Shall we go for the repair?", "Ann: Good idea."),
    ],
)
def test_what_nobody_agrees_to_is_not(lines: tuple[str, ...]) -> None:
    assert decisions(*lines) == []
