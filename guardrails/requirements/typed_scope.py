"""Where words for a form ask for none: denied, told, asked about, or meant for a part of the text.

"Names in capitals" is no order to write everything in capitals, and "did we write it in German?" none to
write German. A requirement that nobody asked for does more harm than one that is missed, so what is not
plainly an order for the whole text is left to the model.
"""

from __future__ import annotations

import re

from guardrails.requirements.content import Excludes, Language, NoDuplicates, NoSign, NotBefore
from guardrails.requirements.counts import Count
from guardrails.requirements.requirement import Requirement
from guardrails.requirements.shape import Case, Quoted
from guardrails.requirements.typed_counts import NUMBER

_PART = re.compile(r"[,;:\n]|[.!?](?=\s|$)|\s(?:and|but|then|instead|while)\s|\s[-–—]\s")
_SENTENCE = re.compile(r"[.!?](?=\s|$)|\n")
_DENIED = re.compile(r"(?:\b(?:not|never|without|avoid|no need to|instead of|rather than|nor)|n't)\b")
_CONDITION = re.compile(r"\b(?:if|when|whenever|unless|where|wherever|because|since|although|in case)\b")
_TOLD = re.compile(
    r"\b(?:we|they|he|she|somebody|someone|who|(?!(?:what|which|everything|this|that|it)\b)[a-z]{2,20}) "
    r"(?:(?:had|has|have|was|were) )?(?:asked|agreed|decided|said|promised|planned|spoke|wrote|wanted|"
    r"discussed|offered|suggested)\b(?! to me)"
)
_QUESTION = re.compile(
    r"\W*(?:who|whom|whose|what|which|when|where|why|how|did|do|does|was|were|is|are|has|have|had|should)\b"
)
_PREPOSED = re.compile(r"in(?: at most| no more than| under| less than| about| exactly| only)?\b")
# What a form for the whole text may stand beside: the text, its writing, its politeness.
_WHOLE = re.compile(
    r"\W*(?:(?:please|write|make|keep|give|put|answer|respond|reply|summari[sz]e|use|using|have|be|is|are"
    r"|it|this|that|the|an?|your|my|me|us|all|of|in|with|only|entire|whole|full|everything|text|notes?"
    r"|summary|answer|response|reply|output|letters?|should|must|has|to|and|also|but|just|sure|that|long|short"
    r"|english|language|words?|sentences?|bullets?|lines?|paragraphs?|exactly|at|most|least|\d+|i|want"
    r"|would|like|wrap|wrapped|can|could|you|will|for|one|two|three|four|five|always|entirely|completely|strictly)\b\W*)*"
)
_PARTIAL = re.compile(
    r"\b(?:names?|titles?|headings?|headers?|parts?|quotes?|quotations?|terms?|dates?|numbers?|first|last"
    r"|sections?|paragraphs?|lines?|bullets?|owners?|labels?)\b"
)
_UNKNOWN_EACH = re.compile(r" (?:\w+ ){0,2}(?:per|(?:for|in|on|about) (?:each|every|any)) ?[a-z]| each for\b")
_EDGE = re.compile(
    r"\b(?:start|begin|open|end|finish|close)(?:s|ning|ing)? (?:it |the \w+ )?(?:with|on|by)\b"
)
# "3 bullets for decisions and 2 for actions" are five.
_SHARED = re.compile(rf" (?:for|about|on)\b[^.;\n]{{1,60}}? and {NUMBER} (?:for|about|on)\b")
# "Ann has 21 points, Bob 3 points less": somebody's, and no measure of the text.
_OWNED = re.compile(
    r"\b(?!(?:it|this|that|text|summary|answer|response|reply|note|list|e?-?mail|story|poem|output|each|every"
    r"|bullet|item|point|sentence|paragraph|line)\b)\w+ (?:has|had|got|gets|scores?d?|earn(?:s|ed)|won|wins"
    r"|sold|sells|made|makes|bought|buys|reads|wrote|writes|edits)(?: a total(?: number)? of)?"
    r"(?: (?:about|around|only|exactly|at least|at most|more than))?\s*$"
)
_COMPARED = re.compile(r" (?:more|less|fewer|higher|lower) than\b")
_REFERRED = re.compile(r"\b(?:the|these|those|our|your|their|his|her|all|both|last|first|next|top)\s*$")
_ORDERED = re.compile(
    r"\W*(?:please )?(?:explain|give|list|tell|summari[sz]e|write|describe|name|show|state|report|put|answer"
    r"|sum up|say|tell)\b"
)


def is_order(requirement: Requirement, text: str, start: int, end: int) -> bool:
    """Whether the words from `start` to `end` of `text`, in small letters, ask for `requirement`."""
    before, behind = part_of(text, start, end)
    sentence = _last(_SENTENCE, text, start)
    is_count = isinstance(requirement, Count)
    is_preposed = is_count and _PREPOSED.match(text[start:].lstrip()) is not None
    if _TOLD.search(before) and not (is_preposed and _ORDERED.match(before)):
        return False
    if _CONDITION.search(before) or _is_quoted(text, start, end):
        return False
    if not _forbids(requirement) and _DENIED.search(before):
        return False
    if before.strip() and not is_preposed and _is_asked(text, sentence, start, end):
        return False
    if is_count and (_OWNED.search(before) or _COMPARED.match(behind)):
        return False
    if isinstance(requirement, Case | Quoted):
        return bool(_WHOLE.fullmatch(before) and _WHOLE.fullmatch(behind))
    if isinstance(requirement, Language):
        return _PARTIAL.search(before) is None
    if isinstance(requirement, Count) and requirement.each is None:
        shared = _SHARED.match(text, end) or _UNKNOWN_EACH.match(behind)
        return not (shared or _REFERRED.search(before) or _EDGE.search(before))
    return not (is_count and _UNKNOWN_EACH.match(behind))


def part_of(text: str, start: int, end: int) -> tuple[str, str]:
    """What stands before `start` and behind `end` in the same part of the sentence."""
    return text[_last(_PART, text, start) : start], text[end : _next(_PART, text, end)]


def sentence_of(text: str, start: int) -> str:
    """The sentence that `start` stands in, up to there."""
    return text[_last(_SENTENCE, text, start) : start]


def _forbids(requirement: Requirement) -> bool:
    if isinstance(requirement, Count):
        return requirement.high == 0
    return isinstance(requirement, Excludes | NoSign | NoDuplicates | NotBefore)


def _is_quoted(text: str, start: int, end: int) -> bool:
    """Whether the words stand in quotation marks, with others around them or alone."""
    opened = text.count('"', 0, start) % 2 == 1 or text.rfind("“", 0, start) > text.rfind("”", 0, start)
    return opened and re.search('["”]', text[end:]) is not None


def _is_asked(text: str, begin: int, start: int, end: int) -> bool:
    stop = _next(_SENTENCE, text, end)
    return text[stop : stop + 1] == "?" and _QUESTION.match(text, begin) is not None


def _last(pattern: re.Pattern[str], text: str, place: int) -> int:
    """Where the last match before `place` ends."""
    return max((found.end() for found in pattern.finditer(text, 0, place)), default=0)


def _next(pattern: re.Pattern[str], text: str, place: int) -> int:
    found = pattern.search(text, place)
    return found.start() if found else len(text)
