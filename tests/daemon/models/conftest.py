"""`roomscribe models` over an empty folder, and a hub that has what the configuration names."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.fakes.hub import FakeHub
from tests.fakes.models_cli import ModelsCli, configured_hub, models_cli


@pytest.fixture
def hub(monkeypatch: pytest.MonkeyPatch) -> Iterator[FakeHub]:
    with configured_hub(monkeypatch) as hub:
        yield hub


@pytest.fixture
def cli(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> ModelsCli:
    return models_cli(tmp_path, capsys)
