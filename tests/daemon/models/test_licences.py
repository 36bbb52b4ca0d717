"""Licences of the models are shown before anything is fetched."""

from __future__ import annotations

import io
import re
from pathlib import Path

import pytest

from daemon.base.config import packaged_config
from daemon.models import ModelSpec
from daemon.models.catalogue import licence_line
from daemon.models.configured import _FAMILY, _SIZES
from tests.fakes.hub import FakeHub
from tests.fakes.models_cli import LLM, SPEECH, ModelsCli

HUB = "https://huggingface.co"


def answer(monkeypatch: pytest.MonkeyPatch, typed: str) -> None:
    terminal = io.StringIO(typed)
    monkeypatch.setattr(terminal, "isatty", lambda: True)
    monkeypatch.setattr("sys.stdin", terminal)


def test_without_a_terminal_licences_are_shown_and_the_models_fetched(cli: ModelsCli, hub: FakeHub) -> None:
    shown = cli("pull")
    assert shown.code == 0
    for name in (LLM, SPEECH):
        repo = name.partition(":")[0]
        assert f"licence of {name}: not known here, see {hub.endpoint}/{repo}" in shown.out
        assert cli.installed(name)
    assert shown.out.index("licence of") < shown.out.index("installed: ")


@pytest.mark.parametrize("typed", ["n\n", "\n", ""])
def test_at_a_terminal_nothing_is_fetched_until_a_person_accepts(
    cli: ModelsCli, hub: FakeHub, monkeypatch: pytest.MonkeyPatch, typed: str
) -> None:
    answer(monkeypatch, typed)
    shown = cli("pull")
    assert shown.code == 130
    assert shown.err.index(f"licence of {LLM}") < shown.err.index("Fetch under these licences? [y/N]")
    assert hub.bytes_sent == 0


def test_an_accepted_licence_is_not_asked_for_again(
    cli: ModelsCli, hub: FakeHub, monkeypatch: pytest.MonkeyPatch
) -> None:
    answer(monkeypatch, "y\n")
    assert cli("pull").code == 0
    again = cli("pull")  # nothing is left to be read on the terminal
    assert again.code == 0
    assert "licence" not in again.out + again.err


def test_yes_answers_for_a_script_with_a_terminal(
    cli: ModelsCli, hub: FakeHub, monkeypatch: pytest.MonkeyPatch
) -> None:
    answer(monkeypatch, "")
    shown = cli("pull", LLM, "--yes")
    assert shown.code == 0
    assert f"licence of {LLM}" in shown.out
    assert "licences?" not in shown.err


def test_every_model_that_the_configuration_speaks_of_has_its_licence() -> None:
    text = Path(packaged_config()).read_text()
    named = set(
        re.findall(r'"([\w.-]+/[\w.-]+-(?:GGUF|gguf):[\w.-]+\.gguf|[\w.-]+/faster-whisper-[\w.-]+)"', text)
    )
    assert len(named) >= 5
    for name in named | {f"{_FAMILY}{size}" for size in _SIZES}:
        line = licence_line(ModelSpec.parse(name), HUB)
        assert re.fullmatch(rf"licence of {re.escape(name)}: (Apache-2\.0|MIT), .+", line), line
