"""The adapter over llama.cpp: GGUF weights answering in JSON, with everything counted that costs time."""

from __future__ import annotations

import ctypes
import json
import time
from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path
from types import TracebackType
from typing import Any

from pydantic import BaseModel, ValidationError

from pipelines.errors import ContextOverflowError, CutAnswerError, DeadlineError, EngineError, OutputError
from pipelines.llm.frame import Frame
from pipelines.llm.grammar import FREE_TEXT, grammar_of, schema_json
from pipelines.llm.loading import open_llama
from pipelines.llm.lookup import GUESSED, guess
from pipelines.llm.model import Completion, Message, OnToken, Schema, Usage, deadline_for
from pipelines.llm.repetition import is_looping
from pipelines.llm.sampler import GrammarSampler
from pipelines.llm.template import ChatTemplate
from pipelines.llm.tier import ROOMY

# What looped at a low temperature mostly loops again at another seed.
RETRY_WARMER = 0.3


class LlamaModel:
    """A LanguageModel over a GGUF file; `close` it, or use it in a `with`."""

    def __init__(
        self,
        path: Path,
        *,
        context_tokens: int = ROOMY.context_tokens,
        batch_tokens: int = ROOMY.batch_tokens,
        threads: int = 0,
        temperature: float = 0.2,
        seed: int = 1,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Load the weights; raise WeightsMissingError or EngineError as `open_llama` does."""
        self._llama = open_llama(
            path, context_tokens=context_tokens, threads=threads, batch_tokens=batch_tokens
        )
        self._temperature = temperature
        self._seed = seed
        self._clock = clock
        self.usage = Usage()
        metadata: dict[str, str] = self._llama.metadata
        self.engine_name = metadata.get("general.name") or path.stem
        trained = metadata.get(f"{metadata.get('general.architecture')}.context_length")
        # Beyond what it was trained on, a model writes noise.
        self.context_tokens = min(self._llama.n_ctx(), int(trained or context_tokens))
        self._vocabulary = _vocabulary(self._llama)
        self._goes_back = _goes_back(self._llama)
        self._template = ChatTemplate(
            metadata.get("tokenizer.chat_template"),
            self._tokenize,
            bos=self._token_text(self._llama.token_bos()),
            eos=self._token_text(self._llama.token_eos()),
            add_bos=self._adds_bos(),
        )

    def __enter__(self) -> LlamaModel:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        self._llama.close()

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
        call = _Call(self._clock, deadline_for(len(prompt), 0), on_token)
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
        call = _Call(self._clock, deadline_s or deadline_for(len(prompt), max_tokens), on_token)
        sampler = GrammarSampler(
            self._llama,
            grammar,
            temperature=self._temperature + attempt * RETRY_WARMER,
            seed=(self._seed + attempt) % 2**31,
        )
        try:
            with closing(sampler):
                self._read(prompt, call)
                call.read_s = call.seconds
                text, is_cut = self._write(sampler, max_tokens, call, frame)
        finally:
            self.usage = self.usage.plus(
                call.evaluated, call.written, call.read_s, call.seconds - call.read_s
            )
        return Completion(text, call.evaluated, len(prompt), call.written, call.seconds, is_cut)

    def _read(self, prompt: list[int], call: _Call) -> None:
        """Evaluate what the cache does not hold yet, and leave the model about to write."""
        start = self._reuse(prompt)
        for at in range(start, len(prompt), self._llama.n_batch):
            call.check()
            batch = prompt[at : at + self._llama.n_batch]
            self._evaluate(batch)
            call.evaluated += len(batch)
            call.report()

    def _reuse(self, prompt: list[int]) -> int:
        """Drop from the cache what this prompt does not begin with; return how many tokens remain."""
        import llama_cpp

        held = self._llama.input_ids[: self._llama.n_tokens].tolist()
        # The last token is always evaluated: its logits choose the first token of the answer.
        common = common_prefix(held, prompt[:-1])
        memory = llama_cpp.llama_get_memory(self._llama.ctx)
        # A cache of windows alone agrees to go back, too, and would go on without what it has dropped.
        if (
            common
            and llama_cpp.llama_memory_seq_rm(memory, 0, common, -1)
            and llama_cpp.llama_memory_seq_pos_min(memory, 0) == 0
        ):
            self._llama.n_tokens = common
            return common
        # Recurrent models cannot go back part of the way.
        self._llama.reset()
        return 0

    def _write(
        self, sampler: GrammarSampler, max_tokens: int, call: _Call, frame: Callable[[str], str]
    ) -> tuple[str, bool]:
        """What the model writes, and whether it was stopped: by its most tokens, or in a loop. `frame` tells
        what has to follow a text."""
        import llama_cpp

        tokens: list[int] = []
        text = b""
        guessed: list[int] = []
        place = -1
        while not llama_cpp.llama_vocab_is_eog(self._vocabulary, token := sampler.sample(place)):
            tokens.append(token)
            text += self._piece(token)
            call.written += 1
            call.report()
            call.check()
            if is_looping(tokens) or len(tokens) == max_tokens:
                return text.decode("utf-8", "replace"), True
            if guessed and token == guessed[0]:
                guessed, place = guessed[1:], place + 1
                continue
            # What was guessed wrong is in the cache, too.
            self._llama.n_tokens -= len(guessed)
            guessed, place = self._guess(token, frame(text.decode("utf-8", "replace"))), 0
            self._evaluate([token, *guessed], every=True)
        return text.decode("utf-8", "replace"), False

    def _guess(self, token: int, frame: str) -> list[int]:
        """What may follow `token`, which comes next; `frame` is what has to."""
        import numpy as np

        if not self._goes_back or self._llama.n_tokens + 1 + GUESSED > self._llama.n_ctx():
            return []
        held = self._llama.input_ids[: self._llama.n_tokens]
        return guess(np.append(held, token), self._tokenize(frame, False) if frame else ())

    def _evaluate(self, tokens: list[int], *, every: bool = False) -> None:
        """`every`: with the logits of each of the tokens, a batch at most, instead of the last."""
        try:
            if every:
                evaluate_every(self._llama, tokens)
            else:
                self._llama.eval(tokens)
        except RuntimeError as error:
            self._llama.reset()
            raise EngineError(f"llama.cpp failed ({error}); the rules engine can write this note") from None

    def _tokenize(self, text: str, control: bool) -> list[int]:
        encoded = text.encode("utf-8", "replace")
        tokens: list[int] = self._llama.tokenize(encoded, add_bos=False, special=control)
        return tokens

    def _piece(self, token: int) -> bytes:
        """llama-cpp-python's own method cuts a piece at 32 bytes, which Gemma's vocabulary exceeds."""
        import llama_cpp

        buffer = ctypes.create_string_buffer(512)
        size = llama_cpp.llama_token_to_piece(self._vocabulary, token, buffer, len(buffer), 0, False)
        return buffer.raw[: max(size, 0)]

    def _token_text(self, token: int) -> str:
        import llama_cpp

        if token < 0:
            return ""
        text: bytes = llama_cpp.llama_vocab_get_text(self._vocabulary, token)
        return text.decode("utf-8", "replace")

    def _adds_bos(self) -> bool:
        import llama_cpp

        return bool(llama_cpp.llama_vocab_get_add_bos(self._vocabulary))


class _Call:
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


def _vocabulary(llama: Any) -> Any:
    import llama_cpp

    return llama_cpp.llama_model_get_vocab(llama.model)


def evaluate_every(llama: Any, tokens: list[int]) -> None:
    """As `llama_cpp.Llama.eval` of at most a batch, but with the logits of each token; RuntimeError."""
    at = llama.n_tokens
    llama._ctx.kv_cache_seq_rm(-1, at, -1)
    llama._batch.set_batch(batch=tokens, n_past=at, logits_all=True)
    llama._ctx.decode(llama._batch)
    llama.input_ids[at : at + len(tokens)] = tokens
    llama.n_tokens += len(tokens)


def _goes_back(llama: Any) -> bool:
    """Whether the last tokens can be dropped from the memory: recurrent models keep no single ones."""
    import llama_cpp

    model = llama.model
    return not (llama_cpp.llama_model_is_recurrent(model) or llama_cpp.llama_model_is_hybrid(model))


def common_prefix(one: Sequence[object], other: Sequence[object]) -> int:
    """How many items both begin with."""
    for index, (a, b) in enumerate(zip(one, other, strict=False)):
        if a != b:
            return index
    return min(len(one), len(other))


def require_valid(text: str, schema: Schema) -> None:
    """Raise OutputError unless `text` is JSON of the form that `schema` asks for."""
    try:
        if isinstance(schema, type) and issubclass(schema, BaseModel):
            schema.model_validate_json(text)
        else:
            json.loads(text)
    except (ValidationError, ValueError) as error:
        raise OutputError(f"the model's answer is not valid JSON: {str(error).splitlines()[0]}") from None
