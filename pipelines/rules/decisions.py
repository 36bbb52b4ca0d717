"""Decisions: what the meeting agreed on, by words that say so."""

from __future__ import annotations

import re
from dataclasses import dataclass

from rapidfuzz import fuzz

from guardrails.core.types import Claim, Evidence
from pipelines.rules.acceptance import answer_to
from pipelines.rules.agreed import agreed
from pipelines.rules.meeting import Meeting
from pipelines.rules.modality import retraction
from pipelines.rules.quotes import QUOTE_WORDS, quote_of
from pipelines.rules.scoring import DECISION_THRESHOLD
from pipelines.rules.sentences import Sentence
from pipelines.rules.tasks import content_words, end_of_task, imperative

_SOFT = r"(?:(?:just|then|all|probably|definitely|basically|now|also|actually|still) )*"
_CHOOSE = r"(?:go|stick|run|stay) (?:ahead )?(?:with|for)"
_SETTLE = r"(?:agreed|decided|settled|resolved|concluded|chosen|opted)"


@dataclass(frozen=True, slots=True)
class _Cue:
    strength: float
    pattern: re.Pattern[str]
    """Its group `text` begins what was decided."""
    reason: str
    is_whole: bool = False
    """Whether the group holds all of it."""


_CUES = (
    _Cue(
        0.9,
        re.compile(
            r"\bdecision(?:: ?| (?:is|was) (?:that |to )?(?!made|taken|yours|up|not|still)| is: )(?P<text>\w)"
        ),
        "a label announces it",
    ),
    _Cue(
        0.7,
        re.compile(
            rf"\b(?:we|everybody|everyone)(?:'ve| have|'re| are| all)? {_SOFT}{_SETTLE}"
            r"(?: (?:that|to|on|upon|for))?[,:]? (?P<text>\w)"
        ),
        "a verb of deciding in the first person plural",
    ),
    _Cue(
        0.85,
        re.compile(
            r"^(?:(?:okay|ok|right|so|good|alright|all right|then),? )+"
            r"(?P<text>(?:the|our) plan is (?:now )?(?:to |that |the |we |on |for )[^.!?]+)"
        ),
        "a plan as the conclusion",
        is_whole=True,
    ),
    _Cue(
        0.6,
        re.compile(
            r"\b(?:it's|that's|it is|that is) (?:decided|agreed|settled)(?: then)?(?: that|"
            r"[:,])? (?P<text>\w)"
        ),
        "the same without a person",
    ),
    _Cue(
        0.8,
        re.compile(
            r"^(?:(?:okay|ok|right|so|good|well|alright|all right|then),? )*"
            r"(?P<text>(?:the|on|in) [\w'-]+(?: (?!where\b|what\b|how\b|who\b|that\b)[\w'-]+){0,3}? it is)"
            r"(?=,? then\b|[.!]?$)"
        ),
        "what is chosen comes first, with no other verb",
        is_whole=True,
    ),
    _Cue(
        0.6,
        re.compile(
            rf"\b(?:let's|we'll|we will|we're|we are|we shall)(?: going to|"
            rf" gonna)? {_SOFT}(?P<text>{_CHOOSE}|going with)\b"
        ),
        "a choice announced",
    ),
    _Cue(
        0.4,
        re.compile(
            rf"\b(?:i think we should|so we|i suggest we|i'd say we|we can) {_SOFT}(?P<text>{_CHOOSE})\b"
        ),
        "a choice proposed: it needs an agreement",
    ),
    _Cue(
        0.35,
        re.compile(
            rf"\b(?:let's|so we(?:'ll| will)|we(?:'re| are) (?:not )?(?:going to|gonna)|we won't) {_SOFT}"
            r"(?P<text>(?:use|keep|drop|skip|leave out|postpone|include|exclude|remove|add|buy|hire|launch|"
            r"ship|stop|cancel|choose|pick|freeze|switch to|support|release)\b)"
        ),
        "a course of action for all: it needs an agreement",
    ),
    _Cue(
        0.5,
        re.compile(
            r"\b(?P<text>[\w-]+ (?:is|are|was|were|has been|have been) (?:now |hereby |officially |"
            r"formally )?(?:approved|accepted|rejected|confirmed|postponed|cancelled|canceled|agreed)\b)"
        ),
        "a performative in the passive",
    ),
)
# What was decided at another time is a report: "last week we decided".
_ELSEWHEN = re.compile(
    r"\b(?:last (?:time|week|meeting|call|month|year)|previous(?:ly)?|earlier|already|originally|back then|"
    r"yesterday|before (?:that|this)|at the time|used to)\b"
)
_HOLLOW_TEXT = re.compile(r"^(?:have|has|had|need|be|it|that|what|how|to have|whatever|like)\b")
_CONCLUDES = re.compile(r"^(?:(?:okay|ok|alright|right|so|then|well|good|great|yeah),? )+")
_CONFIDENT = 0.7
"""Of a proposal to which somebody says yes in so many words."""
_AGREED = 0.2
_CONCLUSION = 0.05
_REPORTED = -0.4
_HOLLOW = -0.3
_SAME = 85.0
_LOOK_BACK = 30


def decisions_of(meeting: Meeting) -> list[Claim]:
    """Decisions in the order in which they were said, repetitions once."""
    kept: list[Claim] = []
    for index, sentence in enumerate(meeting.sentences):
        claim = _agreed(meeting, index) if sentence.asks else _decision(meeting, index, sentence)
        if claim is not None and not any(_same(claim, before) for before in kept[-_LOOK_BACK:]):
            kept.append(claim)
    return kept


def _decision(meeting: Meeting, index: int, sentence: Sentence) -> Claim | None:
    text = sentence.clean.text
    for cue in _CUES:
        match = cue.pattern.search(text)
        if match is None or retraction(text[: match.start()], "", ""):
            continue
        begin = match.start("text")
        end = match.end("text") if cue.is_whole else end_of_task(text, begin)
        if not content_words(text[begin:end]):
            continue
        confidence = round(min(cue.strength + _support(meeting, index, text, begin, end), 1.0), 2)
        if confidence < DECISION_THRESHOLD:
            continue
        clause = sentence.clean.original(match.start(), end)
        cited = sentence.segments_of(*clause)
        return Claim(
            id="",
            kind="decision",
            text=imperative(sentence.clean.cased[begin:end]),
            evidence=Evidence(
                tuple(meeting.segments[i].id for i in cited),
                quote_of(meeting.segments, sentence, cited, *clause),
            ),
            confidence=confidence,
        )
    return None


def _agreed(meeting: Meeting, index: int) -> Claim | None:
    """The proposal that sentence `index` asks, where the room says yes."""
    found = agreed(meeting.sentences, index)
    if found is None:
        return None
    said = [meeting.sentences[at] for at in (index, *found.answers)]
    cited = tuple(dict.fromkeys(place for sentence in said for place in sentence.segments))
    text = " ".join(meeting.segments[place].text for place in cited)
    quote, last = said[0].raw, said[-1].raw
    left, right = text.find(quote), text.rfind(last) + len(last)
    if 0 <= left < right and len(text[left:right].split()) <= QUOTE_WORDS:
        quote = text[left:right]
    evidence = Evidence(tuple(meeting.segments[place].id for place in cited), quote)
    return Claim("", "decision", found.text, evidence, confidence=_CONFIDENT)


def _support(meeting: Meeting, index: int, text: str, begin: int, end: int) -> float:
    support = 0.0
    if answer_to(meeting.sentences, index).kind in ("accepted", "promised"):
        support += _AGREED
    if _CONCLUDES.match(text):
        support += _CONCLUSION
    if _ELSEWHEN.search(text):
        support += _REPORTED
    if len(content_words(text[begin:end])) < 2 or _HOLLOW_TEXT.match(text[begin:end]):
        support += _HOLLOW
    return support


def _same(one: Claim, other: Claim) -> bool:
    words, others = (" ".join(content_words(claim.text)) for claim in (one, other))
    return fuzz.token_sort_ratio(words, others) >= _SAME
