"""Cues of work that one person hands to another."""

from __future__ import annotations

from pipelines.rules.cues import Cue, cue
from pipelines.rules.grammar import (
    ADVERBS,
    ALL_BUT,
    EVERYBODY,
    MUST,
    MUST_3,
    OF,
    SUBJECT,
    TASK,
    TURN,
    WILL,
    WILL_3,
    YOU,
)
from pipelines.rules.verbs import INSTRUCTIONS, PLEASED

_WISH = r"\bi(?:'d| would)? (?:like|love|need|want|ask) (?:for )?"

# "Give you the link": somebody gets it.
_NO_GIVING = (
    r"(?!(?:give|send|show|get|bring|tell|offer|write|mail|email|forward|share|hand|pass|make|ask|teach|owe|buy|"
    r"cost|save|lend|read|sell|wish|let|thank|with|to|do|did|if|when|can|will|would|could|should|are)\b)"
)

ORDERS: tuple[Cue, ...] = (
    cue(
        *("you-will", "assign", "addressee", 0.3),
        rf"\b{YOU}{WILL} {ADVERBS}{TASK}",
        reason="second person and future",
    ),
    cue(
        *("you-do", "assign", "addressee", 0.25),
        rf"(?:^|, ){YOU} (?P<task>(?:{INSTRUCTIONS}|{PLEASED})\b)"
        r"(?=[^?]*,? (?:right|okay|ok|yes|please|correct)\?)",
        reason='an order as a statement with a tag: "you take care of the hotel, right?"',
    ),
    cue(
        *("you-must", "assign", "addressee", 0.1),
        rf"\b{YOU}{MUST} {ADVERBS}{TASK}",
        reason="second person obligation; mostly advice to nobody in particular",
    ),
    cue(
        *("you-doing", "assign", "addressee", 0.1),
        rf"\b{YOU}(?:'re| are) (?P<task>[a-z]+ing\b)",
        reason='the present progressive may hand out work: "you\'re looking into that"',
    ),
    cue(
        *("for-you", "assign", "addressee", 0.35),
        rf"\b(?:and|so|then|for you|{_NO_GIVING}{SUBJECT}) ?(?:,? (?:for )?you),? "
        r"(?:it's |that's |get |do |to )?"
        r"(?P<task>(?:the|a) [a-z])",
        reason='work handed out as a thing: "and for you the survey", "so you do the survey"',
    ),
    cue(
        *("i-want-you", "assign", "addressee", 0.5),
        rf"{_WISH}{YOU} to {ADVERBS}{TASK}",
        reason="a stated wish about what the addressee does",
    ),
    cue(
        *("i-want-them", "assign", "subject", 0.4),
        rf"{_WISH}(?:the )?(?:[\w'-]+ ){{0,2}}?{SUBJECT} to {ADVERBS}{TASK}",
        reason="a stated wish about what somebody named does",
    ),
    cue(
        *("hoping", "request", "addressee", 0.35),
        rf"\b(?:i was|we were|i'm|i am|we're) hoping {YOU} (?:could|can|would|might) {ADVERBS}{TASK}",
        reason="a wish about what the addressee does, with a way out",
    ),
    cue(
        *("hoping-them", "request", "subject", 0.35),
        rf"\b(?:i was|we were|i'm|i am|we're) hoping {SUBJECT} (?:could|can|would|might) {ADVERBS}{TASK}",
        reason="the same about somebody named",
    ),
    cue(
        *("i-want-it", "assign", "unsaid", 0.25),
        rf"\bi(?:'d| would) like (?!to (?:say|thank|ask|add|point))(?:to (?:see|get|have|receive) )?{TASK}",
        reason="a stated wish for a result",
    ),
    cue(
        *("they-of-will", "assign", "subject", 0.25),
        rf"(?:^|[,.;] |\b(?:and|so|then|that) ){SUBJECT}{OF}(?:{WILL_3}|{MUST_3}) {ADVERBS}{TASK}",
        reason='somebody named and told where from: "Dave from finance will send it"',
    ),
    cue(
        *("they-will", "assign", "subject", 0.25),
        rf"{SUBJECT}(?:{WILL_3}|{MUST_3}) {ADVERBS}{TASK}",
        reason="somebody named, in the future or under obligation",
    ),
    cue(
        *("they-do", "assign", "subject", 0.2),
        rf"(?:^|[,;] |\b(?:and|so|then) ){SUBJECT} {ADVERBS}(?=[a-z]+s\b){TASK}",
        reason='a plan in the present tense: "Bob sends the report by Friday"',
        is_present=True,
    ),
    cue(
        *("all-but-do", "assign", "subject", 0.3),
        rf"\b{ALL_BUT}{SUBJECT} {ADVERBS}{TASK}",
        reason="the same of all but somebody",
        is_present=True,
    ),
    cue(
        *("everybody-does", "assign", "we", 0.3),
        rf"\b{EVERYBODY} {ADVERBS}(?=[a-z]+s\b){TASK}",
        reason="the same of all",
        is_present=True,
    ),
    cue(
        *("they-can", "request", "subject", 0.25),
        rf"(?:^|[,;] )(?:(?P<turn>{TURN}),? )*{SUBJECT} (?:can|could) {ADVERBS}{TASK}",
        reason='work offered to somebody named, who takes it: "actually, Carl can do the slides"',
        needs_yes=True,
    ),
    cue(
        *("they-to", "assign", "subject", 0.3),
        rf"(?:^|[,:;] |\b(?:for|and|is) (?:the )?(?:[\w'-]+ )?){SUBJECT} to {ADVERBS}{TASK}",
        reason="note style: a name and an infinitive",
    ),
    cue(
        *("they-get", "assign", "subject", 0.2),
        rf"{SUBJECT} (?:gets?|takes?|does) (?P<task>the [a-z])",
        reason="work handed to somebody named as a thing",
    ),
    cue(
        *("everybody", "assign", "we", 0.3),
        rf"\b{EVERYBODY}(?:(?:{WILL}|{MUST}|{WILL_3}|{MUST_3}) {ADVERBS}|,? please ){TASK}",
        reason="work for all",
    ),
)
