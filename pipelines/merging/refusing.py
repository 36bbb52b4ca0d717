"""Requests that were refused: no items, but on the tape, so that a reader sees why."""

from __future__ import annotations

from guardrails.types import TapeEntry
from pipelines.merging.talk import NAME, Talk
from pipelines.rules.candidates import refused_requests


def tell_refusals(talk: Talk) -> Talk:
    """`talk` with an entry for every request that somebody refused."""
    entries = []
    for number, request in enumerate(refused_requests(talk.meeting), 1):
        assert request.answer is not None  # else it would not be refused
        assert request.answer.index is not None
        answer = talk.meeting.sentences[request.answer.index]
        who = f"{answer.speaker} " if answer.speaker else ""
        reason = f'asked for ("{request.sentence.raw}"), and {who}refused: "{answer.raw}"'
        entries.append(TapeEntry(NAME, f"refused-{number}", "unverified", request.task, "", reason))
    return talk.with_claims(talk.claims, entries)
