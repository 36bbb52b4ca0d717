"""Open questions: asked about the matter, and left without an answer.

Most questions of a meeting are answered at once, manage the meeting, or expect no answer. What stays are
those that somebody puts off ("I don't know", "we'll have to find out"), those that nobody takes up, and
those that are called open.
"""

from __future__ import annotations

import re
from typing import Literal

from guardrails.types import Claim, Evidence
from pipelines.rules.meeting import Meeting
from pipelines.rules.quotes import quote_of
from pipelines.rules.scoring import QUESTION_THRESHOLD
from pipelines.rules.sentences import Sentence, is_backchannel
from pipelines.rules.tasks import content_words

Reply = Literal["deferred", "answered", "none"]

_WH = r"(?:what|which|who|whom|whose|when|where|why|how)"
_ASKS = re.compile(
    rf"^(?:(?:and|so|but|then|well|okay|ok|also|now|yeah|oh),? )*(?:{_WH}|is|are|was|do|does|did|can|could|"
    rf"will|"
    r"would|should|shall|have|has|how about|what about)\b"
)
# Questions that are called open, asked or not.
_NAMED_OPEN = re.compile(
    rf"\b(?:open (?:question|issue|point)|(?:the|one|another|big|main) question (?:is|would be|"
    rf"remains),? (?:if|whether|{_WH})|"
    rf"we (?:still don't|don't yet|do not yet|still do not) know (?:if|whether|{_WH})|"
    rf"we don't know (?:if|whether|{_WH})(?= \w+ \w+).* yet|"
    rf"(?:still|remains) (?:open|unclear|undecided|to be (?:decided|seen|clarified|determined))|"
    rf"we (?:still )?(?:need|have) to (?:find out|figure out|decide|clarify) (?:if|whether|{_WH}))\b"
)
# About the meeting, or about having been heard: no matter of the meeting.
_MANAGES = re.compile(
    r"\b(?:can (?:you|everyone|everybody|people|anyone) (?:hear|see)|(?:hear|see) me|my (?:screen|slides?|"
    r"mic)|on mute|"
    r"any (?:other |more |further )?(?:questions?|comments?|thoughts|business|objections?|concerns?|"
    r"updates?)|"
    r"anything (?:else|more|to add)|anybody|anyone (?:else|want|have|here|object|oppose|disagree)|who's next|"
    r"who is next|"
    r"shall we (?:start|begin|move|go|continue|stop|wrap)|next (?:slide|item|topic)|everybody (?:here|ready|"
    r"happy)|"
    r"everyone (?:here|ready|happy|okay|agree)|ready to|do you want to (?:go|start|say|add|talk|present|take|"
    r"share|give|speak|comment)|"
    r"can you (?:repeat|say|explain|tell|go|give|show|hear|see|talk|speak)|could you (?:repeat|say|explain)|"
    r"what did you say|what do you mean|how are you|does that make sense|make sense|is that (?:right|correct|"
    r"okay|it|clear|fine)|"
    r"do you have (?:any|something)|are you (?:there|done|ready)|where (?:is|are) (?:the|my) (?:slide|screen|"
    r"mouse|pen))\b"
)
_REQUEST = re.compile(
    r"\b(?:can|could|would|will) (?:you|somebody|someone|anybody|anyone|one of you)\b|\b(?:do you mind|"
    r"who (?:can|could|wants to|will))\b"
)
_TAG = re.compile(
    r"(?:,? (?:right|yeah|okay|ok|no|huh|you know|eh|correct)|,? (?:is|isn't|are|aren't|do|don't|does|"
    r"doesn't|did|"
    r"didn't|was|wasn't|would|wouldn't|can|can't|will|won't|have|haven't) (?:it|he|she|they|we|you|i|that|"
    r"there))\?+$"
)
_RHETORICAL = re.compile(
    r"\b(?:who knows|who cares|why not|why bother|how hard can|what's the point|what else|what the|"
    r"you know what|"
    r"guess what|how should i (?:say|put)|what do you (?:think|reckon)|what was (?:it|that|i)|"
    r"how do you (?:say|call|spell)|"
    r"am i right|isn't that)\b"
)
_DEFERS = re.compile(
    r"\b(?:(?:i|we) (?:don't|do not|didn't) (?:really |actually |yet )?(?:know|remember)|no idea|not (?:sure|"
    r"certain|clear|decided)|"
    r"(?:that's a |it's a |very |a )?good question|(?:have|need|want|going) to (?:check|find out|look into|"
    r"ask|think about|see|figure)|"
    r"(?:i'll|we'll|let me|let's) (?:check|find out|look into|ask|get back|come back|think about|figure|"
    r"discuss|take that)|"
    r"let's not|not now|another time|next time|park (?:that|this|it)|come back to|tell us about|let me think|"
    r"get back to you|hard to say|depends|to be (?:decided|determined|seen)|it's (?:unclear|open)|offline|"
    r"(?:i'm|we're) not sure)\b"
)
_MOVES_ON = re.compile(
    r"^(?:okay|ok|alright|all right|anyway|next|moving on|so next|well|let's (?:move|go|continue))\b"
)
_MIN_WORDS = 3
_MAX_WORDS = 40
_REPLY_SENTENCES = 4

_ASKED = 0.3
_WH_WORD = 0.05
_REPLY_SCORES: dict[Reply, float] = {"deferred": 0.3, "none": 0.2, "answered": -0.3}
_CALLED_OPEN = 0.55
_SPECIFIC = 0.05


def questions_of(meeting: Meeting) -> list[Claim]:
    """Open questions in the order in which they were asked. A request for work is none, whatever its form."""
    claims = []
    for index, sentence in enumerate(meeting.sentences):
        if _REQUEST.search(sentence.clean.text):
            continue
        confidence = _confidence(meeting, index, sentence)
        if confidence >= QUESTION_THRESHOLD:
            claims.append(_claim(meeting, sentence, confidence))
    return claims


def _confidence(meeting: Meeting, index: int, sentence: Sentence) -> float:
    text = sentence.clean.text
    words = content_words(text)
    if len(words) < _MIN_WORDS or len(sentence.clean.starts) > _MAX_WORDS or _MANAGES.search(text):
        return 0.0
    if _NAMED_OPEN.search(text):
        return _CALLED_OPEN
    if not sentence.asks or _TAG.search(text) or _RHETORICAL.search(text) or not _ASKS.search(text):
        return 0.0
    score = _ASKED + _REPLY_SCORES[_reply(meeting, index)]
    score += _WH_WORD if re.match(rf"(?:\w+,? ){{0,2}}{_WH}\b", text) else 0.0
    score += _SPECIFIC if len(words) > _MIN_WORDS else 0.0
    return round(max(score, 0.0), 2)


def _reply(meeting: Meeting, index: int) -> Reply:
    """What came of a question. Another question is no answer, nor is a nod."""
    asked = meeting.sentences[index]
    asker = asked.speaker
    # "yeah" answers whether, but not who, when or how much.
    wants_more = re.search(rf"\b{_WH}\b", asked.clean.text) is not None
    for later in meeting.sentences[index + 1 : index + 1 + _REPLY_SENTENCES]:
        if _DEFERS.search(later.clean.text):
            return "deferred"
        nods = is_backchannel(later.raw) and (wants_more or later.speaker == asker)
        if later.asks or nods or not later.clean.starts:
            continue
        if asker is not None and later.speaker == asker and _MOVES_ON.match(later.clean.text):
            return "none"
        return "answered"
    return "none"


def _claim(meeting: Meeting, sentence: Sentence, confidence: float) -> Claim:
    whole = (0, len(sentence.raw))
    cited = sentence.segments_of(*whole)
    return Claim(
        id="",
        kind="question",
        text=sentence.clean.cased,
        evidence=Evidence(
            tuple(meeting.segments[i].id for i in cited),
            quote_of(meeting.segments, sentence, cited, *whole),
        ),
        confidence=confidence,
    )
