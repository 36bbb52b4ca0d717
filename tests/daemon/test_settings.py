"""Settings made on the page: held to the rules of the configuration, and never in the way of a start."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from daemon.base.config import load_config
from daemon.base.errors import ConfigError
from daemon.base.settings import SettingsEvent, config_of, put_settings, settings_path
from pipelines.errors import BadInputError


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "config.toml"
    path.write_text('[retention]\naudio_days = 10\n[vocabulary]\nroster = ["Ann"]\n')
    return path


def test_what_is_set_on_the_page_stands_before_the_file(tmp_path: Path, file: Path) -> None:
    put_settings(tmp_path, file, {"retention": {"audio_days": 3}})
    put_settings(tmp_path, file, {"vocabulary": {"words": ["Kubernetes", "Übergrößenträger 😀"]}})
    config = config_of(tmp_path, file)
    assert config.retention.audio_days == 3
    assert config.vocabulary.words == ("Kubernetes", "Übergrößenträger 😀")
    assert config.vocabulary.roster == ("Ann",)


def test_what_equals_the_file_is_taken_back(tmp_path: Path, file: Path) -> None:
    put_settings(tmp_path, file, {"retention": {"audio_days": 3}})
    put_settings(tmp_path, file, {"retention": {"audio_days": 10}})
    file.write_text("[retention]\naudio_days = 20\n")
    assert config_of(tmp_path, file).retention.audio_days == 20


@pytest.mark.parametrize(
    ("settings", "problem"),
    [
        ({"retention": {"audio_days": -1}}, r"\[retention\] audio_days"),
        ({"retention": {"audio_days": "soon"}}, r"\[retention\] audio_days: must be a whole number"),
        ({"schedule": {"record": ["whenever"]}}, r"\[schedule\] record"),
        ({"recorder": {"allowed_hours": ["mon 25-26"]}}, r"\[recorder\] allowed_hours"),
        ({"recorder": {"start": "never"}}, r"\[recorder\] start"),
        ({"recorder": {"light": "led0"}}, "in the configuration file, not here"),
        ({"backup": {"folder": "/etc"}}, "in the configuration file, not here"),
        ({"vocabulary": {"roster": ["Ann Lee"] * 3_000}}, "too much"),
    ],
)
def test_what_the_configuration_would_refuse_is_refused(
    tmp_path: Path, file: Path, settings: dict[str, Any], problem: str
) -> None:
    with pytest.raises(BadInputError, match=problem):
        put_settings(tmp_path, file, settings)
    assert not settings_path(tmp_path).exists()


@pytest.mark.parametrize(
    "content", ["", "[]", '{"retention": 3}', '{"retention": {"audio_days": -1}}', "\x00\xff"]
)
def test_settings_that_are_damaged_stop_nothing_and_can_be_set_anew(
    tmp_path: Path, file: Path, content: str
) -> None:
    settings_path(tmp_path).write_text(content)
    assert config_of(tmp_path, file) == load_config(file)
    put_settings(tmp_path, file, {"retention": {"audio_days": 3}})
    assert config_of(tmp_path, file).retention.audio_days == 3


def test_a_file_cannot_set_here_what_the_page_may_not(tmp_path: Path, file: Path) -> None:
    settings_path(tmp_path).write_text('{"web": {"networks": ["0.0.0.0/0"]}, "backup": {"folder": "/etc"}}')
    assert config_of(tmp_path, file) == load_config(file)


def test_a_mistake_in_the_file_itself_is_still_one(tmp_path: Path, file: Path) -> None:
    file.write_text("[retention]\naudio_day = 3\n")
    with pytest.raises(ConfigError, match="did you mean"):
        config_of(tmp_path, file)


def test_a_service_hears_of_a_change_once(tmp_path: Path, file: Path) -> None:
    reload = SettingsEvent(tmp_path)
    assert not reload.is_set()
    put_settings(tmp_path, file, {"retention": {"audio_days": 3}})
    assert reload.is_set()
    reload.clear()
    assert not reload.is_set()
