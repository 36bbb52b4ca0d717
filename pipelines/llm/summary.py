"""The summary of a meeting, kept while it is read, so that the last step is as short for any length.

Two things roll from chunk to chunk: what was talked about, which the model makes shorter whenever it outgrows
its room, and a list of what was found and stood the checks, of which the most important stays. Whatever a
call shows of both together is at most SHOWN_TOKENS, counted by the model's own tokenizer.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from guardrails.core.types import Claim
from guardrails.language import FALLBACK
from pipelines.errors import OutputError
from pipelines.languages import is_foreign, name_of
from pipelines.llm.asking import ask
from pipelines.llm.model import LanguageModel, Message
from pipelines.llm.prompt import Known, found_line, found_lines, summary_lines, summary_messages
from pipelines.llm.schema import MeetingSummary
from pipelines.same_item import same_item

SHOWN_TOKENS = 400
FOUND_TOKENS = 130
"""Of these, what the list of claims may take: about eight."""
# The summary so far (600 letters) and that of a chunk (300) have room in this, in most languages. One chunk
# more may come to it; the rest of what is shown is for what was found.
_TALK_TOKENS, _SO_FAR_TOKENS, _CHUNK_TOKENS = 290, 140, 70
MAX_TOKENS = 256

_IMPORTANCE = {"decision": 2, "action": 1}

Summarise = Callable[[Sequence[str], Sequence[str]], MeetingSummary]
"""One summary of several, and of lines that tell what was found."""
Size = Callable[[str], int]
"""Tokens of a text."""


class RunningSummary:
    """Takes the summaries of chunks in order, with what was found in them, and gives the meeting's."""

    def __init__(self, summarise: Summarise, size: Size) -> None:
        """`summarise` raises OutputError where it cannot."""
        self._summarise = summarise
        self._size = size
        self._parts: list[str] = []
        self._found: list[Claim] = []
        self._failed = False

    def add(self, summary: str, found: Sequence[Claim] = (), code: str = FALLBACK) -> None:
        """Take a chunk's summary and its verified claims.

        `code`: of the language that is spoken.
        """
        for claim in found:
            if not any(same_item(earlier, claim, code) for earlier in self._found):
                self._found.append(claim)
        self._list_found(FOUND_TOKENS)
        if part := self._within(summary, _CHUNK_TOKENS):
            self._parts.append(part)

    def make_room(self) -> None:
        """Make what was taken shorter where it has outgrown its room: behind each chunk but the last, so that
        after the last word the model is asked once."""
        if len(self._parts) > 1 and self._size(summary_lines(self._parts)) > _TALK_TOKENS:
            condensed = self._asked(())
            self._parts = [self._within(condensed.summary, _SO_FAR_TOKENS)] if condensed else []

    def finish(self) -> MeetingSummary | None:
        """Summary and title of everything so far; None where a step failed or nothing was said."""
        return self._asked(self._list_found(SHOWN_TOKENS - self._size(summary_lines(self._parts))))

    def _asked(self, found: Sequence[str]) -> MeetingSummary | None:
        if self._failed or not self._parts:
            return None
        try:
            return self._summarise(self._parts, found)
        except OutputError:
            self._failed = True  # a summary of only a part would be taken for the whole
            return None

    def _list_found(self, most: int) -> list[str]:
        """What was found in so many tokens: decisions stay longest, then what is surest, then the latest."""
        while self._found and self._size(found_lines(lines := list(map(found_line, self._found)))) > most:
            least = min(self._found, key=lambda c: (_IMPORTANCE.get(c.kind, 0), c.confidence))
            self._found.remove(least)
        return lines if self._found else []

    def _within(self, text: str, most: int) -> str:
        """As much of the beginning of `text` as `most` tokens hold, in whole words where it has any."""
        text = " ".join(text.split())
        while (size := self._size(text)) > most:
            room = min(len(text) - 1, len(text) * most // size)
            text = text[:room].rpartition(" ")[0] or text[:room]
        return text


def summarise_with(
    model: LanguageModel,
    known: Known,
    wishes: Sequence[str] = (),
    language: Callable[[], str] = lambda: FALLBACK,
) -> Summarise:
    """The model's way of making one summary of several; `wishes` is what a template asks of it, `language`
    tells the code of what is spoken. One in another language is asked for once more."""

    def summarise(summaries: Sequence[str], found: Sequence[str]) -> MeetingSummary:
        code = language()
        foreign: list[MeetingSummary] = []

        def read(text: str) -> MeetingSummary:
            summary = MeetingSummary.model_validate_json(text)
            if not foreign and is_foreign(summary.summary, code):
                foreign.append(summary)
                raise OutputError(f"the model's summary is not in {name_of(code)}")
            return summary

        try:
            return ask(
                model,
                summary_messages(summaries, known, wishes, found, code),
                schema=MeetingSummary,
                max_tokens=MAX_TOKENS,
                read=read,
            )
        except OutputError:
            if foreign:
                return foreign[0]
            raise

    return summarise


def size_for(model: LanguageModel) -> Size:
    """Tokens of a text as `model` counts them, without the turn around it."""

    def size(text: str) -> int:
        return model.count_tokens([Message("user", text)]) - empty

    empty = model.count_tokens([Message("user", "")])
    return size
