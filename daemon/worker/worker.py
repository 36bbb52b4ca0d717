"""The worker itself: takes the most urgent job, does what can be done, tells what became of it."""

from __future__ import annotations

import select
import time
from collections.abc import Callable
from contextlib import ExitStack, closing
from pathlib import Path

from daemon.base.clock import Clock
from daemon.base.config import Config
from daemon.base.disk import FIRST_PAUSE_S, DiskTrouble
from daemon.base.durable import make_folder, sweep_unfinished
from daemon.base.errors import NotFoundError, StateDamagedError, StateWriteError
from daemon.base.foreign import open_plain
from daemon.base.inotify import ARRIVALS, Inotify
from daemon.base.log import LOGGER
from daemon.meetings import Job, MeetingFolder, WorkFolder, choose, read_jobs
from daemon.meetings.confidential import Confidential
from daemon.meetings.job import Need, Outcome
from daemon.meetings.queue import is_live, is_more_urgent, is_patient, jobs_dir
from daemon.models.presence import records
from daemon.notes.questions import Question, QuestionStore
from daemon.worker.answering import Answering
from daemon.worker.claims import Claimed, OpenClaim, OpenQuestion
from daemon.worker.engines import WorkerEngines
from daemon.worker.guard import Guard, resident_bytes
from daemon.worker.pace import PaceKeeper
from daemon.worker.pipeline import ModelLater, MoreAudioNeeded, Pipeline, WordsForgotten
from daemon.worker.previous_crash import record_result
from daemon.worker.remote_server import MustStayError
from daemon.worker.stage import FindEvent, MeetingFile, Task, Tools, no_event
from daemon.worker.status import Pulse
from guardrails.core.errors import RoomscribeError
from pipelines.checking import checker_for
from pipelines.errors import BadInputError, EngineError, WeightsMissingError
from pipelines.llm.served import ServerLostError
from pipelines.progress import is_hearing
from pipelines.speech.tier import memory_bytes

_KILLS_OF_VOICES = 2
"""Ends from outside after which telling voices apart may be what costs the machine too much."""
_TICK_S = 30.0
"""The longest sleep: the watchdog wants to hear of an idle worker too."""


class Interrupted(Exception):
    """Something more urgent has come, or the job is gone."""


class Worker:
    """Hold the lock of the work folder for as long as one lives."""

    def __init__(
        self,
        state_dir: Path,
        config: Config,
        engines: WorkerEngines,
        clock: Clock,
        pulse: Pulse,
        guard: Guard | None = None,
        resident: Callable[[], int] = resident_bytes,
        is_outdated: Callable[[], bool] = lambda: False,
        sleep: Callable[[float], None] = time.sleep,
        find_event: FindEvent = no_event,
    ) -> None:
        """Clear up after the worker before (StateWriteError).

        `is_outdated`: whether there is a new configuration, which only a new process takes in.
        """
        self._state_dir = state_dir
        self._config = config
        self._memory_limit = config.worker.memory_limit_mb * 10**6 or memory_bytes() * 3 // 4
        """Bytes of resident memory above which the process ends after its work, to be started anew."""
        self._engines = engines
        self._clock = clock
        self._pulse = pulse
        self._guard = guard
        self._resident = resident
        self._is_outdated = is_outdated
        self._sleep = sleep
        self._disk = DiskTrouble(clock.boot_s)
        self._work = WorkFolder(state_dir)
        self._work.make()
        make_folder(jobs_dir(state_dir))
        sweep_unfinished(self._work.path)
        sweep_unfinished(self._work.results_dir)
        self._tools = Tools(
            state_dir=state_dir,
            config=config,
            engines=engines,
            checker=checker_for(config.conventions),
            clock=clock,
            pace=PaceKeeper(self._work.path, lambda: records(state_dir / "models")),
            progress=self._progress,
            find_event=find_event,
        )
        self._confidential = Confidential(state_dir)
        self._questions = QuestionStore(state_dir)
        self._questions.make()
        self._seen_mtimes_ns = (0, 0)
        self._idle_since_s = clock.boot_s()
        if (owed := record_result(state_dir, self._work, clock)) is not None:
            LOGGER.warning("%s: %s", owed.job, owed.reason)

    def run(self) -> None:
        """Work until the process is better started anew. Signals end it elsewhere (Guard)."""
        with ExitStack() as stack:
            inotify = stack.enter_context(closing(Inotify()))
            for folder in (jobs_dir(self._state_dir), self._work.results_dir, self._questions.questions):
                inotify.watch(folder, ARRIVALS)
            while not (self._is_too_large() or self._is_outdated()):
                inotify.read()
                if not self.work_once():
                    self._pulse.idle()
                    if self._has_idled():
                        return
                    select.select([inotify], [], [], self._nap_s())

    def work_once(self) -> bool:
        """Take the next job, if there is one, and work until it is done or cannot go on."""
        job = choose(read_jobs(self._state_dir), self._clock.now(), self._answered())
        if (job is None or is_patient(job)) and (question := self._question()) is not None:
            self._answer(question)
            return True
        if job is None:
            self._pulse.damaged(self._engines.damage)  # weights may have been repaired since
            return False
        folder = MeetingFolder(self._state_dir, job.id)
        claim = OpenClaim(self._work, job, folder, self._clock)
        self._carry_out(claim, job.id, folder.source_dir, lambda: self._pipeline(job, folder).run())
        return True

    def _carry_out(self, claim: Claimed, name: str, folder: Path, work: Callable[[], object]) -> Need | None:
        """Work on what was claimed and tell what became of it; returns what it lacks."""
        self._pulse.begin(name, claim.source)
        if self._guard:
            self._guard.work_begins(claim)
        outcome, reason, needs = self._attempt(claim.source, folder, work)
        self._pulse.damaged(self._engines.damage)
        self._tell(claim, outcome, reason, needs)
        if needs != "audio":
            self._tools.checker.close()  # of a meeting that goes on it has read what was said so far
        if self._guard:
            self._guard.work_ends()
        self._idle_since_s = self._clock.boot_s()
        return needs

    def _attempt(
        self, source: str, folder: Path, work: Callable[[], object]
    ) -> tuple[Outcome, str | None, Need | None]:
        try:
            work()
        except (Interrupted, WordsForgotten, MustStayError):
            return "yielded", None, None
        except ServerLostError as error:
            # What it answered is kept, and this machine goes on from there.
            self._engines.server_lost(str(error))
            return "yielded", None, None
        except MoreAudioNeeded:
            return "waiting", None, "audio"
        except ModelLater as when:
            return "waiting", str(when), "turn"
        except WeightsMissingError as error:
            return "waiting", f"waiting for the speech model: {error}", "models"
        except StateWriteError as error:
            return "waiting", str(error), "disk"
        except (BadInputError, NotFoundError, StateDamagedError) as error:
            return "refused", str(error).replace(f"{folder}/", ""), None
        except MemoryError:
            return "failed", "not enough memory; choose smaller models, or close other programs", None
        except RoomscribeError as error:
            self._drop_engines(error)
            return "failed", str(error), None
        except FileNotFoundError:
            # The meeting was dropped while it was being worked on.
            return "yielded", None, None
        except Exception as error:
            LOGGER.exception("%s: internal error", source)
            return "failed", f"internal error: {type(error).__name__}: {error}", None
        return "done", None, None

    def _answer(self, question: Question) -> None:
        """Work on a question until it is answered, given up, or has to make room for who talks."""
        claim = OpenQuestion(self._questions, question, self._clock)
        needs = self._carry_out(
            claim, question.id, self._questions.questions, lambda: self._answering(question).run(claim)
        )
        if needs == "disk":
            self._sleep(FIRST_PAUSE_S)

    def _answering(self, question: Question) -> Answering:
        return Answering(
            state_dir=self._state_dir,
            engines=self._engines,
            timezone=self._config.timezone,
            progress=self._progress,
            bound=lambda: self._bound_of(question),
        )

    def _question(self) -> Question | None:
        """The one that has waited longest."""
        return next(iter(self._questions.waiting()), None)

    def _bound_of(self, question: Question) -> None:
        """People who talk come before those who ask; a question that was deleted needs no answer."""
        job = choose(read_jobs(self._state_dir), self._clock.now(), self._answered())
        if (job is not None and not is_patient(job)) or self._questions.get(question.id) is None:
            raise Interrupted

    def _pipeline(self, job: Job, folder: MeetingFolder) -> Pipeline:
        task = Task(
            folder=folder,
            meeting=folder.meeting(),
            file=MeetingFile(source, open_plain) if (source := folder.source) else None,
            model_failed=job.by_rules,
            voices_failed=bool(job.strikes) or job.kills >= _KILLS_OF_VOICES,
            bound=lambda: self._bound(job),
            model_is_taken=lambda: is_patient(job) and any(map(is_live, read_jobs(self._state_dir))),
            may_leave=lambda: self._confidential.may_leave(job.id),
        )
        return Pipeline(self._tools, task)

    def _progress(self, stage: str, done: float, total: float | None) -> None:
        self._pulse.progress(stage, done, total)
        if self._guard and is_hearing(stage) and total is not None:
            self._guard.audio_is(total)

    def _bound(self, job: Job) -> None:
        """Make room for what is more urgent. While nothing changes in the queue, this is two stat calls."""
        folders = jobs_dir(self._state_dir), self._questions.questions
        mtimes_ns = (folders[0].stat().st_mtime_ns, folders[1].stat().st_mtime_ns)
        if mtimes_ns == self._seen_mtimes_ns:
            return
        jobs = read_jobs(self._state_dir)
        best = choose(jobs, self._clock.now(), self._answered())
        if all(each.id != job.id for each in jobs) or (best and is_more_urgent(best, job)):
            raise Interrupted
        if is_patient(job) and self._question() is not None:
            raise Interrupted
        self._seen_mtimes_ns = mtimes_ns

    def _tell(self, claim: Claimed, outcome: Outcome, reason: str | None, needs: Need | None) -> None:
        """A full disk is waited out here: ending would make it look like the meeting's fault."""
        while True:
            try:
                claim.conclude(outcome, reason, needs)
            except StateWriteError as error:
                pause_s = self._disk.failed(error)
                self._pulse.idle()
                self._sleep(pause_s)
            else:
                self._disk.is_over()
                return

    def _answered(self) -> set[tuple[str, int]]:
        return {(result.job, result.turn) for result in self._work.results()}

    def _drop_engines(self, error: RoomscribeError) -> None:
        """A model that has failed is loaded anew for the next attempt."""
        if isinstance(error, EngineError):
            self._engines.release()

    def _has_idled(self) -> bool:
        """Whether the models were in memory for nothing for long enough, and are given back."""
        idle_s = self._clock.boot_s() - self._idle_since_s
        if idle_s < self._config.worker.idle_minutes * 60 or not self._engines.release():
            return False
        # Their libraries would stay: 200 MB. A new process begins without.
        LOGGER.info("no meeting for %.0f min: the worker starts anew without models", idle_s / 60)
        return True

    def _nap_s(self) -> float:
        """Until a job that waits may be tried again, at most a tick."""
        now = self._clock.now()
        waits = [
            (job.not_before - now).total_seconds()
            for job in read_jobs(self._state_dir)
            if job.not_before is not None and job.state == "waiting" and job.not_before > now
        ]
        return min([_TICK_S, *(max(0.1, wait) for wait in waits)])

    def _is_too_large(self) -> bool:
        held = self._resident()
        if held <= self._memory_limit:
            return False
        LOGGER.warning("%.0f MB in use: the worker starts anew", held / 1e6)
        return True
