"""A service starts with the last configuration that could be used, while the one in force cannot be."""

from __future__ import annotations

import logging
from pathlib import Path

import pytest

from daemon.base.config import load_config
from daemon.base.errors import ConfigError
from daemon.base.settings import keep_good
from daemon.cli.context import AppContext
from daemon.cli.main import roomscribe, run

GOOD = "[retention]\naudio_days = 33\n"
TYPO = "[retenion]\naudio_days = 44\n"


@pytest.fixture
def app(tmp_path: Path) -> AppContext:
    (tmp_path / "state").mkdir()
    config = tmp_path / "config.toml"
    config.write_text(GOOD)
    return AppContext(tmp_path / "state", config)


def write(app: AppContext, text: str) -> None:
    assert app.config_file
    app.config_file.write_text(text)


def test_a_typo_starts_services_with_the_last_good_configuration(
    app: AppContext, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, "roomscribe")
    assert app.as_started() == app
    keep_good(app.state_dir, app.config_file)
    write(app, TYPO)
    assert app.as_started().config.retention.audio_days == 33
    assert 'did you mean "retention"?' in caplog.text
    write(app, GOOD.replace("33", "44"))
    assert app.as_started().config.retention.audio_days == 44


def test_a_command_goes_by_what_is_in_force_and_says_so_in_one_line(
    app: AppContext, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """As on the appliance, where the file is the one in /etc."""
    assert load_config.__kwdefaults__
    monkeypatch.setitem(load_config.__kwdefaults__, "system", app.config_file)
    keep_good(app.state_dir, app.config_file)
    write(app, TYPO)
    assert run(roomscribe, ["--state", str(app.state_dir), "nightly", "list"]) == 0
    shown = capsys.readouterr()
    assert "backup" in shown.out
    [line] = shown.err.splitlines()
    assert line.startswith("roomscribe: ")
    assert 'did you mean "retention"?; the last usable configuration, of ' in line
    (app.state_dir / "last-good-config.toml").unlink()
    assert run(roomscribe, ["--state", str(app.state_dir), "nightly", "list"]) == 2


def test_a_file_that_was_named_is_used_or_refused(app: AppContext) -> None:
    keep_good(app.state_dir, app.config_file)
    write(app, TYPO)
    with pytest.raises(ConfigError):
        _ = app.config


def test_without_a_good_one_the_mistake_is_what_is_told(app: AppContext) -> None:
    write(app, TYPO)
    with pytest.raises(ConfigError, match="retenion"):
        app.as_started()
    # A copy that a newer release cannot use any more helps nobody.
    (app.state_dir / "last-good-config.toml").write_text("[gone]\n")
    with pytest.raises(ConfigError, match="retenion"):
        app.as_started()
