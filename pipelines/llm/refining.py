"""The summary sent back to the model where it breaks what its template asks for: once, and only what fails.

Code could cut it into its form alone, and does so with whatever is still too much; but a cut loses what stood
at the end, and no cut makes a sentence shorter or takes a word out of it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from guardrails.constraint.refine import rewritten
from guardrails.constraint.requirements import Requirement
from guardrails.core.guardrail import Answer
from guardrails.core.types import Tape, TapeEntry
from pipelines.llm.asking import ask_once
from pipelines.llm.model import LanguageModel, OnToken
from pipelines.llm.prompt import Known, rewrite_messages

REWRITE_TOKENS = 320
"""A summary of its full length, and the signs around it; more is a loop."""
SUMMARY = "summary"
"""What the tape names the summary as a whole; its sentences are summary-1 and so on."""


def refined_summary(
    summary: str,
    required: Sequence[Requirement],
    ask: SummaryQuestion,
    lost: Callable[[str], int],
) -> tuple[str, Tape]:
    """`summary`, better in its form where the model could make it so, and what the tape says of it.

    `lost`: how many sentences of a text the meeting does not carry. A new text that says more of these is
    thrown away: a form is not worth an invention. Nothing is cut here, since what the checks leave out of the
    note may bring it into its form already.
    """
    text, tokens = rewritten(summary, required, ask)
    if not ask.was_put:
        return summary, ()
    broken = "; ".join(str(one) for one in required if one.failures(summary))
    reason = f"the template asks for: {broken}"
    if text == summary:
        reason += "; the model wrote nothing better"
    elif lost(text) > lost(summary):
        text, reason = summary, f"{reason}; what the model wrote instead, the meeting does not carry"
    keeps = not any(one.failures(text) for one in required)
    entry = TapeEntry(
        "constraint", SUMMARY, "verified" if keeps else "unverified", summary, text, reason, tokens
    )
    return text, (entry,)


class SummaryQuestion:
    """A `Rewrite` that begins like the summary's question, so that its instructions cost nothing again."""

    def __init__(self, model: LanguageModel, known: Known, language: str, on_token: OnToken) -> None:
        self._model = model
        self._known = known
        self._language = language
        self._on_token = on_token
        self.was_put = False

    def __call__(self, question: str, schema: Mapping[str, Any]) -> Answer:
        """NoAnswerError where the model gives nothing that could be used; raises what `on_token` raises."""
        self.was_put = True
        return ask_once(
            self._model,
            rewrite_messages(question, self._known, self._language),
            schema=schema,
            max_tokens=REWRITE_TOKENS,
            on_token=self._on_token,
        )
