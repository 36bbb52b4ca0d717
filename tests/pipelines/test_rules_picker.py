"""What the rules show of much talk, and what they only offer."""

from __future__ import annotations

import pytest

from guardrails.core.types import Segment
from pipelines.rules import actions_by_rules, draft_by_rules
from pipelines.rules.picker import WEIGHTS, budget
from tests.fakes.talk import actions, talk, the_action

_VERBS = "send book check order print call write update review publish".split()


def an_hour() -> list[Segment]:
    """A promise every other minute, each of another thing."""
    return [
        Segment(
            f"s{n}", 120.0 * n, 120.0 * n + 8, "Ann" if n % 2 else "Bob", f"I'll {verb} the item{n} soon."
        )
        for n, verb in enumerate(_VERBS * 3)
    ]


def test_an_hour_of_promises_shows_eight_and_offers_twelve_more() -> None:
    draft = draft_by_rules(an_hour())
    shown = [claim for claim in draft.claims if claim.kind == "action"]
    assert len(shown) == budget("action", 3600) == 8
    assert len(draft.possible) == 12
    assert {claim.evidence for claim in draft.possible}.isdisjoint(claim.evidence for claim in shown)
    assert len({claim.id for claim in (*draft.claims, *draft.possible)}) == len(draft.claims) + 12


def test_what_is_offered_first_is_likeliest() -> None:
    offered = [claim.confidence for claim in draft_by_rules(an_hour()).possible]
    assert offered == sorted(offered, reverse=True)


def test_of_a_stand_up_nothing_is_left_out() -> None:
    lines = [segment for segment in an_hour() if segment.start_s is not None]
    close = [Segment(s.id, n * 6.0, n * 6.0 + 5, s.speaker, s.text) for n, s in enumerate(lines)]
    assert len(actions_by_rules(close)) == len(lines)


def test_two_people_who_do_something_are_two_items() -> None:
    first, second = actions("Ann: I'll send the report and Bob will check the numbers.", "Bob: Right.")
    assert (first.text, first.owner) == ("send the report", "Ann")
    assert (second.text, second.owner) == ("check the numbers", "Bob")


def test_of_two_who_are_named_together_none_owns_it() -> None:
    claim = the_action("Ann: Bob and Cara will send the deck by Friday.", "Bob: Yes.", "Cara: Fine.")
    assert (claim.owner, claim.flags) == (None, ("several-owners",))
    assert claim.text == "send the deck (Bob and Cara)"


def test_words_keep_their_signs() -> None:
    claim = the_action("Ann: I'll send $1,200.50 to ann@example.com and ask the C++ group by Friday.")
    assert claim.text == "send $1,200.50 to ann@example.com and ask the C++ group"


@pytest.mark.parametrize(
    ("before", "said", "task"),
    [
        ("Who books the hotel?", "I can book it tomorrow.", "book the hotel"),
        ("Somebody has to update the docs.", "I'll do that.", "update the docs"),
        ("Can anybody call the printer?", "Sure, I can do it.", "call the printer"),
    ],
)
def test_it_is_what_was_asked_for(before: str, said: str, task: str) -> None:
    claim = the_action(f"Ann: {before}", f"Bob: {said}")
    assert (claim.text, claim.owner, claim.evidence.segment_ids) == (task, "Bob", ("s0", "s1"))


def test_an_it_that_nothing_explains_shows_the_line_before() -> None:
    talk = [
        Segment("x", 0.0, 9.0, "Cid", "Good morning everybody."),
        Segment("y", 9.0, 600.0, "Cid", "The old network was slow."),
        Segment("a", 690.0, 694.0, "Cid", "The diagrams of the old network are on some other drive."),
        Segment("b", 695.0, 699.0, "Dan", "I can dig that up after the call."),
    ]
    every = draft_by_rules(talk)
    (found,) = [c for c in (*every.claims, *every.possible) if "dig that up" in c.text]
    assert found.text.endswith(f"{talk[-2].text} {talk[-1].text}")
    assert found.owner == "Dan"


@pytest.mark.parametrize("said", ["I'll do that.", "I'll do it.", "I can take that."])
def test_a_promise_of_nothing_is_no_item(said: str) -> None:
    assert actions(f"Ann: {said}") == []


def test_the_weights_are_small() -> None:
    assert WEIGHTS.stat().st_size <= 200_000


def test_a_promise_under_a_condition_is_only_offered() -> None:
    draft = draft_by_rules(
        talk("Ann: If legal signs off, I'll publish the release on Thursday.", "Bob: Fine.")
    )
    assert draft.claims == ()
    (offered,) = draft.possible
    assert (offered.kind, offered.text, offered.owner) == ("action", "publish the release", "Ann")


def test_what_is_only_told_is_not_offered_as_a_decision() -> None:
    lines = (
        "Ann: We have 412 orders, and that's up 18 percent.",
        "Bob: Last year the site was down for two hours.",
    )
    assert draft_by_rules(talk(*lines)).possible == ()


@pytest.mark.parametrize(
    "said",
    [
        "It would be really nice if you could review the spec by Friday, Bob.",
        "Bob, it'd be great if you could review the spec by Friday.",
    ],
)
def test_a_polite_frame_is_no_part_of_the_task(said: str) -> None:
    assert the_action(f"Ann: {said}", "Bob: Sure.").text == "review the spec"
