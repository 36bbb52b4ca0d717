"""The second half of a request: whether somebody took it, refused it, or let it pass (an adjacency pair)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from guardrails.language import read
from pipelines.rules.sentences import Sentence

# So many sentences may lie between a request and its answer: a word of detail, an interjection.
_WINDOW = 4
# A refusal comes first; later in the answer the same words are about something else. Characters.
_OPENING = 80

_OPENERS = r"^(?:(?:and|so|oh|well|okay|ok|yeah|yes|yep|right|great),? )*"
_PROMISE = re.compile(
    rf"{_OPENERS}(?:i'll|i will|i can|i'm (?:on it|happy|going to|gonna)|i'd be (?:happy|glad)|"
    r"leave (?:it|that) (?:to|with) me)\b"
)
_YES = (
    r"(?:sure|absolutely|of course|certainly|definitely|no problem|no worries|will do|can do|"
    r"gladly|happy to|yes|yep|yeah|yup|okay|ok|alright|all right|fine|right|sounds good|got it|on it|"
    r"consider it done|that's fine|that works|my pleasure|with pleasure)\b"
)
_ACCEPT = re.compile(rf"{_OPENERS}{_YES}")
_ONLY_ACCEPTS = re.compile(rf"{_OPENERS}(?:{_YES}[,.!]? ?)+$")
# Not "that slide".
_IT = (
    r"(?:(?:that|this|those|these)\b(?! (?!(?:for|by|on|in|at|this|next|tomorrow|today|tonight|then|too|"
    r"myself|if|and|but|as|with|over|when|before|after|until|now|right|first|asap|please|instead|again|later|"
    r"from|once|or|one|together)\b)\w)|(?:it|them)\b)"
)
_DOES_IT = r"do|take|handle|manage|organi[sz]e|sort|sort out|look after|see to|deal with|take care of|pick up"
# Sentences: "Sure. No problem. I'll do that."
_ANSWER_SENTENCES = 3
# So many sentences may lie between work that nobody has and who takes it, and so many words in each of them.
_VOLUNTEERS = 6
_ASIDE = 5
# "Do you mind ...?" is taken up by "no".
_MINDS_NOT = re.compile(rf"{_OPENERS}(?:no|not at all|of course not)\b")

# "No, I won't", and no more: "I can't by Monday" and "I can't, but Tuesday works" take it on another way.
_WONT = re.compile(
    r"(?:(?:no|nope|sorry|oh|well|um|actually)[,.!]? )*i (?:really |just )?"
    r"(?:won't|will not|can't|cannot)"
    r"(?: (?:do|manage|take) (?:it|that|this)(?: on)?)?(?: ?[.!]|$|,(?! ?(?:but|so|unless|before|until)\b))"
)
_NO = re.compile(r"(?:(?:no|nope|sorry|oh|well|um)\b[,.!]? ?)+$")


@dataclass(frozen=True, slots=True)
class Answer:
    kind: Literal["promised", "accepted", "refused", "ignored"]
    """A promise is an acceptance in the first person: "I'll do it"."""
    speaker: str | None = None
    index: int | None = None
    """Of the sentence that answers."""


def answer_to(sentences: Sequence[Sentence], index: int, addressee: str | None = None) -> Answer:
    """How sentence `index` was answered.

    The answer is the next sentence of another voice, or of `addressee` where somebody was called by name;
    where voices are unknown, the next sentence, whoever said it.
    """
    asker = sentences[index].speaker
    minds = " mind " in sentences[index].clean.text
    for later in range(index + 1, min(index + 1 + _WINDOW, len(sentences))):
        sentence = sentences[later]
        if (asker is not None and sentence.speaker == asker) or not sentence.says_something:
            continue
        if addressee is not None and sentence.speaker not in (None, addressee):
            continue
        if minds and _MINDS_NOT.search(sentence.clean.text):
            return Answer("accepted", sentence.speaker, later)
        if read(sentence.clean.text[:_OPENING], "en").refuses:
            return Answer("refused", sentence.speaker, later)
        if _PROMISE.search(sentence.clean.text):
            return Answer("promised", sentence.speaker, later)
        if _ACCEPT.search(sentence.clean.text):
            return Answer("accepted", sentence.speaker, later)
        break
    return Answer("ignored")


def accepts_at_once(sentences: Sequence[Sentence], index: int) -> str | None:
    """The only voice that accepts sentence `index`, right after it; None where there is none, or several."""
    answer = answer_to(sentences, index)
    if answer.index is None or answer.kind not in ("promised", "accepted"):
        return None
    if any(sentence.says_something for sentence in sentences[index + 1 : answer.index]):
        return None
    known = (sentences[index].speaker, answer.speaker)
    after = sentences[answer.index + 1 : index + 1 + _WINDOW]
    others = (each.clean.text for each in after if each.speaker not in known)
    return None if any(_ACCEPT.search(text) or _PROMISE.search(text) for text in others) else answer.speaker


def refused_at_once(sentences: Sequence[Sentence], index: int, owner: str | None) -> Answer | None:
    """The refusal of work that sentence `index` gives `owner`, asked or not, if that is all he says to it."""
    if owner is None or sentences[index].speaker == owner:
        return None
    for at in range(index + 1, min(index + 1 + _WINDOW, len(sentences))):
        if sentences[at].speaker != owner:
            return None
        if _WONT.match(sentences[at].clean.text):
            return Answer("refused", owner, at)
        if not _NO.fullmatch(sentences[at].clean.text):
            return None
    return None


def volunteer_for(sentences: Sequence[Sentence], index: int, verb: str) -> int | None:
    """The sentence soon after `index` in which somebody else takes the work that nobody had.

    "Somebody needs to find a venue. Liam?" - "Can't this week." - "I don't mind doing it."
    """
    takes, asker = _takes(verb), sentences[index].speaker
    for at in range(index + 1, min(index + 1 + _VOLUNTEERS, len(sentences))):
        sentence = sentences[at]
        if takes.match(sentence.clean.text):
            return at if sentence.speaker not in (None, asker) else None
        is_aside = len(sentence.raw.split()) <= _ASIDE or read(sentence.clean.text, "en").refuses
        if not is_aside:
            return None
    return None


@lru_cache(maxsize=512)
def _takes(verb: str) -> re.Pattern[str]:
    """How a sentence begins by which somebody takes work whose verb is `verb`."""
    return re.compile(
        rf"{_OPENERS}(?:(?:sure|absolutely|of course|no problem|fine),? )*(?:"
        rf"(?:i'll|i will|i can|i could|i'm going to|let me|i'd be (?:happy|glad) to|(?:i'm )?happy to)"
        rf" (?:(?:also|then|just|gladly) )?(?:{_DOES_IT}|{re.escape(verb)}) {_IT}"
        r"|(?:i'll|i will|i can)(?: do)?(?:[.,!]|$)|i'm on it\b|leave (?:it|that) (?:to|with) me\b"
        rf"|i (?:don't|wouldn't) mind(?: (?:doing|taking|handling|having a go at) {_IT})?(?: |[.,!]|$)"
        r"|(?:you can )?put me down(?: for (?:it|that|this))?(?:[.,!]|$)"
        r"|i(?:'ve| have) got (?:it|that)(?:[.,!]|$))"
    )


def taken_in(
    sentences: Sequence[Sentence], answer: Answer, verb: str, *, says_yes: bool = False
) -> int | None:
    """The sentence of the answer in which somebody says that he does it, where `verb` is what was asked for;
    with `says_yes`, a mere yes is enough.

    More than a promise of anything: "who books the hotel?" is answered by "I'll do that" and "I can book it",
    not by "I can see two on the map".
    """
    if answer.index is None or answer.kind not in ("promised", "accepted"):
        return None
    takes = _takes(verb)
    if says_yes and _ONLY_ACCEPTS.match(sentences[answer.index].clean.text):
        return answer.index
    for at in range(answer.index, min(answer.index + _ANSWER_SENTENCES, len(sentences))):
        if sentences[at].speaker != answer.speaker:
            break
        if takes.match(sentences[at].clean.text):
            return at
    return None
