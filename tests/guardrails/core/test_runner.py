"""What becomes of claims that go through guardrails one after the other."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from guardrails.core.errors import NoAnswerError
from guardrails.core.guardrail import Answer, Ask, Context, Guardrail
from guardrails.core.runner import CLAIMS, Checked, Local, run_guardrails
from guardrails.core.step import Step
from guardrails.core.types import Claim, Evidence, Segment, Verdict
from guardrails.evidence.guard import EvidenceGuard
from tests.fakes.guardrails import Hostile, ToldGuardrail

SEGMENTS = (Segment("s1", 0.0, 4.0, "Ann", "I'll send the lease by Friday."),)


class Ticking:
    """A clock on which every look takes a while."""

    def __init__(self, tick_s: float = 0.0) -> None:
        self.now_s = 0.0
        self.tick_s = tick_s

    def __call__(self) -> float:
        self.now_s += self.tick_s
        return self.now_s


def claim(number: int, text: str, **fields: Any) -> Claim:
    return Claim(f"a{number}", "action", text, Evidence(("s1",), ""), **fields)


def run(
    guardrails: tuple[Guardrail, ...],
    *texts: str,
    ask: Ask | None = None,
    clock: Ticking | None = None,
) -> Checked:
    claims = tuple(claim(number, text) for number, text in enumerate(texts, 1))
    take = Local(guardrails, ask, clock or Ticking())
    return run_guardrails(guardrails, Context(SEGMENTS, claims), take)


def told(checked: Checked) -> list[tuple[str, str]]:
    return [(judged.claim.text, judged.outcome) for judged in checked.claims]


def test_a_right_claim_is_verified_as_it_is() -> None:
    checked = run((ToldGuardrail(),), "send the lease")
    assert told(checked) == [("send the lease", "verified")]
    (entry,) = checked.tape
    assert (entry.guardrail, entry.claim, entry.verdict) == ("told", "a1", "verified")
    assert entry.before == entry.after == "send the lease"


def test_what_no_guardrail_looked_at_is_not_verified_and_leaves_no_tape() -> None:
    checked = run((ToldGuardrail(looks_for="unheard"),), "send the lease")
    assert told(checked) == [("send the lease", "unverified")]
    assert checked.tape == ()


def test_a_sentence_of_the_summary_stands_until_somebody_objects() -> None:
    sentence = Claim("summary-1", "summary", "The lease is sent.", Evidence((), ""))
    guardrails = (ToldGuardrail(looks_for="unheard"),)
    checked = run_guardrails(guardrails, Context(SEGMENTS, (sentence,)), Local(guardrails, None, Ticking()))
    assert checked.claims[0].outcome == "verified"


def test_a_repaired_claim_is_shown_with_what_it_was() -> None:
    guardrail = ToldGuardrail(
        finds="rent", mends=lambda c, s, a: replace(c, text="send the lease", owner="Ann", flags=("mended",))
    )
    checked = run((guardrail,), "send the rent")
    (judged,) = checked.claims
    assert (judged.claim.text, judged.claim.flags, judged.outcome) == (
        "send the lease",
        ("mended",),
        "verified",
    )
    (entry,) = checked.tape
    assert entry.before == "send the rent · owner: none"
    assert entry.after == "send the lease · owner: Ann"
    assert entry.reason == "it is wrong"


def test_a_repair_that_fails_the_same_check_is_not_taken_and_not_tried_again() -> None:
    guardrail = ToldGuardrail(mends=lambda c, s, a: replace(c, text="other poison"))
    checked = run((guardrail,), "poison")
    assert told(checked) == [("poison", "unverified")]
    assert guardrail.repairs == ["poison"]
    assert len(checked.tape) == 1


def test_what_an_earlier_guardrail_refused_is_checked_again_after_a_later_one_mended_it() -> None:
    first = ToldGuardrail("first", finds="245")
    second = ToldGuardrail("second", finds="245", mends=lambda c, s, a: replace(c, text="pay 254"))
    checked = run((first, second), "pay 245")
    assert told(checked) == [("pay 254", "verified")]
    assert [(entry.guardrail, entry.verdict) for entry in checked.tape] == [
        ("first", "unverified"),
        ("second", "verified"),
        ("first", "verified"),
    ]
    assert first.repairs == ["pay 245"]


def test_a_repair_that_an_earlier_guardrail_refuses_is_not_shown_as_fact() -> None:
    first = ToldGuardrail("first", finds="horse")
    second = ToldGuardrail("second", finds="lease", mends=lambda c, s, a: replace(c, text="buy a horse"))
    assert told(run((first, second), "send the lease")) == [("buy a horse", "unverified")]


def test_later_guardrails_see_what_earlier_ones_made_of_every_claim() -> None:
    seen: list[tuple[str, ...]] = []

    class Looking(ToldGuardrail):
        def triggers(self, claim: Claim, context: Context) -> bool:
            seen.append(tuple(each.text for each in context.claims))
            return True

    run((ToldGuardrail(mends=lambda c, s, a: replace(c, text="cure")), Looking()), "poison", "lease")
    assert seen[0] == ("cure", "lease")


def test_a_guardrail_that_raises_leaves_its_claim_to_the_others() -> None:
    def deed() -> None:
        raise KeyError("who")

    checked = run((Hostile(deed), ToldGuardrail(finds="never")), "poison", "lease")
    assert told(checked) == [("poison", "verified"), ("lease", "verified")]
    assert checked.unfinished == ("hostile",)
    assert checked.tape[0].reason == "this could not be checked: it failed (KeyError: 'who')"


@pytest.mark.parametrize("stage", ["triggers", "check", "repair"])
def test_what_comes_after_the_deadline_changes_nothing(stage: str) -> None:
    clock = Ticking()

    class Slow(ToldGuardrail):
        def triggers(self, claim: Claim, context: Context) -> bool:
            clock.now_s += 3 * (stage == "triggers")
            return True

        def check(self, claim: Claim, context: Context) -> Verdict:
            clock.now_s += 3 * (stage == "check")
            return super().check(claim, context)

    def mend(claim: Claim, context: Context, ask: Ask | None) -> Claim:
        clock.now_s += 3
        return replace(claim, text="cure")

    checked = run((Slow(mends=mend),), "poison", clock=clock)
    assert told(checked) == [("poison", "unverified")]
    assert checked.tape[0].reason == "this could not be checked: it was not done in time"


@pytest.mark.parametrize("deadline_s", [0.5, 1.0, 4.0])
def test_a_guardrail_that_is_always_late_costs_a_draft_less_than_its_deadline_and_then_rests(
    deadline_s: float,
) -> None:
    spent: list[float] = []

    def take(place: int, number: int, context: Context, *, limit_s: float, repairs: bool) -> Step:
        spent.append(limit_s)
        return Step(context.claims[number], None, "it was not done", was_slow=True, ms=spent[-1] * 1000)

    claims = tuple(claim(number, "lease") for number in range(10))
    checked = run_guardrails((ToldGuardrail(deadline_s=deadline_s),), Context(SEGMENTS, claims), take)
    assert 0 < len(spent) < len(claims)
    assert sum(spent) <= deadline_s
    assert len(checked.tape) == len(claims)
    assert "rests" in checked.tape[-1].reason
    assert checked.unfinished == ("told",)


def test_a_guardrail_that_fails_without_costing_time_goes_on_trying() -> None:
    def deed() -> None:
        raise KeyError("who")

    checked = run((Hostile(deed),), *["poison"] * 9, "lease")
    assert told(checked)[-1] == ("lease", "verified")
    assert not any("rests" in entry.reason for entry in checked.tape)


class Model:
    """Answers after a minute, or not at all."""

    def __init__(self, clock: Ticking, text: str | Exception) -> None:
        self.clock = clock
        self.text = text

    def __call__(self, claim: Claim, question: str, schema: Mapping[str, Any]) -> Answer:
        self.clock.now_s += 60
        if isinstance(self.text, Exception):
            raise self.text
        return Answer(self.text, tokens=40)


def by_asking(claim: Claim, context: Context, ask: Ask | None) -> Claim | None:
    return replace(claim, text=ask(claim, "What is meant?", {}).text) if ask else None


def test_a_model_may_take_its_time_and_its_tokens_are_on_the_tape() -> None:
    clock = Ticking()
    checked = run((ToldGuardrail(mends=by_asking),), "poison", ask=Model(clock, "cure"), clock=clock)
    assert told(checked) == [("cure", "verified")]
    assert checked.tape[0].tokens == 40
    assert checked.tape[0].ms == 0


def test_a_question_without_an_answer_leaves_the_claim_as_it_is() -> None:
    model = Model(Ticking(), NoAnswerError("it loops"))
    checked = run((ToldGuardrail(mends=by_asking),), "poison", ask=model)
    assert told(checked) == [("poison", "unverified")]


def test_work_that_is_interrupted_while_the_model_answers_ends_the_checks() -> None:
    class Interrupted(Exception):
        pass

    with pytest.raises(Interrupted):
        run((ToldGuardrail(mends=by_asking),), "poison", ask=Model(Ticking(), Interrupted()))


@pytest.mark.parametrize("stage", ["triggers", "check"])
@pytest.mark.parametrize("step_s", [0.09, 0.2])
def test_a_guardrail_that_is_slow_at_every_claim_costs_no_more_than_its_deadline(
    stage: str, step_s: float
) -> None:
    clock = Ticking()

    class Slow(ToldGuardrail):
        def triggers(self, claim: Claim, context: Context) -> bool:
            clock.now_s += step_s * (stage == "triggers")
            return stage == "check"

        def check(self, claim: Claim, context: Context) -> Verdict:
            clock.now_s += step_s * (stage == "check")
            return super().check(claim, context)

    checked = run((Slow(deadline_s=2.0),), *["lease"] * CLAIMS, clock=clock)
    assert 1.0 < clock.now_s <= 2.0
    assert "it rests" in checked.tape[-1].reason
    assert told(checked)[-1] == ("lease", "unverified")


STEPS = st.lists(st.sampled_from([0.0, 0.0005, 0.02, 0.09, 0.5, 2.0, 60.0]), min_size=1, max_size=CLAIMS)


@given(STEPS, st.sampled_from([1.0, 2.0, 4.0]), st.sampled_from([1, 4]))
def test_however_long_its_steps_take_a_guardrail_stays_within_its_deadline(
    steps_s: list[float], deadline_s: float, times: int
) -> None:
    """What is too late is ended at its limit; a note of four times as many claims has four times as long."""
    clock = Ticking()
    takes_s = steps_s * (times * CLAIMS // len(steps_s) + 1)

    def take(place: int, number: int, context: Context, *, limit_s: float, repairs: bool) -> Step | None:
        spent_s = min(takes_s[number], limit_s)
        clock.now_s += spent_s
        if takes_s[number] > limit_s:
            return Step(context.claims[number], None, "it was not done", was_slow=True, ms=spent_s * 1000)
        return None if spent_s < 0.001 else Step(context.claims[number], None, ms=spent_s * 1000)

    claims = tuple(claim(number, "lease") for number in range(times * CLAIMS))
    run_guardrails((ToldGuardrail(deadline_s=deadline_s),), Context(SEGMENTS, claims), take)
    assert clock.now_s <= times * deadline_s


@pytest.mark.parametrize("many", [10, CLAIMS, 4 * CLAIMS])
def test_an_honest_check_does_not_rest_on_a_slow_board_however_long_the_meeting_is(many: int) -> None:
    """The evidence of four hours took 15 ms a claim on a desktop; a Raspberry Pi is three times slower."""
    clock = Ticking()

    class Honest(ToldGuardrail):
        def check(self, claim: Claim, context: Context) -> Verdict:
            clock.now_s += 3 * 0.015
            return super().check(claim, context)

    checked = run((Honest(deadline_s=EvidenceGuard.deadline_s),), *["lease"] * many, clock=clock)
    assert {outcome for _, outcome in told(checked)} == {"verified"}
