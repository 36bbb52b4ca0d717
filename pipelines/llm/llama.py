"""The adapter over llama.cpp: GGUF weights answering in JSON, with everything counted that costs time."""

from __future__ import annotations

import ctypes
import time
from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path
from types import TracebackType
from typing import Any

from pipelines.errors import EngineError
from pipelines.llm.completing import Call, CompletingModel, Wanted
from pipelines.llm.loading import open_llama
from pipelines.llm.lookup import GUESSED, guess
from pipelines.llm.repetition import is_looping
from pipelines.llm.sampler import GrammarSampler
from pipelines.llm.template import ChatTemplate
from pipelines.llm.tier import ROOMY


class LlamaModel(CompletingModel):
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
        super().__init__(temperature=temperature, seed=seed, clock=clock)
        self._llama = open_llama(
            path, context_tokens=context_tokens, threads=threads, batch_tokens=batch_tokens
        )
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

    def _generate(self, prompt: list[int], wanted: Wanted, call: Call) -> tuple[str, bool]:
        sampler = GrammarSampler(
            self._llama, wanted.grammar, temperature=wanted.temperature, seed=wanted.seed
        )
        with closing(sampler):
            self._read(prompt, call)
            call.read_s = call.seconds
            return self._write(sampler, wanted.max_tokens, call, wanted.frame)

    def _read(self, prompt: list[int], call: Call) -> None:
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
        self, sampler: GrammarSampler, max_tokens: int, call: Call, frame: Callable[[str], str]
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
