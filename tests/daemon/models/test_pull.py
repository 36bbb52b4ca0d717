"""`models pull` against a hub on this machine: what a user sees, and what is on the disk afterwards."""

from __future__ import annotations

import hashlib
import socket
import threading
from pathlib import Path

import pytest

from pipelines.errors import WeightsMissingError
from tests.fakes.hub import FakeHub
from tests.fakes.models_cli import (
    LLM,
    LLM_FILE,
    LLM_REPO,
    SPEECH,
    WEIGHTS,
    ModelsCli,
)
from tests.fakes.noise_weights import gguf_bytes, speech_files


def test_a_pull_installs_what_the_configuration_names(cli: ModelsCli, hub: FakeHub) -> None:
    shown = cli("pull")
    assert shown.code == 0, shown.err
    llm, speech = cli.installed(LLM), cli.installed(SPEECH)
    assert llm.path.read_bytes() == WEIGHTS
    assert llm.sha256 == hashlib.sha256(WEIGHTS).hexdigest()
    assert llm.revision == next(iter(hub.repos[LLM_REPO]))
    assert {path.name: path.read_bytes() for path in speech.path.iterdir()} == speech_files()
    assert f"installed: {LLM} (400 kB, revision {llm.revision[:12]}, from {hub.endpoint})" in shown.out


def test_a_small_machine_fetches_the_language_model_only_by_its_name(
    cli: ModelsCli, hub: FakeHub, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pipelines.speech.tier.memory_bytes", lambda: 3_980_000_000)
    shown = cli("pull")
    assert shown.code == 0
    assert f"not fetched: {LLM}. It needs 6 GB of memory, this machine has 4.0 GB" in shown.err
    assert cli.installed(SPEECH)
    with pytest.raises(WeightsMissingError):
        cli.installed(LLM)
    named = cli("pull", LLM)
    assert named.code == 0
    assert f"{LLM} may be too large to be used here: Gemma needs 6 GB of memory, this" in named.err
    assert cli.installed(LLM).path.read_bytes() == WEIGHTS


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
    assert 'HF_ENDPOINT is "hub.example", which is not a web address' in cli("pull").line
