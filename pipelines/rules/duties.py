"""Cues of work that has no owner yet, or that bears a label."""

from __future__ import annotations

from pipelines.rules.cues import Cue, cue
from pipelines.rules.grammar import ADVERBS, MUST, MUST_3, PARTICIPLE, SOMEBODY, SUBJECT, TASK, WILL, WILL_3

_TO = r"(?:,|,? (?:to|will|should|can|needs to|has to|is going to))"
# "the proposal", "final testing": up to three words, none of which opens a relative clause.
_THING = (
    r"(?<!that )(?<!which )(?<!what )(?<!of )\b(?:(?:the|this|these|those|a|an|some|more|our|your) )?"
    r"(?:(?!that\b|which\b|what\b|if\b|think\b|of\b)[\w-]+ )?(?:[\w-]+ of (?:the |our )?)?"
    r"(?!that\b|which\b|what\b|who\b|they\b|if\b|would\b|could\b|might\b)[\w-]+"
)

LABELS: tuple[Cue, ...] = (
    cue(
        *("label", "mark", "subject", 0.8),
        r"(?:\b(?:action (?:item|point)|to-?do)s?|\bto do(?=:))(?: (?:is|was|would be|here is))?"
        r"(?: (?:for|on) (?:the )?(?P<subject>[\w'-]+(?:,? [\w'-]+){0,3}?))?"
        r"(?:(?:[:,]| -)(?: to)?| to| is to|(?<=is) that|(?<=is)) "
        rf"(?:(?P<other>\b[^\W\d_][\w'.-]*){_TO} )?(?:please )?(?P<task>[a-z])",
        reason="a label announces the item",
    ),
    cue(
        *("label-number", "mark", "subject", 0.8),
        r"^action(?: item| point)?(?: number)? (?:\d+|one|two|three|four|five|six)[.,: -]*"
        rf"(?:{SUBJECT}{_TO} )?(?P<task>[a-z])",
        reason="a numbered item of a list that is read out or typed",
    ),
    cue(
        *("label-ai", "mark", "subject", 0.8),
        rf"\bai ?: ?(?:{SUBJECT}{_TO} )?(?P<task>[a-z])",
        reason="the note-taker's short form of action item: only with its colon",
    ),
)
DUTIES: tuple[Cue, ...] = (
    cue(
        *("somebody-must", "oblige", "anyone", 0.35),
        rf"\b{SOMEBODY}(?:{WILL}|{MUST}|{WILL_3}|{MUST_3}) {ADVERBS}{TASK}",
        reason="work without an owner yet",
    ),
    cue(
        *("need-somebody", "oblige", "anyone", 0.35),
        rf"\bwe(?:'ll)?(?: will| do)?(?: also| still| just)? need (?:{SOMEBODY}|a volunteer)"
        rf" (?:to|who (?:can|could|will)) {ADVERBS}{TASK}",
        reason="the same, as a wish of all",
    ),
    cue(
        *("we-must", "oblige", "we", 0.15),
        rf"\bwe{MUST} {ADVERBS}{TASK}",
        reason="plural obligation",
    ),
    cue(
        *("we-will", "oblige", "we", 0.1),
        rf"\bwe{WILL} {ADVERBS}{TASK}",
        reason="plural future: nobody is named, and much of it is narration",
    ),
    cue(
        *("lets", "oblige", "we", 0.2),
        rf"\blet(?:'s| us) {ADVERBS}{TASK}",
        reason="a proposal of joint work",
    ),
    cue(
        *("it-needs", "oblige", "thing", 0.35),
        rf"{_THING}(?: still)?{MUST_3} {ADVERBS}be {ADVERBS}(?:fully |well |properly |carefully )?"
        rf"(?P<task>{PARTICIPLE})",
        reason="an obligation without a person: the thing needs to be done",
    ),
)
