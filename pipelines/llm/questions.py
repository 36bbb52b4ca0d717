"""Questions that checks put to the model about one chunk, while llama.cpp still holds the chunk in its cache.

A question begins with the same messages as the draft of its chunk, so that only its own words are evaluated:
some 30 tokens and 3 s instead of 1,000 and 30 s on a Raspberry Pi 5. That holds only until the next chunk is
read. So the checks are run once right after a chunk was drafted, just for their questions; when the whole
draft is checked the answers are there.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from guardrails.core.errors import NoAnswerError
from guardrails.core.guardrail import Answer
from guardrails.core.types import Claim
from pipelines.checking import about
from pipelines.draft import Asked
from pipelines.errors import EngineError, OutputError
from pipelines.llm.chunks import Chunk
from pipelines.llm.model import LanguageModel, OnToken
from pipelines.llm.prompt import Known, chunk_messages, prompt_text, write_in

# A verdict, a figure and a quoted sentence; more is a loop.
ANSWER_TOKENS = 160
# As many as a chunk may have items. A question costs a Raspberry Pi 5 some 8 s.
MOST_QUESTIONS = 12


class ChunkQuestions:
    """An `Ask` about claims of one chunk; `asked` holds what was said, and what was not answered."""

    def __init__(
        self, model: LanguageModel, chunk: Chunk, known: Known, on_token: OnToken | None = None
    ) -> None:
        self._model = model
        self._chunk = chunk
        self._known = known
        self._on_token = on_token
        self._has_failed = False
        self.asked: list[Asked] = []

    def __call__(self, claim: Claim, question: str, schema: Mapping[str, Any]) -> Answer:
        """NoAnswerError where the model gives nothing that could be used; it is asked once.

        Where it is to write a "text" of its own, it is told the language last.
        """
        if self._has_failed or len(self.asked) == MOST_QUESTIONS:
            raise NoAnswerError("the model is asked no more about this part of the meeting")
        before = self._model.usage
        text: str | None = None
        put = [prompt_text("question"), question]
        if "text" in schema.get("properties", {}):
            put.append(write_in(self._chunk.language))
        try:
            text = self._model.complete(
                chunk_messages(self._chunk, self._known, "\n".join(put)),
                schema=schema,
                max_tokens=ANSWER_TOKENS,
                on_token=self._on_token,
            ).text
        except OutputError:
            pass
        except EngineError:
            self._has_failed = True  # it is too slow, or the chunk leaves no room: the next is no better
        except (ValueError, AssertionError):
            pass  # a schema that cannot be made a grammar costs its own question, not the note
        spent = self._model.usage.since(before)
        self.asked.append(Asked(about(claim), question, text, spent))
        if text is None:
            raise NoAnswerError("the model's answer was unusable")
        return Answer(text, spent)
