"""How English tells of a plan: what "that" means when somebody drops it in the same breath."""

from __future__ import annotations

import re

from guardrails.qualifiers.english.grammar import LETS
from guardrails.qualifiers.tables import pattern

_WHO = r"(?:i|we|you)"
_MODAL = r"(?:'ll|'d|'m to|'re to| will| would| should| shall| could| might| must| can)"
_BE = r"(?:'m|'re|'s| am| are| was| were|'d been| had been|'ve been| have been)"

PLANNED = pattern(
    rf"{_WHO}{_MODAL}(?: (?:also|just|maybe|probably|rather|better|like to|love to|have to))*",
    rf"{_WHO}{_BE} (?:all |just |actually |really |kind of )*(?:going to|gonna|about to|supposed to|meant to|"
    r"due to|to|planning (?:to|on)|hoping to|thinking (?:of|about)|thinking (?:i'd|to)|set to|looking to|"
    r"ready to|tempted to|inclined to|on the (?:point|verge|brink) of|(?:this )?close to|toying with|"
    r"considering)",
    rf"{_WHO}(?:'d| had|'ve| have| did)? (?:also |just |originally |actually |really )*"
    r"(?:want(?:ed)?|mean(?:t)?|plan(?:ned)?|intend(?:ed)?|promise(?:d)?|offer(?:ed)?|agree(?:d)?|hope(?:d)?|"
    r"volunteer(?:ed)?|decide(?:d)?|say|said|thought|figured|reckoned)(?: of| about| on)?"
    r"(?: (?:to|that|you to|you'd|i'd|we'd|i would|we would|i might|we might))*",
    r"i'd (?=\w+ed\b)",
    rf"{LETS}(?! not\b)",
    r"(?:shall|should|could|can|do) (?:i|we|you)",
    r"(?:the|our|my) (?:plan|idea|thinking) (?:was|is|had been) to",
)
"""What follows it is planned, wished, offered or proposed."""
DEPENDING = re.compile(
    r"(?:(?:and|so|but|then|well|okay|or)[ ,]+)*"
    r"(?:if(?! (?:i (?:may|might|am honest)|i'm (?:honest|frank)|you (?:don't mind|ask|like|want|will)|"
    r"possible|that's (?:ok|okay|fine|all ?right)|it's all the same|anything))|unless|in case|in the event|"
    r"should(?! (?:i|we)\b)|when(?! i think)|whenever)\b"
)
"""A sentence whose rest holds only under a condition; "if I may" is a manner of speaking."""
ANOTHER = re.compile(
    r"\b(?:i['’]ll|i will|i['’]m (?:going to|gonna)|(?:can|could|would|will) you)\b(?! (?:not|never)\b)",
    re.IGNORECASE,
)
"""Somebody takes something on, or asks for it: whether or not the draft has a claim of it."""
ONCE_PLANNED = pattern(
    r"(?:i|we) (?:was|were)(?: \w+ly| just| also)? (?:going to|gonna|about to|planning (?:to|on)|hoping to|"
    r"meaning to|intending to)(?! (?:say|ask|mention|suggest|propose|tell|talk|show|point)\b)",
    r"(?:i|we)(?:'d| had) (?:planned|meant|hoped|wanted|intended) to",
)
TURNED = re.compile(r"but\b")
