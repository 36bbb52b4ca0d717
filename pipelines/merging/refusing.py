"""Requests that were refused: no items, but on the tape, so that a reader sees why."""

from __future__ import annotations

from guardrails.types import TapeEntry
from pipelines.merging.talk import NAME, Talk


def tell_refusals(talk: Talk) -> Talk:
    """`talk` with an entry for every request that somebody refused."""
    entries = []
    for number, (task, request, answer) in enumerate(talk.refusals, 1):
        taken_up = any(
            claim.text == task and talk.first(claim) in request.segments
            for claim in talk.claims
            if claim.kind == "action"
        )
        if taken_up:
            continue
        who = f"{answer.speaker} " if answer.speaker else ""
        reason = f'asked for ("{request.raw}"), and {who}refused: "{answer.raw}"'
        entries.append(TapeEntry(NAME, f"refused-{number}", "unverified", task, "", reason))
    return talk.with_claims(talk.claims, entries)
