"""A claim is verified only by the words that it cites."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from guardrails.evidence import EvidenceCheck
from guardrails.types import Claim, Evidence, Segment
from guardrails.words import spoken_words

MEETING = {
    s.id: s
    for s in (
        Segment("s1", 0.0, 4.0, "Ann", "Um, I I'll send, uh, the report to legal by Friday."),
        Segment("s2", 4.0, 6.0, "Bob", "Good. And Carla will book the room for the ninth."),
    )
}
CLAIM = Claim(
    "a1",
    "action",
    "send the report to legal",
    Evidence(("s1",), "I'll send the report to legal by Friday"),
    owner="Ann",
    due_phrase="by Friday",
)


def check(claim: Claim) -> tuple[str, str]:
    verdict = EvidenceCheck(people=["Ann", "Bob"])(claim, MEETING)
    return verdict.outcome, verdict.reason


def test_a_quote_that_leaves_out_hesitations_is_verified() -> None:
    assert check(CLAIM)[0] == "verified"


@pytest.mark.parametrize(
    ("changed", "reason"),
    [
        ({"evidence": Evidence(("s2",), CLAIM.evidence.quote)}, "not found"),
        ({"evidence": Evidence(("s9",), CLAIM.evidence.quote)}, "s9"),
        ({"evidence": Evidence((), CLAIM.evidence.quote)}, "none"),
        ({"evidence": Evidence(("s1",), "")}, "not found"),
        ({"evidence": Evidence(("s1",), "I'll pay the invoice by Friday")}, "not found"),
        ({"due_phrase": "by Monday"}, "by Monday"),
        ({"owner": "Dora"}, "Dora"),
    ],
)
def test_what_was_not_said_is_unverified_with_its_reason(changed: dict[str, object], reason: str) -> None:
    outcome, why = check(replace(CLAIM, **changed))  # type: ignore[arg-type]
    assert outcome == "unverified"
    assert reason in why


def test_an_owner_named_in_the_evidence_need_not_be_in_the_room() -> None:
    carla = replace(
        CLAIM, evidence=Evidence(("s2",), "Carla will book the room"), owner="Carla", due_phrase=None
    )
    assert check(carla)[0] == "verified"


def test_a_short_quote_has_no_room_for_a_slip() -> None:
    near = replace(CLAIM, evidence=Evidence(("s1",), "by Fridays"), due_phrase=None)
    assert check(near)[0] == "unverified"


def test_a_claim_may_span_segments() -> None:
    both = replace(CLAIM, evidence=Evidence(("s1", "s2"), "by Friday. Good. And Carla"))
    assert check(both)[0] == "verified"


@given(st.text(max_size=200), st.text(max_size=200))
def test_any_text_gets_a_verdict_and_its_own_words_always_verify(said: str, quote: str) -> None:
    segments = {"s1": Segment("s1", None, None, None, said)}
    verdict = EvidenceCheck()(Claim("a1", "action", "x", Evidence(("s1",), quote)), segments)
    assert verdict.reason
    own = EvidenceCheck()(Claim("a1", "action", "x", Evidence(("s1",), said)), segments)
    assert own.outcome == ("verified" if spoken_words(said) else "unverified")


def test_many_claims_on_one_long_speech_read_it_once(monkeypatch: pytest.MonkeyPatch) -> None:
    reads: list[int] = []

    def counted(text: str) -> list[str]:
        reads.append(len(text))
        return spoken_words(text)

    monkeypatch.setattr("guardrails.evidence.spoken_words", counted)
    promises = [f"I'll send report {number} to legal" for number in range(500)]
    segments = {"s1": Segment("s1", None, None, "Ann", " ".join(promises))}
    check_all = EvidenceCheck(["Ann"])
    for promise in promises:
        claim = Claim("a1", "action", "send", Evidence(("s1",), promise), owner="Ann")
        assert check_all(claim, segments).outcome == "verified"
    assert sum(length > 1_000 for length in reads) == 1
