from __future__ import annotations

from dataclasses import replace

import pytest

from guardrails.core.types import Claim, Evidence
from pipelines.llm.merge import merge_claims

PLACES = {f"s{n}": n for n in range(1, 10)}


def action(text: str, *ids: str, owner: str | None = "Ann", due: str | None = None) -> Claim:
    return Claim("", "action", text, Evidence(ids, text), owner=owner, due_phrase=due)


def test_what_is_said_again_is_one_claim_with_all_its_evidence() -> None:
    merged = merge_claims(
        [
            action("Send the signed lease to the lawyers", "s2"),
            action("send the signed lease to lawyers.", "s7", due="by Friday"),
        ],
        PLACES,
    )
    assert len(merged) == 1
    assert merged[0].text == "Send the signed lease to the lawyers"
    assert merged[0].evidence.segment_ids == ("s2", "s7")
    assert merged[0].due_phrase == "by Friday"


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (action("Book the small room", "s1"), action("Book the large room", "s2")),
        (action("Order 16 chairs for the office", "s1"), action("Order 18 chairs for the office", "s2")),
        (action("Send it to all the customers", "s1"), action("Do not send it to all the customers", "s2")),
        (action("We can ship it to customers", "s1"), action("We can't ship it to customers", "s2")),
        (action("Send the report", "s1", owner="Ann"), action("Send the report", "s2", owner="Bob")),
        (action("Send the report", "s1", due="today"), action("Send the report", "s2", due="on Monday")),
        (action("Send it", "s1"), replace(action("Send it", "s2"), kind="decision")),
    ],
)
def test_claims_that_differ_in_what_matters_both_stay(one: Claim, other: Claim) -> None:
    assert [claim.text for claim in merge_claims([one, other], PLACES)] == [one.text, other.text]


def test_ids_follow_the_order_of_speech() -> None:
    claims = [
        action("Third", "s9"),
        replace(action("Second", "s5"), kind="question"),
        action("First", "s1"),
    ]
    assert [(claim.id, claim.text) for claim in merge_claims(claims, PLACES)] == [
        ("a1", "First"),
        ("q1", "Second"),
        ("a2", "Third"),
    ]
