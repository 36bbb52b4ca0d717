"""One sentence of a summary, and what it was made from."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar


@dataclass(frozen=True, slots=True)
class Sentence:
    """One sentence of a summary, and the ids of the segments that it was made from."""

    # Notes are read by pydantic, which looks here.
    __pydantic_config__: ClassVar[dict[str, str]] = {"extra": "forbid"}

    text: str
    evidence: tuple[str, ...]
