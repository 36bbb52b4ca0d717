"""The guardrails of an answer: those of notes, without the two that compare claims with each other.

What two meetings said differently is an answer, not a contradiction of the note taker; and of two sentences
that say the same, one short answer needs neither left out.
"""

from __future__ import annotations

from functools import partial

from guardrails.core.guardrail import Guardrail
from pipelines.checker import CheckerProcess, note_guardrails
from pipelines.checking import Checker

_OF_NOTES_ALONE = ("duplicate", "contradiction")
_OURS = "pipelines.ask.checks:answer_guardrails"


def answer_guardrails() -> tuple[Guardrail, ...]:
    return tuple(each for each in note_guardrails() if each.name not in _OF_NOTES_ALONE)


def answer_checker() -> Checker:
    """Use it in a `with`; its child process starts with the first answer."""
    return Checker(partial(CheckerProcess, _OURS), guardrails=answer_guardrails())
