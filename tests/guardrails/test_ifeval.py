"""Our checkers agree with hand-written responses that keep or break each kind of instruction of IFEval."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from guardrails.requirements.ifeval import KINDS, UnknownInstruction, requirements_of

ROWS = Path(__file__).resolve().parents[3] / "shared/data/ifeval.dev.jsonl"

LESS, LEAST = "less than", "at least"
TWO = '"He asked (twice!) why." She left.'
# Kind, arguments, responses that keep it, responses that break it.
Table = list[tuple[str, dict[str, Any], list[str], list[str]]]
CASES: Table = [
    ("change_case:capital_word_frequency", {"capital_frequency": 2, "capital_relation": LEAST},
     ["NASA and ESA agreed.", "I think I will.", "**BIG** NEWS today", "A CO-OP opened."],
     ["NASA agreed.", "No capitals.", "McDonald and iPhone", "CO-OP", ""]),
    ("change_case:capital_word_frequency", {"capital_frequency": 2, "capital_relation": LESS},
     ["NASA agreed.", "", "2021 and 22", "Nasa and Esa"], ["NASA and ESA", "I am what I am",
     "UP, UP and away"]),
    ("change_case:english_capital", {},
     ["THE REPORT IS DONE AND WE CAN GO.", "WHAT A DAY FOR ALL OF US! 100%"],
     ["THE REPORT is DONE", "The report", "DER BERICHT IST FERTIG UND WIR GEHEN NACH HAUSE", ""]),
    ("change_case:english_lowercase", {},
     ["the report is done and we can go.", "it costs 5 dollars, and that is all."],
     ["The report is done", "i think NASA is right", "le rapport est dans la maison avec les autres", "123"]),
    ("combination:repeat_prompt", {"prompt_to_repeat": "Write a poem about rain."},
     ["Write a poem about rain. Drip, drop.", "  write a poem about rain.\n\nDrip",
     "WRITE A POEM ABOUT RAIN.!"],
     ["Sure! Write a poem about rain. Drip", "Write a poem on rain.", '"Write a poem about rain."', ""]),
    ("combination:two_responses", {},
     ["One way.\n******\nAnother way.", "******\nA\n******\nB", "A******B", "A\n******\nB\n******"],
     ["A only", "A\n******\nA", "A\n******\n\n******\nB", "A\n***\nB", "A******B******C"]),
    ("detectable_content:number_placeholders", {"num_placeholders": 2},
     ["Dear [name], of [address].", "[a][b][c]", "[1] and [ ]"], ["Dear [name].", "(a) (b)",
     "[a\nb] [c]", ""]),
    ("detectable_content:postscript", {"postscript_marker": "P.S."},
     ["Bye.\nP.S. Call me.", "Bye. p.s. call", "P. S. Call"], ["Bye.", "PS: call me", "P.S call me",
     "P.P.S call"]),
    ("detectable_content:postscript", {"postscript_marker": "P.P.S"},
     ["Bye\nP.P.S. Call", "p.p.s call", "P. P. S call"], ["P.S. Call", "PPS call", ""]),
    ("detectable_format:constrained_response", {},
     ["My answer is yes.", "Well. My answer is maybe. Truly."], ["Yes.", "my answer is yes.",
     "My answer is yes", ""]),
    ("detectable_format:json_format", {},
     ['{"a": 1}', '```json\n{"a": [1, 2]}\n```', "```\n[]\n```", ' {"a": null} ', '"text"', '```JSON\n{}```'],
     ["{'a': 1}", 'Here it is: {"a": 1}', '{"a": 1', '{"a": 1,}', "", "```json\nno\n```"]),
    ("detectable_format:multiple_sections", {"section_spliter": "Section", "num_sections": 2},
     ["Section 1\nA\nSection 2\nB", "Section 1: A Section 2: B Section 3: C", "Section1 A Section2 B"],
     ["Section 1\nA", "SECTION 1\nA\nSECTION 2\nB", "Section A\nSection B", ""]),
    ("detectable_format:multiple_sections", {"section_spliter": "SECTION", "num_sections": 1},
     ["SECTION 1\nA", "**SECTION 1**"], ["Section 1\nA"]),
    ("detectable_format:number_bullet_lists", {"num_bullets": 2},
     ["* one\n* two", "- one\n- two", "Intro:\n  * one\n  - two\nEnd", "*one\n*two", "-one\n* two"],
     ["* one", "* one\n* two\n* three", "1. one\n2. two", "• one\n• two", "** one\n** two", "* one * two"]),
    ("detectable_format:number_highlighted_sections", {"num_highlights": 2},
     ["*one* and *two*", "**one** and **two**", "*a* b *c d*", "*one*\n\n**two**"],
     ["*one*", "* *one*\n* *two*", "one two", "** ** and *one*", "*one\ntwo*", "**"]),
    ("detectable_format:title", {},
     ["<<Joy>>\nText", "Text <<A title>> text", "<< Joy >>"], ["<Joy>", "<<>>", "<< >>", "<<Joy",
     "<<a\nb>>", ""]),
    ("keywords:existence", {"keywords": ["waste", "meal"]},
     ["Waste no meal.", "wasteful oatmeals"], ["Waste no food.", "A meal.", ""]),
    ("keywords:forbidden_words", {"forbidden_words": ["cook", "sleep"]},
     ["We eat.", "A cookie, sleepless.", ""], ["I cook.", "SLEEP!", "cook-book", "(sleep)"]),
    ("keywords:frequency", {"keyword": "peace", "frequency": 2, "relation": LEAST},
     ["Peace, peace.", "peaceful peacemakers", "PEACE and Peace and peace"], ["Peace.", "pea ce pea ce", ""]),
    ("keywords:frequency", {"keyword": "peace", "frequency": 2, "relation": LESS},
     ["Peace.", "", "War."], ["Peace, peace.", "peaceful peace"]),
    ("keywords:letter_frequency", {"letter": "O", "let_frequency": 3, "let_relation": LEAST},
     ["ooo", "Oh no, no.", "Follow, oh"], ["oo", "Go on", ""]),
    ("keywords:letter_frequency", {"letter": "p", "let_frequency": 1, "let_relation": LESS},
     ["A tree.", ""], ["Apple", "P"]),
    ("keywords:letter_frequency", {"letter": "!", "let_frequency": 2, "let_relation": LEAST},
     ["Go! Now!", "!!"], ["Go!", "?"]),
    ("language:response_language", {"language": "de"},
     ["Der Bericht ist fertig und wird am Freitag verschickt.", "Wir haben das nicht gewusst."],
     ["The report is done and goes out on Friday.", "Le rapport est prêt pour vendredi.", "レポートです"]),
    ("language:response_language", {"language": "kn"},
     ["ವರದಿ ಸಿದ್ಧವಾಗಿದೆ."], ["The report is ready.", "నివేదిక సిద్ధంగా ఉంది.", "Varadi siddhavagide ide"]),
    ("language:response_language", {"language": "mr"},
     ["अहवाल तयार आहे आणि तो उद्या पाठवला जाईल."], ["रिपोर्ट तैयार है और कल भेजी जाएगी।", "The report"]),
    ("language:response_language", {"language": "vi"},
     ["Báo cáo đã xong và sẽ được gửi vào thứ Sáu."], ["Il rapporto è pronto e sarà inviato.", "The report"]),
    ("length_constraints:nth_paragraph_first_word",
     {"first_word": "weekend", "num_paragraphs": 2, "nth_paragraph": 2},
     ["One.\n\nWeekend plans.", "One.\n\n'Weekend' plans.", "One.\n\nweekend, at last", 'One\n\n"Weekend."'],
     ["One.\n\nThe weekend.", "Weekend.\n\nOne.", "One.\nWeekend", "One.\n\nWeekend.\n\nThree.",
     "Weekends\n\nA"]),
    ("length_constraints:number_paragraphs", {"num_paragraphs": 2},
     ["One.\n***\nTwo.", "One. *** Two.", "***\nOne.\n***\nTwo.", "One\n\nstill one\n***\ntwo\n***"],
     ["One.\n\nTwo.", "One.", "One.\n***\n***\nTwo.", "One.\n***\nTwo.\n***\nThree.", "One ****** two"]),
    ("length_constraints:number_sentences", {"num_sections": 0, "num_sentences": 2, "relation": LEAST},
     ["One. Two.", "One! Two", "Really? Yes.", "It costs 3.5 euros. Good.", TWO, "one. two.",
     "Ask Dr. Lee. Now."],
     ["One.", "Mr. Smith and Dr. Lee left.", "It costs 3.5 euros.", "One\nTwo", "e.g. this one", ""]),
    ("length_constraints:number_sentences", {"num_sentences": 3, "relation": LESS},
     ["One. Two.", "One.", "", "I live in the U.S. today. It is big."], ["One. Two. Three.",
     "A one! A two! A three!"]),
    ("length_constraints:number_words", {"num_words": 4, "relation": LEAST},
     ["one two three four", "one-two three-four", "don't do this", "1 2 3 4"], ["one two three", "",
     "... --- ..."]),
    ("length_constraints:number_words", {"num_words": 4, "relation": LESS},
     ["one two three", "", "don't go"], ["one two three four", "it's don't"]),
    ("punctuation:no_comma", {}, ["No commas here; none.", "", "1.000"], ["Yes, one.", "1,000", ","]),
    ("startend:end_checker", {"end_phrase": "Any other questions?"},
     ["Done. Any other questions?", "Any other questions? ", '"Done. any other questions?"'],
     ["Any other questions? Bye.", "Any other questions", "", "Any other questions?!"]),
    ("startend:quotation", {},
     ['"All of it."', ' "All"\n', '"a" and "b"', '""'],
     ["All of it.", '"All of it', "“All of it.”", '"', "'All'"]),
]  # fmt: skip


def holds(kind: str, arguments: dict[str, Any], response: str) -> bool:
    return not any(one.failures(response) for one in requirements_of(kind, arguments))


@pytest.mark.parametrize(
    ("kind", "arguments", "response", "kept"),
    [
        (kind, arguments, response, kept)
        for kind, arguments, keep, break_ in CASES
        for kept, responses in ((True, keep), (False, break_))
        for response in responses
    ],
)
def test_a_response_keeps_or_breaks_its_instruction(
    kind: str, arguments: dict[str, Any], response: str, kept: bool
) -> None:
    assert holds(kind, arguments, response) is kept


def test_every_kind_has_responses_of_both_sorts() -> None:
    assert {kind for kind, _, keep, break_ in CASES if keep and break_} == set(KINDS)
    assert len(KINDS) == 25


@pytest.mark.parametrize(
    ("kind", "arguments"),
    [
        ("length_constraints:number_lines", {}),
        ("length_constraints:number_words", {}),
        ("length_constraints:number_words", {"num_words": 3, "relation": "about"}),
        ("length_constraints:number_words", {"num_words": "many", "relation": LESS}),
    ],
)
def test_an_unknown_instruction_is_named(kind: str, arguments: dict[str, Any]) -> None:
    with pytest.raises(UnknownInstruction, match="length_constraints"):
        requirements_of(kind, arguments)


COUNTED = {
    "change_case:capital_word_frequency": ("capital_frequency", "capital_relation"),
    "keywords:frequency": ("frequency", "relation"),
    "keywords:letter_frequency": ("let_frequency", "let_relation"),
    "length_constraints:number_sentences": ("num_sentences", "relation"),
    "length_constraints:number_words": ("num_words", "relation"),
}
RESPONSES = st.text(max_size=120) | st.lists(
    st.sampled_from(["NASA", "rain", "Dr. No", "e.g.", "A.", "!", "?", "\n", "***", "* a", "don't", "rainy"])
).map(" ".join)


@given(st.sampled_from(sorted(COUNTED)), st.integers(0, 12), RESPONSES)
def test_of_at_least_and_less_than_one_holds_and_only_one(kind: str, number: int, response: str) -> None:
    count, relation = COUNTED[kind]
    arguments = {"keyword": "rain", "letter": "a", count: number}
    assert holds(kind, {**arguments, relation: LEAST}, response) is not holds(
        kind, {**arguments, relation: LESS}, response
    )


ARGUMENTS = sorted({name for _, arguments, _, _ in CASES for name in arguments})
VALUES = st.integers(-3, 400) | st.text(max_size=12) | st.lists(st.text(max_size=6), max_size=3) | st.none()


@given(st.sampled_from(sorted(KINDS)), st.dictionaries(st.sampled_from(ARGUMENTS), VALUES), RESPONSES)
def test_any_arguments_are_a_requirement_on_any_response_or_are_refused(
    kind: str, arguments: dict[str, Any], response: str
) -> None:
    try:
        requirements = requirements_of(kind, arguments)
    except UnknownInstruction:
        return
    for one in requirements:
        assert str(one)
        assert all(failure.reason for failure in one.failures(response))


@pytest.mark.skipif(not ROWS.exists(), reason="the evaluation data is not beside the project")
def test_every_instruction_of_the_public_rows_is_a_requirement_that_says_what_it_asks() -> None:
    kinds = set()
    for line in ROWS.read_text("utf-8").splitlines():
        row = json.loads(line)
        for kind, arguments in zip(row["instruction_id_list"], row["kwargs"], strict=True):
            requirements = requirements_of(kind, {k: v for k, v in arguments.items() if v is not None})
            assert requirements
            assert all(str(one) for one in requirements)
            kinds.add(kind)
    assert kinds == set(KINDS)
