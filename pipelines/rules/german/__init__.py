"""The rules engine for German."""

from __future__ import annotations

from pipelines.rules.german.engine import draft_german, german_actions

__all__ = ["draft_german", "german_actions"]
