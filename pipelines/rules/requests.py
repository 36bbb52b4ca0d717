"""Cues of work that is asked for: what comes of it depends on the answer (see acceptance.py)."""

from __future__ import annotations

from pipelines.rules.cues import Cue, cue
from pipelines.rules.grammar import ADVERBS, CAN_YOU, SOMEBODY, TASK, YOU
from pipelines.rules.verbs import INSTRUCTIONS, PLEASED

_GOOD = r"(?:good|great|nice|cool|helpful|useful|interesting|best|better|worth|awesome)"
_OPENERS = (
    r"(?:(?:and|so|then|okay|ok|also|now|well|yeah|yes|but|maybe|alright|right|basically|first|finally|next|"
    r"please|just|oh|later|meanwhile),? )*"
)

REQUESTS: tuple[Cue, ...] = (
    cue(
        *("can-you", "request", "addressee", 0.3),
        rf"\b{CAN_YOU} {YOU} (?:mind )?{ADVERBS}{TASK}",
        reason="the conventional request: a question about ability or will",
    ),
    cue(
        *("do-you-want", "request", "addressee", 0.2),
        rf"\b(?:do you (?:want|wanna)(?: to)?|do you mind|are you (?:able|willing|happy|"
        rf"okay) to) {ADVERBS}{TASK}",
        reason="a question about willingness",
    ),
    cue(
        *("can-somebody", "request", "anyone", 0.35),
        rf"\b{CAN_YOU} {SOMEBODY} {ADVERBS}{TASK}",
        reason="a request to whoever takes it",
    ),
    cue(
        *("who-can", "request", "anyone", 0.35),
        rf"(?:\bdoes {SOMEBODY} want to|^(?:(?:and|so|okay|then),? )*who (?:can|could|wants to|would like to|"
        rf"will)) "
        rf"{ADVERBS}{TASK}",
        reason="asks for a volunteer",
    ),
    cue(
        *("who-does", "request", "anyone", 0.35),
        rf"^(?:(?:and|so|okay|then|but|now),? )*who(?:(?:'s| is) (?:going to|gonna) {ADVERBS}"
        rf"|(?:'s| is) {ADVERBS}(?=[a-z]+ing\b)| {ADVERBS}(?=[a-z]+s\b))(?P<task>[a-z])",
        reason="asks who does it, and somebody says that he will",
        needs_taker=True,
    ),
    cue(
        *("shall-i", "request", "speaker", 0.2),
        rf"\b(?:shall i|should i|(?:do you want|would you like) me to) {ADVERBS}{TASK}",
        reason="an offer as a question: it is taken up by the answer",
    ),
    cue(
        *("shall-we", "request", "we", 0.2),
        r"\b(?:shall we|should we|(?:does|would) it make sense (?:then |for (?:us|you|me) )?to|"
        r"how about (?:we|you|if we)|why don't (?:we|you|i)|what (?:if|about) (?:we|you)) "
        rf"{ADVERBS}{TASK}",
        reason="a proposal as a question",
    ),
    cue(
        *("would-be-good", "request", "unsaid", 0.2),
        rf"\b(?:would|might|will|may) be (?:\w+ )?{_GOOD}"
        rf"(?: (?:if|when) (?:you|we|{SOMEBODY}|[\w-]+)(?: guys| all)?(?: can| could| would)?"
        rf"| for [\w-]+ to|,? to) {ADVERBS}{TASK}",
        reason="a wish as a request",
    ),
    cue(
        *("please", "request", "addressee", 0.35),
        rf"\bplease,? {ADVERBS}(?P<task>(?:{INSTRUCTIONS}|{PLEASED})\b)",
        reason="the politeness marker of a directive",
    ),
    cue(
        *("imperative", "request", "addressee", 0.3),
        rf"^{_OPENERS}(?:(?P<called>[a-z'-]+), )?(?:please |just |maybe |also |then )*"
        rf"(?P<task>(?:{INSTRUCTIONS})\b(?! (?:is|are|was|on this|you|we|i)\b))",
        reason="an instruction opens the sentence",
    ),
    cue(
        *("you-can", "request", "addressee", 0.1),
        rf"\b{YOU} (?:can|could|might|may)(?: want to)? {ADVERBS}{TASK}",
        reason="an indirect request as a possibility; mostly an observation",
    ),
)
