"""Asking a model once more when its answer cannot be used."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from pipelines.errors import OutputError
from pipelines.llm.model import LanguageModel, Message, OnToken, Schema

Answer = TypeVar("Answer")


def ask(
    model: LanguageModel,
    messages: Sequence[Message],
    *,
    schema: Schema,
    max_tokens: int,
    read: Callable[[str], Answer],
    on_token: OnToken | None = None,
) -> Answer:
    """The model's answer, as `read` understands it.

    An answer that is cut off, loops or that `read` refuses with OutputError is asked for once more at another
    seed, which costs no prompt tokens; a second one raises its OutputError. Other EngineErrors come at once.
    """

    def attempt(number: int) -> Answer:
        answer = model.complete(
            messages, schema=schema, max_tokens=max_tokens, attempt=number, on_token=on_token
        )
        return read(answer.text)

    try:
        return attempt(0)
    except OutputError:
        return attempt(1)
