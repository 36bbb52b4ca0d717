"""Which speech model "auto" is, by what the self-check measured on this machine."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest

from daemon.base.config import load_config
from daemon.models import speech_choices
from daemon.models.presence import RECORDS_FILE, Record, Records

FAMILY = "Systran/faster-whisper-"


def measured(models_dir: Path, hearing: dict[str, float]) -> None:
    """What the self-check recorded, by size."""
    tried_at = datetime(2026, 11, 20, tzinfo=UTC)
    models = {
        FAMILY + size: Record(
            sha256="ab", control="1", tried_at=tried_at, passed=("length",), failed=(), hearing=rate
        )
        for size, rate in hearing.items()
    }
    (models_dir / RECORDS_FILE).write_text(Records(models=models).model_dump_json(), "utf-8")


@pytest.mark.parametrize(
    ("hearing", "best"),
    [
        ({}, "base"),
        ({"base": 0.62}, "tiny"),
        ({"base": 0.62, "tiny": 0.37}, "tiny"),
        ({"base": 0.09}, "small"),
    ],
)
def test_auto_is_the_largest_that_hears_fast_enough_here(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, hearing: dict[str, float], best: str
) -> None:
    monkeypatch.setattr("pipelines.speech.tier.physical_cores", lambda: 4)
    monkeypatch.setattr("pipelines.speech.tier.memory_bytes", lambda: 8 * 10**9)
    measured(tmp_path, hearing)
    choices = speech_choices(load_config(system=tmp_path / "none").models, tmp_path)
    assert choices[0].name == FAMILY + best
    assert {each.name for each in choices} == {FAMILY + size for size in ("tiny", "base", "small")}
