from __future__ import annotations

import json
from collections.abc import Mapping
from time import process_time
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from guardrails.arithmetic.guard import COMPUTED, Arithmetic
from guardrails.core.errors import NoAnswerError
from guardrails.core.guardrail import Answer, Context
from guardrails.core.types import Claim, Evidence, Segment

GUARD = Arithmetic()


def context_of(*lines: str) -> Context:
    return Context(tuple(Segment(str(n), None, None, None, line) for n, line in enumerate(lines)))


def claim_of(text: str, *ids: str) -> Claim:
    return Claim("c", "decision", text, Evidence(ids or ("0",), ""))


def edited(text: str, *lines: str) -> str | None:
    """What the guardrail makes of the claim; None if nothing is wrong, "?" if a figure was not heard."""
    context = context_of(*lines)
    claim = claim_of(text, *(str(n) for n in range(len(lines))))
    verdict = GUARD.check(claim, context)
    if verdict.outcome == "verified":
        return None
    better = GUARD.repair(claim, context, verdict, None)
    assert better is not None
    if GUARD.check(better, context).outcome == "unverified":
        assert better.flags == ()
        return "?"
    assert better.flags == (COMPUTED,)
    return better.text


@pytest.mark.parametrize(
    ("text", "lines", "right"),
    [
        (
            "It costs 45 euros in total, since 7 x 40 = 80",
            [""],
            "It costs 280 euros in total, since 7 x 40 = 280",
        ),
        ("12 + 15 = 28", [""], "12 + 15 = 27"),
        ("The total is $245 (7 × $40 = $280)", [""], "The total is $280 (7 × $40 = $280)"),
        ("Ten times 5 euros makes 60 euros", [""], "Ten times 5 euros makes 50 euros"),
        (
            "The venue and the band cost 2,540 euros in total",
            ["The venue is 1,200 euros, catering is eight hundred and the band is 450."],
            "The venue and the band cost 2,450 euros in total",
        ),
        (
            "61 badges cost 672 euros altogether",
            ["One is 11 euros, and we order 61 badges."],
            "61 badges cost 671 euros altogether",
        ),
        (
            "The hosting costs 400 dollars in total",
            ["It is 40 dollars a month, and we take it for 12 months."],
            "The hosting costs 480 dollars in total",
        ),
        (
            "150 pounds of the budget are left",
            ["The budget is 480 pounds.", "We have spent 320 pounds."],
            "160 pounds of the budget are left",
        ),
    ],
)
def test_a_wrong_result_is_computed_again(text: str, lines: list[str], right: str) -> None:
    assert edited(text, *lines) == right


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("The rent is $245", ["So that's two hundred and forty-five dollars."]),
        ("The two designers build a prototype", ["We two will do it, me and Ann."]),
        ("The price is 12.50 Euro", ["not more than uh twelve Euro fifty"]),
        ("Hold it in half an hour", ["Thirty minutes from now."]),
        ("Speaker fe008 transcribes one meeting", ["I'll do one meeting."]),
        ("The train and the hotel cost 350 euros in total", ["The train is 150 euros, the hotel 200 euros."]),
        ("The chairs cost 60 euros", ["They are 12 euros each, five of them, so 60 euros."]),
        ("The total is 90", ["The total is 90, that is 40 plus 60."]),
        ("Order 40 chairs (20 + 20 = 40)", ["I'll order forty chairs."]),
        ("100 / 3 = 33.33", [""]),
        ("Six tables times seven is forty something", ["Six tables times seven is forty something."]),
        ("6 x 7 is forty-odd", ["Six times seven is forty-odd."]),
        ("We are open 24/7", ["24/7, as ever."]),
        ("Read pages 3-5", ["Read pages three to five."]),
        ("Send the plan", ["I'll send the plan to 3 people."]),
        ("3 percent of the nodes are behind", ["It says 86.3 percent of the nodes are behind."]),
    ],
)
def test_what_was_said_or_follows_stays_as_it_is(text: str, lines: list[str]) -> None:
    assert edited(text, *lines) is None


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("The total is 500 euros", ["The venue is 200 euros.", "The rest I don't know."]),
        ("Order 75 chairs", ["I'll order the chairs."]),
        ("The rent is 300 dollars", ["It is 240 dollars or 260 dollars."]),
        ("The badges cost 700 euros in total", ["The badges are 11 euros each."]),
        ("The rent is 254 dollars", ["The rent is 245 dollars."]),
        ("Merge PR 8123 and 927 (the methods) by Friday", ["PR 8123 and PR 31 are ready."]),
        ("Invite fifteen people", ["We invite fifty people."]),
        ("Meet at 3 pm", ["Let's meet at two pm."]),
        ("Implement EIP 1595", ["We do EIP 1559 now."]),
    ],
)
def test_a_figure_that_nobody_said_and_nothing_gives_is_flagged_and_not_guessed(
    text: str, lines: list[str]
) -> None:
    assert edited(text, *lines) == "?"


def test_a_summary_sentence_with_an_unheard_figure_is_left_out() -> None:
    context = context_of("Hello.", "We have 412 pre-orders.", "Fine.")
    right = Claim("s", "summary", "Tom reported 412 pre-orders.", Evidence((), ""))
    wrong = Claim("s", "summary", "Tom reported 421 pre-orders.", Evidence((), ""))
    assert GUARD.check(right, context).outcome == "verified"
    verdict = GUARD.check(wrong, context)
    assert verdict.outcome == "unverified"
    assert not verdict.marks
    assert GUARD.repair(wrong, context, verdict, None) == wrong


class Model:
    """Answers every question with one expression."""

    def __init__(self, answer: str) -> None:
        self.answer = answer
        self.question = ""

    def __call__(self, claim: Claim, question: str, schema: Mapping[str, Any]) -> Answer:
        self.question = question
        return Answer(self.answer)


SAID = "We have 3 rooms, 2 nights, and a night is 95 euros, breakfast 8 euros extra."


STAY = "The stay costs 600 euros in total"


@pytest.mark.parametrize(
    ("expression", "right"),
    [
        ("n1 * n2 * (n3 + n4)", "The stay costs 618 euros in total"),
        ("n1 * n2 * n3", "The stay costs 570 euros in total"),
        ("618", STAY),
        ("n4", STAY),
        ("none", STAY),
        ("__import__('os')", STAY),
        ("n1 / (n2 - n2)", STAY),
    ],
)
def test_a_model_gives_the_expression_and_code_the_value(expression: str, right: str) -> None:
    model = Model(json.dumps({"expression": expression}))
    context, claim = context_of(SAID), claim_of(STAY)
    better = GUARD.repair(claim, context, GUARD.check(claim, context), model)
    assert better is not None
    assert (better.text, better.flags) == (right, () if right == STAY else (COMPUTED,))
    assert "n3 = 95" in model.question


@pytest.mark.parametrize("answer", ["", "{}", "[]", '{"expression": 3}', '{"expression": null}', "n1 * n2"])
def test_an_answer_out_of_form_is_no_answer(answer: str) -> None:
    context, claim = context_of(SAID), claim_of(STAY)
    better = GUARD.repair(claim, context, GUARD.check(claim, context), Model(answer))
    assert better is not None
    assert better.flags == ()


def test_a_model_that_does_not_answer_leaves_the_figure_alone() -> None:
    def silent(claim: Claim, question: str, schema: Mapping[str, Any]) -> Answer:
        raise NoAnswerError("the model gave no answer")

    context, claim = context_of(SAID), claim_of(STAY)
    better = GUARD.repair(claim, context, GUARD.check(claim, context), silent)
    assert better is not None
    assert better.flags == ()


@given(st.integers(20, 9_000), st.integers(20, 9_000), st.integers(1, 900))
def test_a_sum_that_is_off_comes_out_right_and_a_right_one_stays(one: int, other: int, off: int) -> None:
    said = f"The hall is {one} euros and the sound system {other} euros."
    assert edited(f"Both cost {one + other} euros in total", said) is None
    wrong = one + other + off
    found = edited(f"Both cost {wrong} euros in total", said)
    assert found == f"Both cost {one + other} euros in total"


@given(st.text(max_size=120), st.text(max_size=120))
def test_any_claim_over_any_words_gets_a_verdict(text: str, said: str) -> None:
    context, claim = context_of(said), claim_of(text)
    if GUARD.triggers(claim, context):
        verdict = GUARD.check(claim, context)
        GUARD.repair(claim, context, verdict, None)


@given(
    st.lists(
        st.sampled_from("12 15 = + x ( ) total each percent 3:30 pm euros of is since so 7".split()),
        max_size=20,
    )
)
def test_any_row_of_arithmetic_words_gets_a_verdict(words: list[str]) -> None:
    text = " ".join(words)
    edited(text, "12 euros each, 15 percent of 40, from 2 pm to 3:30 pm")


def test_figures_that_nobody_could_say_are_no_trouble() -> None:
    huge = "9" * 24 + " trillion"
    for text in (f"{huge} = 3", f"{huge} x {huge} = 3", f"It costs {huge} euros in total", f"{huge}th"):
        for said in (text, huge, "12 euros each", f"{huge} euros and {huge} euros"):
            edited(text, said)


def test_hostile_text_takes_no_time() -> None:
    many = (
        "1 + " * 5_000 + "1 = 3",
        "(" * 20_000 + "1 = 2",
        "is " * 9_000 + "5",
        "5, since " * 39 + "7 x 4 = 3",
    )
    started_s = process_time()
    for text in many:
        if GUARD.triggers(claim_of(text), context_of(text)):
            edited(text, text)
    assert process_time() - started_s < 5  # about half a second where nothing else runs


@pytest.mark.parametrize(
    ("code", "said", "noted"),
    [
        ("en", "I'll order ninety-seven cups.", "Order 97 cups"),
        ("de", "Ich bestelle siebenundneunzig Becher.", "97 Becher bestellen"),
        ("de", "Ich überweise 1.250,50 Euro.", "1250,50 Euro überweisen"),
        ("fr", "Je commande quatre-vingt-dix-sept gobelets.", "Commander 97 gobelets"),
    ],
)
def test_a_figure_that_was_said_in_words_is_heard_in_every_language(code: str, said: str, noted: str) -> None:
    claim = Claim("a1", "action", noted, Evidence(("s1",), ""), owner="Ann")
    context = Context((Segment("s1", 0.0, 5.0, "Ann", said),), (claim,), ("Ann",), language=code)
    assert Arithmetic().check(claim, context).outcome == "verified"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("DevNet 3 starts in May", "So DevNet 4 starts in May."),
        ("Move the keys to BalDevNet 3", "Let's move the keys to DevNet 5."),
        ("Wait for at least 2 clients", "We wait for at least 3 clients."),
        ("Review strategy 3/5", "I'll review strategy 4 and 5."),
    ],
)
def test_a_small_figure_is_marked_where_the_lines_have_another_one_for_the_same(text: str, said: str) -> None:
    assert edited(text, said) == "?"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            "Two questions are left open: the keys and the gas limit",
            "What of the keys, and of the gas limit?",
        ),
        ("DevNet 3 starts behind DevNet 4", "DevNet 4 comes first, then the next one."),
    ],
)
def test_a_small_figure_that_nothing_speaks_against_is_left_alone(text: str, said: str) -> None:
    assert edited(text, said) is None


def test_a_quantity_that_was_said_of_something_else_is_marked() -> None:
    context = context_of("We need 12 gigabytes.", *["Nothing to see here."] * 9, "It took 24 minutes.")
    assert GUARD.check(claim_of("Give it 24 gigabytes"), context).outcome == "unverified"


def test_the_number_of_an_issue_may_be_said_elsewhere() -> None:
    context = context_of("Ann reviews it tomorrow.", *["Nothing to see here."] * 9, "That is issue 8037.")
    assert GUARD.check(claim_of("Ann reviews 8037 tomorrow"), context).outcome == "verified"
