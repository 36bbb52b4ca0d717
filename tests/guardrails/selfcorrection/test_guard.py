"""A draft that was left in the words goes; a doubt that somebody said stays."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from guardrails.core.guardrail import Context
from guardrails.core.types import Claim, Evidence, Segment
from guardrails.selfcorrection.guard import SelfCorrection

RIGHT = "Send the report to legal"


def looked_at(text: str, said: str = "I'll send the report to legal.") -> str | None:
    """What the claim says afterwards; None where it stays, unverified."""
    guard = SelfCorrection()
    claim = Claim("a1", "action", text, Evidence(("s1",), ""))
    context = Context((Segment("s1", None, None, "Ann", said),), (claim,), ("Ann",))
    if not guard.triggers(claim, context):
        return text
    verdict = guard.check(claim, context)
    if verdict.outcome == "verified":
        return text
    better = guard.repair(claim, context, verdict, None)
    if better is None:
        return None
    assert better.flags == ("draft-stripped",)
    assert not guard.triggers(better, context) or guard.check(better, context).outcome == "verified"
    return better.text


@pytest.mark.parametrize(
    "text",
    [
        f"Pay the courier. Wait, let me recheck. {RIGHT}",
        f"Pay the courier. Wait, let me recheck: {RIGHT}",
        f"Wait, let me double-check the segments. {RIGHT}",
        f"Actually, no. {RIGHT}",
        f"Pay the courier. Actually, no, {RIGHT}",
        "Send the letter - let me rephrase - send the report to legal",
        "Send the letter, no hang on, send the report to legal",
        "Send the letter, oops, I mean send the report to legal",
        f"Pay the courier. Actually, that's wrong. {RIGHT}",
        f"Hmm, correction: {RIGHT}",
        f"Correction: {RIGHT}",
        f"Pay the courier - wait, no: {RIGHT}",
        f"Pay the courier... no wait. {RIGHT}",
        f"Pay the courier. Hold on, that is not right. {RIGHT}",
        f"Pay the courier. Hmm, let me rephrase that: {RIGHT}",
        f"Pay the courier. Let me reconsider. {RIGHT}",
        f"On second thought, {RIGHT}",
        f"Pay the courier. Scratch that. {RIGHT}",
        f"Pay the courier. No, scratch that. Revised: {RIGHT}",
        f"Pay the courier. Sorry, my mistake. {RIGHT}",
        f"Pay the courier. Oops, I misread segment 4. The correct item is: {RIGHT}",
        f"Sorry, I made a mistake. The correct item should be: {RIGHT}",
        f"Pay the courier. I made an error above. Here is the corrected version: {RIGHT}",
        f"Pay the courier. Wait, let me recheck. Pay Bob. Hmm, that's not right either. {RIGHT}",
        f"{RIGHT}. Wait, let me verify. Okay: {RIGHT}",
        f"Final answer: {RIGHT}",
        f"Pay the courier.\nLet me check that again.\n{RIGHT}",
        f"Pay the courier, make that {RIGHT}",
        f"Pay the courier, no hang on, {RIGHT}",
        f"Pay the courier, oops, I mean {RIGHT}",
        f"Pay the courier, or actually, {RIGHT}",
    ],
)
def test_what_follows_the_last_second_thought_is_kept(text: str) -> None:
    assert looked_at(text) == RIGHT


@pytest.mark.parametrize(
    "text", [f"{RIGHT}. Wait, let me recheck.", f"{RIGHT}. Hmm, let me double-check that."]
)
def test_where_nothing_follows_the_draft_itself_is_kept(text: str) -> None:
    assert looked_at(text) == f"{RIGHT}."


@pytest.mark.parametrize("text", ["Wait, let me recheck.", "Actually, no.", "Correction:"])
def test_a_second_thought_alone_is_no_item(text: str) -> None:
    assert looked_at(text) is None


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Wait, let me share my screen", "Wait, let me share my screen."),
        ("Let me double-check the invoice", "Let me double-check the invoice tomorrow."),
        ("Recheck the figures before Friday", "I'll recheck the figures before Friday."),
        ("We wait for the auditors before we pay", "So we wait for the auditors before we pay."),
        (
            "The correction goes out with the minutes",
            "It's settled, the correction goes out with the minutes.",
        ),
        ("Actually keep the old logo", "Okay, actually, we keep the old logo."),
        ("No smoking in the hall", "No smoking in the hall, that's decided."),
        ("Wait for the second thoughts of the board", "We wait for the second thoughts of the board."),
        ("Find out what is wrong with the heater", "I'll find out what is wrong with the heater."),
        ("Send the final answer to the customer", "I'll send the final answer to the customer."),
        ("Ask for tea, not coffee, at the hall", "Ask for tea, not coffee, at the hall."),
        ("Ask for tea, not tea, at the hall", "Ask for tea, not tea, at the hall."),
        ("Hold on to the old contract", "We hold on to the old contract."),
        ("Send the revised budget", "I'll send the revised budget."),
        ("Take the template, make that accessible", "I'll take the template and make that accessible."),
        ("Call the shop, hold on to the tickets", "I'll call the shop and hold on to the tickets."),
    ],
)
def test_what_was_said_is_left_alone(text: str, said: str) -> None:
    assert looked_at(text, said) == text


@pytest.mark.parametrize(
    ("code", "text", "said"),
    [
        ("de", "Den Kurier bezahlen. Nein, warte. Die Rechnung prüfen", "Ich werde die Rechnung prüfen."),
        ("fr", "Payer le coursier. Non, attendez. Envoyer le rapport", "Je vais envoyer le rapport."),
    ],
)
def test_a_draft_is_taken_out_in_the_language_of_the_meeting(code: str, text: str, said: str) -> None:
    claim = Claim("a1", "action", text, Evidence(("s1",), ""))
    context = Context((Segment("s1", None, None, "Ann", said),), (claim,), ("Ann",), language=code)
    guard = SelfCorrection()
    better = guard.repair(claim, context, guard.check(claim, context), None)
    assert better is not None
    assert better.text == text.rpartition(". ")[2]


@given(st.text(max_size=200), st.text(max_size=200))
@example("/: 0", "")
def test_any_words_are_survived_and_what_was_said_is_never_changed(text: str, said: str) -> None:
    looked_at(text, said)
    assert looked_at(text, text) == text or looked_at(text, text) is None
