"""Cues of the speaker's own work."""

from __future__ import annotations

from pipelines.rules.cues import Cue, cue
from pipelines.rules.grammar import ADVERBS, MUST, TASK, WILL
from pipelines.rules.verbs import INSTRUCTIONS

PROMISES: tuple[Cue, ...] = (
    cue(
        *("i-will", "commit", "speaker", 0.4),
        rf"\b(?:i{WILL}|ill(?= (?:{INSTRUCTIONS})\b)) {ADVERBS}{TASK}",
        reason="first person and future: the plain promise",
    ),
    cue(
        *("i-promise", "commit", "speaker", 0.6),
        rf"\bi (?:promise|commit|volunteer|offer) (?:that )?(?:i(?:'ll| will) |to ){ADVERBS}{TASK}",
        reason="a performative verb says that it is a promise",
    ),
    cue(
        *("i-can", "commit", "speaker", 0.3),
        rf"\bi (?:can|could) {ADVERBS}{TASK}",
        reason="an offer; often only a report of ability",
    ),
    cue(
        *("happy-to", "commit", "speaker", 0.35),
        rf"(?:^|\b(?:i'm|i am|i'd be|i would be|i'll be|i will be) )(?:happy|glad|"
        rf"willing) to {ADVERBS}{TASK}",
        reason="willingness, offered or in answer",
    ),
    cue(
        *("let-me", "commit", "speaker", 0.3),
        rf"\blet me {ADVERBS}{TASK}",
        reason="asks leave for one's own next act: mostly about the talk itself, sometimes a promise",
    ),
    cue(
        *("i-must", "commit", "speaker", 0.3),
        rf"\bi{MUST} {ADVERBS}{TASK}",
        reason="first person obligation",
    ),
)
