"""The weights that tell voices apart: brought, locked and verified like the others, and never waited for."""

from __future__ import annotations

import json
import logging
from pathlib import Path

import pytest

from daemon.base.config import Config, load_config, merge
from daemon.models.formats import onnx_problem
from daemon.models.weights import Weights
from pipelines.progress import silent
from pipelines.speakers.live import LiveListener, LiveVoices
from pipelines.speech.passages import FileAudio
from tests.fakes.models_cli import CONFIG, ModelsCli
from tests.fakes.sound import loud, write_audio
from tests.fakes.voice_weights import write_resnet34

NAME = "acme/voices:resnet34.onnx"

pytestmark = pytest.mark.models


@pytest.fixture
def voices_cli(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> ModelsCli:
    config = tmp_path / "voices.toml"
    config.write_text(f'{CONFIG}voices = "{NAME}"\n', "utf-8")
    return ModelsCli(tmp_path / "state", config, capsys)


@pytest.fixture
def stick(tmp_path: Path) -> Path:
    stick = tmp_path / "stick"
    stick.mkdir()
    write_resnet34(stick / "resnet34.onnx", blocks=(1,))
    return stick


def weights(cli: ModelsCli, **models: str) -> Weights:
    defaults = load_config(None, system=cli.state / "no-such-file").model_dump()
    return Weights(Config.model_validate(merge(defaults, {"models": {"voices": NAME} | models})), cli.dir)


def test_they_are_imported_listed_and_verified(voices_cli: ModelsCli, stick: Path) -> None:
    shown = voices_cli("import", stick)
    assert f"installed: {NAME}" in shown.out
    assert voices_cli.listed()[NAME]["state"] == "installed"
    path = voices_cli.installed(NAME).path
    data = bytearray(path.read_bytes())
    data[-100] ^= 1
    path.write_bytes(data)
    assert voices_cli.listed("verify")[NAME]["state"] == "damaged"


def test_other_bytes_are_refused_until_they_are_asked_for(voices_cli: ModelsCli, stick: Path) -> None:
    voices_cli("import", stick)
    write_resnet34(stick / "resnet34.onnx", seed=1, blocks=(1,))
    assert "is not the one that models.lock trusts" in voices_cli("import", stick).err
    assert f"installed: {NAME}" in voices_cli("import", stick, "--update").out


def test_an_installed_model_is_used_and_a_missing_one_stops_nobody(
    voices_cli: ModelsCli, stick: Path, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    audio = write_audio(tmp_path / "talk.wav", [loud(2.0)])
    with caplog.at_level(logging.WARNING):
        weights(voices_cli).voices(FileAudio(audio), silent)
    assert "the model for voices acme/voices:resnet34.onnx is not installed" in caplog.text
    assert "voices are told apart without it" in caplog.text
    assert isinstance(weights(voices_cli).live_voices(), LiveListener)
    caplog.clear()
    voices_cli("import", stick)
    assert isinstance(weights(voices_cli).live_voices(4), LiveVoices)
    assert weights(voices_cli).neural_engine().name == "onnx"
    weights(voices_cli).voices(FileAudio(audio), silent)
    assert not caplog.text


def test_files_are_judged_by_their_contents(stick: Path, tmp_path: Path) -> None:
    path = stick / "resnet34.onnx"
    assert onnx_problem(path) is None
    data = path.read_bytes()
    for kept in (len(data) - 1, len(data) // 2, 1):
        path.write_bytes(data[:kept])
        assert onnx_problem(path) == "is damaged or incomplete"
    for content in (b"", b"hello, this is no network", bytes(100), json.dumps({"a": 1}).encode()):
        path.write_bytes(content)
        assert onnx_problem(path) is not None
