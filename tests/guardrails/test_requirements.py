"""Sentences end where people end them, JSON fits its schema, and no requirement is slow."""

from __future__ import annotations

import json
import time
from datetime import date
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from guardrails.requirements.content import (
    Excludes,
    Includes,
    Language,
    NoDuplicates,
    NoSign,
    NotBefore,
    OneOf,
    OneOwner,
    Topic,
)
from guardrails.requirements.counts import Count, Frequency
from guardrails.requirements.requirement import Requirement
from guardrails.requirements.schema import Json, SchemaError, faults_of
from guardrails.requirements.sentences import sentence_spans
from guardrails.requirements.shape import (
    Case,
    Divided,
    EndsWith,
    ParagraphOpening,
    Postscript,
    Quoted,
    Sections,
    StartsWith,
    Title,
)
from guardrails.requirements.units import SPANS, units


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("", 0),
        (" \n ", 0),
        ("No end", 1),
        ("One. Two! Three? Four", 4),
        ("one. two. three.", 3),
        ("Mr. Smith met Dr. Lee.", 1),
        ("It costs 3.50 euros.", 1),
        ("We met at 5 p.m. yesterday. Then we left.", 2),
        ("We met at 5 p.m. The room was cold.", 2),
        ("I saw J. R. Smith there.", 1),
        ("He came, e.g. on Monday, i.e. early.", 1),
        ("Paper, pens, etc. The rest is here.", 2),
        ("Paper, pens, etc. and glue.", 1),
        ("Wait... what?", 1),
        ("Wait... The end.", 2),
        ('He said "Stop." She left.', 2),
        ("Really?! Yes.", 2),
        ("See www.example.org for it.", 1),
        ("First line\nsecond line.", 1),
        ("**Done.** Next.", 2),
        ("1. Buy milk. 2. Pay.", 4),
        ("So did I. We left.", 2),
        ("今日は。明日も。", 2),
    ],
)
def test_sentences_are_counted_as_people_do(text: str, count: int) -> None:
    assert len(sentence_spans(text)) == count


@given(st.text(max_size=200), st.sampled_from(sorted(SPANS)))
def test_units_stand_in_order_and_in_the_text(text: str, kind: str) -> None:
    found = units(text, kind)
    assert all(0 <= unit.start <= unit.end <= len(text) for unit in found)
    if kind != "highlighted section":  # strong ones come after the others
        assert all(one.end <= other.start for one, other in pairwise(found))


def test_the_failing_unit_is_named() -> None:
    [failure] = Count("word", 0, 3, each="sentence").failures("We met. We met and we talked. Bye.")
    assert str(failure) == "sentence 2 has 5 words; required: at most 3"
    assert failure.unit is not None
    assert failure.unit.text == "We met and we talked."


SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {
        "task": {"type": "string", "minLength": 1, "maxLength": 20},
        "owner": {"anyOf": [{"type": "null"}, {"enum": ["Ann", "Bob"]}]},
        "evidence": {
            "type": "array",
            "items": {"type": "integer", "minimum": 1},
            "minItems": 1,
            "maxItems": 2,
        },
        "sure": {"type": ["boolean", "number"]},
        "kind": {"const": "action"},
    },
    "required": ["task", "evidence"],
    "additionalProperties": False,
}


@pytest.mark.parametrize(
    ("value", "fault"),
    [
        ({"task": "call", "evidence": [1]}, None),
        ({"task": "call", "evidence": [1, 2], "owner": None, "sure": 0.5, "kind": "action"}, None),
        ({"task": "call", "evidence": [1.0], "owner": "Ann", "sure": True}, None),
        ([], "it is not of type object"),
        ({"task": "call"}, 'it has no "evidence"'),
        ({"task": "", "evidence": [1]}, "it.task has 0 characters; required: at least 1"),
        ({"task": "x" * 21, "evidence": [1]}, "it.task has 21 characters; required: at most 20"),
        ({"task": 3, "evidence": [1]}, "it.task is not of type string"),
        ({"task": "call", "evidence": []}, "it.evidence has 0 items; required: at least 1"),
        ({"task": "call", "evidence": [0]}, "it.evidence[0] is below 1"),
        ({"task": "call", "evidence": [True]}, "it.evidence[0] is not of type integer"),
        ({"task": "call", "evidence": [1], "owner": "Carla"}, "it.owner fits none of 2 choices"),
        ({"task": "call", "evidence": [1], "due": 1}, 'it has "due", which is not allowed'),
        ({"task": "call", "evidence": [1], "kind": "x"}, "it.kind is not 'action'"),
    ],
)
def test_json_fits_its_schema_or_says_where_not(value: Any, fault: str | None) -> None:
    failures = Json(json.dumps(SCHEMA)).failures(f"```json\n{json.dumps(value)}\n```")
    assert [str(one).removeprefix("the text ") for one in failures][:1] == (
        [] if fault is None else [fault]
    ) or (fault is not None and fault in str(failures[0]))


@pytest.mark.parametrize("schema", [{"pattern": "x"}, {"type": "date"}, {"allOf": []}])
def test_a_schema_that_cannot_be_checked_is_refused(schema: dict[str, Any]) -> None:
    with pytest.raises(SchemaError):
        list(faults_of("x", schema))


EVERY: tuple[Requirement, ...] = (
    *(Count(kind, 2, 3) for kind in SPANS),
    Count("word", 0, 3, each="item"),
    Frequency("a", 1),
    Includes(("a",)),
    OneOf(("a",)),
    Excludes(("a", "b")),
    NoSign(",", "comma"),
    Topic("decisions"),
    Language("de"),
    NoDuplicates(),
    OneOwner(),
    NotBefore(date(2026, 11, 20)),
    Case("lower"),
    Divided("***", 2),
    EndsWith("a"),
    StartsWith("a"),
    ParagraphOpening(2, 1, "a"),
    Postscript("P.S."),
    Quoted(),
    Sections("Section", 2),
    Title(),
    Json(json.dumps(SCHEMA)),
)


@given(st.text(max_size=120))
def test_every_requirement_verifies_any_text_and_says_what_it_is(text: str) -> None:
    for one in EVERY:
        assert all(str(failure) for failure in one.failures(text))
        assert str(one)


@pytest.mark.parametrize(
    "hostile",
    [
        "*",
        "* ",
        "**",
        "<<",
        "[",
        "a.",
        ". ",
        "\n",
        "\n- ",
        "- a & b",
        "1) ",
        "p. ",
        "Section ",
        '"',
        "e.g. ",
        "{",
        "a-",
    ],
)
@pytest.mark.parametrize("one", EVERY, ids=str)
def test_a_requirement_takes_no_time_on_hostile_text(one: Requirement, hostile: str) -> None:
    text = hostile * (30_000 // len(hostile))
    began = time.perf_counter()
    one.failures(text)
    assert time.perf_counter() - began < 1.0  # milliseconds where time grows with length; else minutes
