"""Decisions that were only proposed: "we could rent another space", and nobody took it up."""

from __future__ import annotations

import re

from guardrails.types import Claim
from guardrails.words import content_stems
from pipelines.merging.talk import Talk, told
from pipelines.rules.acceptance import answer_to
from pipelines.rules.sentences import Sentence

_PROPOSES = re.compile(
    r"\b(?:we|you|one) (?:could|might)\b|\b(?:should|shall|could|can) we\b|\b(?:how|what) about\b"
    r"|\bwhat if we\b|\bwhy don't we\b"
    r"|\bi(?:'d| would)? (?:suggest|propose|recommend)\b|\bmy (?:suggestion|proposal)\b"
    r"|\bmaybe we\b|\bperhaps we\b|\bwould(?:n't)? it (?:make sense|be better|be good)\b"
)
_SETTLED = re.compile(r"\b(?:agreed|decided|settled|decision|it is then|sold)\b")


def set_apart(talk: Talk) -> Talk:
    """`talk` without decisions whose words propose something that nobody agreed to."""
    proposed = {c.id: words for c in talk.claims if c.kind == "decision" and (words := _proposal(c, talk))}
    if not proposed:
        return talk
    entries = [
        told(claim, "", f'proposed, and nobody agreed: "{proposed[claim.id]}"')
        for claim in talk.claims
        if claim.id in proposed
    ]
    return talk.with_claims([claim for claim in talk.claims if claim.id not in proposed], entries)


def _proposal(claim: Claim, talk: Talk) -> str | None:
    """The words that propose what `claim` calls decided, if nobody agrees."""
    places = {talk.scene.places[segment_id] for segment_id in claim.evidence.segment_ids}
    sentences = talk.meeting.sentences
    cited = [index for index, sentence in enumerate(sentences) if places & set(sentence.segments)]
    if not cited or any(_SETTLED.search(sentences[index].clean.text) for index in cited):
        return None
    wanted = set(content_stems(claim.text))
    index = max(cited, key=lambda at: _shared(sentences[at], wanted))
    if not _PROPOSES.search(sentences[index].clean.text):
        return None
    if answer_to(sentences, index).kind in ("accepted", "promised"):
        return None
    return sentences[index].raw


def _shared(sentence: Sentence, wanted: set[str]) -> int:
    return len(wanted & set(content_stems(sentence.clean.text)))
