"""What became of the claims of a meeting while it went on: said again, changed, handed on, taken back."""

from __future__ import annotations

from pipelines.merging.settling import settle

__all__ = ["settle"]
