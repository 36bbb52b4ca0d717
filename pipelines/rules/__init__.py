"""The rules engine: commitments, requests, decisions and open questions without any model."""

from __future__ import annotations

from pipelines.rules.engine import RULES_VERSION, actions_by_rules, draft_by_rules, least_confidence

__all__ = ["RULES_VERSION", "actions_by_rules", "draft_by_rules", "least_confidence"]
