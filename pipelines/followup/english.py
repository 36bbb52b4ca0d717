"""How English asks after work and says that it is done."""

from __future__ import annotations

import re

from guardrails.verb_forms import BASES
from guardrails.words import content_stems
from pipelines.followup.tongue import Parts, Tongue

_SETTLED = frozenset("done did finished completed sorted handled settled wrapped closed".split())
_THING_ENDS = re.compile(
    r"[,;:.]|\b(?:to|for|with|from|by|on|in|at|about|of|before|until|and|or|so|that|when|if|as|into|over)\b"
)
"""Where what the work is done to ends."""


def _verb_of(word: str) -> str:
    base = BASES.get(word) or (word if word.endswith("ed") else None)
    return next(iter(content_stems(base)), "") if base else ""


def _parts(task: str) -> Parts:
    stems = content_stems(task)
    # The task begins with its verb; what follows is the matter.
    thing = content_stems(_THING_ENDS.split(task.lower(), maxsplit=1)[0])[1:]
    return Parts(stems[0] if stems else "", thing[-1] if thing else None, frozenset(stems[1:]) - {*stems[:1]})


ENGLISH = Tongue(
    stems=content_stems,
    parts=_parts,
    verb_of=_verb_of,
    is_short_for=lambda said, thing: said == thing,
    settled=_SETTLED,
    states=_SETTLED | frozenset("out ready live sent signed".split()),
    is_state=re.compile(
        r"\b(?:is|are|was|were|'s|has been|have been|'s been|been|got)\s+"
        r"(?:already\s+|now\s+|finally\s+|all\s+)*(?P<said>\w+)\b"
    ),
    did=(
        re.compile(
            r"\b(?P<who>[a-z]+)(?=(?:\s+(?:have|has|already|just|finally|did)|'ve|'s)*\s+(?P<said>\w+)\b)"
        ),
    ),
    first_person=frozenset(("i", "we")),
    asked=re.compile(
        r"\b(?:(?:did|has)\s+\w+|have\s+(?:you|we|they|any\w+|some\w+))\b"
        r"|\b(?:what|how) about\b|\bwhere are we (?:with|on)\b|\bany (?:news|update|progress)\b|\bstatus of\b"
        r"|\b(?:is|are|was|were)\s+(?:the|that|those|our|your)\b"
    ),
    asks_for_will=re.compile(r"\b(?:have|has|had|got|need|want|plan|try|decide|promise|agree) to\b"),
    yes=re.compile(
        r"^(?:(?:um|uh|oh|ah|well|so|and|okay|ok|actually|hi|right),?\s+)*"
        r"(?:yes|yeah|yep|yup|sure|done|already|absolutely|of course|i (?:have|did)|we (?:have|did)|"
        r"it's done|it is done|that's done|all done|indeed)\b"
    ),
    not_yet=re.compile(
        r"\b(?:not|no|never|nobody|almost|nearly|halfway|partly|half|still|yet|will|'ll|going to|gonna|"
        r"tomorrow|should|would|could|must|may|might|maybe|if|unless|until|need|needs|have to|has to|trying|"
        r"try|hope|hoping|plan|planning|want|wants|supposed|except|but|wish|soon|next|later)\b|n't\b"
    ),
    beside=frozenset(
        content_stems(
            "yesterday today already finally ever yet monday tuesday wednesday thursday friday hi hello hey"
            " thanks"
        )
    ),
    of_another=re.compile(r"\b(?:me|us|him|her|them|my|his|their|its)\b"),
)
