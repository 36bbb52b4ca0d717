"""How fast this machine hears and drafts: what it has time for while people talk, as it was measured.

Hearing comes first, and drafting gets what it leaves: a machine that is a little too slow is a little late
(docs/adr/0116).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from pydantic import ValidationError

from daemon.base.durable import write_durably
from daemon.models.presence import Record
from pipelines.model import Model

USUAL_TALK_S, USUAL_PROMPT_TOKENS, USUAL_OUTPUT_TOKENS = 200.0, 1_300.0, 350.0
"""Of a chunk of 3,600 characters, until one was measured: talk of 10,000 words an hour, and what the model
reads and writes for it with the checks' questions and the chunk's part of the summary."""
MOST_CHUNK_S = 300.0
"""While a chunk is drafted nothing is heard: a running transcript is late by this at most."""
WORTH_ENDING_EARLY_S = 30.0
"""Where a chunk takes less, nobody waits long for it, and it is drafted whole."""
SLACK = 0.9
"""What was stopped begins again at this share of the limit: just below it, it would come and go."""
_REMEMBERED_S = 900.0
"""Of computing. What is older counts half: a machine may get a fan, or a neighbour, and people may talk
faster."""


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
    drafted_s: float = 0.0
    """Seconds of talk in the chunks that were drafted, and the seconds that it took."""
    drafting_s: float = 0.0
    chunks: float = 0.0
    open_s: float = 0.0
    """What the chunk that is not complete yet took so far."""
    is_too_slow: bool = False
    """The model does not work while people talk."""

    @property
    def chunk_s(self) -> float:
        """Seconds that drafting a chunk takes."""
        if self.chunks:
            return self.drafting_s / self.chunks
        reading_s = self.prompt_s / self.prompt_tokens if self.prompt_tokens else 0.0
        writing_s = self.output_s / self.output_tokens if self.output_tokens else 0.0
        return USUAL_PROMPT_TOKENS * reading_s + USUAL_OUTPUT_TOKENS * writing_s

    @property
    def hearing(self) -> float:
        """Seconds of hearing for a second of talk."""
        return self.hearing_s / self.talk_s if self.talk_s else 0.0

    @property
    def drafting(self) -> float:
        """Seconds of drafting for a second of talk."""
        return self.chunk_s / (self.drafted_s / self.chunks if self.chunks else USUAL_TALK_S)

    @property
    def load(self) -> float:
        """Seconds of computing for a second of talk."""
        return self.hearing + self.drafting

    def of(self, weights: str) -> Pace:
        """The same for these weights: other ones have another speed, which is not known."""
        if weights == self.weights:
            return self
        return Pace(weights=weights, talk_s=self.talk_s, hearing_s=self.hearing_s)

    def heard(self, talk_s: float, took_s: float) -> Pace:
        return self._with(_share(self.hearing_s), talk_s=talk_s, hearing_s=took_s)

    def answered(self, prompt: tuple[int, float], output: tuple[int, float]) -> Pace:
        """With one answer more: tokens, and the seconds that they took."""
        counted = self.model_copy(update={"open_s": self.open_s + prompt[1] + output[1]})
        return counted._with(
            _share(self.prompt_s + self.output_s),
            prompt_tokens=prompt[0],
            prompt_s=prompt[1],
            output_tokens=output[0],
            output_s=output[1],
        )

    def drafted(self, talk_s: float) -> Pace:
        """With one chunk more. One for which nothing was computed tells nothing, nor does a transcript
        without times."""
        if not self.open_s or talk_s <= 0:
            return self
        complete = self.model_copy(update={"open_s": 0.0})
        kept = _share(self.drafting_s)
        return complete._with(kept, drafted_s=talk_s, drafting_s=self.open_s, chunks=1)

    def _with(self, kept: float, **more: float) -> Pace:
        after = self.model_copy(update={name: getattr(self, name) * kept + more[name] for name in more})
        limit_s = MOST_CHUNK_S * (SLACK if self.is_too_slow else 1.0)
        # A chunk with answers that are cut off may never be complete.
        return after.model_copy(update={"is_too_slow": max(after.chunk_s, after.open_s) > limit_s})


class PaceKeeper:
    """The pace on disk, written at the end of each piece of work that changed it."""

    def __init__(self, work: Path, tried: Callable[[], Mapping[str, Record]] = dict) -> None:
        """`tried`: what the self-check recorded, by the names of models."""
        self._tried = tried
        self._path = work / "pace.json"
        try:
            self._kept = Pace.model_validate_json(self._path.read_bytes())
        except (OSError, ValidationError):
            self._kept = Pace()
        self.pace = self._kept

    def keeps_up(self, weights: str) -> bool:
        """Whether the model may work while people talk: hearing never waits long for it."""
        return not self.known(weights).is_too_slow

    def ends_early(self, weights: str) -> bool:
        """Whether chunks end before they are full where the model has time, so that less is left at the end
        of the meeting."""
        return self.known(weights).chunk_s >= WORTH_ENDING_EARLY_S

    def known(self, weights: str) -> Pace:
        """The pace with these weights: as measured at work, until then as the self-check found it."""
        pace = self.pace.of(weights)
        tried = next((each for each in self._tried().values() if each.sha256 == weights), None)
        if pace.prompt_tokens or not tried or not tried.prompt_per_s or not tried.output_per_s:
            return pace
        return pace.answered((1, 1 / tried.prompt_per_s), (1, 1 / tried.output_per_s))

    def heard(self, talk_s: float, took_s: float) -> None:
        self.pace = self.pace.heard(talk_s, took_s)

    def answered(self, weights: str, prompt: tuple[int, float], output: tuple[int, float]) -> None:
        self.pace = self.pace.of(weights).answered(prompt, output)

    def drafted(self, talk_s: float) -> None:
        self.pace = self.pace.drafted(talk_s)

    def save(self) -> None:
        """StateWriteError."""
        if self.pace != self._kept:
            write_durably(self._path, self.pace.model_dump_json())
            self._kept = self.pace


def _share(seconds: float) -> float:
    return 0.5 if seconds > _REMEMBERED_S else 1.0
