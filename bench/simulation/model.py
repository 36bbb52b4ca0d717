"""The simulated language model: everything but the arithmetic of the weights."""

from __future__ import annotations

import itertools
import json
import re
from collections.abc import Mapping, Sequence
from typing import Any

from bench.judge import YES_NO
from bench.simulation.clock import GUESSING, Speed
from bench.simulation.script import Script, share
from bench.simulation.writing import passes
from pipelines.llm.grammar import schema_json
from pipelines.llm.llama import common_prefix
from pipelines.llm.model import Completion, Message, OnToken, Schema, Usage
from pipelines.llm.schema import MeetingSummary
from tests.fakes.clock import FakeClock

_KEY = re.compile(r'"\w+":')
CHARACTERS_A_TOKEN, WRITTEN_CHARACTERS_A_TOKEN = 3.7, 3.0
"""English, and JSON: an hour of talk, 9,500 words, is then 13,000 tokens."""


class SimulatedModel:
    """Obeys LanguageModel: everything but the arithmetic of the weights."""

    engine_name = "simulated"
    context_tokens = 8192

    def __init__(self, clock: FakeClock, speed: Speed, script: Script) -> None:
        self._clock = clock
        self._speed = speed
        self._script = script
        self._held = ""
        self.usage = Usage()
        self.judged = 0
        """How often the judge asked about a claim."""

    def count_tokens(self, messages: Sequence[Message]) -> int:
        return _tokens(len(_rendered(messages)))

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
        began_s = self._clock.boot_s()
        total, evaluated = self._read(messages, on_token)
        answer = self._answer(messages, schema)
        text = json.dumps(answer, ensure_ascii=False)
        # A key is a token, however long it is.
        written = -(-len(_KEY.sub('"k":', text)) // int(WRITTEN_CHARACTERS_A_TOKEN))
        if _is_draft(schema):
            written = max(written, round(self._speed.written * share(messages[-1].content)))
        count = 0
        # What the script lacks to so many tokens is words of its own, one by one.
        alone = itertools.repeat((1, False))
        guessed = passes(_rendered(messages), answer, _document(schema)) if self._speed.guesses else ()
        for gained, is_guessed in itertools.chain(guessed, alone):
            if count >= written:
                break
            count += gained
            self._clock.sleep(self._speed.written_s(total + count) * (GUESSING if is_guessed else 1))
            if on_token is not None:
                on_token(evaluated, count)
        self._held += text
        self.usage = self.usage.plus(evaluated, written)
        return Completion(text, evaluated, total, written, self._clock.boot_s() - began_s)

    def recalls(self, messages: Sequence[Message], *, schema: Schema, max_tokens: int) -> bool:
        return False

    def prepare(self, messages: Sequence[Message], *, on_token: OnToken | None = None) -> None:
        _, evaluated = self._read(messages, on_token)
        self.usage = self.usage.plus(evaluated, 0)

    def close(self) -> None:
        self._held = ""

    def _read(self, messages: Sequence[Message], on_token: OnToken | None) -> tuple[int, int]:
        prompt = _rendered(messages)
        begin, total = _tokens(common_prefix(self._held, prompt)), _tokens(len(prompt))
        self._held = prompt
        for at in range(begin, total, 128):
            self._clock.sleep(self._speed.prompt_s(at, min(at + 128, total)))
            if on_token is not None:
                on_token(min(at + 128, total) - begin, 0)
        return total, total - begin

    def _answer(self, messages: Sequence[Message], schema: Schema) -> Any:
        if schema is MeetingSummary:
            return {
                "summary": "The design of the meeting recorder was discussed. " * 4,
                "title": "Meeting recorder",
            }
        if _is_draft(schema):
            return self._script.draft(messages[-1].content)
        assert isinstance(schema, Mapping)
        self.judged += schema == YES_NO
        return _example(schema)


def _is_draft(schema: Schema) -> bool:
    return isinstance(schema, Mapping) and "actions" in schema.get("properties", ())


def _document(schema: Schema) -> Mapping[str, Any]:
    document: Mapping[str, Any] = json.loads(schema_json(schema))
    return document


def _rendered(messages: Sequence[Message]) -> str:
    return "\n".join(f"<turn {message.role}>{message.content}" for message in messages)


def _tokens(characters: int) -> int:
    return int(characters / CHARACTERS_A_TOKEN)


def _example(schema: Mapping[str, Any]) -> Any:
    """A short answer of a schema's form."""
    if "enum" in schema:
        return schema["enum"][0]
    match schema.get("type"):
        case "object":
            return {name: _example(each) for name, each in schema["properties"].items()}
        case "string":
            return "what the lines say, in some words"
        case "array":
            return []
        case "integer":
            return 1
    return None
