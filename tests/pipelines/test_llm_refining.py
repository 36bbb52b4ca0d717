"""A summary that breaks what its template asks for goes back to the model, once; the model is scripted."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, date, datetime
from typing import Any

import pytest

from guardrails.core.types import Segment
from pipelines.checking import Checker
from pipelines.compose import Occasion, compose_note
from pipelines.errors import DeadlineError, OutputError
from pipelines.llm.drafter import ModelDrafter
from pipelines.note import Engine, Engines, Note
from pipelines.replay import replay_note
from pipelines.templates import GENERAL, Template
from pipelines.transcript import Transcript
from tests.fakes.language_model import Answer, Call, ScriptedModel

SAID = (
    Segment("s1", 0.0, 4.0, "Ann", "The lease is signed and the movers come on Monday."),
    Segment("s2", 5.0, 9.0, "Bob", "The synergy of both teams pays for the new kitchen."),
    Segment("s3", 10.0, 14.0, "Ann", "The old printers stay in the cellar."),
    Segment("s4", 15.0, 19.0, "Bob", "The budget for chairs is spent."),
)
WRITTEN = (
    "The lease is signed and the movers come on Monday. The synergy of both teams pays for the new kitchen. "
    "The old printers stay in the cellar. The budget for chairs is spent."
)
BRIEF = Template(name="brief", summary_sentences=3, requirements='Without the word "synergy".')
SHORT = (
    "The lease is signed and the movers come on Monday. Both teams pay for the new kitchen. "
    "The old printers stay in the cellar."
)
NOTHING: dict[str, Any] = {
    "actions": [],
    "decisions": [],
    "questions": [],
    "summary": "The move was planned.",
}


def is_rewriting(call: Call) -> bool:
    return "break a rule" in call.text or "breaks a rule" in call.text


def noted(
    rewriting: Answer | Callable[[Call], Answer], template: Template = BRIEF, written: str = WRITTEN
) -> tuple[Note, list[Call]]:
    """The note of SAID, and the calls in which the summary was asked for again."""

    def script(call: Call) -> Answer:
        if is_rewriting(call):
            return rewriting(call) if callable(rewriting) else rewriting
        return {"summary": written, "title": "The move"} if call.is_summary else NOTHING

    model = ScriptedModel(script)
    drafter = ModelDrafter(model, Engine(name="gemma"), template=template)
    draft = drafter.draft(SAID, [])
    meeting = Occasion(
        "n1", "a.vtt", datetime(2026, 11, 16, tzinfo=UTC), date(2026, 11, 16), template=template
    )
    note = compose_note(draft, Transcript(segments=SAID), meeting, Engines(llm=drafter.engine))
    return note, [call for call in model.calls if is_rewriting(call)]


def test_a_summary_that_breaks_its_template_is_written_again_once_with_the_failures_named() -> None:
    note, calls = noted({"parts": [SHORT]})
    assert note.summary == SHORT
    assert not [warning for warning in note.warnings if "template" in warning]
    [call] = calls
    assert "has 4 sentences; required: at most 3" in call.text
    assert 'has the word "synergy"' in call.text


def test_the_tape_tells_what_was_written_again_and_the_engine_what_it_cost() -> None:
    note, _ = noted({"parts": [SHORT]})
    [entry] = [entry for entry in note.tape if entry.claim == "summary"]
    assert (entry.guardrail, entry.verdict) == ("constraint", "verified")
    assert (entry.before, entry.after) == (WRITTEN, SHORT)
    assert "at most 3 sentences" in entry.reason
    plain, _ = noted({"parts": [SHORT]}, written=SHORT)
    assert note.engines.llm is not None
    assert plain.engines.llm is not None
    assert note.engines.llm.output_tokens is not None
    assert plain.engines.llm.output_tokens is not None
    assert entry.tokens > 0
    assert note.engines.llm.output_tokens - plain.engines.llm.output_tokens > len(SHORT.split())


def test_only_the_sentence_that_fails_goes_back() -> None:
    template = Template(name="words", requirements='Without the word "synergy".')
    note, [call] = noted({"parts": ["Both teams pay for the new kitchen."]}, template)
    assert "The old printers" not in call.text
    assert note.summary == WRITTEN.replace("The synergy of both teams pays", "Both teams pay")


def test_the_draft_that_is_kept_is_what_the_model_finally_said() -> None:
    note, _ = noted({"parts": [SHORT]})
    assert note.draft is not None
    assert note.draft.summary == SHORT
    with Checker(start=None) as checker:
        again = replay_note(note, checker)
    assert again.summary == note.summary
    assert [entry.reason for entry in again.tape] == [entry.reason for entry in note.tape]


@pytest.mark.parametrize(
    "failure", [OutputError("loop"), DeadlineError("too slow"), "no JSON", {"parts": []}, {"parts": [""]}]
)
def test_a_model_that_fails_leaves_the_summary_that_code_cuts(failure: Answer) -> None:
    note, calls = noted(failure)
    assert len(calls) == 1
    assert note.summary == WRITTEN.removesuffix(" The budget for chairs is spent.")
    assert any("synergy" in warning for warning in note.warnings)
    assert note.draft is not None
    assert note.draft.summary == WRITTEN


def test_a_form_is_not_worth_an_invention() -> None:
    note, _ = noted({"parts": ["The lease is signed. Everybody flies to Madrid in a balloon."]})
    assert note.summary == WRITTEN.removesuffix(" The budget for chairs is spent.")
    [entry] = [entry for entry in note.tape if entry.claim == "summary"]
    assert (entry.verdict, entry.after) == ("unverified", WRITTEN)
    assert "does not carry" in entry.reason


@pytest.mark.parametrize(
    "template",
    [GENERAL, Template(name="long", summary_sentences=4), Template(name="small", requirements="no commas")],
    ids=lambda template: str(template.name),
)
def test_nothing_is_asked_where_nothing_is_broken(template: Template) -> None:
    note, calls = noted({"parts": ["Something else."]}, template)
    assert (note.summary, calls) == (WRITTEN, [])
    assert not [entry for entry in note.tape if entry.claim == "summary"]


def test_what_code_mends_without_losing_a_word_costs_no_question() -> None:
    template = Template(name="calm", requirements="no exclamation marks")
    note, calls = noted({"parts": ["x"]}, template, written="The lease is signed! The old printers stay.")
    assert (note.summary, calls) == ("The lease is signed. The old printers stay.", [])


def test_whoever_ends_the_work_ends_it_there_too() -> None:
    """As the worker does when somebody speaks: progress raises while the model writes."""

    class Ended(Exception):
        pass

    def script(call: Call) -> Answer:
        seen.append(is_rewriting(call))
        if seen[-1]:
            return {"parts": [SHORT]}
        return {"summary": WRITTEN, "title": "The move"} if call.is_summary else NOTHING

    def progress(stage: str, done: float, total: float | None) -> None:
        if seen and seen[-1]:
            raise Ended

    seen: list[bool] = []
    with pytest.raises(Ended):
        ModelDrafter(ScriptedModel(script), template=BRIEF).draft(SAID, [], progress)
