"""On a list nobody knows what "it" was: the question that was just answered names it, or "it" stays."""

from __future__ import annotations

import pytest

from guardrails.core.types import Claim
from pipelines.checking import Checker
from pipelines.draft import Draft
from pipelines.rules import draft_by_rules
from tests.fakes.talk import talk


@pytest.mark.parametrize(
    "lines",
    [
        ("Ann: Hast du den Plan geprüft?", "Bob: Noch nicht. Ich prüfe sie morgen."),
        ("Ann: Hast du das Angebot geschrieben?", "Bob: Ich schicke es morgen."),
        ("Ann: Hast du das Angebot und den Plan geprüft?", "Bob: Ich prüfe es morgen."),
    ],
)
def test_a_german_it_that_fits_nothing_is_no_named_item(lines: tuple[str, ...]) -> None:
    texts = [claim.text for claim in draft_by_rules(talk(*lines), language="de").claims]
    assert not any("Plan" in text or "Angebot" in text for text in texts)


def judged(claim: Claim, *lines: str) -> tuple[str, str, tuple[str, ...]]:
    segments = talk(*lines)
    with Checker(start=None, clock=lambda: 0.0) as checker:
        (one,) = checker.check(Draft((claim,), "", "", len(segments)), segments, (), None).claims
    return one.outcome, one.claim.text, one.claim.flags
