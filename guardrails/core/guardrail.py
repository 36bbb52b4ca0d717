"""What a guardrail is, what it may look at, and what it may ask.

A guardrail reads one claim at a time and never changes the meeting. It has a trigger, which is cheap and says
whether there is anything to look at; a check, which gives a verdict with its reason; and at most one repair.
The runner orders them, times them, survives them, and holds a repair to the same check again.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import date
from functools import cached_property
from typing import Any, Protocol

from guardrails.core.errors import NoAnswerError
from guardrails.core.types import Claim, Segment, Verdict


@dataclass(frozen=True, slots=True)
class Refusal:
    """A claim that a guardrail has not let stand."""

    claim: str
    """Its id."""
    guardrail: str
    reason: str


@dataclass(frozen=True)
class Context:
    """The meeting as a guardrail sees it, and every claim of the draft as it is now."""

    segments: tuple[Segment, ...]
    """The whole meeting, in the order in which it was said."""
    claims: tuple[Claim, ...] = ()
    """All claims, repaired ones in their repaired form; the one that is checked is among them."""
    people: tuple[str, ...] = ()
    """Speakers and roster: who may own an item without being named in its evidence."""
    said_on: date | None = None
    """The local day of the meeting."""
    language: str = "en"
    """ISO 639-1 code of what is spoken."""
    refusals: tuple[Refusal, ...] = ()
    """What the guardrails before have found."""
    offered: frozenset[str] = frozenset()
    """Ids of claims that people may choose from: no items yet, so that they take nothing from the others."""

    @cached_property
    def by_id(self) -> Mapping[str, Segment]:
        return {segment.id: segment for segment in self.segments}

    @cached_property
    def places(self) -> Mapping[str, int]:
        """The place of each segment in the meeting, from 0."""
        return {segment.id: place for place, segment in enumerate(self.segments)}

    @cached_property
    def _beside(self) -> Mapping[bool, tuple[Claim, ...]]:
        if not self.offered:
            return {False: self.claims}
        return {
            is_offered: tuple(claim for claim in self.claims if (claim.id in self.offered) is is_offered)
            for is_offered in (False, True)
        }

    def beside(self, claim: Claim) -> tuple[Claim, ...]:
        """The claims that `claim` has to agree with, itself among them; the same object each time."""
        return self._beside[claim.id in self.offered]

    def cited(self, claim: Claim) -> tuple[Segment, ...]:
        """The segments that `claim` cites and that exist, in the order of the claim."""
        return tuple(self.by_id[i] for i in claim.evidence.segment_ids if i in self.by_id)

    def said(self, claim: Claim) -> str:
        """What the segments that `claim` cites say."""
        return " ".join(segment.text for segment in self.cited(claim))

    def with_claims(self, claims: tuple[Claim, ...]) -> Context:
        return replace(self, claims=claims)


@dataclass(frozen=True, slots=True)
class Answer:
    """What a model wrote, and what it cost."""

    text: str
    tokens: int = 0
    """Evaluated and written."""


class Ask(Protocol):
    """Puts one question about `claim` to a model, on the prefix of the chunk that it came from.

    `schema` is the JSON schema of the answer; `text` of the answer is JSON that fits it. Whatever is raised
    counts as no answer.
    """

    def __call__(self, claim: Claim, question: str, schema: Mapping[str, Any]) -> Answer: ...


def object_schema(**properties: Mapping[str, Any]) -> dict[str, Any]:
    """The JSON schema of an object with just these properties."""
    required = {"required": list(properties), "additionalProperties": False}
    return {"type": "object", "properties": properties, **required}


def answered(ask: Ask, claim: Claim, question: str, schema: Mapping[str, Any]) -> Mapping[str, Any]:
    """The object that a model answers with; empty where it has no answer of this form."""
    try:
        found = json.loads(ask(claim, question, schema).text)
    except (NoAnswerError, ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) and found.keys() >= schema["properties"].keys() else {}


class Guardrail(Protocol):
    """One narrow cure for one named failure."""

    name: str
    """One word of the field, as the tape shows it."""
    deadline_s: float
    """What it may cost a note of 60 claims in all, without what a model takes to answer, and a longer note so
    many times more; trigger, check and repair of one claim get half of what is left. At least 1 s, for a busy
    machine may leave a process waiting for a third; and more than a slow board takes for what is honest."""

    def triggers(self, claim: Claim, context: Context) -> bool:
        """Whether there is anything to look at: cheap, narrow, no model."""
        ...

    def check(self, claim: Claim, context: Context) -> Verdict:
        """The verdict on `claim`; deterministic, no model. `verified` means: nothing wrong was found."""
        ...

    def repair(self, claim: Claim, context: Context, verdict: Verdict, ask: Ask | None) -> Claim | None:
        """A better claim with a flag that marks it, or None where there is none. Called at most once.

        The runner checks what comes back; a claim that still fails stays as it was, `unverified`. Changing
        `kind` files the claim elsewhere; the id stays.
        """
        ...
