"""One promise is listed once; two promises that look alike are two."""

from __future__ import annotations

import time
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from guardrails.consistency.duplicate import Duplicate
from guardrails.consistency.matter import matter_in
from guardrails.core.guardrail import Context
from guardrails.core.types import Claim, Evidence, Segment

SEGMENTS = tuple(
    Segment(f"s{n}", float(n), float(n + 1), speaker, text)
    for n, (speaker, text) in enumerate(
        [
            (
                "Ann",
                "I'll send the report to Carla and send the report to Dan. I'll ask her about the budget.",
            ),
            ("Bob", "And I'll review the budget for the northern office by Friday."),
            ("Ann", "Good. We go with the blue case, not with the green one."),
            *[("Bob", "Yes.")] * 40,
            ("Ann", "So, to sum up, I send the report to Carla."),
        ]
    )
)


def item(text: str, cited: str = "s0", **fields: str | None) -> Claim:
    claim = Claim("x", "action", text, Evidence((cited,), ""), owner="Ann")
    return replace(claim, **fields)


def marked(*claims: Claim) -> list[str]:
    """The texts of the claims that are marked, in their order."""
    numbered = tuple(replace(claim, id=f"a{n}") for n, claim in enumerate(claims))
    context = Context(SEGMENTS, numbered, people=("Ann", "Bob"))
    guardrail = Duplicate()
    found = []
    for claim in numbered:
        verdict = guardrail.check(claim, context)
        assert guardrail.triggers(claim, context) == (verdict.outcome == "unverified")
        if verdict.outcome == "unverified":
            assert "says the same as" in verdict.reason
            found.append(claim.text)
    return found


@pytest.mark.parametrize(
    "other",
    [
        "Send the report to Carla",
        "send the report to Carla.",
        "SEND THE REPORT TO CARLA",
        "Forward the report to Carla",
        "Ann will send the report to Carla",
        "Ann to send Carla the report",
        "Make sure that the report is sent to Carla",
        "Email the report over to Carla please",
        "Send the report to Carla, as agreed",
    ],
)
def test_the_same_in_other_words_is_marked(other: str) -> None:
    first = item("Send the report to Carla")
    assert marked(first, item(other)) == [other]
    assert marked(first, item(other, "s2")) == [other] or "summary" in other


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Send the report to Carla", "Send the report to Dan"),
        ("Send the report to Carla", "Send the budget to Carla"),
        ("Report the budget to Carla in the north", "Report the budget to Dan in the north"),
        ("Discuss EIP 1108 with the authors", "Discuss EIP 1109 with the authors"),
        ("Send 20 reports to Carla", "Send 30 reports to Carla"),
        ("We go with the blue case", "We do not go with the blue case"),
        ("Send Carla the report", "Ask Carla about the report"),
        ("Work on the prototype", "Work on the evaluation of the prototype with the customers"),
        ("Ann will present the prototype", "Bob will present the prototype"),
        ("Work together", "Continue with it"),
        ("", ""),
    ],
)
def test_two_that_look_alike_stay(one: str, other: str) -> None:
    assert marked(item(one, owner=None), item(other, owner=None)) in ([], [""])


@pytest.mark.parametrize(
    "fields",
    [{"owner": "Bob"}, {"due_phrase": "by Monday"}, {"kind": "decision"}],
)
def test_another_owner_day_or_kind_is_another_item(fields: dict[str, str]) -> None:
    first = item("Send the report to Carla", due_phrase="by Friday")
    assert marked(first, item("Send the report to Carla", **fields)) == []


def test_a_recap_at_the_end_is_the_same_item() -> None:
    assert marked(item("Send the report to Carla"), item("Send Carla the report", "s43")) == [
        "Send Carla the report"
    ]


def test_the_one_that_knows_less_is_marked() -> None:
    poor = item("Forward the report to Carla", owner=None)
    assert marked(poor, item("Send the report to Carla", due_phrase="by Friday")) == [poor.text]


def test_what_is_only_offered_takes_no_item_away() -> None:
    weak, strong = (
        item("Send the report to Carla"),
        item("Forward the report to Carla", due_phrase="by Friday"),
    )
    claims = replace(weak, id="c1"), replace(strong, id="offered")
    beside = Context(SEGMENTS, claims, people=("Ann", "Bob"))
    assert Duplicate().check(claims[0], beside).outcome == "unverified"
    apart = replace(beside, offered=frozenset(("offered",)))
    assert [Duplicate().check(claim, apart).outcome for claim in claims] == ["verified", "verified"]


def test_of_three_alike_one_stays() -> None:
    assert len(marked(*[item("Send the report to Carla")] * 3)) == 2


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("sent reports", "sending the report"),
        ("discussing it", "talk about it"),
        ("companies", "company"),
        ("planned", "plan"),
    ],
)
def test_inflection_and_everyday_synonyms_are_one_word(one: str, other: str) -> None:
    assert matter_in(one).stems == matter_in(other).stems


@given(st.lists(st.text(max_size=60), max_size=6))
def test_not_all_of_the_claims_are_marked(texts: list[str]) -> None:
    claims = [item(text) for text in texts]
    assert len(marked(*claims)) < max(1, len(claims))


def test_many_long_claims_are_compared_fast() -> None:
    claims = tuple(
        item(f"Write chapter c{n} of the handbook about subject s{n * 7} and send it to reader r{n % 9} " * 3)
        for n in range(120)
    )
    began = time.process_time()
    assert marked(*claims) == []
    assert time.process_time() - began < 2.0  # about 0.2 s; a whole note has 60 claims


def test_hostile_text_takes_no_time() -> None:
    began = time.process_time()
    marked(item("by the " * 40_000), item("a b " * 60_000), item("x" * 200_000), item("to " * 80_000))
    assert time.process_time() - began < 2.0
