"""New weights are tried before they replace the old ones: an update must not silently make notes worse.

Both answer the control set for their kind, which is part of the product. If the new weights fail a case that
the old ones passed, they are refused and the old ones stay. What a version passed is recorded when it is
first tried, so that it is tried once. A version that was never tried, such as the first, is tried when the
next one arrives. Speeds are those of the last try: a machine may have got a fan since.

A version that cannot be loaded passes nothing. So a broken update is refused, and a broken installation can
always be updated.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple, Protocol

from daemon.base.durable import write_durably
from daemon.base.errors import ModelsError
from daemon.models.install import Gate
from daemon.models.presence import RECORDS_FILE, LockedModel, Record, Records, described, read_lock, records
from daemon.models.spec import Kind, ModelSpec
from pipelines.errors import EngineError, WeightsMissingError
from pipelines.evaluate.selfcheck.control import ControlSet
from pipelines.evaluate.selfcheck.hearing import SoundSet, hearing_speed, try_hearing
from pipelines.evaluate.selfcheck.trying import Result, try_model
from pipelines.llm.model import LanguageModel, Usage
from pipelines.speech.transcriber import WhisperTranscriber

Tell = Callable[[str, Result], None]
"""Called with which weights are tried ("old", "new", "installed"), and each result."""
TellResult = Callable[[Result], None]


@dataclass(frozen=True, slots=True)
class ExamResult:
    results: list[Result]
    usage: Usage = field(default_factory=Usage)
    """Tokens of a language model, and the seconds that they took."""
    hearing: float | None = None
    """Of a speech model: seconds of computing for a second of talk."""


class Exam(Protocol):
    """A fixed list of cases that weights pass or fail."""

    @property
    def version(self) -> str:
        """Version of the cases; results of different versions are not compared."""

    def run(self, path: Path, tell: TellResult) -> ExamResult:
        """The results of all cases, in order. Weights that cannot be loaded pass none."""


@dataclass(frozen=True, slots=True)
class LanguageExam:
    control: ControlSet
    load: Callable[[Path], LanguageModel]
    """Loads a GGUF file; EngineError where it cannot be used."""

    @property
    def version(self) -> str:
        return self.control.version

    def run(self, path: Path, tell: TellResult) -> ExamResult:
        try:
            model = self.load(path)
        except (EngineError, WeightsMissingError) as error:
            return ExamResult([Result(name, str(error)) for name in self.control.ids])
        try:
            return ExamResult(try_model(model, self.control, tell), model.usage)
        finally:
            model.close()


@dataclass(frozen=True, slots=True)
class SpeechExam:
    control: SoundSet
    load: Callable[[Path], WhisperTranscriber]
    """Loads a folder; what is wrong with it shows when it transcribes."""
    clock: Callable[[], float] = time.monotonic

    @property
    def version(self) -> str:
        return self.control.version

    def run(self, path: Path, tell: TellResult) -> ExamResult:
        transcriber = self.load(path)
        try:
            results = try_hearing(transcriber, self.control, tell)
            # The first time loads the weights, which a meeting does once.
            return ExamResult(results, hearing=hearing_speed(transcriber, self.control, self.clock))
        finally:
            transcriber.close()


class Candidate(NamedTuple):
    """Weights that can be tried: a GGUF file, or a folder of a speech model."""

    name: str
    path: Path
    sha256: str


class Comparison(NamedTuple):
    """What a model passes, beside what one passed before."""

    now: Record
    name: str | None
    """Of the model that was tried before: the same one, or another whose place it has taken."""
    before: Record | None

    @property
    def worse(self) -> list[str]:
        return [case for case in (self.before.passed if self.before else ()) if case in self.now.failed]

    @property
    def better(self) -> list[str]:
        return [case for case in (self.before.failed if self.before else ()) if case in self.now.passed]


class RegressionError(ModelsError):
    """The new version fails what the old one passes."""


def no_regression(
    models_dir: Path, controls: Mapping[Kind, Control], in_use: Collection[ModelSpec] = ()
) -> Gate:
    """A gate for models that do at least as well as the one they replace: an older version of the same name,
    else the one that is `in_use`, else the latest installed one of its kind."""

    def gate(spec: ModelSpec, stage: Path, hashes: dict[str, str]) -> None:
        old = _rival(models_dir, spec, in_use)
        if old is not None and spec.kind in controls:
            path = stage / spec.weights if spec.file else stage
            new = Candidate(spec.name, path, hashes[spec.weights])
            # Where the configuration names the refused one, no model would be in use.
            unused = spec in in_use and old.name != spec.name
            keep = f'; to keep that one, set {spec.config_key} = "{old.name}"' if unused else ""
            controls[spec.kind].require_no_regression(old, new, keep)

    return gate


def _rival(models_dir: Path, spec: ModelSpec, in_use: Collection[ModelSpec]) -> Candidate | None:
    """None where `spec` would be the first of its kind."""
    here = {ModelSpec.parse(name): known for name, known in read_lock(models_dir).models.items()}
    same_kind = {each: known for each, known in here.items() if each.kind == spec.kind}

    def rank(each: tuple[ModelSpec, LockedModel]) -> tuple[bool, bool, datetime]:
        return each[0] == spec, each[0] in in_use, each[1].installed_at

    if not same_kind:
        return None
    old = described(models_dir, *max(same_kind.items(), key=rank))
    return Candidate(old.name, old.path, old.sha256)


class Control:
    """Tries versions of models of one kind and remembers what they passed."""

    def __init__(self, models_dir: Path, exam: Exam, tell: Tell | None = None) -> None:
        self._path = models_dir / RECORDS_FILE
        self._exam = exam
        self._report = tell

    def require_no_regression(self, old: Candidate, new: Candidate, keep: str = "") -> None:
        """RegressionError if `new` fails a case that `old` passes. `keep`: what else is said then."""
        before = self.record_of(old, label="old")
        after = self._tried(new, label="new")
        worse = [case for case in before.passed if case in after.failed]
        if worse:
            candidate = f"the new version of {new.name}" if new.name == old.name else new.name
            raise RegressionError(
                f"{candidate} fails what the installed {old.name} passes ({', '.join(worse)}): nothing was "
                f"changed{keep}; to take the new one all the same, add --accept"
            )
        self._write(new.name, after)

    def record_of(self, model: Candidate, *, label: str) -> Record:
        """What this version passed; it is tried now if it never was."""
        known = self.known(model)
        if known is None:
            known = self._tried(model, label=label)
            self._write(model.name, known)
        return known

    def try_again(self, model: Candidate) -> Comparison:
        """What the model in use passes now, beside what it passed when it was first tried. Of one that is new
        here, beside the version or the model of its kind that was tried before it."""
        before = self._before(model)
        now = self._tried(model, label="installed")
        first = self.known(model)
        self._write(model.name, first.at_speed_of(now) if first else now)
        return Comparison(now, *before)

    def _before(self, model: Candidate) -> tuple[str | None, Record | None]:
        tried = {
            name: record
            for name, record in records(self._path.parent).items()
            if record.control == self._exam.version
        }
        if model.name not in tried and tried:
            name = max(tried, key=lambda each: tried[each].tried_at)
            return name, tried[name]
        return model.name, tried.get(model.name)

    def known(self, model: Candidate) -> Record | None:
        """The record of this version and this control set."""
        record = records(self._path.parent).get(model.name)
        if record and (record.sha256, record.control) == (model.sha256, self._exam.version):
            return record
        return None

    def _tried(self, model: Candidate, *, label: str) -> Record:
        outcome = self._exam.run(model.path, lambda result: self._tell(label, result))
        results, usage = outcome.results, outcome.usage
        return Record(
            sha256=model.sha256,
            control=self._exam.version,
            tried_at=datetime.now(UTC).replace(microsecond=0),
            passed=tuple(result.id for result in results if result.problem is None),
            failed=tuple(result.id for result in results if result.problem is not None),
            prompt_per_s=round(usage.prompt_tokens / usage.prompt_s, 1) if usage.prompt_s else None,
            output_per_s=round(usage.output_tokens / usage.output_s, 1) if usage.output_s else None,
            hearing=None if outcome.hearing is None else round(outcome.hearing, 2),
        )

    def _tell(self, label: str, result: Result) -> None:
        if self._report is not None:
            self._report(label, result)

    def _write(self, name: str, record: Record) -> None:
        known = records(self._path.parent)
        write_durably(self._path, Records(models={**known, name: record}).model_dump_json(indent=2) + "\n")
