"""What the merging of claims knows of a language: words that change, hand on, answer and take back."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from guardrails.guardrail import Scene
from guardrails.types import Claim, Segment
from pipelines.due import DuePhrase
from pipelines.merging.days import Days
from pipelines.rules.clean import Clean
from pipelines.rules.meeting import Meeting
from pipelines.rules.sentences import Sentence

Refusal = tuple[str, Sentence, Sentence]
"""What was asked for, the request, and the answer that refuses it."""


@dataclass(frozen=True, slots=True, eq=False)
class Tongue:
    """The tables of one language. Patterns that say so are searched in cleaned text, in lower case."""

    meeting_of: Callable[[Sequence[Segment], Sequence[str]], Meeting]
    clean: Callable[[str], Clean]
    """A segment's text without its stumbles."""
    content: Callable[[str], Sequence[str]]
    """The words of a text that name things, in lower case."""
    stems: Callable[[str], Sequence[str]]
    """The same without endings."""
    due_phrases: Callable[[str], Sequence[DuePhrase]]
    stranger: Callable[[str], str | None]
    """The name that a text ends with, of somebody who is not of the meeting."""
    revises: re.Pattern[str]
    """Announces a change of what was said before."""
    proposes: re.Pattern[str]
    """In cleaned text: puts something forward."""
    settled: re.Pattern[str]
    """In cleaned text: says that it is decided."""
    agrees: Callable[[Sequence[Sentence], int], bool]
    """Whether somebody agrees to the sentence of that number."""
    handed: Sequence[re.Pattern[str]]
    """Gives work to the person of the group `who`."""
    taken: re.Pattern[str]
    """The speaker takes work over from somebody else."""
    accepts: re.Pattern[str]
    """How the answer begins of somebody to whom it was given."""
    refuses: re.Pattern[str]
    takes: re.Pattern[str]
    """How a sentence begins by which somebody takes work that he was not given."""
    days: Days
    """How a day is put in the place of another."""
    topic: re.Pattern[str]
    """A thing that is named before it is spoken of, up to the comma."""
    it: re.Pattern[str]
    """A word that points back to the work."""
    asked: re.Pattern[str]
    """Question words; the group tells what is asked for. In lower case."""
    person: re.Pattern[str]
    """In cleaned text: somebody, but not by name."""
    place: re.Pattern[str]
    no_answer: re.Pattern[str]
    """In cleaned text: only planned, supposed or wished."""
    defers: Callable[[str], bool]
    """Whether cleaned text puts a question off."""
    taking_back: Callable[[Claim, Scene], tuple[int, str] | None]
    """Where a claim is taken back, and by which words."""
    refusals: Callable[[Meeting], Iterator[Refusal]]
