"""Words in which somebody else puts another day in the place of a claim's: "can we move that to Thursday?"

Whoever carries a claim says its first day; the day that holds may be another voice's. Only a line that says
nothing but the new day counts, and a question only with the yes that answers it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from guardrails.due_phrases import due_phrases
from guardrails.guardrail import Scene
from guardrails.types import Claim
from guardrails.words import spoken_words

CHANGED = "changed-later"
"""Flag of a claim whose due phrase or owner was changed in the course of the meeting, as merging found."""
# Segments behind the words of a claim in which its day is changed.
_SOON = 6
# Characters: who says nothing but a day says little.
_SHORT = 120
# Segments in which whoever is asked answers.
_ANSWER = 2
_DAY = "§"
_LEAD = (
    r"(?:(?:oh|ah|uh|um|hmm?|well|okay|ok|so|but|and|or|yeah|yes|yep|sure|fine|actually|nope|no|sorry"
    r"|i'm sorry|wait|hold on|then|better|rather|maybe|perhaps|please|on second thoughts?)[\s,.…-]+)*"
)
_SHIFT = (
    r"(?:make|move|push|do|finish|shift|have|bring|get|change|postpone|delay|put|say|need)"
    r"(?: (?:it|that|this))?(?: (?:back|forward|off|up|out|over|done|ready))*"
    r"(?: (?:to|until|till|for|by|on|instead))*"
)
_PUT = (
    rf"(?:(?:(?:can|could|would|will|shall|should|may|might) (?:you|we|i) |let's |i(?:'d| would)? )"
    rf"?(?:please |maybe |perhaps |rather |just )*(?:{_SHIFT}|go for|prefer) "
    r"|(?:how|what) about |is |does |would )?"
)
_BEHIND = (
    r"(?:,? (?:is|be|works?|would be|suits me|for (?:me|you|us)|much|even|better|safer|fine|good|okay|ok"
    r"|possible|instead|then|please|sorry|actually|already|at the latest))*"
)
_PUTS = re.compile(rf"(?:\w+, )?{_LEAD}(?:\w+, )?{_PUT}{_DAY}{_BEHIND}[\s.,!?]*")
_ASKS = re.compile(r"\?|\b(?:can|could|would|shall|should|how about|what about)\b")
_YES = re.compile(
    r"(?:oh|well|hmm?|uh|um|,| )*(?:yes|yeah|yep|yup|sure|ok|okay|fine|good|great|right|of course|certainly"
    r"|absolutely|agreed|perfect|deal|done|gladly|all right|alright|will do|no problem|no worries"
    r"|(?:that|it)(?:'s| is| would be)? (?:works|fine|good|okay|ok|better|suits)|i can|works)\b"
)
_NO = re.compile(r"\b(?:no(?! problem| worries)|nope|not|never|but|sorry|impossible|rather)\b|n't\b")


def redated(claim: Claim, place: int, cited: Sequence[int], scene: Scene) -> str:
    """The last of the `cited` lines behind `place` that give the claim another day; empty where none does."""
    behind = [p for p in cited if p > place]
    if CHANGED in claim.flags:
        return " ".join(scene.segments[p].text for p in (place, *behind))
    speaker = scene.segments[place].speaker
    for at in reversed(behind):
        segment = scene.segments[at]
        if at - place <= _SOON and segment.speaker != speaker and _is_settled(at, scene):
            return segment.text
    return ""


def _is_settled(at: int, scene: Scene) -> bool:
    """Whether the segment at that place names nothing but another day, and nobody turns it down."""
    if len(scene.segments[at].text) > _SHORT:
        return False
    text, days = _frame(scene.segments[at].text)
    if len(days) != 1 or not _PUTS.fullmatch(text):
        return False
    own = scene.segments[at].speaker
    answer = next((s for s in scene.segments[at + 1 : at + 1 + _ANSWER] if s.speaker != own), None)
    if answer is None:
        return _ASKS.search(text) is None
    said, others = _frame(answer.text)
    if _NO.search(said) or any(spoken_words(other)[-1] != spoken_words(days[0])[-1] for other in others):
        return False
    return _ASKS.search(text) is None or bool(others) or _YES.match(said) is not None


def _frame(text: str) -> tuple[str, tuple[str, ...]]:
    """`text` in lower case, with a sign in the place of each day, and its days."""
    line, days = " ".join(text.replace("’", "'").split()), due_phrases(text.replace("’", "'"))
    for day in days:
        line = line.replace(day, _DAY, 1)
    return line.casefold(), days
