"""A bundle: one file with all that a new version needs, and a signed list of what is in it.

It is a tar archive:

    SHA256SUMS            a line each for the files below, as sha256sum writes it
    SHA256SUMS.minisig    minisign's signature of that list
    packages/*.deb        roomscribe, and the packages of Debian's that it needs
    models/...            weights, if it has any

so that a machine without Roomscribe can check it by `minisign` and `sha256sum`. Nothing is done with a file
before its hash was compared, and no hash counts before the signature does.
"""

from __future__ import annotations

import hashlib
import re
import tarfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from daemon.base.durable import make_folder, reporting
from daemon.machine.upgrade.signature import verify
from pipelines.errors import BadInputError

SUMS = "SHA256SUMS"
_LARGEST_LIST_BYTES = 1_000_000
_LINE = re.compile(r"([0-9a-f]{64}) [ *]((?:[\w@+~.:-]+/)+[\w@+~.:-]+)")
_PACKAGE = re.compile(r"packages/roomscribe_([\w.+~-]+)_(\w+)\.deb")


class Bundle:
    """One whose signature is right; the files in it are checked as they are taken out."""

    def __init__(self, archive: tarfile.TarFile, key: str) -> None:
        """BadInputError unless `key` signed it and its list can be read."""
        self._archive = archive
        signed = self._small(SUMS)
        verify(key, self._small(f"{SUMS}.minisig").decode("utf-8", "replace"), signed)
        self._sums: dict[str, str] = {}
        for line in signed.decode("utf-8", "replace").splitlines():
            found = _LINE.fullmatch(line)
            if found is None or ".." in found[2].split("/"):
                raise BadInputError(f"its list of files has a line that is none: {line[:80]}")
            self._sums[found[2]] = found[1]
        packages = [found for name in self._sums if (found := _PACKAGE.fullmatch(name))]
        if len(packages) != 1:
            raise BadInputError(f"it holds {len(packages)} packages of Roomscribe instead of one")
        self.package: str = packages[0][0]
        self.version: str = packages[0][1]
        self.architecture: str = packages[0][2]

    @property
    def weights(self) -> list[str]:
        return [name for name in self._sums if name.startswith("models/")]

    def take(self, name: str, folder: Path) -> Path:
        """Copy one file of the list below `folder`; BadInputError, and no file, if it was altered."""
        target = folder / name
        make_folder(target.parent)
        digest = hashlib.sha256()
        with self._open(name) as source, reporting(target), target.open("wb") as file:
            while block := source.read(1 << 20):
                digest.update(block)
                file.write(block)
        if digest.hexdigest() != self._sums[name]:
            target.unlink()
            raise BadInputError(f"{name} in it is not what was signed: it was altered, or the copy is bad")
        return target

    def size(self, name: str) -> int:
        return self._archive.getmember(name).size

    def _small(self, name: str) -> bytes:
        with self._open(name) as file:
            return file.read(_LARGEST_LIST_BYTES)

    @contextmanager
    def _open(self, name: str) -> Iterator[tarfile.ExFileObject]:
        try:
            member = self._archive.getmember(name)
        except KeyError:
            raise BadInputError(f"it has no {name}") from None
        # None for anything but a file, such as a link to one elsewhere.
        file = self._archive.extractfile(member) if member.isfile() else None
        if file is None:
            raise BadInputError(f"{name} in it is not a file")
        with file:
            yield file  # type: ignore[misc]  # typeshed says IO[bytes]


@contextmanager
def opened(path: Path, key: Path) -> Iterator[Bundle]:
    """The bundle, once its signature fits the public key in the file `key`. BadInputError."""
    try:
        text = key.read_text("utf-8", errors="replace")
    except FileNotFoundError:
        raise BadInputError(
            f"there is no {key}, the public key by which bundles are checked: put the .pub file of "
            "minisign there, from whoever builds the bundles"
        ) from None
    try:
        with tarfile.open(path, "r:") as archive:
            yield Bundle(archive, text)
    except BadInputError as error:
        raise BadInputError(f"{path} can't be used: {error}; nothing was changed") from error
    except (tarfile.TarError, EOFError):
        raise BadInputError(f"{path} is no bundle, or its end is missing; nothing was changed") from None
