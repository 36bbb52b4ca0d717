"""How English changes, hands on, answers and takes back."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from guardrails.guardrail import Scene
from guardrails.qualifier import retraction_of
from guardrails.types import Claim
from guardrails.words import content_stems
from pipelines.due import find_due_phrases
from pipelines.merging.days import ENGLISH_DAYS
from pipelines.merging.tongue import Refusal, Tongue
from pipelines.rules.acceptance import answer_to
from pipelines.rules.candidates import refused_requests
from pipelines.rules.clean import clean
from pipelines.rules.meeting import Meeting, meeting_of
from pipelines.rules.people import as_name
from pipelines.rules.questions import defers
from pipelines.rules.sentences import Sentence
from pipelines.rules.tasks import content_words

_IT = r"(?:it|that|this|these|those|them|that one|this one|care of (?:it|that|this|them))"
_NAME = r"(?P<who>[^\W\d_][\w'’-]*(?: [^\W\d_][\w'’-]*)??)"
_TURN = r"(?:actually|no|wait|sorry|hmm|oh|instead|rather|or|but|better|maybe|perhaps|on second thoughts?)"
_CAN = r"(?:can|could|would|will)"
_DOES = (
    r"(?:does|do|will do|is doing|is going to do|should do|can do|could do|would do|takes|take|will take|"
    r"should take|can take|will handle|handles|should handle|is taking|'ll do|'ll take|'s doing)"
)
_DONE = re.compile(
    r"(?<![\w'])[\w'’]+(?: has| have|'s|'ve)? already "
    r"(?:did|done|took care of|taken care of|handled|sent|fixed) (?:that|it)\b",
    re.IGNORECASE,
)
_LONG_AGO = re.compile(r"\b(?:last|previous) (?:year|time|month|week|meeting|quarter)\b", re.IGNORECASE)


def _agrees(sentences: Sequence[Sentence], index: int) -> bool:
    return answer_to(sentences, index).kind in ("accepted", "promised")


def _taking_back(claim: Claim, scene: Scene) -> tuple[int, str] | None:
    found = retraction_of(claim, scene)
    if found is not None and not found.handed_over:  # else another has it
        return found.place, found.words
    return _done_already(claim, scene) if claim.kind == "action" else None


def _done_already(claim: Claim, scene: Scene) -> tuple[int, str] | None:
    """ "I'll cancel the contract. No, wait, Julia already did that.": at once, or it is of something else."""
    last = max((scene.places[segment.id] for segment in scene.cited(claim)), default=0)
    others = [c for c in scene.claims if c.id != claim.id and c.kind == "action"]
    if any(scene.places[s.id] == last for other in others for s in scene.cited(other)):
        return None
    for place in range(last, min(last + 2, len(scene.segments))):
        found = _DONE.search(scene.segments[place].text)
        if found is not None and not _LONG_AGO.search(scene.segments[place].text):
            return place, found.group().strip(" ,.")
    return None


def _refusals(meeting: Meeting) -> Iterator[Refusal]:
    for request in refused_requests(meeting):
        assert request.answer is not None  # else it would not be refused
        assert request.answer.index is not None
        yield request.task, request.sentence, meeting.sentences[request.answer.index]


ENGLISH = Tongue(
    meeting_of=meeting_of,
    clean=clean,
    content=content_words,
    stems=content_stems,
    due_phrases=find_due_phrases,
    stranger=as_name,
    revises=re.compile(
        r"\b(?:instead|actually|after all|rather than|no longer|any ?more|(?:im|not )possible|"
        r"too (?:late|early|expensive|much|soon|long|big|small)|chang(?:e|ed|ing)|"
        r"(?:does|do|did|wo|ca)n['’]t|cannot|(?:the )?new (?:date|day|plan|time)|second thoughts?|"
        r"make (?:it|that)|correction|sorry|not .{1,40} but|"
        r"mov(?:e|ed) (?:it |that )?to|postpone|on reflection|"
        r"push(?:ed)? (?:it |that )?(?:back|to))\b",
        re.IGNORECASE,
    ),
    proposes=re.compile(
        r"\b(?:we|you|one) (?:could|might)\b|\b(?:should|shall|could|can) we\b|\b(?:how|what) about\b"
        r"|\bwhat if we\b|\bwhy don't we\b"
        r"|\bi(?:'d| would)? (?:suggest|propose|recommend)\b|\bmy (?:suggestion|proposal)\b"
        r"|\bmaybe we\b|\bperhaps we\b|\bwould(?:n't)? it (?:make sense|be better|be good)\b"
    ),
    settled=re.compile(r"\b(?:agreed|decided|settled|decision|it is then|sold)\b"),
    agrees=_agrees,
    # "Actually, Sam does that"; "let Sam do it"; "give that to Sam"; "Sam does it instead"; "Sam, not Ann".
    handed=tuple(
        re.compile(words, re.IGNORECASE)
        for words in (
            rf"(?:^|[,.;!?] )(?:{_TURN},? )+(?:i think |let's say |then )?{_NAME} {_DOES} {_IT}\b",
            rf"(?:^|[,.;!?] )(?:{_TURN},? )*{_NAME} {_DOES} {_IT} (?:instead|now|then)\b",
            rf"(?:^|[,.;!?] )(?:{_TURN},? )+{_NAME} (?:will|can|does|should|is going to)(?=[.,!?]|$)",
            rf"\b(?:let|have|make) {_NAME} (?:do|take|handle|have) {_IT}\b",
            rf"\b(?:give|leave|hand|pass) (?:it|that|this)(?: over)? to {_NAME}(?=[,.!?]|$| then| instead)",
            rf"(?:^|[,.;!?] )(?:{_TURN},? )*{_NAME},? {_CAN} you (?:do|take|handle) {_IT}\b",
        )
    ),
    taken=re.compile(
        rf"(?:^|[,.;!?] )(?:{_TURN},? )*(?:i'll|i will|i can|let me|i'd rather) (?:do|take|handle) {_IT}"
        rf"(?: over)?(?: instead| myself| from here| for you)\b"
        rf"|(?:^|[,.;!?] )(?:{_TURN},? )*(?:i'll|i can|let me) take (?:it|that|this)(?: one)? over\b",
        re.IGNORECASE,
    ),
    accepts=re.compile(
        r"\W*(?:(?:oh|um|uh|okay|ok|well|yes|yeah|sure|fine|right)\W+)*"
        r"(?:i'll|i will|i can|sure|yes|yeah|yep|okay|ok|fine|no problem|will do|happy to|of course|"
        r"all right|alright)\b",
        re.IGNORECASE,
    ),
    refuses=re.compile(r"\b(?:no(?! problem| worries)|i can't|i cannot|i won't|sorry)\b", re.IGNORECASE),
    takes=re.compile(
        r"\W*(?:(?:oh|well|okay|ok|yes|yeah|sure|fine|alright|all right|then|no problem|of course)\W+)*"
        r"(?:(?:i'll|i will|i can|i could|let me) (?:(?:just|then|also|gladly) )?"
        rf"(?:do|take|handle|look after|see to|take care of) {_IT}(?! (?:easy|up with|into))"
        r"|leave (?:it|that) (?:to|with) me)\b",
        re.IGNORECASE,
    ),
    days=ENGLISH_DAYS,
    topic=re.compile(
        r"(?:^|[,.;!?] )(?:and |but |now |so )?(?:as for |about )?(?:the|your|our|his|her|their)"
        r"((?: [\w'’-]+){1,3})(?=,|$)",
        re.IGNORECASE,
    ),
    it=re.compile(rf"\b{_IT}\b"),
    asked=re.compile(
        r"\b(?P<who>who|whose|whom)\b|\b(?P<amount>how (?:much|many|long|big|often|far|expensive))\b"
        r"|\b(?P<time>when|what (?:time|day|date)|which (?:day|date|week))\b|\b(?P<place>where)\b"
        r"|\b(?P<other>what|which|why|how)\b",
    ),
    person=re.compile(r"\b(?:i|i'm|i'll|i've|we|he|she|they)\b"),
    place=re.compile(r"\b(?:in|at|on|under|behind|beside|near|next to|here|there)\b"),
    no_answer=re.compile(
        r"\b(?:could|might|maybe|perhaps|if|whether|should|would|need to|needs to|have to|has to|find out|"
        r"ask|asked|wonder|probably|i think|i guess|still open|open question|unclear|undecided|"
        r"question|know)\b"
    ),
    defers=defers,
    taking_back=_taking_back,
    refusals=_refusals,
)
