"""A claim keeps the no, the if, the except and the maybe of the words it was made from."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from guardrails.core.guardrail import Context
from guardrails.core.runner import Local, run_guardrails
from guardrails.core.types import Claim, ClaimKind, Evidence, Segment
from guardrails.qualifier import Qualifier

GUARD = Qualifier()
TASK = "Send the contract to the printer"


def context_of(text: str, *turns: str, kind: ClaimKind = "action") -> Context:
    """The first turn is cited; Ann and Bob take turns."""
    segments = tuple(
        Segment(str(n), 5.0 * n, 5.0 * n + 4, "Bob" if n % 2 else "Ann", turn) for n, turn in enumerate(turns)
    )
    claim = Claim("a1", kind, text, Evidence(("0",), ""), owner="Ann" if kind == "action" else None)
    return Context(segments, (claim,), ("Ann", "Bob"))


def guarded(context: Context) -> tuple[Claim, str, str]:
    """The claim after the guardrail, its outcome, and the first reason."""
    (claim,) = context.claims
    if not GUARD.triggers(claim, context):
        return claim, "verified", ""
    verdict = GUARD.check(claim, context)
    if verdict.outcome == "verified":
        return claim, "verified", ""
    better = GUARD.repair(claim, context, verdict, None)
    if better is None or GUARD.check(better, context).outcome == "unverified":
        return claim, "unverified", verdict.reason
    return better, "verified", verdict.reason


@pytest.mark.parametrize(
    "said",
    [
        "I won't send the contract to the printer.",
        "I will not send the contract to the printer",
        "um I'm not gonna send uh the contract to the printer",
        "I don't think we should send the contract to the printer.",
        "We don't need to send the contract to the printer.",
        "Let's not send the contract to the printer.",
        "Nobody sends the contract to the printer.",
        "We decided against sending the contract to the printer.",
        "We never agreed to send the contract to the printer.",
        "The contract should not be sent to the printer.",
        "i wont send the contract to the printer",
    ],
)
def test_what_was_denied_is_not_confirmed(said: str) -> None:
    claim, outcome, reason = guarded(context_of(TASK, said))
    assert outcome == "unverified"
    assert claim.text == TASK
    assert "say the opposite" in reason


@pytest.mark.parametrize(
    "said",
    [
        "I'll send the contract to the printer.",
        "I can't come on Monday, so I'll send the contract to the printer.",
        "I'll send the contract to the printer, not the slides.",
        "Why don't I send the contract to the printer?",
        "Don't forget to send the contract to the printer.",
        "No, I'll send the contract to the printer.",
        "No problem, I'll send the contract to the printer.",
        "Not only Ann, I will send the contract to the printer.",
        "The heating is not working. I'll send the contract to the printer.",
        "If I'm not mistaken I'll send the contract to the printer.",
        "I'll send the contract to the printer, okay?",
        "I'll see if Bob is there, and I'll send the contract to the printer.",
        "Can you send the contract to the printer?",
        "I'll send the contract to the printer if you want.",
        "Even if it rains, I'll send the contract to the printer.",
        "Maybe it rains but I'll send the contract to the printer.",
        "I'll send the contract to the printer in May.",
    ],
)
def test_a_qualifier_of_something_else_leaves_a_claim_alone(said: str) -> None:
    context = context_of(TASK, said, "Okay.")
    assert guarded(context) == (context.claims[0], "verified", "")


@pytest.mark.parametrize(
    ("said", "flag"),
    [
        ("I'll send the contract to the printer unless legal objects.", "conditional"),
        ("Um, if, uh, legal agrees, I'll send the contract to the printer.", "conditional"),
        ("if legal agrees i'll send the contract to the printer", "conditional"),
        ("If legal agrees, then we send the contract to the printer", "conditional"),
        ("I'll send the contract to the printer provided that Bob agrees.", "conditional"),
        ("I'll send the contract to the printer. But only if Bob agrees.", "conditional"),
        ("We send the contract to the printer as long as the tests pass, right?", "conditional"),
        ("I'll send the contract to the printer as soon as Bob agrees", "conditional"),
        ("I'll send the contract to the printer except the annex.", "has-exception"),
        ("I'll send the contract to the printer, everything but the annex.", "has-exception"),
        ("Everyone but Bob sends the contract to the printer.", "has-exception"),
        ("We'll send the contract to the printer, but not the annex.", "has-exception"),
    ],
)
def test_conditions_and_exceptions_are_marked(said: str, flag: str) -> None:
    claim, outcome, _ = guarded(context_of(TASK, said))
    assert (claim.text, outcome, claim.flags) == (TASK, "verified", (flag,))


@pytest.mark.parametrize(
    "turn",
    [
        "Only if finance signs off though.",
        "Unless the old one passes its test.",
        "Yes, but only if it's cheap.",
    ],
)
def test_a_condition_that_the_next_line_adds_is_marked(turn: str) -> None:
    assert guarded(context_of("Buy the van", "I'll buy the van.", turn))[0].flags == ("conditional",)


@pytest.mark.parametrize(
    "turn",
    [
        "If you want to see the menu, it's on the shelf.",
        "Unless there is anything else, we can move on to the rota.",
        "If there's time we could look at the rota.",
        "I'll call the printer instead.",
    ],
)
def test_what_the_next_line_says_of_something_else_adds_nothing(turn: str) -> None:
    assert guarded(context_of("Buy the van", "I'll buy the van.", turn))[0].flags == ()


@pytest.mark.parametrize(
    ("text", "outcome"), [("Use the red paint", "unverified"), ("Use the blue paint", "verified")]
)
def test_what_was_given_up_for_something_else_is_not_confirmed(text: str, outcome: str) -> None:
    context = context_of(text, "I'll use the blue paint rather than the red paint.")
    assert guarded(context)[1] == outcome


@pytest.mark.parametrize(
    ("answer", "kind"),
    [
        ("I'll have to ask first.", "question"),
        ("I'll have to check with Dora.", "question"),
        ("I'll have to do that tomorrow.", "action"),
    ],
)
def test_who_has_to_ask_first_takes_nothing_on(answer: str, kind: str) -> None:
    context = context_of("Order the lamps", "Can you order the lamps?", answer)
    assert guarded(context)[0].kind == kind


@pytest.mark.parametrize(
    "answer", ["I don't know yet.", "Good question.", "Let's see.", "The lift is broken."]
)
def test_a_choice_that_nobody_made_is_no_decision(answer: str) -> None:
    context = context_of("Order the lamps", "Should we order the lamps, or wait?", answer, kind="decision")
    assert guarded(context)[0].kind == "question"


@pytest.mark.parametrize(
    "said",
    [
        "Maybe I'll send the contract to the printer.",
        "I might send the contract to the printer.",
        "I guess I could send the contract to the printer",
        "I'll probably send the contract to the printer.",
        "I'm not sure, but maybe I'll send the contract to the printer.",
        "I'll send the contract to the printer, perhaps.",
        "I'll send the contract to the printer, but don't count on it.",
    ],
)
def test_a_doubt_is_shown_beside_the_claim(said: str) -> None:
    claim, outcome, _ = guarded(context_of(TASK, said))
    assert (claim.text, outcome, claim.flags) == (TASK, "verified", ("hedged",))


@pytest.mark.parametrize(
    "turns",
    [
        ("Should I send the contract to the printer?", "Hmm, I don't know."),
        ("should we send the contract to the printer", "The weather is nice."),
        ("Okay. So do we want to send the contract to the printer?", "Good question."),
    ],
)
def test_a_question_that_nobody_settled_becomes_a_question(turns: tuple[str, ...]) -> None:
    claim, outcome, _ = guarded(context_of(TASK, *turns))
    assert (claim.kind, claim.text, outcome, claim.flags) == ("question", TASK, "verified", ("asked",))


def test_a_question_that_got_a_yes_is_settled() -> None:
    claim, outcome, _ = guarded(
        context_of(TASK, "Should I send the contract to the printer?", "Yes, please.")
    )
    assert (claim.kind, outcome, claim.flags) == ("action", "verified", ())


def test_what_anybody_was_asked_and_nobody_took_up_is_a_question() -> None:
    claim, _, _ = guarded(
        context_of(
            TASK, "Could somebody send the contract to the printer?", "The lift is out of order again."
        )
    )
    assert claim.kind == "question"


@pytest.mark.parametrize(
    "answer", ["No, I can't, sorry.", "I'd rather not.", "Sorry, I have no time for that."]
)
def test_a_refused_request_is_not_confirmed(answer: str) -> None:
    _, outcome, reason = guarded(context_of(TASK, "Could you send the contract to the printer?", answer))
    assert outcome == "unverified"
    assert "asked for and refused" in reason


@pytest.mark.parametrize("answer", ["No problem.", "No worries, will do."])
def test_a_request_that_is_no_problem_is_confirmed(answer: str) -> None:
    assert guarded(context_of(TASK, "Could you send the contract to the printer?", answer))[1] == "verified"


def test_a_request_that_is_refused_behind_another_question_is_not_confirmed() -> None:
    asked, beside = "Could you send the contract to the printer?", "What's their address?"
    said = (("Ann", asked), ("Ann", beside), ("Bob", "No, I can't send that."))
    segments = tuple(Segment(str(n), 5.0 * n, 5.0 * n + 4, who, text) for n, (who, text) in enumerate(said))
    claim = Claim("a1", "action", TASK, Evidence(("0",), ""), owner="Bob")
    _, outcome, reason = guarded(Context(segments, (claim,), ("Ann", "Bob")))
    assert outcome == "unverified"
    assert "asked for and refused" in reason


@pytest.mark.parametrize(
    ("due", "turns", "outcome"),
    [
        (None, ("No, sorry.", "Cid: Cid?", "Cid: No, I can't."), "unverified"),
        (None, ("No, sorry.", "Cid: Cid?", "Cid: I'm in Rome."), "unverified"),
        ("Monday", ("Can't do Friday, Monday?", "Monday is fine."), "verified"),
        ("Monday", ("I can't, I'm away until Monday.", "Okay."), "unverified"),
        ("Friday", ("Sorry, I can't do Friday.", "Okay."), "unverified"),
    ],
)
def test_a_refused_request_that_is_taken_after_all_is_confirmed(
    due: str | None, turns: tuple[str, ...], outcome: str
) -> None:
    owner = "Cid" if "Cid:" in turns[-1] else "Bob"
    said = [("Ann", "Bob, can you send the contract to the printer by Friday?"), ("Bob", turns[0])]
    said += [(owner if "Cid:" in turn else "Ann", turn.removeprefix("Cid: ")) for turn in turns[1:]]
    segments = tuple(Segment(str(n), 5.0 * n, 5.0 * n + 4, who, text) for n, (who, text) in enumerate(said))
    cited = tuple(segment.id for segment in segments)
    claim = Claim("a1", "action", TASK, Evidence(cited, ""), owner=owner, due_phrase=due)
    assert guarded(Context(segments, (claim,), ("Ann", "Bob", "Cid")))[1] == outcome


@pytest.mark.parametrize(
    "turns",
    [
        ("I already sent the contract to the printer.",),
        ("Could you send the contract to the printer?", "I sent it yesterday. Right."),
    ],
)
def test_what_is_done_is_not_to_be_done(turns: tuple[str, ...]) -> None:
    _, outcome, reason = guarded(context_of(TASK, *turns))
    assert outcome == "unverified"
    assert "as done" in reason


def test_a_claim_that_was_taken_back_names_the_words() -> None:
    turns = ("I'll send the contract to the printer.", "Fine.", "Actually, scratch that.")
    _, outcome, reason = guarded(context_of(TASK, *turns))
    assert (outcome, reason) == ("unverified", 'it was taken back afterwards: "Actually, scratch that"')


@pytest.mark.parametrize(
    ("said", "text", "kind"),
    [
        ("I won't renew the licence.", "Do not renew the licence", "action"),
        ("We're not going to use teletext.", "Teletext will not be used", "decision"),
        ("We don't need the chip.", "The chip is left out", "decision"),
        ("I'll sign the lease unless legal objects.", "Sign the lease if legal does not object", "action"),
        ("Provided the bank agrees, I'll buy the van.", "Buy the van if the bank agrees", "action"),
        ("I'll mail everybody except Bob.", "Mail everybody but Bob", "action"),
        ("I'll mail all, excluding the interns.", "Mail all except the interns", "action"),
        ("I might repaint the hall.", "Possibly repaint the hall", "action"),
        ("Should we move the archive?", "Whether to move the archive", "question"),
        ("I wonder if we should move the archive", "Find out whether to move the archive", "action"),
        ("We can't guarantee sunlight", "We can't guarantee sunlight", "decision"),
        ("We can't design what isn't invented yet", "We can't design what isn't invented yet", "decision"),
    ],
)
def test_a_claim_that_carries_its_qualifier_is_left_alone(said: str, text: str, kind: ClaimKind) -> None:
    context = context_of(text, said, kind=kind)
    assert guarded(context) == (context.claims[0], "verified", "")


@pytest.mark.parametrize("kind", ["question", "number", "summary"])
def test_what_asserts_no_plan_is_not_looked_at(kind: ClaimKind) -> None:
    context = context_of(TASK, "I won't send the contract to the printer.", kind=kind)
    assert guarded(context) == (context.claims[0], "verified", "")


def test_a_claim_without_words_that_carry_it_is_left_to_others() -> None:
    context = context_of(TASK, "We won't go to lunch unless it rains.")
    assert guarded(context) == (context.claims[0], "verified", "")
    nowhere = replace(context.claims[0], evidence=Evidence(("99",), ""))
    assert guarded(context.with_claims((nowhere,)))[1] == "verified"


_PIECES = st.sampled_from(
    "i we won't will send the contract to printer if legal agrees , unless except bob maybe not ? . but so "
    "should actually scratch that already everyone only provided and um".split()
)


@settings(deadline=None)  # time is no matter here, and a busy machine is slow
@given(st.lists(_PIECES, max_size=30), st.lists(_PIECES, max_size=12))
def test_a_marked_claim_keeps_its_words_and_passes(said: list[str], later: list[str]) -> None:
    context = context_of(TASK, " ".join(said), " ".join(later))
    claim, outcome, _ = guarded(context)
    assert replace(claim, kind="action", owner="Ann", flags=(), marks=()) == context.claims[0]
    if outcome == "verified":
        assert GUARD.check(claim, context).outcome == "verified"


@settings(deadline=None)  # as above
@given(st.text(max_size=200), st.text(max_size=80))
def test_no_text_upsets_the_check(said: str, text: str) -> None:
    guarded(context_of(text, said, said[::-1]))


@pytest.mark.parametrize(
    "answer",
    [
        "I don't know yet.",
        "No.",
        "We'll see.",
        "Let's wait.",
        "I'll have to ask first.",
        "I can find out what they cost.",
        "Right, that's the question.",
        "Okay, so let's look at that next time.",
    ],
)
@pytest.mark.parametrize("cited", [("s1", "s2"), ("s1",)])
def test_a_question_with_an_open_answer_is_never_a_plain_decision(
    answer: str, cited: tuple[str, ...]
) -> None:
    turns = (("Ann", "Should we order the chairs now, or wait for the budget?"), ("Bob", answer))
    segments = tuple(Segment(f"s{n}", None, None, who, text) for n, (who, text) in enumerate(turns, 1))
    claim = Claim("c", "decision", "Order the chairs now", Evidence(cited, ""))
    guardrails = (Qualifier(),)
    checked = run_guardrails(guardrails, Context(segments, (claim,)), Local(guardrails, None, lambda: 0.0))
    judged = checked.claims[0]
    is_plain = judged.outcome == "verified" and judged.claim.kind == "decision" and not judged.claim.flags
    assert not is_plain
    assert judged.outcome == "unverified" or judged.claim.kind == "question"
