"""A language model that says what a test wrote for it, under the same protocol as the real one."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pipelines.errors import ContextOverflowError, DeadlineError, OutputError
from pipelines.llm.completing import require_valid
from pipelines.llm.llama import common_prefix
from pipelines.llm.model import Completion, Message, OnToken, Schema, Usage

Answer = str | Mapping[str, Any] | BaseException
Script = Callable[["Call"], Answer]


@dataclass(frozen=True)
class Call:
    """What the model was asked."""

    messages: tuple[Message, ...]
    schema: Schema
    attempt: int

    @property
    def text(self) -> str:
        return "\n".join(message.content for message in self.messages)

    @property
    def is_summary(self) -> bool:
        return "summaries of the parts" in self.messages[-1].content


def drafting(told: str = "They talked.", *actions: Mapping[str, Any], title: str = "A talk") -> Script:
    """Finds these actions in every part of a meeting, and nothing else."""

    def script(call: Call) -> Answer:
        if call.is_summary:
            return {"summary": told, "title": title}
        return {"actions": list(actions), "decisions": [], "questions": [], "summary": told}

    return script


class ScriptedModel:
    """Answers with `script`; a token is a word, and the longest common beginning costs nothing."""

    engine_name = "scripted"

    def __init__(self, script: Script, *, context_tokens: int = 8192) -> None:
        self._script = script
        self.context_tokens = context_tokens
        self.usage = Usage()
        self.calls: list[Call] = []
        self.closed = False
        self._cache: list[str] = []

    def count_tokens(self, messages: Sequence[Message]) -> int:
        return len(_words(messages))

    def complete(
        self,
        messages: Sequence[Message],
        *,
        schema: Schema,
        max_tokens: int,
        deadline_s: float | None = None,
        attempt: int = 0,
        on_token: OnToken | None = None,
    ) -> Completion:
        prompt = _words(messages)
        if len(prompt) + max_tokens > self.context_tokens:
            raise ContextOverflowError("does not fit")
        call = Call(tuple(messages), schema, attempt)
        self.calls.append(call)
        evaluated = len(prompt) - common_prefix(self._cache, prompt[:-1])
        self._cache = prompt
        answer = self._script(call)
        text = json.dumps(answer) if isinstance(answer, Mapping) else answer
        written = 0 if isinstance(text, BaseException) else len(text.split())
        try:
            if deadline_s is not None and deadline_s <= 0:
                raise DeadlineError("too late")
            if isinstance(text, BaseException):
                raise text
            if written > max_tokens:
                raise OutputError("too long")
            for count in range(written + 1):
                if on_token is not None:
                    on_token(evaluated, count)
        finally:
            self.usage = self.usage.plus(evaluated, written)
        require_valid(text, schema)
        return Completion(text, evaluated, len(prompt), written, 0.0)

    def recalls(self, messages: Sequence[Message], *, schema: Schema, max_tokens: int) -> bool:
        return False

    def prepare(self, messages: Sequence[Message], *, on_token: OnToken | None = None) -> None:
        prompt = _words(messages)
        evaluated = len(prompt) - common_prefix(self._cache, prompt[:-1])
        self._cache = prompt
        self.usage = self.usage.plus(evaluated, 0)
        if on_token is not None:
            on_token(evaluated, 0)

    def close(self) -> None:
        self.closed = True


def _words(messages: Sequence[Message]) -> list[str]:
    return [word for message in messages for word in (f"<{message.role}>", *message.content.split())]
