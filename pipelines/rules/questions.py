"""Open questions: asked about the matter, and left without an answer.

Most questions of a meeting are answered at once, manage the meeting, or expect no answer. What stays are
those that somebody puts off ("I don't know", "let's come back to that"), those that nobody takes up, and
those that are called open.
"""

from __future__ import annotations

import re
from typing import Literal

from guardrails.core.types import Claim, Evidence
from pipelines.rules.meeting import Meeting
from pipelines.rules.quotes import quote_of
from pipelines.rules.scoring import QUESTION_THRESHOLD
from pipelines.rules.sentences import Sentence, is_backchannel
from pipelines.rules.tasks import content_words

Reply = Literal["deferred", "answered", "none"]

_WH = r"(?:what|which|who|whom|whose|when|where|why|how)"
_WH_WORD = re.compile(rf"\b{_WH}\b")
_ASKS = re.compile(
    rf"""^(?:(?:and|so|but|then|well|okay|ok|also|now|yeah|oh),?\ )*
    (?:{_WH}|is|are|was|do|does|did|can|could|will|would|should|shall|have|has)\b""",
    re.VERBOSE,
)
# Called open, with a question mark or without.
_CALLED_OPEN = re.compile(
    rf"""\b(?: open\ (?:question|issue|point)
    | (?:the|one|another|big|main)\ question\ (?:is|would\ be|remains),?\ (?:if|whether|{_WH})
    | we\ (?:still\ don't|don't\ yet|do\ not\ yet|still\ do\ not)\ know\ (?:if|whether|{_WH})
    | (?:is|are|'s)\ still\ (?:open|unclear|undecided) | remains\ (?:open|unclear|undecided)
    | to\ be\ (?:decided|clarified|determined)
    | we\ (?:still\ )?(?:need|have)\ to\ (?:find\ out|figure\ out|decide|clarify)\ (?:if|whether|{_WH})
    )\b""",
    re.VERBOSE,
)
# An invoice may be open; a matter of talk is an open question.
_MATTER = re.compile(rf"\b(?:question|issue|point|decision|topic|that|this|it|if|whether|{_WH})\b")
# Of these what is open stands before: "the proposal is still open, so it is better ..." speaks of a period.
_STAYS = re.compile(r"(?:is|are|'s) still|remains")
_BREAKS_OFF = re.compile(
    r"\b(?:of|the|an?|to|in|on|for|with|and|or|that|is|are|our|my|from|by|at|as|if|because|which)"
    r"[ ,.\u2026]*$"
)
# About the meeting itself, or about having been heard.
_MANAGES = re.compile(
    r"""\b(?: (?:hear|see)\ me | (?:hear|see)\ (?:my|the)\ (?:screen|slides?) | my\ (?:screen|slides?|mic) |
    on\ mute | (?:do\ we\ have|is|are)\ .{1,40}\ on\ (?:the|this|our)\ call
    | can\ (?:you|everyone|everybody|people|anyone)\ (?:hear|see) | (?:any|some)\ (?:other\ |more\
    |further\ )?(?:questions?|comments?|thoughts|objections?|concerns?|updates?) | any\ other\ business |
    anything\ (?:else|more|to\ add) | anybody | who's\ next | who\ is\ next | anyone\
    (?:else|want|have|here|object|oppose|disagree) | shall\ we\ (?:start|begin|move|go|continue|stop|wrap) |
    next\ (?:slide|item|topic) | (?:everybody|everyone)\ (?:here|ready|happy|okay|agree) | ready\ to | do\
    you\ want\ to\ (?:go|start|say|add|talk|present|take|share|give|speak|comment) | what\ did\ you\ say |
    what\ do\ you\ mean | how\ are\ you | make\ sense | do\ you\ have\ (?:any|something) | is\ that\
    (?:right|correct|okay|it|clear|fine) | are\ you\ (?:there|done|ready) | where\ (?:is|are)\ (?:the|my)\
    (?:slide|screen|mouse|pen)
    )\b""",
    re.VERBOSE,
)
# Asks for work, not for knowledge: see requests.py.
_REQUESTS = re.compile(
    r"""\b(?: (?:can|could|would|will)\ (?:you|somebody|someone|anybody|anyone|one\ of\ you) | do\ you\ mind
    | who\ (?:can|could|wants\ to|will) )\b""",
    re.VERBOSE,
)
_TAG = re.compile(
    r"""(?: ,?\ (?:right|yeah|okay|ok|no|huh|you\ know|eh|correct)
    | ,?\ (?:is|are|do|does|did|was|were|would|can|will|have|has)(?:n't)?\
    (?:it|he|she|they|we|you|i|that|there)
    )\?+$""",
    re.VERBOSE,
)
_RHETORICAL = re.compile(
    r"""\b(?: who\ knows | who\ cares | why\ not | why\ bother | how\ hard\ can | what's\ the\ point | what\
    else | you\ know\ what | guess\ what | how\ should\ i\ (?:say|put) | what\ do\ you\ (?:think|reckon)
    | what\ was\ (?:it|that|i) | how\ do\ you\ (?:say|call|spell) | am\ i\ right | isn't\ that )\b""",
    re.VERBOSE,
)
_DEFERS = re.compile(
    r"""\b(?: (?:i|we)\ (?:don't|do\ not|didn't)\ (?:really\ |actually\ |yet\ )?(?:know|remember) | no\ idea
    | not\ (?:sure|certain|clear|decided) | good\ question | hard\ to\ say | depends
    | (?:have|need|want|going)\ to\ (?:check|find\ out|look\ into|ask|think\ about|see|figure)
    | (?:i'll|we'll|let\ me|let's)\ (?:check|find\ out|look\ into|ask|get\ back|come\
    back|think|figure|discuss|take\ that) | get\ back\ to\ you | come\ back\ to | to\ be\
    (?:decided|determined|seen) | it's\ (?:unclear|open) | offline
    | let's\ not | not\ now | another\ time | next\ time | park\ (?:that|this|it) | tell\ us\ about )\b""",
    re.VERBOSE,
)
# Left for another time, and so open for certain: "I don't know" may be said of anything.
_PUTS_OFF = re.compile(
    r"""\b(?: we'll\ (?:have\ to\ )?see(?=\ (?:about|then|later|next)\b|\W*$)
    | (?:let's|we'll|we\ can|we\ should)\ (?:talk|speak)\ about\ (?:it|that)\b
    | (?:let's|we'll)\ (?:discuss|decide|come\ back|park|take\ that)
    | another\ time | next\ time
    | (?:no\ idea|not\ sure|(?:don't|do\ not)\ know|nobody\ knows|not\ decided|undecided)\ yet )\b""",
    re.VERBOSE,
)
_MOVES_ON = re.compile(
    r"^(?:okay|ok|alright|all right|anyway|next|moving on|well|let's (?:move|go|continue))\b"
)
_ASIDE = re.compile(r",? (?:by the way|then|though|again)\?$", re.IGNORECASE)
_MIN_WORDS = 3
# "Who orders the cake?" says less, and counts where the reply puts it off.
_MIN_WORDS_PUT_OFF = 2
_MAX_TOKENS = 40
# A reply comes within so many sentences, or not at all.
_REPLY_SENTENCES = 4

# Multiples of 0.05, as in scoring.py.
_ASKED = 0.3
_REPLY_WEIGHTS: dict[Reply, float] = {"deferred": 0.3, "none": 0.2, "answered": -0.3}
_WANTS_MORE = 0.05
_SPECIFIC = 0.05
_OPEN = 0.55


def questions_of(meeting: Meeting) -> list[Claim]:
    """Open questions in the order in which they were asked."""
    claims = []
    for index, sentence in enumerate(meeting.sentences):
        confidence = _confidence(meeting, index, sentence)
        if confidence >= QUESTION_THRESHOLD:
            claims.append(_claim(meeting, sentence, confidence))
    return claims


def _confidence(meeting: Meeting, index: int, sentence: Sentence) -> float:
    text = sentence.clean.text
    words = content_words(text)
    if len(words) < _MIN_WORDS_PUT_OFF or len(sentence.clean.starts) > _MAX_TOKENS or _MANAGES.search(text):
        return 0.0
    enough = len(words) >= _MIN_WORDS
    if (
        enough
        and (called := _CALLED_OPEN.search(text))
        and not (_BREAKS_OFF.search(text) and not sentence.asks)
    ):
        rest = text[: called.end()] if _STAYS.match(called.group()) else text
        if _MATTER.search(rest):
            return _OPEN
    if not sentence.asks or not _ASKS.search(text):
        return 0.0
    if _REQUESTS.search(text) or _TAG.search(text) or _RHETORICAL.search(text):
        return 0.0
    if not enough and not _is_put_off(meeting, index):
        return 0.0
    score = _ASKED + _REPLY_WEIGHTS[_reply(meeting, index)]
    score += _WANTS_MORE if _WH_WORD.search(text) else 0.0
    score += _SPECIFIC if len(words) > _MIN_WORDS else 0.0
    return round(max(score, 0.0), 2)


def _reply(meeting: Meeting, index: int) -> Reply:
    """What came of a question. Another question is no answer."""
    asked = meeting.sentences[index]
    # "yeah" answers whether, but not who, when or how much.
    wants_more = _WH_WORD.search(asked.clean.text) is not None
    for later in meeting.sentences[index + 1 : index + 1 + _REPLY_SENTENCES]:
        same_voice = asked.speaker is not None and later.speaker == asked.speaker
        if defers(later.clean.text):
            return "deferred"
        if later.asks or not later.says_something:
            continue
        if is_backchannel(later.raw) and (wants_more or same_voice):
            continue
        return "none" if same_voice and _MOVES_ON.match(later.clean.text) else "answered"
    return "none"


def _is_put_off(meeting: Meeting, index: int) -> bool:
    """Whether the next that is said leaves the question for another time."""
    later = meeting.sentences[index + 1 : index + 1 + _REPLY_SENTENCES]
    reply = next((sentence for sentence in later if sentence.says_something), None)
    return reply is not None and _PUTS_OFF.search(reply.clean.text) is not None


def defers(text: str) -> bool:
    """Whether an answer, cleaned and in lower case, leaves the question open."""
    return _DEFERS.search(text) is not None or _PUTS_OFF.search(text) is not None


def _claim(meeting: Meeting, sentence: Sentence, confidence: float) -> Claim:
    whole = (0, len(sentence.raw))
    cited = sentence.segments_of(*whole)
    return Claim(
        id="",
        kind="question",
        text=_ASIDE.sub("?", sentence.clean.cased),
        evidence=Evidence(
            tuple(meeting.segments[i].id for i in cited),
            quote_of(meeting.segments, sentence, cited, *whole),
        ),
        confidence=confidence,
    )
