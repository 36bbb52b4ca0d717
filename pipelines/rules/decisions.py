"""Decisions: what the meeting agreed on, by a word that says so."""

from __future__ import annotations

import re
from collections.abc import Sequence

from guardrails.types import Claim, Evidence, Segment
from pipelines.rules.modality import retracts
from pipelines.rules.sentences import Sentence
from pipelines.rules.tasks import end_of_task

_CUES = (
    (0.9, re.compile(r"\bdecision(?: is)?:? ?(?:is )?(?:that |to )?(?P<text>\w)")),
    (
        0.7,
        re.compile(
            r"\bwe(?:'ve| have)? (?:all )?(?:agreed|decided|settled|resolved|concluded)(?: that| to| on| upon)? (?P<text>\w)"
        ),
    ),
    (
        0.6,
        re.compile(
            r"\b(?:let's|we'll|we will|we're going to|we're gonna|we should) (?:just )?(?:go|stick|run) with (?P<text>\w)"
        ),
    ),
    (
        0.6,
        re.compile(
            r"\b(?:it's|that's|it is|that is) (?:decided|agreed|settled)(?: then)?(?: that|:|,)? ?(?P<text>\w)"
        ),
    ),
)


def decisions_of(sentences: Sequence[Sentence], segments: Sequence[Segment]) -> list[Claim]:
    claims: list[Claim] = []
    for sentence in sentences:
        if sentence.asks:
            continue
        for strength, pattern in _CUES:
            match = pattern.search(sentence.clean.text)
            if match is None or retracts(sentence.clean.text[: match.start()], ""):
                continue
            begin = match.start("text")
            end = end_of_task(sentence.clean.text, begin)
            start_raw, end_raw = sentence.clean.original(match.start(), end)
            cited = sentence.segments_of(start_raw, end_raw)
            claims.append(
                Claim(
                    id="",
                    kind="decision",
                    text=sentence.clean.cased[begin:end],
                    evidence=Evidence(tuple(segments[i].id for i in cited), sentence.raw[start_raw:end_raw]),
                    confidence=strength,
                )
            )
            break
    return claims
