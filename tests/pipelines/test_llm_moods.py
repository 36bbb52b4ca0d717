"""The moods that a model marks while it drafts: in the draft, in the note, and never more than asked."""

from __future__ import annotations

import json
from datetime import UTC, date, datetime
from typing import Any

import pytest

from guardrails.core.types import Segment
from pipelines.checking import Checker
from pipelines.compose import Occasion, compose_note
from pipelines.errors import OutputError
from pipelines.llm.drafter import ModelDrafter
from pipelines.llm.grammar import grammar_of
from pipelines.llm.schema import chunk_schema, read_chunk_draft
from pipelines.note import Engines, Note
from pipelines.transcript import Transcript
from tests.fakes.language_model import Answer, Call, Script, ScriptedModel

SAID = (
    Segment("x1", 0.0, 4.0, "Ann", "Nice that the build was green on the day nobody worked."),
    Segment("x2", 5.0, 9.0, "Bob", "I'll repair it by Friday."),
    Segment("x3", 10.0, 14.0, "Ann", "I love it, that is excellent."),
)
REPAIR = {
    "lines": [2],
    "quote": "I'll repair it by Friday",
    "task": "Repair the build",
    "owner": "Bob",
    "when": "by Friday",
}
PLAIN: dict[str, Any] = {
    "actions": [REPAIR],
    "decisions": [],
    "questions": [],
    "summary": "The build was discussed.",
}


def marking(**moods: list[int]) -> Script:
    def script(call: Call) -> Answer:
        return (
            {"summary": "The build was discussed.", "title": "The build"}
            if call.is_summary
            else {**PLAIN, **moods}
        )

    return script


def note_of(script: Script) -> Note:
    drafter = ModelDrafter(ScriptedModel(script), checker=lambda: Checker(start=None))
    transcript = Transcript(segments=SAID)
    about = Occasion("n1", "talk.vtt", datetime(2026, 11, 16, tzinfo=UTC), date(2026, 11, 16))
    return compose_note(drafter.draft(SAID, ()), transcript, about, Engines(llm=drafter.engine))


def test_what_the_model_marks_is_the_mood_of_its_lines_and_items() -> None:
    note = note_of(marking(glad=[3], upset=[1, 2]))
    assert note.draft is not None
    assert note.draft.moods == (("x1", -1), ("x2", -1), ("x3", 1))
    assert [item.sentiment for item in note.action_items] == ["negative"]
    assert note.sentiment.speakers["Bob"] < 0
    assert note.sentiment.confidence is not None
    assert note.sentiment.confidence < 1


def test_agreement_with_the_lexicon_makes_the_mood_surer() -> None:
    apart, together = (
        note_of(marking(**moods)).sentiment
        for moods in ({"glad": [3], "upset": [1]}, {"glad": [1, 3], "upset": []})
    )
    assert apart.confidence is not None
    assert together.confidence is not None
    assert apart.confidence < together.confidence == 1.0


def test_a_model_that_says_nothing_of_moods_leaves_them_to_the_lexicon() -> None:
    note = note_of(marking())
    assert note.draft is not None
    assert note.draft.moods == ()
    assert note.sentiment.confidence is None


def test_a_line_that_is_marked_as_both_is_neither_and_unknown_lines_are_left_out() -> None:
    draft = read_chunk_draft(json.dumps({**PLAIN, "glad": [1, 77], "upset": [1]}), [1, 2, 3])
    assert (draft.glad, draft.upset) == ([1, 77], [1])
    drafter = ModelDrafter(ScriptedModel(marking(glad=[1], upset=[1])), checker=lambda: Checker(start=None))
    assert drafter.draft(SAID, ()).moods == (("x1", 0), ("x2", 0), ("x3", 0))


def test_marks_are_bounded() -> None:
    with pytest.raises(OutputError):
        read_chunk_draft(json.dumps({**PLAIN, "glad": [1] * 7}), [1, 2, 3])


def test_the_grammar_lets_only_lines_of_the_chunk_be_marked() -> None:
    rules = grammar_of(json.dumps(chunk_schema([4, 7]))).splitlines()
    assert 'glad-item ::= "4" | "7"' in rules
    assert 'upset-item ::= "4" | "7"' in rules
