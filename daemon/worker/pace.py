"""How fast this machine hears and drafts: whether it keeps up with people who talk, as it was measured."""

from __future__ import annotations

from pathlib import Path

from pydantic import ValidationError

from daemon.durable import write_durably
from pipelines.note import Model

CHUNK_TALK_S = 240.0
"""A chunk of 3,600 characters is about four minutes of talk."""
CHUNK_PROMPT_TOKENS, CHUNK_OUTPUT_TOKENS = 1_600, 350
"""What the model reads and writes for one: draft, second opinion, checks and its part of the summary."""
MOST_LOAD = 0.8
"""Of each second of talk, so much may go into hearing and drafting it: the rest is for page, recorder and
meetings that are denser than others."""
_REMEMBERED_S = 900.0
"""Of computing. What is older counts half: a machine may get a fan, or a neighbour."""


class Pace(Model):
    """Sums over the work of late. What was never measured counts as fast enough: trying measures it."""

    weights: str = ""
    """The language model they were measured with."""
    talk_s: float = 0.0
    """Seconds of talk that were transcribed, and the seconds that it took."""
    hearing_s: float = 0.0
    prompt_tokens: float = 0.0
    prompt_s: float = 0.0
    output_tokens: float = 0.0
    output_s: float = 0.0

    @property
    def load(self) -> float:
        """Seconds of computing for a second of talk."""
        reading_s = CHUNK_PROMPT_TOKENS * self.prompt_s / self.prompt_tokens if self.prompt_tokens else 0.0
        writing_s = CHUNK_OUTPUT_TOKENS * self.output_s / self.output_tokens if self.output_tokens else 0.0
        hearing = self.hearing_s / self.talk_s if self.talk_s else 0.0
        return hearing + (reading_s + writing_s) / CHUNK_TALK_S

    def of(self, weights: str) -> Pace:
        """The same for these weights: other ones have another speed, which is not known."""
        if weights == self.weights:
            return self
        return Pace(weights=weights, talk_s=self.talk_s, hearing_s=self.hearing_s)

    def heard(self, talk_s: float, took_s: float) -> Pace:
        kept = _share(self.hearing_s)
        return self.model_copy(
            update={"talk_s": self.talk_s * kept + talk_s, "hearing_s": self.hearing_s * kept + took_s}
        )

    def answered(self, prompt: tuple[int, float], output: tuple[int, float]) -> Pace:
        """With one answer more: tokens, and the seconds that they took."""
        kept = _share(self.prompt_s + self.output_s)
        return self.model_copy(
            update={
                "prompt_tokens": self.prompt_tokens * kept + prompt[0],
                "prompt_s": self.prompt_s * kept + prompt[1],
                "output_tokens": self.output_tokens * kept + output[0],
                "output_s": self.output_s * kept + output[1],
            }
        )


class PaceKeeper:
    """The pace on disk, written at the end of each piece of work that changed it."""

    def __init__(self, work: Path) -> None:
        self._path = work / "pace.json"
        try:
            self._kept = Pace.model_validate_json(self._path.read_bytes())
        except (OSError, ValidationError):
            self._kept = Pace()
        self.pace = self._kept

    def keeps_up(self, weights: str) -> bool:
        """Whether drafting with these weights leaves the machine ahead of people who talk."""
        return self.pace.of(weights).load <= MOST_LOAD

    def heard(self, talk_s: float, took_s: float) -> None:
        self.pace = self.pace.heard(talk_s, took_s)

    def answered(self, weights: str, prompt: tuple[int, float], output: tuple[int, float]) -> None:
        self.pace = self.pace.of(weights).answered(prompt, output)

    def save(self) -> None:
        """StateWriteError."""
        if self.pace != self._kept:
            write_durably(self._path, self.pace.model_dump_json())
            self._kept = self.pace


def _share(seconds: float) -> float:
    return 0.5 if seconds > _REMEMBERED_S else 1.0
