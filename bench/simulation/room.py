"""The simulated room: a real hub and worker, before which a meeting is held."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from bench.simulation.clock import Speed, TalkingClock
from bench.simulation.engines import SimulatedEngines
from bench.simulation.model import SimulatedModel
from bench.simulation.script import Script
from daemon.hub.hub import Hub
from daemon.spool import ClockAnchor, Recording
from daemon.spool.recorder_status import LiveRecording, status_path, write_status
from daemon.spool.recording import spool_dir
from daemon.spool.writer import RecordingWriter
from guardrails.core.child import computed_s
from guardrails.core.types import Segment
from pipelines.speakers.labelling import FAILED
from tests.fakes.clock import FakeClock
from tests.fakes.hub_room import HubRoom
from tests.fakes.room_page import recorder_status

Done = TypeVar("Done")
ID = "20261116-100312-09af"


@dataclass(frozen=True, slots=True)
class Waited:
    """Seconds from the last word."""

    any_note_s: float
    """To a note: the rules' where the model has too much left to do."""
    note_s: float
    """To the model's, checked, with all segments read."""


class SimulatedRoom(HubRoom):
    """A meeting of which the first `ends_s` seconds are held, and then somebody presses "stop"."""

    def __init__(self, path: Path, said: Sequence[Segment], ends_s: float, speed: Speed) -> None:
        super().__init__(path)
        self.clock: FakeClock = TalkingClock()
        self._said = [each for each in said if each.end_s <= ends_s]
        self._ends_s = self._said[-1].end_s
        self._began_s = self.clock.boot_s()
        self._own_code = speed.own_code
        self.model = SimulatedModel(self.clock, speed, Script(self._said))
        self.engines = SimulatedEngines(self.clock, self._said, self.model, self._ends_s, speed)  # type: ignore[assignment]  # the same methods
        anchor = ClockAnchor(
            at_s=0, wall=self.clock.now(), boot_id=self.clock.boot_id, boot_s=1000, synchronised=True
        )
        record = Recording(
            id=ID, started_at=self.clock.now(), anchors=(anchor,), device="Room", started_by="voice"
        )
        self._writer = RecordingWriter(spool_dir(path) / ID, record)
        self._is_over = False
        self.clock.talk = self.record  # type: ignore[attr-defined]  # a TalkingClock

    @property
    def now_s(self) -> float:
        return self.clock.boot_s() - self._began_s

    def record(self) -> None:
        """Let the recorder write what it heard until now: silence will do, the words are scripted."""
        until_s = min(self.now_s, self._ends_s)
        if self._is_over or (until_s - self._writer.position_s < 2 and until_s < self._ends_s):
            return
        self._writer.append(bytes(2 * round((until_s - self._writer.position_s) * 16_000)))
        if until_s < self._ends_s:
            self._writer.flush()
            self._tell(until_s)
        else:
            self._is_over = True
            self._writer.end(state="ended", ended_at=self.clock.now(), end_reason="order")

    def _tell(self, until_s: float) -> None:
        spoken = [min(each.end_s, until_s) for each in self._said if each.start_s <= until_s]
        live = LiveRecording(
            id=ID,
            started_at=self._writer.recording.started_at,
            started_by="voice",
            duration_s=until_s,
            speech_s=until_s,
            quiet_s=until_s - max(spoken, default=0.0),
            overflows=0,
        )
        told = recorder_status(recording=live, boot_s=self.clock.boot_s())
        write_status(status_path(self.path, {}), told)

    def hold(self, *, live: bool) -> Waited:
        any_note_s = 0.0
        with self.open_hub() as hub:
            worker = self.worker()
            if not live:
                self.clock.sleep(self._ends_s)
            while not self._has_model_note(hub):
                patience_s = self._taking_time(hub.step)
                if not any_note_s and self._has_note(hub):
                    any_note_s = self.now_s - self._ends_s
                if not self._taking_time(worker.work_once) and not self._has_note(hub):
                    # Nothing to do until the hub looks again; the end of the recording wakes it.
                    to_end_s = self._ends_s - self.now_s
                    self.clock.sleep(max(0.1, min(patience_s, to_end_s) if to_end_s > 0 else patience_s))
        note_s = self.now_s - self._ends_s
        return Waited(any_note_s or note_s, note_s)

    def _has_note(self, hub: Hub) -> bool:
        return any(head.id == ID for head in hub.store.heads())

    def _has_model_note(self, hub: Hub) -> bool:
        if not self._has_note(hub):
            return False
        note = hub.store.get(ID)
        if FAILED in note.flags:
            raise RuntimeError("the voices were not told apart: this is no figure")
        return note.engines.llm is not None and note.coverage.segments_read == note.coverage.segments_total

    def _taking_time(self, work: Callable[[], Done]) -> Done:
        """The clock moves on by the processor time that our own code would take on this machine."""
        spent_s = _cpu_s()
        done = work()
        self.clock.sleep(self._own_code * (_cpu_s() - spent_s))
        return done


def _cpu_s() -> float:
    """Of this process, of those that it has waited for, and of those that still run."""
    return computed_s() + sum(map(_running_s, Path("/proc/self/task").glob("*/children")))


def _running_s(children: Path) -> float:
    found = 0
    for pid in children.read_text("ascii").split():
        with contextlib.suppress(OSError):
            # Times of it and of its own children stand behind its name, which may have anything in it.
            found += sum(map(int, Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[11:15]))
    return found / os.sysconf("SC_CLK_TCK")
