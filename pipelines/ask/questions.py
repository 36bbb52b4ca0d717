"""What checks ask the model about its own answer, while it has the passages in mind."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from guardrails.core.errors import NoAnswerError
from guardrails.core.guardrail import Answer
from guardrails.core.types import Claim
from pipelines.llm.asking import ask_once
from pipelines.llm.model import LanguageModel, Message, OnToken
from pipelines.llm.questions import ANSWER_TOKENS

MOST_QUESTIONS = 8
"""Each costs a Raspberry Pi 5 some 8 s, and somebody waits for the answer."""
PUZZLE_TOKENS = 700
"""Ten things with as many conditions; more is a loop."""
_FRAME = (
    "Something that was written down is being checked. Answer only this question, by the passages above and "
    "nothing else, as one JSON object."
)


class PassageQuestions:
    """An `Ask` whose questions begin like the one that was answered, so that only their own words cost."""

    def __init__(
        self, model: LanguageModel, messages: Sequence[Message], on_token: OnToken | None = None
    ) -> None:
        self._model = model
        self._messages = messages
        self._on_token = on_token
        self._left = MOST_QUESTIONS

    def __call__(self, claim: Claim, question: str, schema: Mapping[str, Any]) -> Answer:
        """NoAnswerError where the model gives nothing that could be used."""
        return self.put(f"{_FRAME}\n{question}", schema, ANSWER_TOKENS)

    def puzzle(self, question: str, schema: Mapping[str, Any]) -> str:
        """Obeys `pipelines.solver_puzzle.Put`."""
        return self.put(question, schema, PUZZLE_TOKENS).text

    def put(self, text: str, schema: Mapping[str, Any], max_tokens: int) -> Answer:
        """Any question on top of the passages; NoAnswerError."""
        if not self._left:
            raise NoAnswerError("the model is asked no more about this answer")
        self._left -= 1
        *before, last = self._messages
        asked = [*before, Message(last.role, f"{last.content}\n{text}")]
        return ask_once(self._model, asked, schema=schema, max_tokens=max_tokens, on_token=self._on_token)
