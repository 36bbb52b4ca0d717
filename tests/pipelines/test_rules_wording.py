"""How an item by the rules reads: its verb, its thing, and nothing that was only begun."""

from __future__ import annotations

from tests.fakes.talk import actions


def test_an_instruction_in_which_somebody_looks_for_words_is_none() -> None:
    assert actions("Ann: Call data cost as\u2026 of the signature is\u2026 potentially dominating.") == []
