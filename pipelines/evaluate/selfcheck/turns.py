"""The examples of a prompt as turns of user and model, to be tried on real weights (docs/adr/0240)."""

from __future__ import annotations

from collections.abc import Sequence

from pipelines.llm.model import Completion, LanguageModel, Message, OnToken, Schema, Usage
from pipelines.llm.prompt import prompt_text


class ExamplesAsTurns:
    """Obeys LanguageModel: the model is shown each example of a draft as a question and its own answer."""

    def __init__(self, model: LanguageModel) -> None:
        self._model = model

    @property
    def engine_name(self) -> str:
        return self._model.engine_name

    @property
    def context_tokens(self) -> int:
        return self._model.context_tokens

    @property
    def usage(self) -> Usage:
        return self._model.usage

    def count_tokens(self, messages: Sequence[Message]) -> int:
        return self._model.count_tokens(in_turns(messages))

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
        return self._model.complete(
            in_turns(messages),
            schema=schema,
            max_tokens=max_tokens,
            deadline_s=deadline_s,
            attempt=attempt,
            on_token=on_token,
        )

    def recalls(self, messages: Sequence[Message], *, schema: Schema, max_tokens: int) -> bool:
        return self._model.recalls(in_turns(messages), schema=schema, max_tokens=max_tokens)

    def prepare(self, messages: Sequence[Message], *, on_token: OnToken | None = None) -> None:
        self._model.prepare(in_turns(messages), on_token=on_token)

    def close(self) -> None:
        self._model.close()


def in_turns(messages: Sequence[Message]) -> list[Message]:
    """`messages` with the examples of a draft taken out of the system text; others as they are."""
    system, *asked = messages
    rules, _, examples = system.content.rpartition("\n\n")
    if system.role != "system" or '{"actions"' not in examples:
        return list(messages)
    heading = examples.splitlines()[0]
    turns = [Message("system", rules)]
    for example in examples.split(f"{heading}\n")[1:]:
        *lines, answer = example.splitlines()
        shown = "\n".join(["Transcript:", *lines, "End of the transcript.", prompt_text("draft")])
        turns += [Message("user", shown), Message("assistant", answer)]
    return [*turns, *asked]
