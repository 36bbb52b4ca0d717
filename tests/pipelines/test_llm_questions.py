"""What checks ask the model about a draft: when, at what cost, and that it is asked once."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

import pytest

from daemon.meetings.receipts import Answered, receipt_log
from daemon.worker.answers import RememberingModel
from guardrails.core.errors import NoAnswerError
from guardrails.core.guardrail import Ask, Context
from guardrails.core.types import Claim, Evidence, Segment
from guardrails.identity.guard import Identity
from pipelines.checking import Checker
from pipelines.compose import Occasion, compose_note
from pipelines.draft import Draft
from pipelines.errors import DeadlineError, EngineError, OutputError
from pipelines.llm.chunks import Chunk, chunks_of
from pipelines.llm.drafter import ModelDrafter
from pipelines.llm.lines import Line
from pipelines.llm.llama import LlamaModel
from pipelines.llm.prompt import Known, chunk_messages, draft_question, prompt_text
from pipelines.llm.questions import MOST_QUESTIONS, ChunkQuestions
from pipelines.llm.schema import chunk_schema
from pipelines.note import Engine, Engines, Note
from pipelines.replay import replay_note
from pipelines.transcript import Transcript
from tests.fakes.gguf_weights import write_gguf
from tests.fakes.guardrails import ToldGuardrail
from tests.fakes.language_model import Answer, Call, ScriptedModel

SCHEMA: Mapping[str, Any] = {
    "type": "object",
    "properties": {"answer": {"type": "string", "maxLength": 40}},
    "required": ["answer"],
}
WORDS = "We talked for a long while about the move to the new office and what it would need. "
PEOPLE = ("Ann", "Bob")
MEETING = tuple(
    Segment(f"x{n}", None, None, PEOPLE[n % 2], f"{WORDS * 3}I'll pay the poison bill number {n}.")
    for n in range(1, 31)
)
QUESTION = "No minutes now"


class Asking(ToldGuardrail):
    """Asks what a poisoned claim should say."""

    def __init__(self) -> None:
        super().__init__("asking", mends=self._mend)

    def _mend(self, claim: Claim, context: Context, ask: Ask | None) -> Claim | None:
        if ask is None:
            return None
        answer = ask(claim, f"What is meant by {claim.text!r}?", SCHEMA)
        return Claim(claim.id, claim.kind, answer.text, claim.evidence, claim.owner, flags=("asked",))


def checker() -> Checker:
    return Checker(start=None, guardrails=(Asking(),))


def script(call: Call) -> Answer:
    """One item a chunk, from its first line, and an answer to every question."""
    if call.is_summary:
        return {"summary": "Bills.", "title": "Bills"}
    if QUESTION in call.text:
        return {"answer": "Pay the bill"}
    first = next(s for s in MEETING if f"\n1 {s.speaker}: {s.text}" in call.text)
    number = first.id[1:]
    said = {
        "lines": [1],
        "quote": f"the poison bill number {number}",
        "task": f"Pay the poison bill {number}",
    }
    return {
        "actions": [said | {"owner": first.speaker, "when": None}],
        "decisions": [],
        "questions": [],
        "summary": "Bills.",
    }


def drafted(model: Any) -> tuple[Draft, ModelDrafter]:
    drafter = ModelDrafter(model, Engine(name="gemma"), checker=checker)
    return drafter.draft(MEETING, []), drafter


def note_of(draft: Draft, engine: Engine) -> Note:
    meeting = Occasion("m", "m.vtt", datetime(2026, 11, 16, tzinfo=UTC), date(2026, 11, 16))
    with checker() as checks:
        return compose_note(draft, Transcript(segments=MEETING), meeting, Engines(llm=engine), checks)


def test_what_the_model_answered_is_in_the_note_and_on_the_tape() -> None:
    draft, drafter = drafted(ScriptedModel(script))
    note = note_of(draft, drafter.engine)
    assert len(note.action_items) > 1
    assert {item.task for item in note.action_items} == {'{"answer": "Pay the bill"}'}
    assert {item.flags for item in note.action_items} == {("asked",)}
    assert all(
        entry.tokens > 0 for entry in note.tape if entry.guardrail == "asking" and entry.claim[0] == "a"
    )
    assert note.engines.llm is not None
    assert note.engines.llm.prompt_tokens is not None
    assert note.engines.llm.prompt_tokens > sum(entry.tokens for entry in note.tape)


def test_a_question_costs_its_own_words_and_not_the_chunk_again() -> None:
    model = ScriptedModel(script)
    draft, _ = drafted(model)
    assert len(draft.answers) > 1
    chunk_words = len(model.calls[0].text.split())
    assert all(asked.tokens < chunk_words / 8 for asked in draft.answers)


def test_a_stored_note_gives_the_same_without_the_model() -> None:
    draft, drafter = drafted(ScriptedModel(script))
    note = Note.model_validate_json(note_of(draft, drafter.engine).model_dump_json())
    with checker() as checks:
        again = replay_note(note, checks)
    assert again.action_items == note.action_items
    assert [(e.before, e.after, e.reason, e.tokens) for e in again.tape] == [
        (e.before, e.after, e.reason, e.tokens) for e in note.tape
    ]


def test_after_a_restart_nothing_is_asked_again(tmp_path: Path) -> None:
    model = ScriptedModel(script)
    with receipt_log(tmp_path / "answers.jsonl", Answered) as log:
        before, _ = drafted(RememberingModel(model, "weights", log, lambda: None))
    asked = len(model.calls)
    with receipt_log(tmp_path / "answers.jsonl", Answered) as log:
        after, _ = drafted(RememberingModel(model, "weights", log, lambda: None))
    assert len(model.calls) == asked
    assert after == before


def test_the_worker_can_be_interrupted_at_a_question() -> None:
    class Interrupted(Exception):
        pass

    def interrupted(call: Call) -> Answer:
        return Interrupted() if QUESTION in call.text else script(call)

    with pytest.raises(Interrupted):
        drafted(ScriptedModel(interrupted))


def questions(model: ScriptedModel) -> ChunkQuestions:
    return ChunkQuestions(model, Chunk((Line(1, MEETING[:1]),)), Known(["Ann"]))


CLAIM = Claim("a1", "action", "Pay", Evidence(("x1",), "bill"))


@pytest.mark.parametrize(
    ("error", "calls"), [(OutputError("it loops"), 2), (DeadlineError("late"), 1), (EngineError("broken"), 1)]
)
def test_an_unusable_answer_is_none_and_a_model_that_fails_is_left_alone(
    error: EngineError, calls: int
) -> None:
    model = ScriptedModel(lambda call: error)
    ask = questions(model)
    for question in ("Who?", "When?"):
        with pytest.raises(NoAnswerError):
            ask(CLAIM, question, SCHEMA)
    assert len(model.calls) == calls
    assert [asked.answer for asked in ask.asked] == [None] * calls


def test_a_schema_that_no_grammar_can_hold_costs_its_question_only() -> None:
    errors = iter((AssertionError("unrecognised schema"), None))
    model = ScriptedModel(lambda call: next(errors) or {"answer": "yes"})
    ask = questions(model)
    with pytest.raises(NoAnswerError):
        ask(CLAIM, "Who?", {"type": "strange"})
    assert ask(CLAIM, "When?", SCHEMA).text == '{"answer": "yes"}'


def test_the_language_is_named_last_where_a_text_is_written_again() -> None:
    said = "Wir haben heute nicht so viel zu besprechen, aber das mit dem Umzug ist noch offen. "
    (chunk,) = chunks_of((Segment("x1", 0.0, 9.0, "Ann", said * 4),))
    model = ScriptedModel(lambda call: {"text": "Kenne den Umzug nicht", "answer": "ja"})
    ask = ChunkQuestions(model, chunk, Known())
    claim = Claim("q1", "question", "Als KI kenne ich den Umzug nicht", Evidence(("x1",), "noch offen"))
    with Checker(start=None, guardrails=(Identity(),)) as checks:
        judged = checks.run(Context((*chunk.segments,), (claim,), ("Ann",), language="de"), ask)
    assert [each.claim.text for each in judged.claims] == ["Kenne den Umzug nicht"]
    ask(CLAIM, "Who pays?", SCHEMA)
    text, answer = (call.messages[-1].content for call in model.calls)
    assert text.endswith("\nWrite in German.")
    assert answer.endswith("\nWho pays?")


@pytest.mark.models
def test_real_llama_evaluates_a_question_and_not_its_chunk(tmp_path: Path) -> None:
    """On random weights of Gemma 4's architecture; what it answers is noise."""
    chunk = next(chunks_of(MEETING))
    numbers = [line.number for line in chunk.lines]
    with LlamaModel(write_gguf(tmp_path / "tiny.gguf"), threads=1) as model:
        drafting = chunk_messages(chunk, Known(["Ann"]), draft_question(chunk))
        with suppress(OutputError):
            model.complete(drafting, schema=chunk_schema(numbers), max_tokens=64)
        ask = ChunkQuestions(model, chunk, Known(["Ann"]))
        for question in ("Is it poison?", "Who pays the bill?"):
            with suppress(NoAnswerError):
                ask(CLAIM, question, {"enum": ["yes", "no"]})
        in_question = len(f"{prompt_text('question')} Is it poison?")
        assert {asked.answer for asked in ask.asked} <= {'"yes"', '"no"'}
        # The tiny vocabulary spells most words letter by letter; the turn's end takes a few tokens, too.
        assert all(asked.tokens < in_question + 20 for asked in ask.asked)
        assert model.count_tokens(drafting) > 10 * in_question


def test_a_chunk_is_asked_about_so_often_and_no_more() -> None:
    model = ScriptedModel(lambda call: {"answer": "yes"})
    ask = questions(model)
    for number in range(MOST_QUESTIONS):
        ask(CLAIM, f"Is it {number}?", SCHEMA)
    with pytest.raises(NoAnswerError):
        ask(CLAIM, "Is it one more?", SCHEMA)
    assert len(model.calls) == MOST_QUESTIONS
