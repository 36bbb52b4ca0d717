"""A model that speaks of itself in a note: "As an AI language model, I cannot attend meetings, but ...".

Nobody in the meeting is an AI, so such words can only be the drafting model's. What nobody said, before or
behind words that were said, in the first or second person or with a word for the machine and its text, is a
frame around the item and is taken off; it is recognised by what was said, not by a list of phrases. "As an
AI company we publish the model card" was said, and stays.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from guardrails.core.guardrail import Ask, Context, answered, object_schema
from guardrails.core.types import Claim, Verdict
from guardrails.language import Language, language, tokens_of
from guardrails.language.words import content_stems, spoken_line

FLAG = "identity-removed"
LONGEST = 1_000
"""Characters that are looked at; the longest item that people wrote has 775."""
MOST_HINGES = 40
"""Of a text of that length; where there are more, it is no sentence."""
# Where a frame can end or begin; at a comma or a "that" only where nothing stronger is.
_STRONG = re.compile(r"[.!?:;]\s+|(?<=\.)(?=[A-Z])|[)\]]\s+|\s[-–—]{1,2}\s+|\s(?=[(\[])|\n+")
_UNSAID = 0.34
"""Less than this share of a frame's content was said; "item" and "note" are said in many a meeting."""
_SAID = 0.5
"""At least so much of an item was, where the frame speaks in the first person; else all of it."""
_SCHEMA = object_schema(text={"type": "string", "maxLength": 300})
_QUESTION = "Write this again as one line of a note, without speaking of yourself, with nothing added: {}"


class Identity:
    """Takes a model's words about itself out of a claim."""

    name = "identity"
    deadline_s = 1.0

    def triggers(self, claim: Claim, context: Context) -> bool:
        tables = language(context.language)
        words = _words(claim.text[:LONGEST], tables)
        suspect = words & (tables.words("myself") | tables.words("machine"))
        return len(claim.text) <= LONGEST and bool(suspect) and _is_faulty(claim, context)

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
    tables: Language

    def contains(self, text: str) -> bool:
        return spoken_line(text) in self.line

    def stems_of(self, text: str) -> set[str]:
        return set(content_stems(text, self.tables.code))

    def share(self, text: str) -> float:
        stems = self.stems_of(text)
        return len(stems & self.stems) / len(stems) if stems else 0.0

    def of_writer(self, text: str) -> tuple[bool, bool, bool]:
        """Whether it has a word for who speaks or is addressed, for a machine and its text, for a model."""
        words = _words(text, self.tables) - self.people
        lists = ("myself", "machine", "model")
        speaks, about, model = (not words.isdisjoint(self.tables.words(name)) for name in lists)
        return speaks, about, model


def _words(text: str, tables: Language) -> frozenset[str]:
    return frozenset(token.text for token in tokens_of(text, tables))


def _speech(claim: Claim, context: Context) -> _Speech:
    tables = language(context.language)
    words = " ".join(segment.text for segment in context.cited(claim) or context.segments)
    people = _words(" ".join(context.people), tables)
    return _Speech(spoken_line(words), frozenset(content_stems(words, tables.code)), people, tables)


def _is_faulty(claim: Claim, context: Context) -> bool:
    if len(claim.text) > LONGEST:
        return False
    speech = _speech(claim, context)
    speaks, about, model = speech.of_writer(claim.text)
    # A sentence of a summary cites nothing: the whole meeting holds most words of anything.
    unsaid = model or claim.kind == "summary" or speech.share(claim.text) < _UNSAID
    if speaks and about and unsaid and not speech.contains(claim.text):
        return True
    return claim.kind != "summary" and _unframed(claim, context) != claim.text


def _unframed(claim: Claim, context: Context) -> str:
    """The claim's text without what its writer says around it."""
    text, speech = claim.text, _speech(claim, context)
    for _ in range(3):  # before and behind it
        bare = _without_frame(text, speech)
        if bare is None:
            break
        text = _without_opener(bare.strip(" -—–,;:"), speech.tables)
    return text


def _without_frame(text: str, speech: _Speech) -> str | None:
    """`text` without a frame before or behind it; None where it has none."""
    strong, weak = list(_STRONG.finditer(text)), list(re.finditer(_weak(speech.tables), text))
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


def _weak(tables: Language) -> str:
    return rf",\s+|\s+(?:{'|'.join(sorted(tables.words('joins_frame'))) or '$'})\s+"


def _without_opener(text: str, tables: Language) -> str:
    """`text` without what joined it to its frame: "but", "so"."""
    tokens = tokens_of(text, tables)
    opening = (n for n, token in enumerate(tokens) if token.text not in tables.words("opener") | {","})
    return text[tokens[next(opening, 0)].start :] if tokens else text


def _is_frame(frame: str, item: str, speech: _Speech) -> bool:
    speaks, about, model = speech.of_writer(frame)
    if not (speaks or about) or len(speech.stems_of(item)) < 2 or speech.contains(frame):
        return False
    share = 0.0 if speaks and about else speech.share(frame)  # "I, an AI model, found" is nobody else's
    if share >= _UNSAID:
        return False
    item_speaks, _, item_model = speech.of_writer(item)
    if speaks and model and not (item_speaks or item_model):
        return True  # whatever it goes on to say is no longer about itself
    return speech.share(item) == 1 or (speaks and not share and speech.share(item) >= _SAID)


def _written_again(claim: Claim, ask: Ask) -> str:
    """What the model writes when told; empty where it answers something else, or says more than it did."""
    text = str(answered(ask, claim, _QUESTION.format(claim.text), _SCHEMA).get("text", "")).strip()
    return text if set(content_stems(text)) <= set(content_stems(claim.text)) else ""
