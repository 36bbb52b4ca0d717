"""The models commands as a user calls them, on a state directory and a configuration of the test's own."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from daemon.cli.main import roomscribe, run
from daemon.models import InstalledModel, ModelSpec, installed
from tests.fakes.hub import FakeHub, running_hub
from tests.fakes.noise_weights import gguf_bytes, speech_files

LLM_REPO, LLM_FILE = "acme/notes-GGUF", "notes-Q4_K_M.gguf"
LLM = f"{LLM_REPO}:{LLM_FILE}"
SPEECH = "acme/faster-whisper-mini"
WEIGHTS = gguf_bytes(100_000)
CONFIG = f'[models]\nllm = "{LLM}"\nspeech = "{SPEECH}"\n'


class Shown(NamedTuple):
    code: int
    out: str
    err: str

    @property
    def line(self) -> str:
        """The one line that says what is wrong."""
        (line,) = [line for line in self.err.splitlines() if line.startswith("roomscribe: ")]
        assert "Traceback" not in self.err
        return line


@dataclass
class ModelsCli:
    state: Path
    config: Path
    capsys: pytest.CaptureFixture[str]

    def __call__(self, *args: str | Path) -> Shown:
        self.capsys.readouterr()
        options = ["--state", str(self.state), "--config", str(self.config)]
        code = run(roomscribe, [*options, "models", *map(str, args)])
        return Shown(code, *self.capsys.readouterr())

    @property
    def dir(self) -> Path:
        return self.state / "models"

    def installed(self, name: str) -> InstalledModel:
        """As an engine finds it."""
        return installed(self.dir, ModelSpec.parse(name))

    def listed(self, command: str = "list") -> dict[str, dict[str, Any]]:
        return {entry["name"]: entry for entry in json.loads(self(command, "--json").out)}


def models_cli(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> ModelsCli:
    config = tmp_path / "config.toml"
    config.write_text(CONFIG, "utf-8")
    return ModelsCli(tmp_path / "state", config, capsys)


@contextmanager
def configured_hub(monkeypatch: pytest.MonkeyPatch) -> Iterator[FakeHub]:
    """A hub on this machine that has both configured models, and that the commands ask."""
    monkeypatch.setattr("daemon.models.hub.RETRY_WAIT_S", 0.0)
    # Noise under the names of real models is not what was published; and no test asks the real index.
    monkeypatch.setattr("daemon.models.catalogue.FILE", Path("/dev/null"))
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    for variable in ("http_proxy", "HTTP_PROXY"):
        monkeypatch.delenv(variable, raising=False)
    with running_hub() as hub:
        monkeypatch.setenv("HF_ENDPOINT", hub.endpoint)
        hub.add(LLM_REPO, {LLM_FILE: WEIGHTS, "README.md": b"# Notes"})
        hub.add(SPEECH, {**speech_files(), "README.md": b"# Mini"})
        yield hub
