"""What a language model does wherever it computes: prompts by its template, limits, and what an answer has
to be."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from pydantic import BaseModel, ValidationError

from pipelines.errors import ContextOverflowError, CutAnswerError, DeadlineError, OutputError
from pipelines.llm.frame import Frame
from pipelines.llm.grammar import FREE_TEXT, grammar_of, schema_json
from pipelines.llm.model import Completion, Message, OnToken, Schema, Usage, deadline_for
from pipelines.llm.template import ChatTemplate

# What looped at a low temperature mostly loops again at another seed.
RETRY_WARMER = 0.3


@dataclass(frozen=True, slots=True)
class Wanted:
    """How an answer is to be written."""

    grammar: str
    max_tokens: int
    temperature: float
    seed: int
    frame: Callable[[str], str]
    """What has to follow a text."""


class CompletingModel:
    """A LanguageModel but for the computing, which `_read` and `_generate` do; these may raise
    EngineError."""

    engine_name: str
    context_tokens: int
    _template: ChatTemplate

    def __init__(self, *, temperature: float, seed: int, clock: Callable[[], float]) -> None:
        self._temperature = temperature
        self._seed = seed
        self._clock = clock
        self.usage = Usage()

    def count_tokens(self, messages: Sequence[Message]) -> int:
        return len(self._template.tokens(messages))

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
        """See LanguageModel. The deadline is looked at after each batch of the prompt and each token."""
        document = schema_json(schema)
        frame = Frame(json.loads(document))
        completion = self._answer(
            messages, grammar_of(document), max_tokens, deadline_s, attempt, on_token, frame.after
        )
        if completion.is_cut:
            raise CutAnswerError(
                f"the model's answer was longer than {max_tokens} tokens"
                if completion.output_tokens >= max_tokens
                else f"the model repeated itself after {completion.output_tokens} tokens",
                completion.text,
            )
        require_valid(completion.text, schema)
        return completion

    def recalls(self, messages: Sequence[Message], *, schema: Schema, max_tokens: int) -> bool:
        """See LanguageModel: llama.cpp keeps prompts, and no answers."""
        return False

    def prepare(self, messages: Sequence[Message], *, on_token: OnToken | None = None) -> None:
        """See LanguageModel."""
        prompt = self._template.tokens(messages)
        if len(prompt) > self.context_tokens:
            return
        call = Call(self._clock, deadline_for(len(prompt), 0), on_token)
        try:
            self._read(prompt, call)
        finally:
            self.usage = self.usage.plus(call.evaluated, 0, call.seconds)

    def say(self, messages: Sequence[Message], *, max_tokens: int, attempt: int = 0) -> Completion:
        """Answer `messages` in free text: what was cut off or loops ends there and says so.

        Raises ContextOverflowError and DeadlineError as `complete` does.
        """
        return self._answer(messages, FREE_TEXT, max_tokens, None, attempt, None)

    def _answer(
        self,
        messages: Sequence[Message],
        grammar: str,
        max_tokens: int,
        deadline_s: float | None,
        attempt: int,
        on_token: OnToken | None,
        frame: Callable[[str], str] = lambda text: "",
    ) -> Completion:
        prompt = self._template.tokens(messages)
        if len(prompt) + max_tokens > self.context_tokens:
            raise ContextOverflowError(
                f"a prompt of {len(prompt)} tokens and an answer of {max_tokens} do not fit the context of "
                f"{self.context_tokens}; raise [llm] context_tokens"
            )
        call = Call(self._clock, deadline_s or deadline_for(len(prompt), max_tokens), on_token)
        wanted = Wanted(
            grammar,
            max_tokens,
            self._temperature + attempt * RETRY_WARMER,
            (self._seed + attempt) % 2**31,
            frame,
        )
        try:
            text, is_cut = self._generate(prompt, wanted, call)
        finally:
            self.usage = self.usage.plus(
                call.evaluated, call.written, call.read_s, call.seconds - call.read_s
            )
        return Completion(text, call.evaluated, len(prompt), call.written, call.seconds, is_cut)

    def _read(self, prompt: list[int], call: Call) -> None:
        """Evaluate what the cache does not hold yet."""
        raise NotImplementedError

    def _generate(self, prompt: list[int], wanted: Wanted, call: Call) -> tuple[str, bool]:
        """What the model writes after `prompt`, and whether it was stopped: by its most tokens, or in a
        loop."""
        raise NotImplementedError


class Call:
    """The clock and the counters of one call."""

    def __init__(self, clock: Callable[[], float], deadline_s: float, on_token: OnToken | None) -> None:
        self._clock = clock
        self._started = clock()
        self._deadline_s = deadline_s
        self._on_token = on_token
        self.evaluated = 0
        self.written = 0
        self.read_s = 0.0
        """Seconds until the prompt was read."""

    @property
    def seconds(self) -> float:
        return self._clock() - self._started

    def check(self) -> None:
        if self.seconds > self._deadline_s:
            raise DeadlineError(
                f"the language model did not finish within {self._deadline_s:.0f} s "
                f"({self.evaluated} tokens read, {self.written} written)"
            )

    def report(self) -> None:
        if self._on_token is not None:
            self._on_token(self.evaluated, self.written)


def require_valid(text: str, schema: Schema) -> None:
    """Raise OutputError unless `text` is JSON of the form that `schema` asks for."""
    try:
        if isinstance(schema, type) and issubclass(schema, BaseModel):
            schema.model_validate_json(text)
        else:
            json.loads(text)
    except (ValidationError, ValueError) as error:
        raise OutputError(f"the model's answer is not valid JSON: {str(error).splitlines()[0]}") from None
