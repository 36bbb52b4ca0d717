"""The simulated engines: they hear what has been said until now."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from bench.simulation.clock import LISTENING, VOICES, Speed
from bench.simulation.model import SimulatedModel
from daemon.worker.engines import MayLeave, always
from guardrails.core.types import Segment
from pipelines.note import Engine
from pipelines.progress import Progress
from pipelines.speakers.turns import Turn
from pipelines.speech.passages import Audio, Mark, Passage
from pipelines.speech.transcriber import Report
from pipelines.speech.windows import PAUSE_S, WINDOW_S
from tests.fakes.clock import FakeClock


class SimulatedEngines:
    """Obeys WorkerEngines: hears what has been said until now."""

    both_fit = True
    damage = ()

    def __init__(
        self, clock: FakeClock, said: Sequence[Segment], model: SimulatedModel, ends_s: float, speed: Speed
    ) -> None:
        self._clock = clock
        self._said = said
        self._model = model
        self._ends_s = ends_s
        self._speed = speed
        self._began_s = clock.boot_s()
        self.asr = Engine(name="simulated")

    def passages(
        self,
        audio: Audio,
        progress: Progress,
        report: Report,
        after: Mark,
        *,
        ended: bool,
        people: Sequence[str] = (),
    ) -> Iterator[Passage]:
        report.language = "en"
        now_s = min(self._clock.boot_s() - self._began_s, self._ends_s)
        waiting = [each for each in self._said[after.segments :] if each.end_s <= now_s]
        spoken_to_s = waiting[-1].end_s if waiting else after.heard_s
        speaks = any(each.start_s <= now_s < each.end_s for each in self._said)
        quiet_s = 0.0 if speaks else now_s - spoken_to_s
        mark = after
        while waiting:
            window, length_s = [], 0.0
            for each in waiting:
                length_s += each.end_s - each.start_s
                if window and length_s > WINDOW_S:
                    break
                window.append(each)
            is_full = len(window) < len(waiting)
            if not is_full and not ended and quiet_s < PAUSE_S:
                break
            waiting = waiting[len(window) :]
            self._clock.sleep(self._speed.hearing * sum(each.end_s - each.start_s for each in window))
            end_s = window[-1].end_s
            mark = Mark(end_s, mark.segments + len(window), end_s, "en")
            yield Passage(tuple(window), mark)
        report.quiet_s = quiet_s
        report.recorded_s = now_s

    def voices(
        self, audio: Audio, progress: Progress, invited: int | None, meeting: object
    ) -> Sequence[Turn]:
        """Two, by turns."""
        left_s = LISTENING * WINDOW_S + VOICES * self._ends_s
        self._clock.sleep(left_s * self._speed.own_code)
        heard = (each for each in self._said if each.end_s <= self._ends_s)
        return [Turn(each.start_s, each.end_s, f"Voice {n % 2 + 1}") for n, each in enumerate(heard)]

    def live_voices(self, meeting: object, invited: int | None) -> SimulatedEngines:
        return self

    def labelled(
        self, before: Iterable[Segment], lines: Sequence[Segment], audio: Audio
    ) -> tuple[Segment, ...]:
        """As without a network for voices: the sound is heard for the end."""
        talk_s = sum((line.end_s or 0.0) - (line.start_s or 0.0) for line in lines)
        self._clock.sleep(LISTENING * self._speed.own_code * talk_s)
        return tuple(lines)

    def language_engine(self, may_leave: MayLeave = always) -> Engine:
        return Engine(name="simulated", sha256="ab" * 32)

    def server_lost(self, reason: str) -> None:
        """There is none."""

    def language_model(self, may_leave: MayLeave = always) -> tuple[SimulatedModel, Engine]:
        return self._model, self.language_engine()

    def release(self) -> bool:
        return False
