"""What takes a promise back: negation, condition, past, report, hypothesis, question.

The scope of these is the clause, so they are looked for in the words just before and just after the cue.
"""

from __future__ import annotations

import re

# Words that end the reach of what stands before them.
_BREAK = re.compile(r"[.?!;:]|\b(?:but|so|because|though|although|anyway|then)\b")
_REACH = 60

_NEGATED_BEFORE = re.compile(
    r"\b(?:don't (?:think|believe|know (?:if|whether))|doesn't (?:mean|think)|not (?:sure|saying|that)|doubt|"
    r"never|nobody|no one|instead of|rather than|without)\b[^.?!;]*$"
)
_NEGATED_AFTER = re.compile(r"^(?:not|never|no longer|rather not|hardly)\b")
_CONDITION = re.compile(
    r"\b(?:if|unless|whether|in case|assuming|suppose|supposing|provided|as long as|once|whenever|when|until|before)\b"
    r"[^.?!;]*$"
)
_CLOSED_CONDITION = re.compile(
    r"\b(?:if|unless|when|once|in case|assuming|as long as|whenever|until|before)\b[^.?!;,]*,[^,]*$"
)
_REPORTED = re.compile(
    r"\b(?:he|she|they|you|we|i|people|it) (?:said|says|told|thought|asked|mentioned|was saying|were saying|claimed|"
    r"figured|hoped|knew|promised|wondered)\b[^.?!;]*$"
)
_HYPOTHETICAL = re.compile(
    r"\b(?:would've|would have|could have|should have|wish|imagine|pretend|let's say|say that|hypothetically|in theory|"
    r"the idea (?:is|was)|what|how|why|where|which|who|that|things|stuff|everything|anything)$"
)
_PAST_AFTER = re.compile(r"^(?:have|have been|be able to have) \w+(?:ed|en|ne)\b")


def retracts(before: str, after: str) -> str | None:
    """Why the words around a cue take it back, in one word; None if they do not.

    `before` and `after` are cleaned lower-case text on either side of where the cue begins and its verb begins.
    """
    near = before[-_REACH * 2 :]
    last_break = None
    for last_break in _BREAK.finditer(near):
        pass
    scope = near[last_break.end() :] if last_break is not None else near
    if _NEGATED_AFTER.search(after) or _NEGATED_BEFORE.search(scope):
        return "negated"
    if _CONDITION.search(scope) and not _CLOSED_CONDITION.search(scope):
        return "conditional"
    if _REPORTED.search(scope):
        return "reported"
    if _HYPOTHETICAL.search(scope.rstrip()):
        return "hypothetical"
    if _PAST_AFTER.search(after):
        return "past"
    return None
