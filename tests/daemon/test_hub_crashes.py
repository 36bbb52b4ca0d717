"""Hub and worker killed at any step, in any order: each meeting ends in one note, or with a reason."""

from __future__ import annotations

import shutil
import tempfile
from contextlib import ExitStack
from pathlib import Path

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from daemon.hub.hub import Hub
from daemon.meetings import read_jobs
from pipelines.errors import EngineError
from tests.fakes.hub_room import SETTLE_S, Dead, HubRoom, killed_after

STEPS = st.one_of(st.none(), st.integers(0, 40))
"""Durable changes until the process dies; None: it lives."""


class Room(RuleBasedStateMachine):
    def __init__(self) -> None:
        super().__init__()
        self.path = Path(tempfile.mkdtemp())
        self.room = HubRoom(self.path)
        self.stack = ExitStack()
        self.hub: Hub | None = None
        self.dropped: dict[str, bool] = {}
        """Name of each file, and whether it is a meeting."""
        self.unwanted: set[str] = set()
        """Names of meetings that somebody has dropped; the hub may have died before it knew."""
        self.is_broken = False
        """Whether the speech model fails."""
        self.room.engines.before_passage = self.before_passage

    def before_passage(self, index: int) -> None:
        if self.is_broken:
            raise EngineError("the speech model failed")

    @initialize()
    def begin(self) -> None:
        self.start_hub(None)

    @rule(steps=STEPS)
    def start_hub(self, steps: int | None) -> None:
        self.stop_hub()
        try:
            with killed_after(steps):
                self.hub = self.stack.enter_context(self.room.open_hub())
        except Dead:
            self.stop_hub()

    @rule()
    def stop_hub(self) -> None:
        with killed_after(None):
            self.stack.close()
        self.hub = None

    @rule(steps=STEPS)
    def hub_steps(self, steps: int | None) -> None:
        if self.hub is None:
            return
        try:
            with killed_after(steps):
                self.hub.step()
        except Dead:
            self.stop_hub()

    @rule(steps=st.one_of(st.none(), st.integers(0, 2)))
    def somebody_drops_a_job(self, steps: int | None) -> None:
        job = next(iter(self.hub.queue), None) if self.hub else None
        if self.hub is None or job is None:
            return
        self.unwanted.add(job.source)
        try:
            with killed_after(steps):
                self.hub._finishing.drop(job.id)
        except Dead:
            self.stop_hub()

    @rule(is_broken=st.booleans())
    def model_breaks(self, is_broken: bool) -> None:
        self.is_broken = is_broken

    @rule(steps=STEPS)
    def worker_works(self, steps: int | None) -> None:
        try:
            with killed_after(steps):
                self.room.worker().work_once()
        except Dead:
            pass

    @rule(kind=st.sampled_from(["txt", "wav", "pdf"]))
    def file_comes(self, kind: str) -> None:
        name = f"{len(self.dropped)}.{kind}"
        self.dropped[name] = kind != "pdf"
        self.room.drop(name, f"Ann: I'll send report {name} by Friday.")

    @rule(seconds=st.sampled_from([1.0, SETTLE_S, 60.0]))
    def time_passes(self, seconds: float) -> None:
        self.room.clock.sleep(seconds)

    @rule(steps=STEPS)
    def an_hour_goes_by(self, steps: int | None) -> None:
        for _ in range(4):
            self.hub_steps(steps)
            self.worker_works(None)
            self.time_passes(60.0)

    @rule()
    def power_fails(self) -> None:
        self.stop_hub()
        self.room.clock.boot_id += "x"

    @invariant()
    def no_note_is_there_twice(self) -> None:
        sources = [note.source for note in self.room.notes()]
        assert len(sources) == len(set(sources))

    def teardown(self) -> None:
        try:
            self.stop_hub()
            with killed_after(None), self.room.open_hub() as hub:
                self.room.finish(hub)
                self.room.finish(hub)
            self.check()
        finally:
            shutil.rmtree(self.path)

    def check(self) -> None:
        noted = {note.source for note in self.room.notes()}
        aside = {job.source: job for job in read_jobs(self.path)}
        rejected = {path.name for path in self.path.glob("inbox/rejected/*") if not path.match("*.*.txt")}
        assert all(job.state == "aside" and job.reason and job.failures for job in aside.values())
        assert not noted & set(aside)
        expected = {name for name, is_meeting in self.dropped.items() if is_meeting}
        assert noted | set(aside) <= expected
        given_up = {name for name in rejected if self.dropped[name]}
        for name in given_up:
            reason = (self.path / "inbox" / "rejected" / f"{name}.txt").read_text()
            assert "ended twice while it took this file in" in reason
        assert rejected - given_up == {name for name, is_meeting in self.dropped.items() if not is_meeting}
        assert noted | set(aside) | self.unwanted | given_up >= expected
        left = [path.name for path in (self.path / "inbox").iterdir() if path.name != "rejected"]
        assert left == []
        assert not list(self.path.glob("meetings/.*"))
        assert not list(self.path.glob("work/results/*"))
        for meeting in self.path.glob("meetings/*/"):
            if meeting.name not in {job.id for job in aside.values()}:
                assert not (meeting / "receipts").exists()


TestRoom = Room.TestCase
TestRoom.settings = settings(
    max_examples=40,
    stateful_step_count=25,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
)
