"""The messages of a conversation about meetings, and the grammar of an answer.

History is bounded in tokens: a small model that reads a long conversation loses the passages over it, and a
Raspberry Pi reads 30 tokens a second.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Annotated, Any

from pydantic import Field, ValidationError

from pipelines.ask.answer import Sentence
from pipelines.ask.source import Source
from pipelines.errors import OutputError
from pipelines.languages import name_of, spoken_language
from pipelines.llm.model import Message
from pipelines.llm.prompt import prompt_text, with_examples
from pipelines.llm.schema import Answer as Form

HISTORY_TOKENS = 600
"""Of the turns before, the latest ones that fit."""
MAX_SENTENCES = 6
MAX_CITED = 3
MAX_TOKENS = 512
"""Six sentences of 300 characters; more is a loop."""


@dataclass(frozen=True, slots=True)
class Turn:
    """One question before this one, and what was answered."""

    question: str
    answer: str


@dataclass(frozen=True, slots=True)
class Asked:
    """What somebody wants to know."""

    question: str
    turns: Sequence[Turn] = ()
    """Those before it in the conversation, oldest first."""
    records: Sequence[Sentence] = ()
    """The items of notes that it asks for: its answer where no language model has one that holds."""
    is_about_items: bool = False
    """Whether it asks for tasks, decisions or questions: what the notes have of them is the answer."""


Words = Annotated[str, Field(min_length=1, max_length=300)]


class Drafted(Form):
    """One sentence as the model wrote it; the proof comes first."""

    passages: list[int] = Field(min_length=1, max_length=MAX_CITED)
    text: Words


class DraftedAnswer(Form):
    sentences: list[Drafted] = Field(max_length=MAX_SENTENCES)


def answer_schema(sources: int) -> dict[str, Any]:
    """The schema of a DraftedAnswer that can only cite passages from 1 to `sources`."""
    schema = DraftedAnswer.model_json_schema()
    schema["$defs"]["Drafted"]["properties"]["passages"]["items"] = {"enum": list(range(1, sources + 1))}
    return schema


def read_answer(text: str, sources: int) -> DraftedAnswer:
    """The answer to `answer_schema`; OutputError for any other, should the grammar have failed."""
    try:
        drafted = DraftedAnswer.model_validate_json(text)
    except ValidationError as error:
        raise OutputError(
            f"the model's answer has not the form asked for: {error.errors()[0]['msg']}"
        ) from None
    if any(number not in range(1, sources + 1) for each in drafted.sentences for number in each.passages):
        raise OutputError("the model's answer cites passages that do not exist")
    return drafted


def messages_for(
    question: str,
    sources: Sequence[Source],
    turns: Sequence[Turn],
    count_tokens: Callable[[Sequence[Message]], int],
) -> list[Message]:
    """System text, as much of the conversation as fits its bound, the passages, the question, the rules.

    The answer is to be in the language of the passages: it is held against their words.
    """
    passages = [f"[{number}] {source.text}" for number, source in enumerate(sources, 1)]
    code = spoken_language([segment for source in sources for segment in source.segments])
    last = (f"Question: {_line(question)}", prompt_text("answer"), f"Answer in {name_of(code)}.")
    asked = "\n".join(["Passages:", *passages, "End of the passages.", *last])
    system = with_examples("ask", code)
    return [Message("system", system), *_history(turns, count_tokens), Message("user", asked)]


def _history(turns: Sequence[Turn], count_tokens: Callable[[Sequence[Message]], int]) -> list[Message]:
    """Whole turns, the latest that fit; one that does not fit ends it, so that nothing is missing between."""
    history: list[Message] = []
    for turn in reversed(turns):
        answer = _line(turn.answer) or "The passages do not say."
        longer = [Message("user", _line(turn.question)), Message("assistant", answer), *history]
        if count_tokens(longer) > HISTORY_TOKENS:
            break
        history = longer
    return history


def _line(text: str) -> str:
    return " ".join(text.split())
