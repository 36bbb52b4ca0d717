"""`models import`: weights from a folder that somebody brought, and all that such a folder may hold."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from daemon.models.presence import WAYS_OUT
from tests.fakes.models_cli import LLM, LLM_FILE, SPEECH, ModelsCli
from tests.fakes.noise_weights import gguf_bytes, speech_files
from tests.fakes.package_index import write_catalogue

WEIGHTS = gguf_bytes(10_000)


@pytest.fixture
def stick(tmp_path: Path) -> Path:
    """A USB stick with both models, beside other things."""
    stick = tmp_path / "stick"
    stick.mkdir()
    (stick / LLM_FILE).write_bytes(WEIGHTS)
    (stick / "holiday.jpg").write_bytes(b"\xff\xd8")
    put_speech_model(stick / "models" / "faster-whisper-mini")
    return stick


def put_speech_model(folder: Path, seed: int = 0) -> None:
    folder.mkdir(parents=True)
    for name, data in speech_files(seed=seed).items():
        (folder / name).write_bytes(data)
    (folder / "README.md").write_text("not needed", "utf-8")


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def test_both_models_come_from_a_stick(cli: ModelsCli, stick: Path) -> None:
    shown = cli("import", stick)
    assert shown.code == 0, shown.err
    assert shown.out.count("installed: ") == 2
    shutil.rmtree(stick)
    assert cli.installed(LLM).path.read_bytes() == WEIGHTS
    assert cli.installed(LLM).revision is None
    assert contents(cli.installed(SPEECH).path) == speech_files()
    assert cli("verify").code == 0


def test_the_models_of_another_machine_can_be_brought(cli: ModelsCli, stick: Path, tmp_path: Path) -> None:
    cli("import", stick)
    other = ModelsCli(tmp_path / "other", cli.config, cli.capsys)
    assert other("import", cli.dir).code == 0
    assert other.installed(LLM).sha256 == cli.installed(LLM).sha256
    assert contents(other.installed(SPEECH).path) == speech_files()


def test_the_cache_of_the_hubs_own_tools_can_be_brought(cli: ModelsCli, tmp_path: Path) -> None:
    repo = tmp_path / "cache" / "models--acme--faster-whisper-mini"
    snapshot = repo / "snapshots" / ("0" * 40)
    snapshot.mkdir(parents=True)
    (repo / "blobs").mkdir()
    for number, (name, data) in enumerate(speech_files().items()):
        (repo / "blobs" / str(number)).write_bytes(data)
        (snapshot / name).symlink_to(f"../../blobs/{number}")
    cli("import", tmp_path / "cache")
    assert contents(cli.installed(SPEECH).path) == speech_files()


def test_importing_the_same_again_changes_nothing(cli: ModelsCli, stick: Path) -> None:
    cli("import", stick)
    before = cli.listed()
    shown = cli("import", stick)
    assert shown.code == 0
    assert shown.out.count("already installed: ") == 2
    assert cli.listed() == before


def test_other_bytes_are_refused_until_they_are_asked_for(cli: ModelsCli, stick: Path) -> None:
    cli("import", stick)
    (stick / LLM_FILE).write_bytes(gguf_bytes(10_000, seed=1))
    shown = cli("import", stick)
    assert shown.code == 1
    assert "models import DIR --update" in shown.line
    assert cli.installed(LLM).path.read_bytes() == WEIGHTS

    cli.installed(LLM).path.unlink()
    assert "models import DIR --update" in cli("import", stick).line
    assert cli("import", stick, "--update").code == 0
    assert cli.installed(LLM).path.read_bytes() == gguf_bytes(10_000, seed=1)


@pytest.mark.parametrize("kept", [0, 3, 4, 30, 100, 1_000, len(WEIGHTS) // 2, len(WEIGHTS) - 1])
def test_a_half_copied_gguf_is_refused(cli: ModelsCli, tmp_path: Path, kept: int) -> None:
    (tmp_path / "stick").mkdir()
    (tmp_path / "stick" / LLM_FILE).write_bytes(WEIGHTS[:kept])
    shown = cli("import", tmp_path / "stick")
    assert shown.code == 2
    assert f"not used: {tmp_path / 'stick' / LLM_FILE}: " in shown.err
    assert "nothing was imported" in shown.line
    assert not cli.dir.exists()


@pytest.mark.parametrize("name", ["model.bin", "config.json", "tokenizer.json"])
@pytest.mark.parametrize("keeps", [None, 0, 5])
def test_a_half_copied_speech_model_is_refused(
    cli: ModelsCli, tmp_path: Path, name: str, keeps: int | None
) -> None:
    folder = tmp_path / "stick" / "faster-whisper-mini"
    put_speech_model(folder)
    data = (folder / name).read_bytes()
    (folder / name).unlink()
    if keeps is not None:
        (folder / name).write_bytes(data[:keeps])
    shown = cli("import", tmp_path / "stick")
    assert shown.code == 2
    assert cli.listed()[SPEECH]["state"] == "missing"
    if name != "model.bin" or keeps is not None:
        assert f"not used: {folder}: {name}" in shown.err


@pytest.mark.parametrize("data", [b"", b"GGUF", b"GGUF\x02" + b"\xff" * 60, b"PK\x03\x04 something else"])
def test_garbage_under_the_right_name_is_refused(cli: ModelsCli, tmp_path: Path, data: bytes) -> None:
    folder = tmp_path / "stick" / "faster-whisper-mini"
    put_speech_model(folder)
    (folder / "model.bin").write_bytes(data)
    (tmp_path / "stick" / LLM_FILE).write_bytes(data)
    shown = cli("import", tmp_path / "stick")
    assert shown.code == 2
    assert shown.err.count("not used: ") == 2


def test_a_link_that_leads_out_of_the_folder_is_refused(cli: ModelsCli, tmp_path: Path) -> None:
    (tmp_path / "secret.gguf").write_bytes(WEIGHTS)
    stick = tmp_path / "stick"
    put_speech_model(stick / "faster-whisper-mini")
    (stick / LLM_FILE).symlink_to(tmp_path / "secret.gguf")
    tokenizer = stick / "faster-whisper-mini" / "tokenizer.json"
    tokenizer.rename(tmp_path / "tokenizer.json")
    tokenizer.symlink_to(tmp_path / "tokenizer.json")
    shown = cli("import", stick)
    assert shown.code == 2
    assert shown.err.count("is a link that leads out") == 2


def test_a_pipe_with_the_name_of_a_model_does_not_hang_the_import(cli: ModelsCli, tmp_path: Path) -> None:
    stick = tmp_path / "stick"
    stick.mkdir()
    os.mkfifo(stick / LLM_FILE)
    shown = cli("import", stick)
    assert shown.code == 2
    assert "is not a regular file" in shown.err


def test_a_model_with_another_name_comes_with_what_to_set(cli: ModelsCli, tmp_path: Path) -> None:
    stick = tmp_path / "stick"
    put_speech_model(stick / "whisper-big")
    (stick / "other.gguf").write_bytes(WEIGHTS)
    shown = cli("import", stick)
    assert shown.code == 2
    assert f'found {stick / "other.gguf"}: to use it, set [models] llm = "OWNER/REPO:other.gguf"' in shown.err
    assert 'set [models] speech = "OWNER/whisper-big"' in shown.err


def test_what_is_still_missing_after_an_import_is_named_and_is_no_success(
    cli: ModelsCli, stick: Path
) -> None:
    language_model = (stick / LLM_FILE).rename(stick.parent / LLM_FILE)
    shown = cli("import", stick)
    assert f"installed: {SPEECH}" in shown.out
    assert f"not in {stick}: the language model {LLM}" in shown.err
    assert (shown.code, shown.err.splitlines()[-1]) == (3, f"roomscribe: {LLM} is not installed: {WAYS_OUT}")
    language_model.rename(stick / LLM_FILE)
    assert cli("import", stick).code == 0
    # Now that it is installed, it need not be on the stick.
    (stick / LLM_FILE).unlink()
    assert cli("import", stick).code == 0


def test_two_candidates_are_not_chosen_between(cli: ModelsCli, stick: Path) -> None:
    (stick / "old").mkdir()
    (stick / "old" / LLM_FILE).write_bytes(gguf_bytes(5))
    shown = cli("import", stick)
    assert shown.code == 2
    assert "could both be" in shown.line
    assert cli("import", stick / "old").code == 0


def test_a_folder_that_is_none_is_one_line(cli: ModelsCli, tmp_path: Path) -> None:
    assert "no such folder" in cli("import", tmp_path / "absent").line


def test_a_stick_that_fails_in_the_middle_leaves_nothing_behind(
    cli: ModelsCli, stick: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from daemon.models.source import Part

    def failing(part: Part, data: bytes) -> None:
        raise OSError(5, "Input/output error")

    monkeypatch.setattr(Part, "write", failing)
    shown = cli("import", stick)
    assert shown.code == 2
    assert "Input/output error" in shown.err
    assert {entry["state"] for entry in cli.listed().values()} == {"missing"}
    assert not [path for path in cli.dir.iterdir() if path.name.startswith(".unfinished-")]


def test_a_full_disk_is_said_before_the_copy(
    cli: ModelsCli, stick: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    usage = shutil.disk_usage(stick)._replace(free=1_000)
    monkeypatch.setattr("daemon.base.sizes.shutil.disk_usage", lambda _: usage)
    shown = cli("import", stick)
    assert shown.code == 4
    assert "must stay free" in shown.err


def test_any_size_that_is_on_the_stick_serves_where_the_machine_may_choose(
    cli: ModelsCli, stick: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Noise is not what was published under this name.
    monkeypatch.setattr("daemon.models.catalogue.FILE", write_catalogue(tmp_path / "catalogue.toml"))
    cli.config.write_text(f'[models]\nllm = "{LLM}"\nspeech = "auto"\n', "utf-8")
    put_speech_model(stick / "faster-whisper-small")
    assert cli("import", stick).code == 0
    assert cli.installed("Systran/faster-whisper-small").size > 0
    assert cli.listed()["Systran/faster-whisper-small"]["configured"]
