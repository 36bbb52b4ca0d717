"""Asking a model: once more when its answer cannot be used, or once, for those who can do without it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from guardrails.core.errors import NoAnswerError
from guardrails.core.guardrail import Answer
from pipelines.errors import EngineError, OutputError
from pipelines.llm.model import LanguageModel, Message, OnToken, Schema

Read = TypeVar("Read")


def ask(
    model: LanguageModel,
    messages: Sequence[Message],
    *,
    schema: Schema,
    max_tokens: int,
    read: Callable[[str], Read],
    on_token: OnToken | None = None,
) -> Read:
    """The model's answer, as `read` understands it.

    An answer that is cut off, loops or that `read` refuses with OutputError is asked for once more at another
    seed, which costs no prompt tokens; a second one raises its OutputError. Other EngineErrors come at once.
    """

    def attempt(number: int) -> Read:
        answer = model.complete(
            messages, schema=schema, max_tokens=max_tokens, attempt=number, on_token=on_token
        )
        return read(answer.text)

    try:
        return attempt(0)
    except OutputError:
        return attempt(1)


def ask_once(
    model: LanguageModel,
    messages: Sequence[Message],
    *,
    schema: Schema,
    max_tokens: int,
    on_token: OnToken | None = None,
) -> Answer:
    """The model's answer to a check, with what it cost; NoAnswerError where it gives nothing that could be
    used. Raises what `on_token` raises."""
    before = model.usage
    try:
        text = model.complete(messages, schema=schema, max_tokens=max_tokens, on_token=on_token).text
    except (EngineError, ValueError, AssertionError) as error:  # the latter two: no grammar of the schema
        raise NoAnswerError(f"the model gave no usable answer ({error})") from None
    return Answer(text, model.usage.since(before))
