"""A model that speaks of itself in a note: "As an AI language model, I cannot attend meetings, but ...".

Nobody in the meeting is an AI, so such words can only be the drafting model's. They are taken out and the
item stays; a sentence that says nothing else goes. What was said in the meeting ("as an AI company, we
publish the model card") is content: only a draft's own words are looked at.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import replace

from guardrails.guardrail import Ask, Scene
from guardrails.identity_frame import LONGEST, MOST_HINGES, without_frame
from guardrails.identity_words import ABOUT_TEXT, READER, SELF
from guardrails.types import Claim, Verdict
from guardrails.words import content_stems, spoken_words

FLAG = "identity-removed"
# The chatter around such words; alone it proves nothing.
_CHATTER = re.compile(
    r"^\W*(?:sure|certainly|of course|absolutely|great question|hi|hello|disclaimer|note|please|so|"
    r"i(?:['’]m| am) (?:happy|glad|sorry|afraid)\b.*|please note\b.*|"
    r"here (?:is|are) (?:the|your|a)\b[^:]*|note that\b.*)\W*$",
    re.IGNORECASE,
)
_ASIDE = re.compile(r"\s*[(\[][^()\[\]]*[)\]]")
_UNIT = re.compile(r"(?<=[.!?])\s+|(?<=\.)(?=[A-Z])|\s+[-—–]\s+|;\s+|\n+")
# Where one thought ends inside a sentence and the next begins.
_HINGE = re.compile(
    r"[:—–]\s+|,?\s+(?:but|yet|however|although|though|so)\b,?\s+(?:here (?:is|are)\b[^:]*:\s*|"
    r"it seems(?: that)?\s+|"
    r"i (?:think|believe|noted?|can (?:say|report|confirm))\s+(?:that\s+)?)?|,\s+(?:which is why\s+|so\s+)?"
    r"|\b(?:i )?(?:noted?|think|believe|would (?:say|suggest|note)|suggest|recommend|found|extracted|"
    r"can (?:only )?(?:say|"
    r"confirm|report))\s+that\s+",
    re.IGNORECASE,
)
# So much of what is left of a sentence must stand in the cited words to stay beside other sentences.
_SAID = 0.5
_FIRST_PERSON = re.compile(r"\b(?:i|me|my|myself)\b", re.IGNORECASE)
_LED = re.compile(
    r"^\W*(?:(?:found|noted|the following|as follows|from the transcript|here (?:is|"
    r"are)\b[^:]{0,40})\s*:?\s+|that\s+)",
    re.IGNORECASE,
)
# What is left of the hinge where a frame was taken off.
_JOINT = re.compile(
    r"^\W*(?:(?:but|so|and|yet|however|aber)\b[\s,:]+)?(?:it (?:seems|appears|looks like)(?: that)?[\s:]+)?",
    re.IGNORECASE,
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

    def triggers(self, claim: Claim, scene: Scene) -> bool:
        if len(claim.text) > LONGEST:
            return False
        return next(_matches(claim.text), None) is not None or _unframed(claim, scene) != claim.text

    def check(self, claim: Claim, scene: Scene) -> Verdict:
        if len(claim.text) > LONGEST:
            return Verdict("verified", "it is too long for a line of a note to be looked at")
        if not _leaks(claim.text, claim, scene) and _unframed(claim, scene) == claim.text:
            return Verdict("verified", "these words were said in the meeting")
        return Verdict("unverified", "the model that drafted it speaks of itself")

    def repair(self, claim: Claim, scene: Scene, verdict: Verdict, ask: Ask | None) -> Claim | None:
        """What is left when the words are cut out; where nothing is, what a model writes instead."""
        text = _unframed(claim, scene)
        if text != claim.text:
            text = _capitalised(_said_twice(_JOINT.sub("", text)), claim.text)
        if _leaks(text, claim, scene):
            text = _cut(replace(claim, text=text), scene)
        if not content_stems(text) and ask is not None:
            text = _written_again(claim, ask)
        if not content_stems(text) or _leaks(text, claim, scene):
            return None
        return replace(claim, text=text, flags=(*claim.flags, FLAG))


def _unframed(claim: Claim, scene: Scene) -> str:
    """The claim's text without what its writer says around it."""
    speech = " ".join(segment.text for segment in scene.cited(claim))
    text = claim.text
    for _ in range(3):  # before and behind it
        bare = without_frame(text, speech, scene.people)
        if bare is None:
            break
        text = bare.strip(" -—–,;:")
    return text


def _said_twice(text: str) -> str:
    """`text` without a sentence before a colon that says what follows it: "Bob should pay: Pay"."""
    led, colon, tail = text.partition(": ")
    return tail if colon and content_stems(tail) and {*content_stems(tail)} <= {*content_stems(led)} else text


def _matches(text: str) -> Iterator[re.Match[str]]:
    for pattern in (SELF, READER, ABOUT_TEXT):
        yield from pattern.finditer(text)


def _leaks(text: str, claim: Claim, scene: Scene) -> bool:
    """Whether `text` has such words, and nobody said them."""
    found = [match.group() for match in _matches(text)]
    if not found:
        return False
    segments = scene.cited(claim) or scene.segments
    said = f" {' '.join(spoken_words(' '.join(segment.text for segment in segments)))} "
    return any(f" {' '.join(spoken_words(words))} " not in said for words in found)


def _cut(claim: Claim, scene: Scene) -> str:
    text = _ASIDE.sub(lambda m: "" if _leaks(m.group(), claim, scene) else m.group(), claim.text)
    ends = [*_UNIT.finditer(text), None]
    if len(ends) > MOST_HINGES:
        return ""
    starts = [0, *(end.end() for end in ends if end)]
    units = [
        (text[at : end.start()] if end else text[at:], end) for at, end in zip(starts, ends, strict=True)
    ]
    clean = [not _leaks(unit, claim, scene) and not _CHATTER.match(unit) for unit, _ in units]
    alone = not any(kept and content_stems(unit) for (unit, _), kept in zip(units, clean, strict=True))
    left = ""
    for (unit, end), kept in zip(units, clean, strict=True):
        part = unit if kept else _rest_of(unit, claim, scene, alone)
        if part.strip():
            left += part + (end.group() if end else "")
    return _capitalised(_LED.sub("", left).strip(" -—–,;:"), claim.text)


def _rest_of(unit: str, claim: Claim, scene: Scene, alone: bool) -> str:
    """What a sentence that leaks says behind the leak, else before it.

    Where other sentences of the claim stay, that has to be in the cited words; `alone`, it is all there is.
    """
    found = list(_matches(unit))
    hinges = list(_HINGE.finditer(unit))
    behind = [unit[hinge.end() :] for hinge in hinges]
    before = [unit[: hinge.start()] for hinge in reversed(hinges)]
    last = unit[max((match.end() for match in found), default=0) :]
    parts = [_LED.sub("", part) for part in (*behind, *before, last)]
    # "I noted that Bob pays": what speaks in the first person is taken only where all else fails.
    for rest in sorted(parts, key=lambda part: _FIRST_PERSON.search(part) is not None):
        if _leaks(rest, claim, scene) or _CHATTER.match(rest) or not content_stems(rest):
            continue
        speaks = _FIRST_PERSON.search(rest) is not None or rest == last
        if _share_said(rest, claim, scene) >= _SAID or (alone and not speaks):
            led, colon, tail = rest.partition(": ")
            return tail if colon and content_stems(tail) and not _share_said(led, claim, scene) else rest
    return ""


def _share_said(text: str, claim: Claim, scene: Scene) -> float:
    stems = set(content_stems(text))
    said = {stem for segment in scene.cited(claim) for stem in content_stems(segment.text)}
    return len(stems & said) / len(stems) if stems else 0.0


def _capitalised(text: str, before: str) -> str:
    return text[:1].upper() + text[1:] if before[:1].isupper() else text


def _written_again(claim: Claim, ask: Ask) -> str:
    """What the model writes when told; empty where it answers something else, or says more than it did."""
    answer = json.loads(ask(claim, _QUESTION.format(claim.text), _SCHEMA).text)
    text = str(answer.get("text", "")).strip()
    return text if set(content_stems(text)) <= set(content_stems(claim.text)) else ""
