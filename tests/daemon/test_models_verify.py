"""`models list` and `models verify`: what is here, and whether it is still what was installed."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from daemon.base.config import load_config
from daemon.base.sizes import human
from daemon.hub.nightly.integrity import check_models
from daemon.models.inventory import Listed
from pipelines.errors import WeightsMissingError
from tests.fakes.models_cli import LLM, LLM_FILE, SPEECH, ModelsCli, models_cli
from tests.fakes.noise_weights import gguf_bytes, speech_files


@pytest.fixture
def cli(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> ModelsCli:
    """With both models installed."""
    stick = tmp_path / "stick" / "faster-whisper-mini"
    stick.mkdir(parents=True)
    for name, data in speech_files().items():
        (stick / name).write_bytes(data)
    (tmp_path / "stick" / LLM_FILE).write_bytes(gguf_bytes())
    cli = models_cli(tmp_path, capsys)
    assert cli("import", tmp_path / "stick").code == 0
    return cli


def flip_a_byte(path: Path) -> None:
    """As a failing disk does: size and time stay."""
    times = path.stat()
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 1
    path.write_bytes(data)
    os.utime(path, ns=(times.st_atime_ns, times.st_mtime_ns))


def test_the_list_as_json_has_one_shape(cli: ModelsCli) -> None:
    listed = cli.listed()
    assert set(listed) == {LLM, SPEECH}
    for entry in listed.values():
        assert set(entry) == {
            "name", "kind", "configured", "state", "problem", "size", "revision", "sha256", "path", "source",
            "published", "installed_at",
        }  # fmt: skip
        assert Listed.model_validate(entry).state == "installed"
        assert entry["configured"] is True
        assert entry["source"] == "import"
    assert listed[LLM]["kind"] == "llm"
    assert listed[LLM]["size"] == len(gguf_bytes())
    assert Path(listed[LLM]["path"]) == cli.installed(LLM).path
    assert Path(listed[SPEECH]["path"]).is_dir()


def test_an_empty_state_lists_what_is_missing_and_how_it_comes(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    cli = models_cli(tmp_path, capsys)
    shown = cli("list")
    assert shown.code == 0
    assert [line.split() for line in shown.out.splitlines()] == [["missing", LLM], ["missing", SPEECH]]
    assert "models pull" in shown.err
    assert "models import DIR" in shown.err
    assert not cli.state.exists()


def test_a_missing_model_names_both_ways_out(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(WeightsMissingError) as caught:
        models_cli(tmp_path, capsys).installed(LLM)
    assert "roomscribe models pull" in str(caught.value)
    assert "roomscribe models import DIR" in str(caught.value)
    assert caught.value.exit_code == 3


def test_models_that_the_configuration_no_longer_names_stay_listed(cli: ModelsCli) -> None:
    cli.config.write_text(f'[models]\nllm = "acme/new:new.gguf"\nspeech = "{SPEECH}"\n', "utf-8")
    listed = cli.listed()
    assert listed["acme/new:new.gguf"]["state"] == "missing"
    assert listed[LLM]["configured"] is False
    assert listed[LLM]["state"] == "installed"


def test_files_that_somebody_put_there_are_shown_and_not_used(cli: ModelsCli) -> None:
    (cli.dir / "mine.gguf").write_bytes(gguf_bytes(5))
    assert cli.listed()["mine.gguf"]["state"] == "unknown"
    assert cli("verify").code == 0


def test_verify_finds_a_flipped_byte_and_names_the_file(cli: ModelsCli) -> None:
    path = cli.installed(SPEECH).path / "model.bin"
    flip_a_byte(path)
    shown = cli("verify")
    assert shown.code == 4
    assert f"{path} differs from what was installed" in shown.line
    assert "models pull" in shown.line
    assert f"{LLM}: unchanged since it was installed" in shown.out
    assert cli.listed("verify")[SPEECH]["state"] == "damaged"


def test_verify_says_what_is_missing(cli: ModelsCli) -> None:
    cli.config.write_text(f'[models]\nllm = "{LLM}"\nspeech = "acme/other"\n', "utf-8")
    shown = cli("verify")
    assert shown.code == 3
    assert "acme/other is not installed" in shown.line


@pytest.fixture
def small(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> ModelsCli:
    """A machine with 4 GB, with the speech model alone."""
    monkeypatch.setattr("pipelines.speech.tier.memory_bytes", lambda: 3_980_000_000)
    stick = tmp_path / "stick" / "faster-whisper-mini"
    stick.mkdir(parents=True)
    for name, data in speech_files().items():
        (stick / name).write_bytes(data)
    cli = models_cli(tmp_path, capsys)
    assert cli("import", tmp_path / "stick").code == 0
    return cli


def test_a_language_model_that_the_machine_is_too_small_for_is_not_missed(small: ModelsCli) -> None:
    shown = small("list")
    assert next(line.split()[:3] for line in shown.out.splitlines()) == ["left", "out", LLM]
    assert shown.err == "", "nobody is told to install what `pull` refuses"
    verified = small("verify")
    assert (verified.code, verified.err) == (0, "")
    assert f"{SPEECH}: unchanged since it was installed" in verified.out
    config = load_config(small.config)
    assert check_models(small.state, config.models, thorough=False) == []


def test_a_language_model_on_a_small_machine_is_watched_once_it_was_installed_by_name(
    small: ModelsCli, tmp_path: Path
) -> None:
    (tmp_path / "stick" / LLM_FILE).write_bytes(gguf_bytes())
    assert small("import", tmp_path / "stick").code == 0
    assert small.listed()[LLM]["state"] == "installed"
    flip_a_byte(small.installed(LLM).path)
    assert small("verify").code == 4


def test_a_shorter_file_is_noticed_without_hashing(cli: ModelsCli) -> None:
    path = cli.installed(LLM).path
    path.write_bytes(path.read_bytes()[:-1])
    with pytest.raises(WeightsMissingError, match="instead of"):
        cli.installed(LLM)
    assert cli.listed()[LLM]["state"] == "damaged"


def test_a_file_with_another_time_is_hashed_until_verify_wrote_the_time_down(
    cli: ModelsCli, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = cli.installed(LLM).path
    os.utime(path, (1, 1))
    hashed: list[str] = []
    model = cli.installed(LLM)
    assert model.path == path
    assert cli("verify").code == 0

    def counting(path: Path, *_: object) -> str:
        hashed.append(path.name)
        return ""

    monkeypatch.setattr("daemon.models.presence.sha256_of", counting)
    assert cli.installed(LLM) == model
    assert hashed == []


def test_a_changed_file_with_another_time_is_refused_at_a_start(cli: ModelsCli) -> None:
    path = cli.installed(LLM).path
    flip_a_byte(path)
    os.utime(path, (1, 1))
    with pytest.raises(WeightsMissingError, match="differs from"):
        cli.installed(LLM)


@pytest.mark.parametrize("text", ["", "{", '{"version": 2}', '{"version": 1, "models": {"x": {}}}'])
def test_a_damaged_lock_is_one_line(cli: ModelsCli, text: str) -> None:
    (cli.dir / "models.lock").write_text(text, "utf-8")
    for command in ("list", "verify", "pull"):
        shown = cli(command)
        assert shown.code == 4
        assert "models.lock cannot be read (it is not a list of trusted models)" in shown.err


def test_the_list_has_a_line_for_each_model_with_size_and_place(cli: ModelsCli) -> None:
    (cli.dir / "mine.gguf").write_bytes(b"x" * 1500)
    cli.config.write_text(f'[models]\nllm = "{LLM}"\nspeech = "acme/other"\n', "utf-8")
    llm, speech = cli.installed(LLM), cli.installed(SPEECH)
    shown, origin = cli("list"), "imported  trusted as it came"
    assert shown.out.splitlines() == [
        f"installed   {LLM}  {human(len(gguf_bytes()))}  {origin}  {llm.path}",
        "missing     acme/other",
        f"installed   {SPEECH}  {human(speech.size)}  {origin}  not in the configuration  {speech.path}",
        f"unknown     mine.gguf  1.5 kB  {cli.dir / 'mine.gguf'}",
    ]
    assert shown.err == "Install what is missing with `roomscribe models pull` or `models import DIR`.\n"


def test_a_model_that_nobody_uses_may_be_removed_by_hand(cli: ModelsCli) -> None:
    shutil.rmtree(cli.installed(LLM).path.parent)
    cli.config.write_text(f'[models]\nllm = "acme/new:new.gguf"\nspeech = "{SPEECH}"\n', "utf-8")
    os.utime(cli.installed(SPEECH).path / "model.bin", (1, 1))
    assert cli("verify").out == f"{SPEECH}: unchanged since it was installed\n"
    assert {name: entry["state"] for name, entry in cli.listed().items()} == {
        "acme/new:new.gguf": "missing",
        SPEECH: "installed",
        LLM: "missing",
    }
