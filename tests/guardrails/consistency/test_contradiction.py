from __future__ import annotations

from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from guardrails.consistency.contradiction import FLAG, Contradiction
from guardrails.core.guardrail import Context
from guardrails.core.types import Claim, ClaimKind, Evidence, Segment

SAID_ON = date(2026, 11, 16)  # a Monday
_NAMES = "monday tuesday wednesday thursday friday saturday sunday".split()


def resolve(phrase: str, said_on: date) -> date | None:
    """Weekdays, "the 12th", "tomorrow", "next week": enough of due phrases for these tests."""
    words = phrase.lower().split()
    for number, name in enumerate(_NAMES):
        if name in words:
            return said_on + timedelta(days=(number - said_on.weekday() - 1) % 7 + 1)
    if "tomorrow" in words:
        return said_on + timedelta(days=1)
    if words[-2:] == ["next", "week"]:
        return said_on + timedelta(days=11 - said_on.weekday())
    days = [word.removesuffix("th") for word in words if word.removesuffix("th").isdigit()]
    return said_on.replace(day=int(days[0])) if days and 0 < int(days[0]) < 29 else None


GUARD = Contradiction(resolve)


def claim(
    n: int, text: str, owner: str | None = None, due: str | None = None, kind: ClaimKind = "action"
) -> Claim:
    return Claim(f"c{n}", kind, text, Evidence(("0",), ""), owner, due)


def decided(n: int, text: str) -> Claim:
    return claim(n, text, kind="decision")


def reasons(*claims: Claim, said: str = "", said_on: date | None = SAID_ON) -> list[str]:
    """What is said of each claim that is flagged; every one must pass with its flag."""
    context = Context((Segment("0", None, None, "Ann", said),), claims, ("Ann", "Bob"), said_on)
    found = []
    for one in claims:
        verdict = GUARD.check(one, context)
        assert (verdict.outcome == "unverified") == GUARD.triggers(one, context)
        if verdict.outcome == "unverified":
            flagged = GUARD.repair(one, context, verdict, None)
            assert flagged is not None
            assert flagged.flags == (FLAG,)
            assert flagged.text == one.text
            assert GUARD.check(flagged, context).outcome == "verified"
            found.append(verdict.reason)
    return found


@pytest.mark.parametrize(
    ("one", "other", "why"),
    [
        (
            claim(1, "Send the signed lease", "Ann"),
            claim(2, "Send the signed lease", "Bob"),
            "Ann and Bob cannot both",
        ),
        (
            claim(1, "Send the signed lease", "Ann", "by Friday"),
            claim(2, "Send the signed lease", "Ann", "by the 26th"),
            "two different days",
        ),
        (
            claim(1, "Send the signed lease by Friday", "Ann"),
            claim(2, "Send the signed lease by Wednesday", "Ann"),
            "two different days",
        ),
        (
            claim(1, "Order fifty chairs", "Ann"),
            claim(2, "Order 50 chairs", "Bob"),
            "Ann and Bob cannot both",
        ),
        (decided(1, "We go with blue"), decided(2, "We do not go with blue"), "denies"),
        (decided(1, "We will keep the old logo"), decided(2, "We won't keep the old logo"), "denies"),
        (decided(1, "Renew the licence"), decided(2, "Never renew the licence"), "denies"),
        (decided(1, "The fee stays at 40 euros"), decided(2, "The fee stays at 55 euros"), '"40" and "55"'),
        (decided(1, "The fair is held in Leeds"), decided(2, "The fair is held in Dublin"), "Leeds"),
    ],
)
def test_both_of_two_claims_that_cannot_stand_together_are_flagged(
    one: Claim, other: Claim, why: str
) -> None:
    found = reasons(one, other)
    assert len(found) == 2
    assert other.text in found[0]
    assert one.text in found[1]
    assert why in found[0]


@pytest.mark.parametrize(
    "claims",
    [
        (claim(1, "Book the room for Monday", "Ann"), claim(2, "Book the room for Tuesday", "Ann")),
        (claim(1, "Send the report to Ann", "Bob"), claim(2, "Send the report to Bob", "Bob")),
        (claim(1, "Send the report", "Ann", "by Friday"), claim(2, "Send the report", "Ann", "on Friday")),
        (claim(1, "Send the report", "Ann Lee", "by Friday"), claim(2, "Send the report", "Ann")),
        (claim(1, "Write the sales part of it", "Ann"), claim(2, "Write the legal part of it", "Bob")),
        (decided(1, "The remote has a scroll wheel"), decided(2, "The remote has a screen")),
        (decided(1, "EIP 1559 goes into London"), decided(2, "EIP 2718 goes into London")),
        (decided(1, "The case is yellow"), decided(2, "The buttons are red")),
        (decided(1, "We do not renew the lease"), decided(2, "The lease is not renewed by us")),
        (
            claim(1, "Pay the builders after the inspection of the roof", "Ann", "by Friday"),
            claim(2, "Do the inspection of the roof", "Bob", "by Tuesday"),
        ),
        (
            claim(1, "The lawn keeper will present the concept of the lawn", "Lawn Keeper"),
            claim(2, "The pool keeper will present the concept of the pool", "Pool Keeper"),
        ),
        (claim(1, "Do you send it?", kind="question"), claim(2, "Do not send it")),
        (decided(1, "A red folder is bought"), decided(2, "A blue folder is bought")),
        (decided(1, "The cafe is open on Sundays"), decided(2, "The cafe is open on Saturdays")),
        (decided(1, "The lights are on in the hall"), decided(2, "The lights are off in the yard")),
        (decided(1, "We raise the fees for seniors"), decided(2, "We lower the fees for juniors")),
        (decided(1, "Karin leads the project until May"), decided(2, "Holger leads the project")),
        (decided(1, "Karin leads the workshop"), decided(2, "Holger leads the review")),
        (claim(1, "Lock the gate", "Ann"), claim(2, "Unlock the gate", "Ann")),
        (decided(1, "The crates are in the hall"), decided(2, "The crates are out in the yard")),
    ],
)
def test_claims_that_can_stand_together_are_left_alone(claims: tuple[Claim, ...]) -> None:
    assert reasons(*claims) == []


@pytest.mark.parametrize(
    ("other", "flagged"), [("by Monday", True), ("on Friday", False), ("some day", False)]
)
def test_days_are_compared_without_a_date_of_the_meeting(other: str, flagged: bool) -> None:
    one, two = (claim(n, "Send the lease", "Ann", due) for n, due in enumerate(("by Friday", other)))
    assert bool(reasons(one, two, said_on=None)) == flagged


def test_days_rest_where_nobody_resolves_them() -> None:
    one, two = (claim(n, "Send the lease", "Ann", due) for n, due in enumerate(("by Friday", "by Monday")))
    assert not Contradiction().triggers(one, Context((), (one, two), (), SAID_ON))


_TEXTS = st.lists(
    st.sampled_from("we do not keep blue green the logo before after by Friday 40 Ann in".split())
)


@given(_TEXTS.map(" ".join), _TEXTS.map(" ".join))
def test_a_contradiction_is_one_from_both_sides(one: str, other: str) -> None:
    assert len(reasons(decided(1, one), decided(2, other))) in (0, 2)


@given(st.text(max_size=80), st.sampled_from(["action", "decision"]))
def test_a_claim_does_not_contradict_its_double(text: str, kind: ClaimKind) -> None:
    assert reasons(claim(1, text, kind=kind), claim(2, text, kind=kind)) == []
