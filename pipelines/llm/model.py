"""What a language model is to the rest of the program: messages in, one JSON document out, tokens counted."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, Protocol

from pydantic import BaseModel

Schema = type[BaseModel] | Mapping[str, Any]
"""A pydantic type or a JSON schema of objects, lists, enums, integers, null and bounded strings."""

OnToken = Callable[[int, int], None]
"""Called with the prompt tokens evaluated and the tokens written so far in this call; may raise to end it."""

# Half the speed of a Raspberry Pi 4 (4 prompt tokens/s, 1.7 written tokens/s), the slowest machine that is
# supported: a deadline is there to end what hangs, not what is slow.
SLOWEST_PROMPT_PER_S = 2.0
SLOWEST_OUTPUT_PER_S = 0.8
GRACE_S = 30.0


@dataclass(frozen=True, slots=True)
class Message:
    """One turn. Its content is text and nothing else: no markup in it is ever taken for a turn."""

    role: Literal["system", "user", "assistant"]
    content: str


@dataclass(frozen=True, slots=True)
class Usage:
    """Tokens that were computed: those of prompts, without what the cache held, and those written."""

    prompt_tokens: int = 0
    output_tokens: int = 0
    prompt_s: float = 0.0
    """Seconds that reading them took, where it was measured."""
    output_s: float = 0.0

    def plus(
        self, prompt_tokens: int, output_tokens: int, prompt_s: float = 0.0, output_s: float = 0.0
    ) -> Usage:
        return Usage(
            self.prompt_tokens + prompt_tokens,
            self.output_tokens + output_tokens,
            self.prompt_s + prompt_s,
            self.output_s + output_s,
        )

    def since(self, before: Usage) -> int:
        """Tokens of both kinds that came to `before`."""
        return self.prompt_tokens - before.prompt_tokens + self.output_tokens - before.output_tokens


@dataclass(frozen=True, slots=True)
class Completion:
    """A complete answer; what was cut off, looped or broken is an error instead."""

    text: str
    """JSON that the schema allows."""
    prompt_tokens: int
    """Evaluated: those that the cache held from the call before are not among them."""
    prompt_tokens_total: int
    output_tokens: int
    seconds: float
    is_cut: bool = False
    """Of free text only: it reached its most tokens, or began to loop, and ends there."""


class LanguageModel(Protocol):
    """One model in memory, used by one caller at a time.

    Consecutive calls that begin with the same messages pay for that beginning once.
    """

    @property
    def engine_name(self) -> str: ...

    @property
    def context_tokens(self) -> int:
        """Room for prompt and answer together."""

    @property
    def usage(self) -> Usage:
        """Totals over all calls, the failed ones included."""

    def count_tokens(self, messages: Sequence[Message]) -> int:
        """Tokens of the whole prompt as the model would read it, turn markup included."""

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
        """Answer `messages` with JSON under `schema`, in at most `max_tokens` tokens.

        `deadline_s`: seconds for the whole call; None scales it to the work (see `deadline_for`). `attempt`:
        the same messages at the same attempt give the same answer, another attempt samples differently.

        Raises ContextOverflowError before anything is computed when prompt and answer may not fit,
        DeadlineError when time is up, OutputError when the answer is cut off, loops or is not valid.
        """

    def recalls(self, messages: Sequence[Message], *, schema: Schema, max_tokens: int) -> bool:
        """Whether the first attempt at this answer is known already, so that asking costs nothing."""

    def prepare(self, messages: Sequence[Message], *, on_token: OnToken | None = None) -> None:
        """Read ahead what a later call will begin with, so that it only pays for the rest.

        Nothing happens where the messages do not fit. Raises DeadlineError.
        """

    def close(self) -> None:
        """Give the memory back; the model cannot be used afterwards."""


def deadline_for(prompt_tokens: int, max_tokens: int) -> float:
    """Seconds after which a call of this size hangs on any machine that is supported."""
    return GRACE_S + prompt_tokens / SLOWEST_PROMPT_PER_S + max_tokens / SLOWEST_OUTPUT_PER_S
