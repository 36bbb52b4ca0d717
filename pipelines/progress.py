"""How long work tells where it is, without knowing who listens."""

from __future__ import annotations

from collections.abc import Callable

Progress = Callable[[str, float, float | None], None]
"""Called with the stage's name, how much is done, and how much there is (None where nobody knows)."""

DRAFTING = "drafting with the language model"
"""The stage that takes longest: whoever reckons times needs to know it."""
DRAFTING_BY_RULES = "drafting by rules"
HEARING = ("listening", "transcribing")


def of_track(stage: str, number: int, count: int) -> str:
    """The stage's name in a recording with several tracks."""
    return f"{stage}, track {number} of {count}"


def is_hearing(stage: str | None) -> bool:
    return stage is not None and stage.startswith(HEARING)


def silent(stage: str, done: float, total: float | None) -> None:
    """Nobody listens."""
