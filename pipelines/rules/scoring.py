"""How sure the rules are that a cue makes an action item: one sum of a few round weights.

confidence = strength of the cue + the features below, held between 0 and 1. Weights are multiples of 0.05, chosen
by hand after a look at development meetings; docs/quality.md tells how well they do.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

ACTION_THRESHOLD = 0.5
DECISION_THRESHOLD = 0.5
QUESTION_THRESHOLD = 0.5

# Verbs of feeling, being and talk: what follows is not work, whoever says it.
IDLE_VERBS = frozenset(
    "be have see say think guess know mean hope wish love like hate want need feel believe agree bet imagine suppose "
    "remember forget hear understand wonder get admit mention repeat stop wait pause interrupt apologise apologize jump "
    "come die fail happen lose notice realise realize seem sound appear recall rather assume thank not never continue "
    "start begin stay become end end's turn work".split()
)
# Acts on the meeting itself: they are over when it is.
MEETING_TALK = re.compile(
    r"^(?:share|stop sharing|see|show you|say|tell you|ask you|start|begin|go (?:back|over|through|to|on|first|next|ahead|quickly|into)|"
    r"come back|get (?:back to|into|started|to)|move (?:on|to)|jump|mute|unmute|read|explain|talk about|talk you|speak|"
    r"give you|give it|hand (?:it|over|that)|pass (?:it|on|that)|turn (?:it|to)|skip|repeat|add|just say|point|quickly|switch|"
    r"put (?:it|that|this) (?:up|in the chat|on)|paste|drop|pull up|bring up|wrap up|close|leave|stop|draw|describe|present|"
    r"demonstrate|summari[sz]e|recap|rephrase|clarify|answer|comment|respond|reply|open (?:it|the|this)|do (?:it|that|this) now|take a (?:look|moment|second)|"
    r"try to (?:explain|answer|say)|think|mention|introduce|call on|let you|let \w+ (?:speak|talk|go)|keep (?:it|this|that) (?:short|brief|quick)|be (?:brief|quick)|"
    r"make (?:it|this) (?:short|quick)|hear|listen|look at (?:that|this|it)$|check (?:that|this|it) (?:now|quickly)?$)\b"
)
# Verbs of office work: a task that begins with one names something that can be done and seen to be done.
WORK_VERBS = frozenset(
    "send write prepare draft check review update fix create make build set schedule organise organize arrange book "
    "call email mail contact ask talk speak reach follow find look investigate research explore test run try finish complete "
    "submit file post publish share circulate distribute collect gather compile add remove change merge push deploy release "
    "upload download order buy pay sign approve confirm coordinate discuss meet present report document design develop "
    "implement evaluate analyse analyze compare figure work put bring take get do give provide deliver clean "
    "print copy move open close reopen raise assign invite remind ping notify announce clarify decide plan propose "
    "define list summarise summarize estimate calculate measure record edit rewrite revise read study learn fill negotiate "
    "convince handle own sort arrange join attend focus concentrate come watch start continue think".split()
)

_CLOSING = 0.85
_VERY_END = 0.95
_NEXT = re.compile(
    r"\b(?:next (?:meeting|time|week|call|session|phase|month|sprint|step)|before (?:the|our) next|in the meantime|meantime|"
    r"between now and|by then|after (?:the|this) (?:meeting|call)|offline|follow up|tomorrow|later today|this afternoon)\b"
)


@dataclass(frozen=True, slots=True)
class Features:
    """What is known about a candidate besides its cue."""

    strength: float
    position: float
    due: bool
    next_time: bool
    """It, or the sentences just around it, speak of the time after this meeting."""
    answer: str
    """accepted, refused or ignored; "" where nothing was asked."""
    named: bool
    verb: str
    words: int
    """Content words of the task."""
    retracted: bool
    asks: bool


def speaks_of_next(text: str) -> bool:
    return _NEXT.search(text) is not None


def confidence(f: Features) -> float:
    """0..1. Below the threshold of its kind a candidate is dropped."""
    if f.retracted or f.answer == "refused":
        return 0.0
    score = f.strength
    score += 0.15 if f.verb in WORK_VERBS else 0.0
    score -= 0.3 if f.verb in IDLE_VERBS and f.verb not in WORK_VERBS else 0.0
    score += 0.2 if f.due else 0.0
    score += 0.15 if f.next_time else 0.0
    score += 0.15 if f.named else 0.0
    score += 0.2 if f.answer == "accepted" else 0.0
    score -= 0.1 if f.answer == "ignored" else 0.0
    score += 0.2 if f.position >= _CLOSING else 0.0
    score -= 0.1 if f.words < 2 else 0.0
    return round(min(max(score, 0.0), 1.0), 2)
