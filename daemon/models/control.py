"""New weights are tried before they replace the old ones: an update must not make notes worse in silence.

Both versions answer the control set that ships with the product. A case that the version in use passed and
the new one fails refuses the new one; the old one stays. What a version passed is written down when it is
first tried, so that it is tried once. A version that nobody tried, such as the first, is tried when the next
one comes.

A version that cannot be loaded passes nothing. So a broken update is refused, and a broken installation
refuses no update.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Literal

from pydantic import BaseModel, ConfigDict, ValidationError

from daemon.durable import write_durably
from daemon.errors import ModelsError
from daemon.models.install import Gate
from daemon.models.lock import LockedModel
from daemon.models.spec import ModelSpec
from pipelines.errors import EngineError, WeightsMissingError
from pipelines.evaluate.selfcheck.control import ControlSet
from pipelines.evaluate.selfcheck.trying import Result, try_model
from pipelines.llm.model import LanguageModel
from pipelines.transcript import UtcDatetime

FILE_NAME = "selfcheck.json"

Load = Callable[[Path], LanguageModel]
"""Loads a GGUF file; EngineError where it cannot be used."""
Told = Callable[[str, Result], None]
"""Called with which version is tried ("old", "new", "installed"), and each result."""


class _Entry(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Record(_Entry):
    """What one version of a model passed of one control set."""

    sha256: str
    control: str
    """Version of the control set."""
    tried_at: UtcDatetime
    passed: tuple[str, ...]
    failed: tuple[str, ...]


class _Records(_Entry):
    version: Literal[1] = 1
    models: dict[str, Record] = {}
    """By the name of the model; the version in use."""


class RegressionError(ModelsError):
    """The new version fails what the old one passes."""


def no_regression(models_dir: Path, control: Control) -> Gate:
    """A gate that lets a language model pass which does at least as well as the one that it replaces."""

    def gate(spec: ModelSpec, known: LockedModel, stage: Path, hashes: dict[str, str]) -> None:
        if spec.file:
            old = models_dir / known.folder / spec.weights, known.files[spec.weights].sha256
            control.require_no_regression(spec.name, old, (stage / spec.weights, hashes[spec.weights]))

    return gate


class Control:
    """Tries versions of language models and remembers what they passed."""

    def __init__(self, models_dir: Path, control: ControlSet, load: Load, told: Told | None = None) -> None:
        self._path = models_dir / FILE_NAME
        self._control = control
        self._load = load
        self._told = told

    def require_no_regression(self, name: str, old: tuple[Path, str], new: tuple[Path, str]) -> None:
        """RegressionError if `new` fails a case that `old` passes; each is a GGUF file and its sha256."""
        before = self.record_of(name, *old, label="old")
        after = self._tried(*new, label="new")
        worse = [case for case in before.passed if case in after.failed]
        if worse:
            raise RegressionError(
                f"the new version of {name} fails what the installed one passes ({', '.join(worse)}): the "
                "installed one stays in use; to take the new one all the same, add --accept"
            )
        self._write(name, after)

    def record_of(self, name: str, path: Path, sha256: str, *, label: str) -> Record:
        """What this version passed when it was tried; it is tried now if it never was."""
        known = self.known(name, sha256)
        if known is None:
            known = self._tried(path, sha256, label=label)
            self._write(name, known)
        return known

    def try_again(self, name: str, path: Path, sha256: str) -> tuple[Record, list[str]]:
        """What the version in use passes today, and what it passed when it was first tried and fails now."""
        known = self.known(name, sha256)
        now = self._tried(path, sha256, label="installed")
        if known is None:
            self._write(name, now)
        return now, [case for case in (known.passed if known else ()) if case in now.failed]

    def known(self, name: str, sha256: str) -> Record | None:
        """What was written down about this version and this control set."""
        record = self._read().models.get(name)
        if record and (record.sha256, record.control) == (sha256, self._control.version):
            return record
        return None

    def _tried(self, path: Path, sha256: str, *, label: str) -> Record:
        try:
            model = self._load(path)
        except (EngineError, WeightsMissingError) as error:
            results = [Result(case.id, str(error)) for case in self._control.cases]
        else:
            try:
                results = try_model(model, self._control, lambda result: self._tell(label, result))
            finally:
                model.close()
        return Record(
            sha256=sha256,
            control=self._control.version,
            tried_at=datetime.now(UTC).replace(microsecond=0),
            passed=tuple(result.id for result in results if result.problem is None),
            failed=tuple(result.id for result in results if result.problem is not None),
        )

    def _tell(self, label: str, result: Result) -> None:
        if self._told is not None:
            self._told(label, result)

    def _read(self) -> _Records:
        try:
            return _Records.model_validate_json(self._path.read_bytes())
        except (OSError, ValidationError):
            return _Records()  # lost or damaged: the version in use is tried again

    def _write(self, name: str, record: Record) -> None:
        records = self._read()
        write_durably(
            self._path,
            _Records(models={**records.models, name: record}).model_dump_json(indent=2) + "\n",
        )
