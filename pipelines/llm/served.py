"""A language model that computes on another machine of the building: llama.cpp's own `llama-server`.

Prompts, grammar, samplers and limits are those of `pipelines.llm.llama`; the server is given tokens, so
that no text is read there as the markup of a turn. How it is reached is its caller's business.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Generator, Mapping
from contextlib import closing
from functools import lru_cache
from pathlib import Path
from typing import Any, Protocol

from pipelines.llm.completing import Call, CompletingModel, Wanted
from pipelines.llm.repetition import is_looping
from pipelines.llm.sampler import TOP_K, TOP_P
from pipelines.llm.template import ChatTemplate

PING_S = 5
"""Seconds after which a server that has begun to compute gives a sign of life: one batch of a prompt may
take longer."""
# What is not named is not sent: the server would repeat the whole prompt.
_FIELDS = ("stop", "stop_type", "timings")


class ServerLostError(Exception):
    """The server did not answer, or not as it has to. It is no EngineError: nothing is wrong with this
    machine's model, which goes on where the server stopped."""


class Server(Protocol):
    """Raises ServerLostError."""

    def ask(self, path: str, question: Mapping[str, Any] | None = None) -> dict[str, Any]:
        """The answer to POST, or to GET where there is no question."""

    def stream(self, path: str, question: Mapping[str, Any]) -> Generator[dict[str, Any], None, None]:
        """The events of an answer; an empty one is a sign of life. To close it ends the computing there."""


class ServedModel(CompletingModel):
    """A LanguageModel; whatever asks the server raises ServerLostError."""

    def __init__(
        self,
        server: Server,
        *,
        temperature: float = 0.2,
        seed: int = 1,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        super().__init__(temperature=temperature, seed=seed, clock=clock)
        self._server = server
        try:
            found = server.ask("/props")
            # What it has loaded, whatever the server calls it.
            self.engine_name = Path(found["model_path"]).name
            # Of one slot: each answer has one for itself.
            self.context_tokens = int(found["default_generation_settings"]["n_ctx"])
            template, bos, eos = (found[key] for key in ("chat_template", "bos_token", "eos_token"))
        except (KeyError, TypeError, ValueError) as error:
            raise ServerLostError(f"what answers there is no llama-server ({error!r})") from None
        self._known = lru_cache(maxsize=64)(self._tokens)
        adds_bos = bool(self._tokens("", add_special=True))
        self._template = ChatTemplate(template, self._tokenize, bos=bos, eos=eos, add_bos=adds_bos)

    def close(self) -> None:
        """There is nothing to give back here."""

    def _read(self, prompt: list[int], call: Call) -> None:
        self._ask({"prompt": prompt, "n_predict": 0}, call)

    def _generate(self, prompt: list[int], wanted: Wanted, call: Call) -> tuple[str, bool]:
        question = {
            "prompt": prompt,
            "grammar": wanted.grammar,
            "n_predict": wanted.max_tokens,
            "samplers": ["top_k", "top_p", "temperature"],
            "top_k": TOP_K,
            "top_p": TOP_P,
            "temperature": wanted.temperature,
            "seed": wanted.seed,
        }
        return self._ask(question, call)

    def _ask(self, question: Mapping[str, Any], call: Call) -> tuple[str, bool]:
        # No id_slot: the server takes the slot whose prompt is most like this one, and keeps what it has to
        # clear.
        how = {"cache_prompt": True, "stream": True, "return_tokens": True, "return_progress": True}
        told = {"sse_ping_interval": PING_S, "response_fields": _FIELDS}
        text, tokens = "", list[int]()
        try:
            with closing(self._server.stream("/completion", {**question, **how, **told})) as events:
                for event in events:
                    if event.get("stop"):
                        call.evaluated = event["timings"]["prompt_n"]
                        is_cut = event["stop_type"] == "limit"
                        # The token that ends an answer is counted there.
                        call.written = event["timings"]["predicted_n"] - (not is_cut)
                        return text, is_cut
                    if (progress := event.get("prompt_progress")) is not None:
                        call.evaluated = progress["processed"] - progress["cache"]
                    elif event.get("tokens"):
                        call.read_s = call.read_s or call.seconds
                        tokens += event["tokens"]
                        text += event["content"]
                        call.written = len(tokens)
                    call.report()
                    call.check()
                    if is_looping(tokens):
                        return text, True
        except (KeyError, TypeError) as error:
            raise ServerLostError(f"what answers there is no llama-server ({error!r})") from None
        raise ServerLostError("the answer broke off")

    def _tokenize(self, text: str, control: bool) -> list[int]:
        # Half a surrogate pair has no place in JSON.
        return list(self._known(text.encode("utf-8", "replace").decode(), parse_special=control))

    def _tokens(
        self, text: str, *, add_special: bool = False, parse_special: bool = False
    ) -> tuple[int, ...]:
        asked = {"content": text, "add_special": add_special, "parse_special": parse_special}
        found = self._server.ask("/tokenize", asked).get("tokens")
        if not isinstance(found, list):
            raise ServerLostError("it gives no tokens of a text")
        return tuple(found)
