"""Decisions that were only proposed: "we could rent another space", and nobody took it up."""

from __future__ import annotations

from guardrails.types import Claim
from pipelines.merging.talk import Talk, told
from pipelines.rules.sentences import Sentence


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
    if not cited or any(talk.tongue.settled.search(sentences[index].clean.text) for index in cited):
        return None
    wanted = set(talk.tongue.stems(claim.text))
    index = max(cited, key=lambda at: _shared(sentences[at], wanted, talk))
    if not talk.tongue.proposes.search(sentences[index].clean.text):
        return None
    if talk.tongue.agrees(sentences, index):
        return None
    return sentences[index].raw


def _shared(sentence: Sentence, wanted: set[str], talk: Talk) -> int:
    return len(wanted & set(talk.tongue.stems(sentence.clean.cased)))
