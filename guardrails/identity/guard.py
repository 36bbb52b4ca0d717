"""A model that speaks of itself in a note: "As an AI language model, I cannot attend meetings, but ...".

Nobody in the meeting is an AI, so such words can only be the drafting model's. What nobody said, before or
behind words that were said, in the first or second person or with a word for the machine and its text, is a
frame around the item and is taken off; it is recognised by what was said, not by a list of phrases. "As an
AI company we publish the model card" was said, and stays.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, replace

from guardrails.core.guardrail import Ask, Context
from guardrails.core.types import Claim, Verdict
from guardrails.language.words import content_stems, spoken_words

FLAG = "identity-removed"
LONGEST = 1_000
"""Characters that are looked at; the longest item that people wrote has 775."""
MOST_HINGES = 40
"""Of a text of that length; where there are more, it is no sentence."""
# Where a frame can end or begin; behind a comma or "that" only where nothing stronger does.
_STRONG = re.compile(r"[.!?:;]\s+|(?<=\.)(?=[A-Z])|[)\]]\s+|\s[-–—]{1,2}\s+|\s(?=[(\[])|\n+")
_WEAK = re.compile(r",\s+(?:(?:but|so|yet|and)\s+)?|\sthat\s+|\s+but\s+")
_PERSON = frozenset(
    "i i'm i've i'd i'll me my mine myself you your yours you're you'd ich mich mir mein"
    " meine je moi mon".split()
)
_MACHINE = frozenset(
    """ai a.i ai-generated ki ia llm gpt chatgpt openai google gemma gemini claude bot chatbot model models
    assistant program machine neural network artificial intelligence training notetaker transcript
    transcripts prompt context user instructions request response output summary extract extracted
    sprachmodell""".split()
)
_ITSELF = _MACHINE - frozenset(
    "transcript transcripts context user summary request google network program".split()
)
_AI = frozenset("ai a.i llm gpt chatgpt openai gemma gemini claude chatbot".split())
_UNSAID = 0.34
"""Less than this share of a frame's content was said; "item" and "note" are said in many a meeting."""
_SAID = 0.5
"""At least so much of an item was, where the frame speaks in the first person; else all of it."""
# What is left of the hinge where a frame was taken off.
_JOINT = re.compile(
    r"^\W*(?:(?:but|so|and|yet|however)\b[\s,:]+)?(?:it (?:seems|appears|looks like)(?: that)?[\s:]+)?", re.I
)
_SCHEMA = {
    "type": "object",
    "properties": {"text": {"type": "string", "maxLength": 300}},
    "required": ["text"],
    "additionalProperties": False,
}
_QUESTION = "Write this again as one line of a note, without speaking of yourself, with nothing added: {}"


class Identity:
    """Takes a model's words about itself out of a claim."""

    name = "identity"
    deadline_s = 1.0

    def triggers(self, claim: Claim, context: Context) -> bool:
        words = set(spoken_words(claim.text[:LONGEST]))
        return (
            len(claim.text) <= LONGEST and bool(words & (_PERSON | _MACHINE)) and _is_faulty(claim, context)
        )

    def check(self, claim: Claim, context: Context) -> Verdict:
        if _is_faulty(claim, context):
            return Verdict("unverified", "the model that drafted it speaks of itself")
        return Verdict("verified", "these words were said in the meeting")

    def repair(self, claim: Claim, context: Context, verdict: Verdict, ask: Ask | None) -> Claim | None:
        """What is left when the frame is taken off; where nothing is, what a model writes instead."""
        text = _unframed(claim, context)
        if text == claim.text:
            text = _written_again(claim, ask) if ask is not None else ""
        if not content_stems(text) or _is_faulty(replace(claim, text=text), context):
            return None
        text = text[:1].upper() + text[1:] if claim.text[:1].isupper() else text
        return replace(claim, text=text, flags=(*claim.flags, FLAG))


@dataclass(frozen=True, slots=True)
class _Speech:
    """The cited words, and who may be called like a model."""

    line: str
    stems: frozenset[str]
    people: frozenset[str]

    def contains(self, text: str) -> bool:
        return f" {' '.join(spoken_words(text))} " in self.line

    def share(self, text: str) -> float:
        stems = set(content_stems(text))
        return len(stems & self.stems) / len(stems) if stems else 0.0


def _speech(claim: Claim, context: Context) -> _Speech:
    words = spoken_words(" ".join(segment.text for segment in context.cited(claim) or context.segments))
    people = frozenset(word for name in context.people for word in spoken_words(name))
    return _Speech(f" {' '.join(words)} ", frozenset(content_stems(" ".join(words))), people)


def _is_faulty(claim: Claim, context: Context) -> bool:
    if len(claim.text) > LONGEST:
        return False
    speech = _speech(claim, context)
    words = set(spoken_words(claim.text)) - speech.people
    speaks = bool(words & _PERSON and words & _ITSELF) and not speech.contains(claim.text)
    # A sentence of a summary cites nothing: the whole meeting holds most words of anything.
    is_all = speaks and (bool(words & _AI) or claim.kind == "summary" or speech.share(claim.text) < _UNSAID)
    return is_all or (claim.kind != "summary" and _unframed(claim, context) != claim.text)


def _unframed(claim: Claim, context: Context) -> str:
    """The claim's text without what its writer says around it."""
    text, speech = claim.text, _speech(claim, context)
    for _ in range(3):  # before and behind it
        bare = _without_frame(text, speech)
        if bare is None:
            break
        text = _JOINT.sub("", bare).strip(" -—–,;:")
    return text


def _without_frame(text: str, speech: _Speech) -> str | None:
    """`text` without a frame before or behind it; None where it has none."""
    strong, weak = list(_STRONG.finditer(text)), list(_WEAK.finditer(text))
    if len(strong) + len(weak) > MOST_HINGES:
        return None
    for hinge in (*reversed(strong), *weak):
        if text[hinge.end() : hinge.end() + 1] not in "([" and _is_frame(
            text[: hinge.start()], text[hinge.end() :], speech
        ):
            return text[hinge.end() :]
    last = max((hinge.end() for hinge in strong if hinge.group()[:1] in ".!?"), default=0)
    for hinge in (*strong, *(hinge for hinge in reversed(weak) if hinge.start() >= last)):
        if _is_frame(text[hinge.end() :], text[: hinge.start()], speech):
            return text[: hinge.start()]
    return None


def _is_frame(frame: str, item: str, speech: _Speech) -> bool:
    words = set(spoken_words(frame)) - speech.people
    speaks, about = bool(words & _PERSON), bool(words & _MACHINE)
    if not (speaks or about) or len(set(content_stems(item))) < 2 or speech.contains(frame):
        return False
    share = (
        0.0 if speaks and about else speech.share(frame)
    )  # "I, as an AI model, found this" is nobody else's
    if share >= _UNSAID:
        return False
    if speaks and words & _AI and not set(spoken_words(item)) & (_PERSON | _AI):
        return True  # whatever it goes on to say is no longer about itself
    return speech.share(item) == 1 or (speaks and not share and speech.share(item) >= _SAID)


def _written_again(claim: Claim, ask: Ask) -> str:
    """What the model writes when told; empty where it answers something else, or says more than it did."""
    answer = json.loads(ask(claim, _QUESTION.format(claim.text), _SCHEMA).text)
    text = str(answer.get("text", "")).strip()
    return text if set(content_stems(text)) <= set(content_stems(claim.text)) else ""
