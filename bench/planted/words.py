"""The wordings of words.toml."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import Any


@cache
def _all() -> dict[str, list[Any]]:
    return tomllib.loads(Path(__file__).with_name("words.toml").read_text(encoding="utf-8"))


def words(name: str) -> list[str]:
    return _all()[name]


def pairs(name: str) -> list[tuple[str, str]]:
    """What was said, and the claim about it."""
    return [(said, claimed) for said, claimed in _all()[name]]


def lower(text: str) -> str:
    """`text` as it stands within a sentence."""
    return text[:1].lower() + text[1:]


def upper(text: str) -> str:
    return text[:1].upper() + text[1:]
