"""Both arms over all questions, each turn with the turns before it in its own arm.

The guarded arm begins with the raw arm's draft as long as both have the same history: the same model at the
same seed would write the same again. So the arms differ by what the guardrails did, and by nothing else.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Protocol

from guardrails.core.errors import NoAnswerError
from guardrails.core.guardrail import Answer
from guardrails.core.types import Claim
from pipelines.errors import EngineError
from pipelines.evaluate.mtbench.guarding import guarded
from pipelines.evaluate.mtbench.questions import Question
from pipelines.evaluate.mtbench.tape import ARMS, Arm, Tape, Turn
from pipelines.llm.model import Completion, Message, Schema

CHECK_TOKENS = 700
"""Of an answer to a check: an expression, some rewritten lines, or the conditions of a puzzle."""


class Speaker(Protocol):
    """A language model that answers in free text, and in JSON where a check asks for it."""

    @property
    def engine_name(self) -> str: ...

    def say(self, messages: Sequence[Message], *, max_tokens: int) -> Completion: ...

    def complete(self, messages: Sequence[Message], *, schema: Schema, max_tokens: int) -> Completion: ...


def answer_all(
    questions: Iterable[Question],
    model: Speaker,
    tape: Tape,
    *,
    max_tokens: int,
    report: Callable[[Turn], None] = lambda turn: None,
) -> None:
    """Answer what `tape` does not hold yet; `report` gets each turn when it is done.

    An answer that the model cannot give (no room in its context, time up) is an empty one, marked as cut.
    """
    for question in questions:
        for number in range(len(question.turns)):
            for arm in ARMS:
                if tape.find(question.id, arm, number) is None:
                    turn = _turn(question, number, arm, model, tape, max_tokens)
                    tape.add(turn)
                    report(turn)


def _turn(question: Question, number: int, arm: Arm, model: Speaker, tape: Tape, max_tokens: int) -> Turn:
    messages = _history(question, number, arm, tape)
    raw = tape.find(question.id, "raw", number)
    if arm == "guarded" and raw is not None and _history(question, number, "raw", tape) == messages:
        drafted = raw
    else:
        drafted = _drafted(question, number, arm, model, messages, max_tokens)
    if arm == "raw":
        return drafted
    asking = _Asking(model, (*messages, Message("assistant", drafted.answer)))
    answer, entries = guarded(question.turns[number], drafted.answer, asking)
    return drafted.model_copy(
        update={
            "arm": arm,
            "answer": answer,
            "guardrails": entries,
            "seconds": round(drafted.seconds + asking.seconds, 3),
            "prompt_tokens": drafted.prompt_tokens + asking.prompt_tokens,
            "output_tokens": drafted.output_tokens + asking.output_tokens,
        }
    )


def _history(question: Question, number: int, arm: Arm, tape: Tape) -> tuple[Message, ...]:
    messages: list[Message] = []
    for earlier in range(number):
        turn = tape.find(question.id, arm, earlier)
        assert turn is not None  # turns are answered in their order
        messages += [Message("user", turn.asked), Message("assistant", turn.answer)]
    return (*messages, Message("user", question.turns[number]))


def _drafted(
    question: Question,
    number: int,
    arm: Arm,
    model: Speaker,
    messages: tuple[Message, ...],
    max_tokens: int,
) -> Turn:
    try:
        said = model.say(messages, max_tokens=max_tokens)
    except EngineError:
        said = Completion("", 0, 0, 0, 0.0, is_cut=True)
    return Turn(
        question=question.id,
        category=question.category,
        arm=arm,
        turn=number,
        asked=question.turns[number],
        answer=said.text.strip(),
        seconds=round(said.seconds, 3),
        prompt_tokens=said.prompt_tokens,
        output_tokens=said.output_tokens,
        is_cut=said.is_cut,
        model=model.engine_name,
    )


class _Asking:
    """An `Ask` on the conversation so far; it adds up what the checks cost."""

    def __init__(self, model: Speaker, conversation: tuple[Message, ...]) -> None:
        self._model = model
        self._conversation = conversation
        self.seconds = 0.0
        self.prompt_tokens = 0
        self.output_tokens = 0

    def __call__(self, claim: Claim, question: str, schema: Mapping[str, Any]) -> Answer:
        try:
            answer = self._model.complete(
                (*self._conversation, Message("user", question)), schema=schema, max_tokens=CHECK_TOKENS
            )
        except EngineError as error:
            raise NoAnswerError(str(error)) from error
        self.seconds += answer.seconds
        self.prompt_tokens += answer.prompt_tokens
        self.output_tokens += answer.output_tokens
        return Answer(answer.text, answer.prompt_tokens + answer.output_tokens)
