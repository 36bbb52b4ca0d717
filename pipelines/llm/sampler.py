"""Choosing the next token: what the model wants most, as far as the grammar allows it."""

from __future__ import annotations

import ctypes
import math
from typing import Any

# What Google recommends for Gemma besides the temperature, which is low here: notes are no fiction.
TOP_K = 64
TOP_P = 0.95


class GrammarSampler:
    """Samples from a context's logits under a GBNF grammar.

    llama.cpp can put a grammar in front of its sampler, but then tests all of Gemma's 262,144 tokens at every
    step: 25 ms a token, on a machine that computes one in 83 ms (measured). The model's own choice is nearly
    always allowed: it is tested first, alone, in 0.2 ms, and the whole vocabulary only when it is not.
    """

    def __init__(self, llama: Any, grammar: str, *, temperature: float, seed: int) -> None:
        """`llama`: a llama_cpp.Llama. Raises ValueError where llama.cpp cannot read the grammar."""
        import llama_cpp

        self._llama = llama
        vocabulary = llama_cpp.llama_model_get_vocab(llama.model)
        self._grammar = llama_cpp.llama_sampler_init_grammar(vocabulary, grammar.encode(), b"root")
        if not self._grammar:
            raise ValueError("llama.cpp cannot read the grammar")
        self._choice = llama_cpp.llama_sampler_chain_init(llama_cpp.llama_sampler_chain_default_params())
        steps = [
            llama_cpp.llama_sampler_init_top_k(TOP_K),
            llama_cpp.llama_sampler_init_top_p(TOP_P, 1),
            llama_cpp.llama_sampler_init_temp(temperature),
            llama_cpp.llama_sampler_init_dist(seed),
        ]
        for step in steps:
            llama_cpp.llama_sampler_chain_add(self._choice, step)

    def sample(self, place: int = -1) -> int:
        """The next token, which the grammar then counts as written. `place`: of the token before it in the
        batch that was evaluated last."""
        import llama_cpp

        token = int(llama_cpp.llama_sampler_sample(self._choice, self._llama.ctx, place))
        if not self._is_allowed(token):
            token = self._sample_allowed(place)
        llama_cpp.llama_sampler_accept(self._grammar, token)
        return token

    def close(self) -> None:
        import llama_cpp

        llama_cpp.llama_sampler_free(self._grammar)
        llama_cpp.llama_sampler_free(self._choice)

    def _is_allowed(self, token: int) -> bool:
        import llama_cpp

        one = (llama_cpp.llama_token_data * 1)(llama_cpp.llama_token_data(token, 1.0, 0.0))
        self._apply(self._grammar, one)
        return not math.isinf(one[0].logit)

    def _sample_allowed(self, place: int) -> int:
        import llama_cpp
        import numpy as np

        size = self._llama.n_vocab()
        every = (llama_cpp.llama_token_data * size)()
        table = np.frombuffer(every, dtype=[("id", np.int32), ("logit", np.float32), ("p", np.float32)])
        table["id"] = np.arange(size)
        logits = llama_cpp.llama_get_logits_ith(self._llama.ctx, place)
        table["logit"] = np.ctypeslib.as_array(logits, shape=(size,))
        self._apply(self._grammar, every)
        chosen = self._apply(self._choice, every)
        return int(chosen.data[chosen.selected].id)

    def _apply(self, sampler: Any, tokens: Any) -> Any:
        import llama_cpp

        first = ctypes.cast(tokens, llama_cpp.llama_token_data_p)
        array = llama_cpp.llama_token_data_array(first, len(tokens), -1, False)
        llama_cpp.llama_sampler_apply(sampler, ctypes.byref(array))
        return array
