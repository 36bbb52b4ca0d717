"""What takes a promise back: negation, condition, report, purpose, hypothesis, question, past.

The reach of each is the clause, so only the words of the same clause before the cue and what follows its verb
are read.
"""

from __future__ import annotations

import re
from typing import Literal

from pipelines.rules.verbs import INQUIRY

Retraction = Literal["negated", "conditional", "reported", "embedded", "hypothetical", "past"]

# What ends the reach of the words before it. A comma does not: "if legal agrees, I'll send it".
_BREAK = re.compile(r"[.?!;:]|\b(?:but|so(?! that)|though|although|anyway|otherwise)\b")

_NEGATED = re.compile(
    r"\b(?:don't (?:think|believe|want|know (?:if|whether|that))|doesn't (?:mean|think)|not (?:sure|saying|"
    r"that|certain)|doubt|never|nobody|no one|instead of|rather than|without|no need|unlikely|isn't|"
    r"wasn't|neither|none of)\b[^,]*$|\bnot $"
)
_NEGATED_VERB = re.compile(r"^(?:not|never|no longer|hardly|rather not)\b")
# A condition on the world. Time ("when", "once", "after") is none: what it waits for is expected.
# Nor is what stands apart with "unless": the promise holds as a rule, and the checks put the exception back.
_CONDITION = re.compile(
    r"\b(?:if|unless(?! [^,]*, )|whether|in case|assuming|suppose|supposing|provided|as long as)\b"
)
_WHEN = re.compile(r"\b(?:when|whenever|once|until|before|after|as soon as)\b[^,]*$")
_LATER_CONDITION = re.compile(
    r",? ?(?:only )?(?:if|provided|assuming|as long as)\b(?! (?:you (?:want|like|need|don't mind|"
    r"prefer|wish)|that's|that is|it's (?:ok|okay|fine|all right|needed)|i can|possible|necessary|needed|"
    r"everyone agrees))"
)
_POLITE_IF = re.compile(r"^(?:(?:and|so|then|also|okay|yeah|well),? )*(?:[a-z'.-]+,? )?(?:maybe )?if $")
_REPORTED = re.compile(
    r"\b\w+ (?:said|says|told|thought|asked|mentioned|claimed|figured|hoped|knew|promised|wondered|"
    r"was saying|were saying)\b[^,]*$"
)
_EMBEDDED = re.compile(
    r"\b(?:what|how|why|where|which|who|whom|whose|so that|things?|stuff|everything|anything|something|all|"
    r"way|one|reason|time|place|point|"
    r"(?<!think )(?<!guess )(?<!sure )(?<!say )(?<!mean )(?<!promise )(?<!agreed )(?<!suggest )"
    r"(?<!is )that)$"
)
_HYPOTHETICAL = re.compile(
    r"\b(?:would've|would have|could have|should have|wish|imagine|pretend|let's say|hypothetically|"
    r"in theory|for example|for instance|i was|we were|in that case|as if|like)$"
)
_PAST_VERB = re.compile(
    r"^(?:have|'ve|of) (?:been )?(?:\w+(?:ed|en|ne|ght|lt|nt)|done|made|said|put|got|had)\b"
)


def retraction(before: str, after: str, rest: str) -> Retraction | None:
    """Why the words around a cue take it back; None if they do not.

    `before`: the sentence up to the cue; `after`: the task; `rest`: what follows the task. All cleaned and in
    lower case.
    """
    scope = _scope(before)
    tail = scope.rstrip()
    if _NEGATED_VERB.search(after) or _NEGATED.search(scope):
        return "negated"
    if _is_conditional(scope, after, rest):
        return "conditional"
    if _REPORTED.search(scope):
        return "reported"
    if _EMBEDDED.search(tail):
        return "embedded"
    if _HYPOTHETICAL.search(tail):
        return "hypothetical"
    return "past" if _PAST_VERB.search(after) else None


def _scope(before: str) -> str:
    start = 0
    for match in _BREAK.finditer(before):
        start = match.end()
    return before[start:]


def _is_conditional(scope: str, after: str, rest: str) -> bool:
    if _POLITE_IF.search(scope):
        # "if you could send it" alone is a request; with a main clause it is a condition.
        return bool(re.search(r"\b(?:then|i|we|you|it|they|he|she)\b", rest))
    condition = _CONDITION.search(scope)
    if condition is not None and not INQUIRY.search(scope[: condition.start()]):
        return True
    if _WHEN.search(scope):
        return True
    later = _LATER_CONDITION.match(rest)
    return later is not None and not INQUIRY.search(after)
