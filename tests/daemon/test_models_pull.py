"""`models pull` against a hub on this machine: what a user sees, and what is on the disk afterwards."""

from __future__ import annotations

import contextlib
import hashlib
import os
import pty
import re
import shutil
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from pipelines.errors import WeightsMissingError
from tests.fakes.hub import FakeHub, running_hub
from tests.fakes.models_cli import LLM, LLM_FILE, LLM_REPO, SPEECH, ModelsCli, models_cli
from tests.fakes.noise_weights import gguf_bytes, speech_files

WEIGHTS = gguf_bytes(100_000)


@pytest.fixture
def hub(monkeypatch: pytest.MonkeyPatch) -> Iterator[FakeHub]:
    """A hub that has both configured models."""
    monkeypatch.setattr("daemon.models.fetch.RETRY_WAIT_S", 0.0)
    for variable in ("http_proxy", "HTTP_PROXY"):
        monkeypatch.delenv(variable, raising=False)
    with running_hub() as hub:
        monkeypatch.setenv("HF_ENDPOINT", hub.endpoint)
        hub.add(LLM_REPO, {LLM_FILE: WEIGHTS, "README.md": b"# Notes"})
        hub.add(SPEECH, {**speech_files(), "README.md": b"# Mini"})
        yield hub


@pytest.fixture
def cli(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> ModelsCli:
    return models_cli(tmp_path, capsys)


def test_a_pull_installs_what_the_configuration_names(cli: ModelsCli, hub: FakeHub) -> None:
    shown = cli("pull")
    assert shown.code == 0, shown.err
    llm, speech = cli.installed(LLM), cli.installed(SPEECH)
    assert llm.path.read_bytes() == WEIGHTS
    assert llm.sha256 == hashlib.sha256(WEIGHTS).hexdigest()
    assert llm.revision == next(iter(hub.repos[LLM_REPO]))
    assert {path.name: path.read_bytes() for path in speech.path.iterdir()} == speech_files()
    assert f"installed: {LLM} (400 kB, revision {llm.revision[:12]})" in shown.out


def test_nothing_is_left_outside_the_models_folder(
    cli: ModelsCli, hub: FakeHub, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    assert cli("pull").code == 0
    assert not (tmp_path / "home").exists()
    assert {path.name for path in cli.state.iterdir()} == {"models"}
    assert not [path for path in cli.dir.rglob("*") if path.name.startswith(".unfinished-")]


def test_no_token_and_no_statistics_are_sent(
    cli: ModelsCli, hub: FakeHub, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HF_TOKEN", "hf_secret")
    assert cli("pull").code == 0
    allowed = {"host", "user-agent", "connection", "accept-encoding", "range"}
    assert {name for headers in hub.headers_seen for name in headers} <= allowed
    assert {headers["user-agent"] for headers in hub.headers_seen} == {"roomscribe"}
    assert all(request.split()[0] in ("HEAD", "GET", "BYTES") for request in hub.requests)


def test_a_second_pull_asks_nobody(cli: ModelsCli, hub: FakeHub) -> None:
    cli("pull")
    hub.requests.clear()
    shown = cli("pull")
    assert shown.code == 0
    assert "already installed" in shown.out
    assert hub.requests == []


def test_a_model_named_on_the_command_line_comes_with_how_to_use_it(cli: ModelsCli, hub: FakeHub) -> None:
    hub.add("other/big-GGUF", {"Q8/big.gguf": gguf_bytes(50)})
    shown = cli("pull", "other/big-GGUF:Q8/big.gguf")
    assert shown.code == 0
    assert cli.installed("other/big-GGUF:Q8/big.gguf").path.name == "big.gguf"
    assert 'set [models] llm = "other/big-GGUF:Q8/big.gguf"' in shown.err
    assert cli.listed()["other/big-GGUF:Q8/big.gguf"]["configured"] is False


def test_a_line_that_breaks_now_and_then_is_survived(cli: ModelsCli, hub: FakeHub) -> None:
    hub.cut_after = 90_000
    assert cli("pull", LLM).code == 0
    assert hub.bytes_sent == len(WEIGHTS)
    assert cli.installed(LLM).path.read_bytes() == WEIGHTS


def test_a_broken_download_goes_on_where_it_stopped(cli: ModelsCli, hub: FakeHub) -> None:
    hub.cut_after, hub.cuts, hub.refuse_after_cut = 150_000, 1, True
    shown = cli("pull", LLM)
    assert shown.code == 1
    assert "150 kB of 400 kB" in shown.line
    assert "run `roomscribe models pull` again" in shown.line
    with pytest.raises(WeightsMissingError):
        cli.installed(LLM)
    assert [entry["state"] for entry in cli.listed().values()] == ["missing", "missing", "unfinished"]

    hub.refuse_after_cut, hub.status = False, 0
    assert cli("pull", LLM).code == 0
    assert hub.requests[-1] == f"BYTES {LLM_FILE} 150000-"
    assert hub.bytes_sent == len(WEIGHTS)
    assert cli.installed(LLM).path.read_bytes() == WEIGHTS


def test_a_server_without_ranges_costs_only_time(cli: ModelsCli, hub: FakeHub) -> None:
    hub.cut_after, hub.cuts, hub.knows_ranges = 150_000, 2, False
    assert cli("pull", LLM).code == 0
    assert cli.installed(LLM).path.read_bytes() == WEIGHTS


def test_a_part_that_a_power_cut_damaged_is_fetched_anew(cli: ModelsCli, hub: FakeHub) -> None:
    hub.cut_after, hub.cuts, hub.refuse_after_cut = 150_000, 1, True
    assert cli("pull", LLM).code == 1
    (part,) = [path for path in cli.dir.rglob(f"{LLM_FILE}.*") if path.is_file()]
    part.write_bytes(b"\0" * 200_000)
    hub.status, hub.refuse_after_cut = 0, False
    assert cli("pull", LLM).code == 0
    assert cli.installed(LLM).path.read_bytes() == WEIGHTS


def test_bytes_that_are_not_what_the_hub_announces_are_refused(cli: ModelsCli, hub: FakeHub) -> None:
    hub.tampered[LLM_FILE] = gguf_bytes(100_000, seed=1)
    shown = cli("pull", LLM)
    assert shown.code == 1
    assert "other bytes than" in shown.line
    assert cli.listed()[LLM]["state"] == "missing"


def test_a_small_file_is_held_to_its_hash_as_well(cli: ModelsCli, hub: FakeHub) -> None:
    hub.tampered["config.json"] = b'{"lang_ids": [50250]}'
    shown = cli("pull", SPEECH)
    assert shown.code == 1
    assert "config.json" in shown.line


def test_changed_bytes_at_the_same_revision_are_refused(cli: ModelsCli, hub: FakeHub) -> None:
    cli("pull", LLM)
    path, revision = cli.installed(LLM).path, cli.installed(LLM).revision
    assert revision is not None
    path.unlink()
    hub.repos[LLM_REPO][revision][LLM_FILE] = gguf_bytes(100_000, seed=1)
    before = hub.bytes_sent
    shown = cli("pull", LLM)
    assert shown.code == 1
    assert f"{LLM_FILE} is not the one that models.lock trusts" in shown.line
    assert "models pull --update" in shown.line
    assert hub.bytes_sent == before


def test_changed_bytes_are_refused_even_where_the_hub_gives_no_hashes(cli: ModelsCli, hub: FakeHub) -> None:
    hub.gives_hashes = False
    cli("pull", LLM)
    cli.installed(LLM).path.unlink()
    hub.tampered[LLM_FILE] = gguf_bytes(100_000, seed=1)
    shown = cli("pull", LLM)
    assert shown.code == 1
    assert "models.lock trusts" in shown.line
    assert cli.listed()[LLM]["state"] == "damaged"


def test_a_new_revision_is_taken_only_on_request(cli: ModelsCli, hub: FakeHub) -> None:
    cli("pull", LLM)
    old = cli.installed(LLM)
    new_weights = gguf_bytes(100_000, seed=2)
    new_revision = hub.add(LLM_REPO, {LLM_FILE: new_weights})

    assert cli("pull", LLM).code == 0
    assert cli.installed(LLM) == old
    old.path.unlink()
    assert cli("pull", LLM).code == 0
    assert cli.installed(LLM) == old

    assert cli("pull", LLM, "--update").code == 0
    assert cli.installed(LLM).revision == new_revision
    assert cli.installed(LLM).path.read_bytes() == new_weights
    assert not old.path.parent.exists()
    assert [entry["state"] for entry in cli.listed().values()] == ["installed", "missing"]


def test_a_revision_that_the_hub_forgot_says_how_to_go_on(cli: ModelsCli, hub: FakeHub) -> None:
    cli("pull", LLM)
    old = cli.installed(LLM)
    assert old.revision is not None
    hub.add(LLM_REPO, {LLM_FILE: gguf_bytes(10)})
    hub.forget(LLM_REPO, old.revision)
    old.path.unlink()
    shown = cli("pull", LLM)
    assert shown.code == 1
    assert "models pull --update" in shown.line


def test_a_commit_that_leaves_the_weights_alone_fetches_nothing(cli: ModelsCli, hub: FakeHub) -> None:
    cli("pull", LLM)
    revision = hub.add(LLM_REPO, {LLM_FILE: WEIGHTS, "README.md": b"# New words"})
    before = hub.bytes_sent
    assert cli("pull", LLM, "--update").code == 0
    assert hub.bytes_sent == before
    assert cli.installed(LLM).revision == revision


def test_a_damaged_model_is_repaired_by_a_pull(cli: ModelsCli, hub: FakeHub) -> None:
    cli("pull")
    path = cli.installed(SPEECH).path / "model.bin"
    path.write_bytes(path.read_bytes()[:-1])
    with pytest.raises(WeightsMissingError, match="instead of"):
        cli.installed(SPEECH)
    assert cli("pull").code == 0
    assert {path.name: path.read_bytes() for path in cli.installed(SPEECH).path.iterdir()} == speech_files()


def test_a_hub_that_is_not_there_is_one_line(cli: ModelsCli, monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    monkeypatch.setenv("HF_ENDPOINT", f"http://127.0.0.1:{port}")
    shown = cli("pull")
    assert shown.code == 1
    assert shown.err.count("\n") == 1
    assert f"no model hub at http://127.0.0.1:{port} (Connection refused)" in shown.line
    assert "roomscribe models import DIR" in shown.line


def test_a_hub_that_takes_no_connections_is_given_up_after_the_time_asked_for(
    cli: ModelsCli, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("socket.create_connection", lambda *_, **__: threading.Event().wait())
    shown = cli("pull", "--timeout", "0.2")
    assert shown.code == 1
    assert "no answer within 0.2 s" in shown.line


def test_a_hub_that_says_nothing_is_one_line(
    cli: ModelsCli, hub: FakeHub, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("daemon.models.hub.STALL_S", 0.2)
    hub.silent = True
    shown = cli("pull")
    assert shown.code == 1
    assert "it does not answer" in shown.line


@pytest.mark.parametrize(
    ("status", "part"),
    [
        (401, "[models] llm"),
        (403, "[models] llm"),
        (503, "503"),
        (429, "try again later"),
        (404, "[models] llm"),
    ],
)
def test_what_the_hub_refuses_is_one_line(cli: ModelsCli, hub: FakeHub, status: int, part: str) -> None:
    hub.status = status
    assert part in cli("pull", LLM).line


def test_a_wrong_name_points_to_the_key_in_the_configuration(cli: ModelsCli, hub: FakeHub) -> None:
    cli.config.write_text(
        f'[models]\nllm = "{LLM_REPO}:notes-Q9.gguf"\nspeech = "acme/no-such-model"\n', "utf-8"
    )
    shown = cli("pull")
    lines = shown.err.splitlines()
    assert shown.code == 2
    assert "notes-Q9.gguf" in lines[0]
    assert "[models] llm" in lines[0]
    assert "acme/no-such-model" in lines[1]
    assert "[models] speech" in lines[1]


def test_one_model_that_fails_does_not_keep_the_other_away(cli: ModelsCli, hub: FakeHub) -> None:
    del hub.repos[LLM_REPO]
    shown = cli("pull")
    assert shown.code == 2
    assert LLM_REPO in shown.line
    assert cli.installed(SPEECH).size > 0


def test_a_proxy_that_is_not_there_is_named(cli: ModelsCli, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HF_ENDPOINT", "http://hub.example")
    monkeypatch.setenv("http_proxy", "http://127.0.0.1:9")
    monkeypatch.delenv("no_proxy", raising=False)
    assert "(proxy 127.0.0.1: Connection refused)" in cli("pull").line


def test_an_address_that_is_none_is_one_line(cli: ModelsCli, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HF_ENDPOINT", "hub.example")
    assert 'HF_ENDPOINT is "hub.example", which is no web address' in cli("pull").line


def test_a_hub_cannot_lead_to_files_of_this_machine(cli: ModelsCli, hub: FakeHub) -> None:
    hub.store = "file:///etc"
    shown = cli("pull", LLM)
    assert shown.code == 1
    assert "refused to be led from http to file" in shown.line


def test_something_else_that_answers_is_not_taken_for_a_hub(cli: ModelsCli, hub: FakeHub) -> None:
    hub.plain_web_site = True
    shown = cli("pull")
    assert shown.code == 1
    assert "not like a model hub" in shown.line


def test_a_repository_that_holds_no_such_model_is_refused(cli: ModelsCli, hub: FakeHub) -> None:
    hub.add("acme/junk", {"junk.gguf": b"<html>moved</html>"})
    shown = cli("pull", "acme/junk:junk.gguf")
    assert shown.code == 1
    assert "junk.gguf is no GGUF file" in shown.line
    assert "acme/junk:junk.gguf" not in cli.listed()


@pytest.mark.parametrize("name", ["notes", "acme/notes:model.bin", "../x:y.gguf", "a/b:../y.gguf", "a/b/c"])
def test_a_name_that_is_none_says_what_names_look_like(cli: ModelsCli, name: str) -> None:
    shown = cli("pull", name)
    assert shown.code == 2
    assert "OWNER/REPO:FILE.gguf" in shown.line


def test_a_disk_without_room_is_said_before_anything_is_fetched(
    cli: ModelsCli, hub: FakeHub, monkeypatch: pytest.MonkeyPatch
) -> None:
    usage = shutil.disk_usage(cli.config.parent)._replace(free=500_100_000)
    monkeypatch.setattr("daemon.models.sizes.shutil.disk_usage", lambda _: usage)
    shown = cli("pull", LLM)
    assert shown.code == 4
    assert "free 300 kB and try again" in shown.line
    assert hub.bytes_sent == 0


def test_a_disk_that_fills_up_on_the_way_keeps_what_came(
    cli: ModelsCli, hub: FakeHub, monkeypatch: pytest.MonkeyPatch
) -> None:
    hub.cut_after = 100_000
    monkeypatch.setattr("daemon.models.part.CHUNK_BYTES", 50_000)
    write, written = os.write, 0

    def full_disk(fd: int, data: bytes) -> int:
        nonlocal written
        if len(data) > 10_000:
            written += len(data)
            if written > 200_000:
                raise OSError(28, "No space left on device")
        return write(fd, data)

    with monkeypatch.context() as disk:
        disk.setattr("daemon.durable.os.write", full_disk)
        shown = cli("pull", LLM)
    assert shown.code == 4
    assert "free some space" in shown.line
    hub.requests.clear()
    assert cli("pull", LLM).code == 0
    assert not hub.requests[1].endswith(f"{LLM_FILE} 0-")
    assert cli.installed(LLM).path.read_bytes() == WEIGHTS


def test_two_pulls_at_once_do_not_mix(cli: ModelsCli, hub: FakeHub) -> None:
    from daemon.models.install import sole_writer

    with sole_writer(cli.dir):
        shown = cli("pull")
    assert shown.code == 4
    assert "another Roomscribe process" in shown.err


def test_a_terminal_shows_speed_and_then_the_result_on_a_line_of_its_own(
    cli: ModelsCli, hub: FakeHub
) -> None:
    hub.add(LLM_REPO, {LLM_FILE: gguf_bytes(4_000_000)})
    ours, theirs = pty.openpty()
    terminal = {**os.environ, "TERM": "xterm", "COLUMNS": "120"}
    command = command_line(cli, "pull", LLM)
    with subprocess.Popen(command, stdout=theirs, stderr=theirs, env=terminal) as process:
        os.close(theirs)
        shown = read_all(ours)
    os.close(ours)
    assert process.returncode == 0
    plain = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", shown)
    assert re.search(r"notes-Q4_K_M.gguf .*16.0/16.0 MB .*[kMG]B/s", plain)
    assert re.search(rf"[\r\n]installed: {re.escape(LLM)} ", plain)


def read_all(terminal: int) -> str:
    """What a program wrote to its terminal, until it closed it (which Linux tells as an error)."""
    shown = b""
    with contextlib.suppress(OSError):
        while piece := os.read(terminal, 65_536):
            shown += piece
    return shown.decode()


def command_line(cli: ModelsCli, *args: str) -> list[str]:
    start = [sys.executable, "-c", "from daemon.cli.main import main; main()"]
    return [*start, "--state", str(cli.state), "--config", str(cli.config), "models", *args]


def test_a_pull_that_is_killed_is_taken_up_by_the_next(cli: ModelsCli, hub: FakeHub) -> None:
    weights = gguf_bytes(4_000_000)  # 16 MB: several durable chunks
    hub.add(LLM_REPO, {LLM_FILE: weights})
    hub.hold_at = 12_000_000
    with subprocess.Popen(command_line(cli, "pull", LLM), stderr=subprocess.PIPE) as process:
        assert hub.holding.wait(60)
        (part,) = [path for path in cli.dir.rglob(f"{LLM_FILE}.*") if path.is_file()]
        while part.stat().st_size < 8_000_000:
            pass
        process.send_signal(signal.SIGKILL)
        process.communicate()
    assert process.returncode == -signal.SIGKILL
    with pytest.raises(WeightsMissingError):
        cli.installed(LLM)
    hub.hold_at = None
    hub.requests.clear()
    assert cli("pull", LLM).code == 0
    (start,) = [int(request.split()[2][:-1]) for request in hub.requests if request.startswith("BYTES")]
    assert start >= 8_000_000
    assert cli.installed(LLM).path.read_bytes() == weights


@pytest.mark.parametrize("step", range(4))
def test_a_cut_at_any_step_of_an_update_leaves_a_whole_model(
    cli: ModelsCli, hub: FakeHub, monkeypatch: pytest.MonkeyPatch, step: int
) -> None:
    cli("pull", SPEECH)
    versions = [speech_files(), speech_files(seed=1)]
    hub.add(SPEECH, versions[1])
    steps = iter(range(100))
    for name in ("move_durably", "remove_tree", "write_lock"):
        monkeypatch.setattr(f"daemon.models.install.{name}", _dying_at(step, steps, name))
    assert cli("pull", SPEECH, "--update").code == 130
    monkeypatch.undo()
    monkeypatch.setenv("HF_ENDPOINT", hub.endpoint)

    found = {path.name: path.read_bytes() for path in cli.installed(SPEECH).path.iterdir()}
    assert found in versions
    assert cli("pull", SPEECH, "--update").code == 0
    assert {p.name: p.read_bytes() for p in cli.installed(SPEECH).path.iterdir()} == versions[1]
    assert cli("verify").code == 3  # the other model was never here


def _dying_at(step: int, steps: Iterator[int], name: str):  # type: ignore[no-untyped-def]
    from daemon.models import install

    real = getattr(install, name)

    def dying(*args: object) -> None:
        if next(steps) == step:
            raise KeyboardInterrupt
        real(*args)

    return dying
