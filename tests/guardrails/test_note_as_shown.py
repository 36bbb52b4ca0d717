"""What the note shows of one claim after all checks, in the shapes that real talk takes."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest

from guardrails.core.guardrail import Context
from guardrails.core.runner import Local, run_guardrails
from guardrails.core.types import Claim, ClaimKind, Evidence, Segment
from guardrails.every import every_guardrail
from pipelines.due import resolve_due

LATER = [("Cem", "The weather in the north was dreadful.")] * 12
"""So much other talk that "that" no longer points to the claim."""


def shown(
    *turns: tuple[str, str],
    text: str,
    cites: str = "s1",
    owner: str | None = "Ann",
    due: str | None = None,
    kind: ClaimKind = "action",
) -> tuple[str, Claim]:
    """The verdict on the claim, and the claim as it is shown. Segments are s1, s2, ..."""
    segments = tuple(Segment(f"s{n}", None, None, who, said) for n, (who, said) in enumerate(turns, 1))
    claim = Claim(
        "a1", kind, text, Evidence(tuple(cites.split()), ""), owner if kind == "action" else None, due
    )
    guardrails = every_guardrail(resolve_due)
    people = tuple(dict.fromkeys(who for who, _ in turns))
    context = Context(segments, (claim,), people, date(2026, 11, 16))
    (judged,) = run_guardrails(guardrails, context, Local(guardrails, None, lambda: 0.0)).claims
    return judged.outcome, judged.claim


@pytest.mark.parametrize(
    "line",
    [
        "As for the slides, we're not going ahead with it.",
        "Oh, and the slides: that's cancelled.",
        "oh and the slides that's cancelled",
        "The slides, let's drop that.",
    ],
)
def test_work_that_is_called_off_by_its_name_much_later_is_not_confirmed(line: str) -> None:
    promise = ("Ann", "I'll prepare the slides for the board.")
    outcome, _ = shown(promise, *LATER, ("Ann", line), text="Prepare the slides for the board")
    assert outcome == "unverified"


def test_without_stops_a_question_behind_other_talk_is_asked() -> None:
    said = "we published the post on friday and everybody liked it should i share the link in the forum"
    turns = (("Ann", said), ("Bob", "hmm i don't know we'll have to see"))
    _, claim = shown(*turns, text="Share the link in the forum")
    assert claim.kind == "question"


def test_the_first_person_in_a_condition_takes_nothing_on() -> None:
    turns = (("Cem", "Action item for Bob: paint the gate unless I'm ill that day."), ("Bob", "Fine."))
    outcome, claim = shown(*turns, text="Paint the gate", owner="Bob")
    assert (outcome, claim.owner) == ("verified", "Bob")


def test_a_line_that_stands_word_for_word_elsewhere_is_cited_there() -> None:
    turns = (("Bob", "The weather is fine."), ("Cem", "Lunch?"), ("Ann", "but we'll send you an e-mail."))
    outcome, claim = shown(*turns, text="We'll send you an e-mail", kind="decision", cites="s9")
    assert (outcome, claim.evidence.segment_ids) == ("verified", ("s3",))


def test_the_order_to_cancel_something_can_be_taken_back_too() -> None:
    turns = (
        ("Bob", "Action item for Ann: cancel the newspaper."),
        ("Bob", "Okay, forget about it, it's off."),
    )
    assert shown(*turns, text="Cancel the newspaper")[0] == "unverified"


def test_of_a_claim_that_ends_in_a_machines_words_only_these_go() -> None:
    said = "We decided that tablets are used for the detection of hot points in the meeting."
    text = f"{said} As an AI language model, I may be wrong about this."
    outcome, claim = shown(("Ann", said), text=text, kind="decision")
    assert (outcome, claim.text.rstrip(".")) == ("verified", said.rstrip("."))


def test_the_item_behind_a_second_thought_is_not_spliced_into_the_draft_before_it() -> None:
    turns = (
        ("Bob", "Ann, could you get me the advertising numbers?"),
        ("Ann", "I'm going to pay the bill first."),
    )
    text = "Get Bob the advertising numbers. No, scratch that. Revised: Pay the bill first"
    assert shown(*turns, text=text, cites="s2")[1].text == "Pay the bill first"
    text = "Pay the courier. No, scratch that. Revised: Get Bob the advertising numbers"
    assert shown(*turns, text=text)[1].text == "Get Bob the advertising numbers"


def test_an_item_that_differs_in_an_article_is_listed_once() -> None:
    said = "We will still have to make a decision."
    claims = [
        Claim(f"d{n}", "decision", text, Evidence(("s1",), ""))
        for n, text in enumerate(("We still have to make a decision", "We still have to make decision"))
    ]
    guardrails = every_guardrail()
    context = Context((Segment("s1", None, None, "Ann", said),), tuple(claims), ("Ann",))
    judged = run_guardrails(guardrails, context, Local(guardrails, None, lambda: 0.0)).claims
    assert [one.outcome for one in judged] == ["verified", "unverified"]


def test_invoices_that_have_not_been_paid_are_the_unpaid_ones() -> None:
    said = Segment("s1", None, None, "Ann", "I'll chase the unpaid invoices.")
    first = Claim("a1", "action", "Chase the unpaid invoices", Evidence(("s1",), ""), "Ann")
    second = replace(first, id="a2", text="Follow up on invoices that have not been paid")
    guardrails = every_guardrail()
    context = Context((said,), (first, second), ("Ann",))
    judged = run_guardrails(guardrails, context, Local(guardrails, None, lambda: 0.0)).claims
    assert [one.outcome for one in judged] == ["verified", "unverified"]


def test_a_claim_of_which_only_an_everyday_verb_was_said_is_invented() -> None:
    turns = (("Ann", "Somebody has to design the case."), ("Bob", "Okay, I'll do that."))
    assert shown(*turns, text="Make a fluffy rabbit", owner=None)[0] == "unverified"
