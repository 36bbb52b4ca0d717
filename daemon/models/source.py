"""Where weights come from: the model hub, the package index or a folder, behind one protocol.

A source says which files it has and appends the bytes of one to what is here already; the rest, which is the
same for all, is done by daemon/models/install.py: space, hashes, the step by which files become a model.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import Protocol

from daemon.base.errors import ModelsError, NotFoundError
from daemon.models.part import Part
from daemon.models.spec import ModelSpec
from pipelines.progress import Progress


class UnreachableError(ModelsError):
    """No model hub answers: trying the next model would only wait again."""


@dataclass(frozen=True, slots=True)
class RemoteFile:
    """A file of one version of a model."""

    path: str
    """In the repository."""
    size: int
    revision: str | None
    """The commit: 40 hexadecimal digits; None in a folder, which cannot know it."""
    etag: str = ""
    """sha256, or git's SHA-1 as the hub gives it for a small file, or "" where nobody tells."""

    @property
    def name(self) -> str:
        return PurePosixPath(self.path).name

    @property
    def sha256(self) -> str | None:
        return self.etag if len(self.etag) == 64 else None

    @property
    def git_sha1(self) -> str | None:
        return self.etag if len(self.etag) == 40 else None


class Source(Protocol):
    @property
    def name(self) -> str:
        """As kept in models.lock: the hub's address, "package index" or "import"."""

    @property
    def is_folder(self) -> bool:
        """Brought by somebody, who wants to hear how its files compare with those that are installed."""

    def files(
        self, spec: ModelSpec, revision: str | None, compare: Progress | None = None
    ) -> list[RemoteFile]:
        """The files of `spec` at a commit, or at the newest one. `compare`: with their hashes, even where
        that means reading all of them, whose progress it is told.

        UnreachableError within seconds; NotFoundError for a model, commit or file that is not there;
        ModelsError for any other answer.
        """

    def append(self, spec: ModelSpec, file: RemoteFile, part: Part, progress: Progress) -> None:
        """Complete the part, going on behind the bytes that it has.

        ModelsError or BadInputError where that cannot be done; what came is kept.
        """


class FirstOf:
    """The sources in order: the next one is asked for what the one before cannot give.

    A file is the same wherever it lies, so the next one goes on with what came.
    """

    is_folder = False

    def __init__(self, sources: Sequence[Source]) -> None:
        self._sources = sources
        self._current = sources[0]
        self._failed: list[ModelsError | NotFoundError] = []

    @property
    def name(self) -> str:
        return self._current.name

    def files(
        self, spec: ModelSpec, revision: str | None, compare: Progress | None = None
    ) -> list[RemoteFile]:
        self._failed = []
        for source in self._sources:
            self._current = source
            try:
                return source.files(spec, revision, compare)
            except (ModelsError, NotFoundError) as error:
                self._failed.append(error)
        raise _together(self._failed)

    def append(self, spec: ModelSpec, file: RemoteFile, part: Part, progress: Progress) -> None:
        for source in self._sources[self._sources.index(self._current) :]:
            self._current = source
            try:
                return source.append(spec, file, part, progress)
            except (ModelsError, NotFoundError) as error:
                self._failed.append(error)
        raise _together(self._failed)


def _together(failed: list[ModelsError | NotFoundError]) -> ModelsError | NotFoundError:
    """What the first said, and the others where they are more than places that do not have it."""
    first, *others = failed
    told = [str(error) for error in others if not isinstance(error, NotFoundError)]
    return type(first)("; ".join([str(first), *told])) if told else first
