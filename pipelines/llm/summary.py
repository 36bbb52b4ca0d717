"""The summary of a meeting, kept while it is read, so that the last step is as short for any length."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from pipelines.errors import OutputError
from pipelines.llm.asking import ask
from pipelines.llm.model import LanguageModel
from pipelines.llm.prompt import summary_messages
from pipelines.llm.schema import MeetingSummary

# About 400 tokens: what one call is given at most.
MAX_CHARACTERS = 1_600
MAX_TOKENS = 256

Summarise = Callable[[Sequence[str]], MeetingSummary]


class RunningSummary:
    """Takes the summaries of chunks in order and gives the meeting's."""

    def __init__(self, summarise: Summarise) -> None:
        """`summarise` makes one summary of several and raises OutputError where it cannot."""
        self._summarise = summarise
        self._parts: list[str] = []
        self._failed = False

    def add(self, summary: str) -> None:
        """Take a chunk's summary; where all no longer fit one call, those before it are made one first."""
        if self._parts and sum(map(len, self._parts)) + len(summary) > MAX_CHARACTERS:
            condensed = self.finish()
            self._parts = [condensed.summary] if condensed else []
        if summary.strip():
            self._parts.append(summary)

    def finish(self) -> MeetingSummary | None:
        """Summary and title of everything so far; None where a step failed or nothing was said."""
        if self._failed or not self._parts:
            return None
        try:
            return self._summarise(self._parts)
        except OutputError:
            self._failed = True  # a summary of only a part would be taken for the whole
            return None


def summarise_with(model: LanguageModel, people: Sequence[str], wishes: Sequence[str] = ()) -> Summarise:
    """The model's way of making one summary of several; `wishes` is what a template asks of it."""

    def summarise(summaries: Sequence[str]) -> MeetingSummary:
        return ask(
            model,
            summary_messages(summaries, people, wishes),
            schema=MeetingSummary,
            max_tokens=MAX_TOKENS,
            read=MeetingSummary.model_validate_json,
        )

    return summarise
