"""Claims, what checks see, and steps as JSON, for the pipe between the checks and who asked for them.

JSON and not pickle: whatever a broken or misled process writes can only be read as these few types.
"""

from __future__ import annotations

from dataclasses import asdict, fields
from datetime import date
from typing import Any

from guardrails.core.guardrail import Context, Refusal
from guardrails.core.step import Step
from guardrails.core.types import Claim, Evidence, Mark, Segment, Verdict

Json = dict[str, Any]

_SEGMENT = [field.name for field in fields(Segment)]


def context_to_json(context: Context) -> Json:
    return {
        # Without names: of four hours of talk there are 6,000, and each end holds all of them at once.
        "segments": [[getattr(segment, name) for name in _SEGMENT] for segment in context.segments],
        "claims": [asdict(claim) for claim in context.claims],
        "people": list(context.people),
        "said_on": context.said_on.isoformat() if context.said_on else None,
        "language": context.language,
        "refusals": [asdict(refusal) for refusal in context.refusals],
        "offered": sorted(context.offered),
    }


def context_from_json(data: Json) -> Context:
    """KeyError, TypeError or ValueError for what no context was written as; so do the others."""
    return Context(
        segments=tuple(Segment(*segment) for segment in data["segments"]),
        claims=tuple(claim_from_json(claim) for claim in data["claims"]),
        people=tuple(data["people"]),
        said_on=date.fromisoformat(data["said_on"]) if data["said_on"] else None,
        language=str(data["language"]),
        refusals=refusals_from_json(data["refusals"]),
        offered=frozenset(data["offered"]),
    )


def refusals_from_json(data: list[Json]) -> tuple[Refusal, ...]:
    return tuple(Refusal(**refusal) for refusal in data)


def claim_from_json(data: Json) -> Claim:
    evidence = data["evidence"]
    return Claim(
        **data
        | {
            "evidence": Evidence(tuple(evidence["segment_ids"]), evidence["quote"]),
            "flags": tuple(data["flags"]),
            "marks": tuple(Mark(**mark) for mark in data["marks"]),
        }
    )


def _verdict(data: Json) -> Verdict:
    return Verdict(data["outcome"], data["reason"], tuple(Mark(**mark) for mark in data["marks"]))


def step_from_json(data: Json) -> Step:
    verdict = data["verdict"]
    return Step(
        **data
        | {
            "claim": claim_from_json(data["claim"]),
            "verdict": _verdict(verdict) if verdict else None,
        }
    )
