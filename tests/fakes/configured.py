"""The packaged configuration with some keys of it changed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from daemon.base.config import Config, load_config, merge


def configured(**sections: dict[str, Any]) -> Config:
    """In UTC, and with a worker that no test is too large for, where nothing else is said."""
    ours = {"locale": {"timezone": "UTC"}, "worker": {"memory_limit_mb": 10**6}}
    packaged = load_config(None, system=Path("/nowhere")).model_dump()
    return Config.model_validate(merge(merge(packaged, ours), sections))
