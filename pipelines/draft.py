"""A draft: what an engine, the rules or a model, believes was said. Nothing in it is checked yet."""

from __future__ import annotations

from dataclasses import dataclass

from guardrails.types import Claim


@dataclass(frozen=True, slots=True)
class Draft:
    """Claims in the order in which they were said, and the free text around them."""

    claims: tuple[Claim, ...]
    summary: str
    title: str
    """At most eight words; never empty."""
    segments_read: int
    flags: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()
    """What a reader of the note has to know about the engine's work, in sentences."""
