"""The models in a folder to import from: a stick, another machine's models, a browser's downloads.

The contents decide; the name only says which model it is. Wheels of packages that carry a model are read
as well (daemon/models/index.py). A link is followed if it stays inside the folder (the hub's own cache
consists of such links): one that leads out could import any file that the service can read.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import BinaryIO

from daemon.models.catalogue import shipped
from daemon.models.formats import file_problem, speech_problem
from daemon.models.index import append_from, joined, wheel_name
from daemon.models.presence import sha256_of_open
from daemon.models.source import CHUNK_BYTES, Part, RemoteFile
from daemon.models.spec import SPEECH_OPTIONAL, SPEECH_REQUIRED, SPEECH_VOCABULARIES, VOICES_SUFFIX, ModelSpec
from pipelines.errors import BadInputError
from pipelines.progress import Progress


@dataclass
class Found:
    """Usable models, and why the others cannot be used."""

    single_files: list[Path] = field(default_factory=list)
    speech_folders: list[Path] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)
    """One line each, starting with the path."""
    files: dict[Path, dict[str, BinaryIO]] = field(default_factory=dict)
    """Those of each usable model, open, by their names: the installing user may have fewer rights than the
    searching one."""
    wheels: dict[str, BinaryIO] = field(default_factory=dict)
    """By package."""

    def source(self, spec: ModelSpec) -> Brought | Wheels | None:
        """Where the files of `spec` are; None if it is not among them.

        BadInputError if there are several: nothing is guessed.
        """
        matches = (
            [path for path in self.single_files if path.name == spec.weights]
            if spec.file
            else [folder for folder in self.speech_folders if _is_named(folder, spec)]
        )
        if len(matches) > 1:
            raise BadInputError(
                f"{matches[0]} and {matches[1]} could both be {spec.name}: give the folder of the right one"
            )
        if matches:
            return Brought(self.files[matches[0]])
        known = shipped().known(spec)
        if known and known.packages and self.wheels.keys() >= set(known.packages):
            return Wheels(self.wheels)
        return None


class Brought:
    """A Source: the open files of one model, by the names they will have."""

    name = "import"
    is_folder = True

    def __init__(self, files: Mapping[str, BinaryIO]) -> None:
        self._files = files

    def files(
        self, spec: ModelSpec, revision: str | None, compare: Progress | None = None
    ) -> list[RemoteFile]:
        return [
            RemoteFile(
                name,
                os.fstat(file.fileno()).st_size,
                None,
                sha256_of_open(file, name, compare) if compare else "",
            )
            for name, file in self._files.items()
        ]

    def append(self, spec: ModelSpec, file: RemoteFile, part: Part, progress: Progress) -> None:
        source = self._files[file.name]
        try:
            source.seek(0)
            append_from(iter(lambda: source.read(CHUNK_BYTES), b""), file, part, progress)
        except OSError as error:
            raise BadInputError(
                f"{source.name}: cannot be read: {error.strerror or error}; try another stick or port"
            ) from None


class Wheels:
    """A Source: open wheels, by package, that carry what the catalogue says."""

    name = "import"
    is_folder = True

    def __init__(self, wheels: Mapping[str, BinaryIO]) -> None:
        self._wheels = wheels

    def files(
        self, spec: ModelSpec, revision: str | None, compare: Progress | None = None
    ) -> list[RemoteFile]:
        known = shipped().models[spec.name]
        return [
            RemoteFile(name, file.size, known.revision, file.sha256) for name, file in known.files.items()
        ]

    def append(self, spec: ModelSpec, file: RemoteFile, part: Part, progress: Progress) -> None:
        members = shipped().models[spec.name].files[file.name].wheels
        append_from(joined(members, self._open), file, part, progress)

    def _open(self, package: str) -> BinaryIO:
        """Anew, since whoever has read it closes it."""
        return os.fdopen(os.dup(self._wheels[package].fileno()), "rb")


@contextmanager
def searched(root: Path) -> Iterator[Found]:
    """The models in `root` and below; their files are open while the context lasts.
    BadInputError if it is not a folder."""
    found = search(root)
    with ExitStack() as stack:
        for model in (*found.single_files, *found.speech_folders):
            paths = speech_files(model) if model.is_dir() else {model.name: model}
            found.files[model] = {
                name: stack.enter_context(_opened(path, root.resolve())) for name, path in paths.items()
            }
        for package, path in _wheels(root):
            found.wheels[package] = stack.enter_context(_opened(path, root.resolve()))
        yield found


def search(root: Path) -> Found:
    """Search `root` and everything below it. BadInputError if it is not a folder."""
    if not root.is_dir():
        raise BadInputError(f"{root}: no such folder")
    found, inside = Found(), root.resolve()
    for path in sorted(_files(root)):
        is_speech = path.name == "model.bin"
        if not is_speech and path.suffix.lower() not in (".gguf", VOICES_SUFFIX):
            continue
        try:
            trouble = _escape(path.parent if is_speech else path, inside) or (
                speech_problem(path.parent) if is_speech else file_problem(path)
            )
        except OSError as error:
            trouble = f"cannot be read ({error.strerror})"
        if trouble:
            found.refused.append(f"{path.parent if is_speech else path}: {trouble}")
        elif is_speech:
            found.speech_folders.append(path.parent)
        else:
            found.single_files.append(path)
    return found


def _wheels(root: Path) -> Iterator[tuple[str, Path]]:
    """Those of packages that carry models; of several versions the last by name."""
    beginnings = {wheel_name(package): package for package in shipped().packages}
    for path in sorted(_files(root)):
        begins = f"{path.name.lower().partition('-')[0]}-"
        if path.suffix == ".whl" and begins in beginnings and path.is_file():
            yield beginnings[begins], path


def _opened(path: Path, inside: Path) -> BinaryIO:
    """BadInputError if it was replaced by a link since it was examined."""
    file = path.open("rb")
    if not Path(f"/proc/self/fd/{file.fileno()}").resolve().is_relative_to(inside):
        file.close()
        raise BadInputError(f"{path}: leads out of {inside}")
    return file


def speech_files(folder: Path) -> dict[str, Path]:
    """The files of a speech model that are needed; others beside them are ignored."""
    names = SPEECH_REQUIRED + SPEECH_VOCABULARIES + SPEECH_OPTIONAL
    return {name: folder / name for name in names if (folder / name).is_file()}


def _files(root: Path) -> Iterator[Path]:
    for folder, _, names in os.walk(root):
        yield from (Path(folder, name) for name in names)


def _escape(path: Path, inside: Path) -> str | None:
    """Why a file, or one of those of a speech folder, may not be read."""
    for file in speech_files(path).values() if path.is_dir() else (path,):
        if not file.resolve().is_relative_to(inside):
            return f"{file.name} is a link that leads out of {inside}"
        if not file.is_file():
            return f"{file.name} is not a regular file"
    return None


def _is_named(folder: Path, spec: ModelSpec) -> bool:
    """Whether a folder is named like a repository: plainly, as here ("owner--repo/..."), or as in the hub's
    cache ("models--owner--repo/snapshots/...")."""
    absolute = folder.absolute()
    full_names = {spec.repo_folder, f"models--{spec.repo_folder}"}
    return absolute.name == spec.repo.split("/")[1] or not full_names.isdisjoint(absolute.parts[-3:])
