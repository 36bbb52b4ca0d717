"""The phrases by which people take on work, hand it out, ask for it, or name it.

One row is one cue: what kind of speech act it is (after Searle: commissives, directives, declarations), whose work
it makes, how strong it is on its own, a pattern over cleaned lower-case text (see clean.py), and the linguistic
reason. The group `task` begins where the work is named. Patterns know ordinary English, never a meeting's subject.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

Act = Literal["mark", "commit", "assign", "request", "oblige"]
Whose = Literal["speaker", "addressee", "we", "anyone", "subject", "unsaid"]


@dataclass(frozen=True, slots=True)
class Cue:
    name: str
    act: Act
    whose: Whose
    strength: float
    """0..1 before any feature is counted; see scoring.py."""
    pattern: re.Pattern[str]
    reason: str


def _cue(name: str, act: Act, whose: Whose, strength: float, pattern: str, reason: str) -> Cue:
    return Cue(name, act, whose, strength, re.compile(pattern), reason)


# Words that may stand between a modal and its verb without changing who does what.
_ADV = (
    r"(?:(?:also|then|just|probably|maybe|perhaps|definitely|certainly|actually|basically|still|now|all|both|really|"
    r"first|quickly|only|mostly|simply|personally|obviously|hopefully|again|together|at least|as well|"
    r"kindly|please|be sure to|make sure to|have to|need to|try and|try to|go ahead and|go and|be able to),? )*"
)
_WILL = (
    r"(?:'ll|ll| will| shall|'m going to|'re going to| am going to| are going to|'m gonna|'re gonna| gonna)"
)
_MUST = (
    r"(?: need to| have to| must| gotta|'ve got to| have got to| should|'d better| ought to|"
    r"'m supposed to|'re supposed to| am supposed to| are supposed to)"
)
_YOU = r"\b(?:you|you guys|you two|you all|you both|y'all|both of you|the two of you|two of you)"
# The verb: any word. What it must not be is told by the stop list of scoring.py.
_TASK = r"(?P<task>[a-z])"

ACTION_CUES: tuple[Cue, ...] = (
    _cue(
        "label",
        "mark",
        "unsaid",
        0.8,
        r"\b(?:action items?|action points?|to-dos?|todos?)(?: (?:for|on) (?P<subject>[a-z'-]+))?"
        r"(?: (?:is|was|would be)(?: for \w+)?)?(?:,|:| -)? (?:is )?(?:to )?(?P<task>[a-z])",
        "a label announces the item",
    ),
    _cue(
        "label-ai",
        "mark",
        "unsaid",
        0.8,
        r"^ai ?: ?(?P<task>[a-z])",
        "the note-taker's short form of action item: only at the start, only with its colon",
    ),
    _cue(
        "i-will",
        "commit",
        "speaker",
        0.4,
        rf"\bi{_WILL} {_ADV}{_TASK}",
        "first person and future: the plain promise",
    ),
    _cue(
        "i-promise",
        "commit",
        "speaker",
        0.6,
        rf"\bi (?:promise|commit|volunteer|offer) (?:that )?(?:i(?:'ll| will) |to ){_ADV}{_TASK}",
        "a performative verb says that it is a promise",
    ),
    _cue(
        "i-can",
        "commit",
        "speaker",
        0.3,
        rf"\bi (?:can|could) {_ADV}{_TASK}",
        "an offer; often only a report of ability, so weak unless accepted or dated",
    ),
    _cue(
        "let-me",
        "commit",
        "speaker",
        0.3,
        rf"\blet me {_ADV}{_TASK}",
        "asks leave for one's own next act: mostly about the talk itself, sometimes a promise",
    ),
    _cue(
        "i-must",
        "commit",
        "speaker",
        0.3,
        rf"\bi(?:{_MUST}|'ve to) {_ADV}{_TASK}",
        "first person obligation",
    ),
    _cue(
        "you-will",
        "assign",
        "addressee",
        0.4,
        rf"{_YOU}{_WILL} {_ADV}{_TASK}",
        "second person and future: work is handed out",
    ),
    _cue(
        "you-must",
        "assign",
        "addressee",
        0.3,
        rf"{_YOU}{_MUST} {_ADV}{_TASK}",
        "second person obligation; often advice to nobody in particular",
    ),
    _cue(
        "i-want-you",
        "assign",
        "addressee",
        0.5,
        rf"\bi(?:'d| would)? (?:like|love|need|want|ask) (?:for )?(?:you|you guys|you two|you all) to {_ADV}{_TASK}",
        "a stated wish about what the addressee does",
    ),
    _cue(
        "you-can",
        "request",
        "addressee",
        0.2,
        rf"{_YOU} (?:can|could|might|may)(?: want to)? {_ADV}{_TASK}",
        "an indirect request as a possibility; mostly an observation",
    ),
    _cue(
        "can-you",
        "request",
        "addressee",
        0.4,
        rf"\b(?:can|could|would|will) (?:you|you guys|you two) (?:mind |like to )?{_ADV}{_TASK}",
        "the conventional request: a question about ability or will",
    ),
    _cue(
        "do-you-mind",
        "request",
        "addressee",
        0.3,
        rf"\b(?:do you (?:want|wanna)(?: to)?|do you mind|are you (?:able|willing|happy|okay) to) {_ADV}{_TASK}",
        "a request as a question about willingness",
    ),
    _cue(
        "can-somebody",
        "request",
        "anyone",
        0.35,
        rf"\b(?:can|could|would|will) (?:somebody|someone|anybody|anyone|one of you) {_ADV}{_TASK}",
        "a request to whoever takes it",
    ),
    _cue(
        "please",
        "request",
        "addressee",
        0.4,
        rf"\bplease,? {_ADV}{_TASK}",
        "the politeness marker of a directive",
    ),
    _cue(
        "we-will",
        "oblige",
        "we",
        0.2,
        rf"\bwe{_WILL} {_ADV}{_TASK}",
        "plural future: nobody is named, and much of it is narration",
    ),
    _cue(
        "we-must",
        "oblige",
        "we",
        0.25,
        rf"\bwe{_MUST} {_ADV}{_TASK}",
        "plural obligation",
    ),
    _cue(
        "somebody-must",
        "oblige",
        "anyone",
        0.35,
        rf"\b(?:somebody|someone|one of us|one of you)(?:{_WILL}|{_MUST}| has to| needs to) {_ADV}{_TASK}",
        "work without an owner yet",
    ),
    _cue(
        "everybody-must",
        "assign",
        "we",
        0.35,
        r"\b(?:everybody|everyone|all of us|all of you|each of us|each of you)"
        rf"(?:{_WILL}|{_MUST}| has to| needs to|'s gonna|'s going to) {_ADV}{_TASK}",
        "work for all",
    ),
    _cue(
        "they-will",
        "assign",
        "subject",
        0.4,
        r"(?P<subject>\b[a-z'.-]+)"
        r"(?: will|'ll| shall| is going to| are going to|'s going to|'s gonna| is gonna| are gonna| gonna|"
        r" needs to| need to| has to| have to| should| is supposed to| are supposed to|, can you|, could you|"
        rf", would you|, will you|, you'll|, you will|, you're gonna|, you're going to) {_ADV}{_TASK}",
        "a person named in the future or under obligation; whether it is a person is looked up",
    ),
)
