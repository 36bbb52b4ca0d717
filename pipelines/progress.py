"""How long work tells where it is, without knowing who listens."""

from __future__ import annotations

from collections.abc import Callable

Progress = Callable[[str, float, float | None], None]
"""Called with the stage's name, how much is done, and how much there is (None where nobody knows)."""

DRAFTING = "drafting with the language model"
"""The stage that takes longest: whoever reckons times needs to know it."""
DRAFTING_BY_RULES = "drafting by rules"
HEARING = ("listening", "transcribing")


def of_track(progress: Progress, number: int, count: int, length_s: float) -> Progress:
    """`progress` of one track, from 1, as part of all of them; each is `length_s` long."""

    def tell(stage: str, done: float, total: float | None) -> None:
        done_before = (number - 1) * length_s
        progress(f"{stage}, track {number} of {count}", done_before + done, count * length_s)

    return tell


def is_hearing(stage: str | None) -> bool:
    return stage is not None and stage.startswith(HEARING)


def silent(stage: str, done: float, total: float | None) -> None:
    """Nobody listens."""
