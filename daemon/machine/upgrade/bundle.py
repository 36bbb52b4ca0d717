"""A bundle: one file with all that a new version needs, and a signed list of what is in it.

It is a tar archive:

    SHA256SUMS            a line each for the files below, as sha256sum writes it
    SHA256SUMS.minisig    minisign's signature of that list
    packages/*.deb        roomscribe, and the packages of Debian's that it needs
    models/...            weights, if it has any

so that a machine without Roomscribe can check it by `minisign` and `sha256sum`. Nothing is done with a
file before its hash was compared, and no hash counts before the signature does. Signatures are those of
Debian's `minisign` (https://jedisct1.github.io/minisign/), verified by `cryptography`'s Ed25519: that
takes no program that a box may lack.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import re
import tarfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from daemon.base.durable import make_folder, reporting
from pipelines.errors import BadInputError

_TRUSTED = "trusted comment: "


def verify(key: str, signature: str, data: bytes) -> str:
    """The comment that was signed along with `data`; BadInputError unless `key` signed both.

    `key` and `signature` are the texts of minisign's files, KEY.pub and FILE.minisig.
    """
    try:
        _, key_line = key.strip().splitlines()
        _, line, trusted, whole_line = signature.strip().splitlines()
        kind, key_id, public = _parts(key_line, 32)
        algorithm, signed_by, first = _parts(line, 64)
        whole = base64.b64decode(whole_line, validate=True)
    except (ValueError, binascii.Error):
        raise BadInputError("this is no key or no signature of minisign") from None
    if (kind, algorithm) != (b"Ed", b"ED") or not trusted.startswith(_TRUSTED):
        raise BadInputError("signatures of this kind are not known; sign with minisign 0.11 or newer")
    if signed_by != key_id:
        raise BadInputError(f"it was signed by the key {_shown(signed_by)}, not by {_shown(key_id)}")
    comment = trusted.removeprefix(_TRUSTED)
    try:
        verifier = Ed25519PublicKey.from_public_bytes(public)
        verifier.verify(first, hashlib.blake2b(data).digest())
        verifier.verify(whole, first + comment.encode())
    except InvalidSignature:
        raise BadInputError("its signature does not fit: it was altered") from None
    return comment


def _parts(line: str, length: int) -> tuple[bytes, bytes, bytes]:
    """Algorithm, key id and the rest, of this many bytes."""
    raw = base64.b64decode(line, validate=True)
    if len(raw) != 10 + length:
        raise ValueError
    return raw[:2], raw[2:10], raw[10:]


def _shown(key_id: bytes) -> str:
    """As minisign writes it."""
    return key_id[::-1].hex().upper()


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
