"""Each part of the check of qualifiers alone: what carries a claim, its conditions, their return."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from guardrails.errors import NoAnswerError
from guardrails.guardrail import Answer, Scene
from guardrails.qualifiers.asked import asked
from guardrails.qualifiers.carrying import carriers, claimed
from guardrails.qualifiers.denied import denied
from guardrails.qualifiers.english import ENGLISH
from guardrails.qualifiers.finding import GRAVEST_FIRST, Finding
from guardrails.qualifiers.parts import parts_of, without
from guardrails.qualifiers.restoring import restored
from guardrails.qualifiers.searching import findings
from guardrails.qualifiers.verifying import is_cleared
from guardrails.types import Claim, Evidence, Segment

CLAIM = Claim("c", "action", "Send the lease to the notary", Evidence(("0",), ""), "Ann")


def scene(*lines: str) -> Scene:
    return Scene(tuple(Segment(str(n), None, None, "Ann", line) for n, line in enumerate(lines)))


def test_the_clause_that_says_the_claim_carries_it() -> None:
    said = scene("The heating is off, and I'll send the lease to the notary.", "Lunch is at one.")
    (carrier,) = carriers(CLAIM, said.segments, ENGLISH)
    assert "lease" in carrier.clause.line
    assert carrier.share == 1.0
    assert carrier.shared == claimed(CLAIM, ENGLISH)


def test_a_condition_is_a_part_of_its_clause() -> None:
    said = scene("I'll send the lease to the notary unless legal objects.")
    (carrier,) = carriers(CLAIM, said.segments, ENGLISH)
    (part,) = parts_of(carrier, ENGLISH)
    line = part.clause.line
    assert (part.kind, line[part.start : part.end].strip()) == ("condition", "unless legal objects")
    assert len(without(carrier.clause, [part], ENGLISH)) == len(line)
    assert "legal" not in without(carrier.clause, [part], ENGLISH)


_LINES = st.lists(
    st.sampled_from(
        "I will not send the lease to notary unless legal objects maybe except Bob ? . , but who if".split()
    )
    | st.text(max_size=8),
    max_size=20,
).map(" ".join)


@given(_LINES, _LINES)
def test_what_is_found_in_any_speech_was_said_there(line: str, later: str) -> None:
    said = scene(line, later)
    for carrier in carriers(CLAIM, said.segments, ENGLISH):
        assert 0 < carrier.share <= 1
        parts = list(parts_of(carrier, ENGLISH))
        assert all(0 <= part.start <= part.end <= len(part.clause.line) for part in parts)
        main = without(carrier.clause, parts, ENGLISH)
        place = denied(main, CLAIM.text, carrier, ENGLISH)
        assert place is None or 0 <= place[0] < place[1] <= len(main)
        assert all(one.kind == "question" for one in asked(main, CLAIM, carrier, said, ENGLISH))
    assert all(one.kind in GRAVEST_FIRST for one in findings(CLAIM, said, ENGLISH))


@given(st.text("abc de", min_size=1, max_size=20), st.text("xyz ", max_size=12))
def test_what_is_put_back_stands_in_the_claim(text: str, said: str) -> None:
    found = restored(text, Finding("condition", f"if {said}z", certain=True))
    assert f"if {said}z".strip() in found


FOUND = Finding("condition", "unless legal objects", certain=True)


def _cleared(answer: str | None, *later: str) -> bool:
    said = scene("I'll send the lease to the notary unless legal objects.", *later)

    def ask(claim: Claim, question: str, schema: Mapping[str, Any]) -> Answer:
        assert "unless legal objects" in question
        if answer is None:
            raise NoAnswerError("none")
        return Answer(answer)

    return is_cleared(CLAIM, FOUND, said, ask)


@pytest.mark.parametrize(
    ("answer", "quote", "cleared"),
    [
        ("yes", "legal has agreed to it already", True),
        ("no", "legal has agreed to it already", False),
        ("yes", "nobody said these words at all", False),
        ("yes", "", False),
    ],
)
def test_a_yes_counts_only_with_words_that_were_said(answer: str, quote: str, cleared: bool) -> None:
    said = json.dumps({"answer": answer, "quote": quote})
    assert _cleared(said, "Legal has agreed to it already.") == cleared


@given(st.none() | st.text(max_size=60))
def test_what_is_no_answer_clears_nothing(answer: str | None) -> None:
    assert not _cleared(answer)
