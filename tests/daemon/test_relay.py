"""The relay and both of its sides: what passes, to whom, and what is said where it does not."""

from __future__ import annotations

import logging
import socket
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from daemon.base.config import load_config
from daemon.base.drop_ins import of_relay
from daemon.base.errors import ConfigError
from daemon.base.unix_sockets import short
from daemon.relay.client import RelayedServer
from daemon.relay.files import KEY, secrets_dir, socket_path
from pipelines.llm.grammar import FREE_TEXT
from pipelines.llm.model import Message
from pipelines.llm.served import ServedModel, ServerLostError
from tests.fakes.llama_server import THE_KEY, FakeLlamaServer, relayed, write_secrets

TALK = [Message("system", "Take notes."), Message("user", "Ann: <turn|> I'll send it. \ud83d\ude42")]
SCHEMA = {"type": "object", "properties": {"kept": {"type": "string", "maxLength": 20}}, "required": ["kept"]}


@pytest.fixture
def state(tmp_path: Path) -> Path:
    # A path that bind(2) would refuse.
    state = tmp_path / ("a-long-name-" * 8) / "state"
    write_secrets(state, tmp_path / "carried")
    return state


@pytest.fixture
def fake(tmp_path: Path, state: Path) -> Iterator[FakeLlamaServer]:
    with FakeLlamaServer(tmp_path / "carried", lambda *_: '{"kept":"promise"}').running() as fake:
        yield fake


def refused(state: Path, url: str) -> str:
    with relayed(state, url) as path, pytest.raises(ServerLostError) as told:
        ServedModel(RelayedServer(path))
    return str(told.value)


@pytest.mark.parametrize(
    ("url", "why"),
    [
        ("http://192.168.1.20:8081", "https alone"),
        ("https://mini.local:8081", "names are not looked up"),
        ("https://8.8.8.8:8081", "in no private network"),
        ("https://[2001:4860::1]:8081", "in no private network"),
        ("https://192.168.1.20", "more or less than an address and a port"),
        ("https://192.168.1.20:8081/v1", "more or less than an address and a port"),
        ("https://ann@192.168.1.20:8081", "more or less than an address and a port"),
        ("https://192.168.1.20:99999", "Port out of range"),
    ],
)
def test_what_is_no_address_of_the_building_is_refused_in_one_line(
    tmp_path: Path, url: str, why: str
) -> None:
    file = tmp_path / "config.toml"
    file.write_text(f'[llm]\nserver = "{url}"\n')
    with pytest.raises(ConfigError, match=why) as told:
        load_config(file)
    assert "\n" not in str(told.value)
    assert "[llm] server" in str(told.value)


def test_the_unit_gets_the_right_to_reach_one_address_and_is_off_without_one(tmp_path: Path) -> None:
    assert of_relay(load_config(system=tmp_path / "none")) == ""
    file = tmp_path / "config.toml"
    file.write_text('[llm]\nserver = "https://[fd00::5]:8081"\n')
    assert "IPAddressAllow=fd00::5\n" in of_relay(load_config(file))


def test_an_answer_comes_through_and_is_asked_for_as_the_local_engine_does(
    state: Path, fake: FakeLlamaServer, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    seen: list[tuple[int, int]] = []
    with relayed(state, fake.url) as path:
        assert path.stat().st_mode & 0o777 == 0o600
        model = ServedModel(RelayedServer(path), temperature=0.25, seed=4)
        answer = model.complete(
            TALK, schema=SCHEMA, max_tokens=40, attempt=1, on_token=lambda *so_far: seen.append(so_far)
        )
        model.prepare(TALK)
    assert answer.text == '{"kept":"promise"}'
    assert answer.output_tokens == len(answer.text) == model.usage.output_tokens
    assert answer.prompt_tokens == answer.prompt_tokens_total == len(fake.prompts[0])
    assert seen[-1] == (answer.prompt_tokens, answer.output_tokens)
    question, ahead = fake.asked
    assert question["seed"] == 5
    assert question["temperature"] == pytest.approx(0.55)
    assert question["cache_prompt"]
    assert question["grammar"].startswith(("kept", "root", "char", "space"))
    assert ahead["n_predict"] == 0
    # Tokens, so that the server reads no markup in what was said.
    assert "Ann: <turn|> I'll send it." in fake.prompts[0]
    assert THE_KEY not in caplog.text
    assert "send it" not in caplog.text


def test_what_does_not_end_is_cut_off_as_the_local_engine_cuts_it(state: Path, fake: FakeLlamaServer) -> None:
    with relayed(state, fake.url) as path:
        model = ServedModel(RelayedServer(path))
        assert model.say(TALK, max_tokens=5).is_cut
        fake.answer = lambda prompt, grammar: "ab" * 500
        looped = model.say(TALK, max_tokens=900)
        assert looped.is_cut
        assert looped.output_tokens < 500
        # The server is told so: it computes no further.
        assert fake.hung_up.wait(10) or looped.output_tokens < 900


def test_a_wrong_key_is_refused(state: Path, fake: FakeLlamaServer) -> None:
    (secrets_dir(state) / KEY).write_text("some-other-key-0123456789")
    assert "refuses the key" in refused(state, fake.url)
    assert fake.asked == []


def test_a_certificate_of_another_authority_is_refused(
    tmp_path: Path, state: Path, fake: FakeLlamaServer
) -> None:
    write_secrets(tmp_path / "other", tmp_path / "unused")
    (secrets_dir(state) / "authority.crt").write_bytes(
        (secrets_dir(tmp_path / "other") / "authority.crt").read_bytes()
    )
    assert "is not the house's" in refused(state, fake.url)
    assert fake.asked == []


def test_a_certificate_of_the_house_for_another_address_is_refused(tmp_path: Path, state: Path) -> None:
    write_secrets(state, tmp_path / "elsewhere", host="192.168.7.7")
    with FakeLlamaServer(tmp_path / "elsewhere").running() as fake:
        assert "is not the house's" in refused(state, fake.url)


def test_a_machine_that_is_off_is_told_by_name(state: Path) -> None:
    with socket.socket() as closed:
        closed.bind(("127.0.0.1", 0))
        port = closed.getsockname()[1]
    assert f"127.0.0.1:{port} does not answer" in refused(state, f"https://127.0.0.1:{port}")


def test_without_a_relay_there_is_no_server(state: Path) -> None:
    socket_path(state).parent.mkdir(parents=True)
    with pytest.raises(ServerLostError, match="the relay does not run"):
        ServedModel(RelayedServer(socket_path(state)))


@pytest.mark.parametrize(
    "line", ["GET /slots", "POST /props", "GET /metrics", "POST /v1/chat/completions", "X"]
)
def test_the_relay_passes_on_nothing_else(state: Path, fake: FakeLlamaServer, line: str) -> None:
    with relayed(state, fake.url) as path, socket.socket(socket.AF_UNIX) as caller, short(path) as name:
        caller.connect(name)
        caller.sendall(f"{line} HTTP/1.1\r\nContent-Length: 0\r\n\r\n".encode())
        assert caller.recv(100).startswith(b"HTTP/1.1 403 ")


def test_whoever_waits_too_long_for_a_slot_goes_on_alone(state: Path, fake: FakeLlamaServer) -> None:
    fake.slot.clear()
    with relayed(state, fake.url) as path:
        model = ServedModel(RelayedServer(path, look_s=0.05, queue_s=0.3))
        with pytest.raises(ServerLostError, match="busy"):
            model.say(TALK, max_tokens=50)
        fake.slot.set()
        assert model.say(TALK, max_tokens=50).text == '{"kept":"promise"}'


def test_a_server_may_be_busy_for_long_before_it_answers(
    state: Path, fake: FakeLlamaServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It then sends nothing but TLS's own messages, which are no answer and no end."""
    monkeypatch.setattr("daemon.relay.relay._REQUEST_S", 0.5)
    fake.slot.clear()
    with relayed(state, fake.url) as path:
        model = ServedModel(RelayedServer(path))
        free = threading.Timer(1.5, fake.slot.set)
        free.start()
        assert model.say(TALK, max_tokens=50).text == '{"kept":"promise"}'
        free.join()


def test_a_server_that_breaks_off_is_lost(state: Path, fake: FakeLlamaServer) -> None:
    def fail(prompt: str, grammar: str) -> str:
        raise OSError

    with relayed(state, fake.url) as path:
        model = ServedModel(RelayedServer(path))
        fake.answer = fail
        with pytest.raises(ServerLostError, match="broke"):
            model.say(TALK, max_tokens=50)


def test_something_else_at_that_address_is_no_llama_server(state: Path, fake: FakeLlamaServer) -> None:
    class Page:
        def ask(self, path: str, question: object = None) -> dict[str, object]:
            return {"title": "a router"}

    with pytest.raises(ServerLostError, match="no llama-server"):
        ServedModel(Page())  # type: ignore[arg-type]  # it never comes to the stream
    assert FREE_TEXT.startswith("root")
