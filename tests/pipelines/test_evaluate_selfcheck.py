"""The control set: every case can be passed, and a model that does wrong fails it with a reason."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import pytest

from pipelines.errors import OutputError
from pipelines.evaluate.selfcheck.control import ControlSet, DraftCase, MeetingCase, control_set
from pipelines.evaluate.selfcheck.trying import Result, try_model
from pipelines.llm.chunks import CHUNK_CHARACTERS, chunks_of
from pipelines.llm.lines import OpenLines
from tests.fakes.control_model import STATED, ControlModel

CASES = {case.id: case for case in control_set().cases}


def result(model: ControlModel, case: str) -> Result:
    (found,) = try_model(model, ControlSet((CASES[case],), "one"))
    return found


def test_a_model_that_does_all_as_it_should_passes_every_case() -> None:
    told: list[Result] = []
    results = try_model(ControlModel(), control_set(), told.append)

    assert {r.id: r.problem for r in results} == dict.fromkeys(control_set().ids)
    assert told == results
    assert len(results) >= 20


@pytest.mark.parametrize("case", [case for case in CASES.values() if isinstance(case, MeetingCase)])
def test_a_meeting_is_one_chunk_of_ordinary_length(case: MeetingCase) -> None:
    (chunk,) = chunks_of(case.segments)
    assert sum(OpenLines(chunk.segments).sizes) >= 0.65 * CHUNK_CHARACTERS


def test_the_version_of_the_set_is_that_of_its_contents() -> None:
    assert control_set().version == control_set().version
    assert len(control_set().version) == 12


@pytest.mark.parametrize(
    "case", [case.id for case in CASES.values() if isinstance(case, DraftCase) and case.expect]
)
def test_a_model_that_notes_nothing_fails_what_has_something_to_note(case: str) -> None:
    problem = result(ControlModel(silent=True), case).problem

    assert problem is not None
    assert "no verified" in problem


def test_what_was_refused_and_is_shown_as_a_fact_fails() -> None:
    claim = {"lines": [3], "quote": "My garden liked it.", "text": "My garden liked it"}
    answer = {"actions": [], "decisions": [claim], "questions": [], "summary": "They talked."}
    model = ControlModel(answers={"small-talk": answer})

    assert result(model, "small-talk").problem == 'shows as a fact: "My garden liked it"'


@pytest.mark.parametrize(
    ("case", "answer", "problem"),
    [
        ("total", {"expression": "240 + 58"}, '"240 + 58" is 298, not 325'),
        ("total", {"expression": "two"}, "cannot be computed"),
        ("few-words", {"text": "Ann " * 20 + "budget"}, "21 words instead of at most 12"),
        ("few-words", {"text": "Ann sends it."}, "without budget"),
        ("three-lines", {"text": "- tea\n- coffee, milk"}, "2 lines instead of 3"),
        ("three-lines", {"text": "tea\n- coffee\n- milk"}, "does not begin with"),
        ("no-second-thoughts", {"text": "It costs 700. Wait, let me recheck. It costs 720."}, "recheck"),
        ("no-machine", {"text": "As an AI language model, I close until Monday."}, "AI language model"),
        ("rooms", {"things": [], "constraints": [], "asked": []}, 'nothing" instead of "Ann is green."'),
        ("ages", STATED["ages"] | {"asked": ["Ann"]}, '"Ann is 17." instead of "Bob is 13."'),
        ("lower-case", {"text": "The shop opens on Monday."}, "not in lower case"),
    ],
)
def test_a_wrong_figure_or_form_is_told(case: str, answer: Mapping[str, Any], problem: str) -> None:
    found = result(ControlModel(answers={case: answer}), case)

    assert problem in (found.problem or "")


def test_an_answer_that_cannot_be_used_fails_its_case_and_the_rest_goes_on() -> None:
    model = ControlModel(answers={"total": OutputError("it looped")})
    results = {r.id: r.problem for r in try_model(model, control_set())}

    assert results.pop("total") == "it looped"
    assert set(results.values()) == {None}


def test_the_set_is_plain_data_that_reads_back() -> None:
    for case in CASES.values():
        assert type(case).model_validate(json.loads(case.model_dump_json())) == case
