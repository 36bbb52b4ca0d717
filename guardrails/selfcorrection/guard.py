"""A draft left in the text: "Pay Ann. Wait, let me recheck. Pay Bob." keeps what comes after the doubt.

Small models think aloud in their answer and forget to take the first attempt out. A sentence is a second
thought when nothing but the draft is spoken of in it and nobody said it in the cited words. What follows
the last one is what was meant; where nothing follows, what stands before the first one is.
"""

from __future__ import annotations

import re
from dataclasses import replace

from guardrails.core.guardrail import Ask, Context
from guardrails.core.types import Claim, Mark, Verdict
from guardrails.language.words import content_stems, spoken_words

FLAG = "draft-stripped"
LONGEST = 1_000
"""Characters that are looked at; the longest item that people wrote has 775."""
# A sentence, or what stands before a colon, dots or a dash.
_UNIT = re.compile(r"[^.!?:;…—–\n]+?(?:[.!?:;…—–\n]+(?=\s|$)|\s-\s|$)\s*")
_TURN = (
    r"(?:wait|hold on|hang on|no|nope|sorry|oops|h+m+|actually|never ?mind|my mistake|my bad|warte|nein"
    r"|(?:or )?(?:rather|i mean)|or actually|(?:scratch|strike|make) that|on second thoughts?)"
)
_STOP = re.compile(rf"\W*(?:(?:okay|ok|well|so|oh|uh|um|ah|and|{_TURN})\b[\s,.:;!?…—–-]*)+", re.IGNORECASE)
# Inside a sentence the turn has a comma on both sides, or words that mean nothing else.
_INLINE = re.compile(
    rf"(?:^|,\s+)(?:oh )?(?:(?:{_TURN}\b[\s,]+)*(?:i mean|make that|scratch that|or actually)\b(?!"
    rf" \w+(?:ble|ure)\b)|{_TURN}(?: {_TURN})*\s*,)[\s,:]*",
    re.IGNORECASE,
)
_SIGN = re.compile(r"[.:;!?…—–\n]|\s-\s")
_ABOUT_DRAFT = frozenset(
    content_stems(
        "wrong correct correction corrected mistake mistaken error recheck rechecking revise revised"
        " revision review clarify precise rephrase sorry apology apologies apologize scratch strike oops"
        " misread wait actually double-check reconsider rather amend fix myself redo incorrect inaccurate"
        " retract pardon reword wording ignore disregard confused misheard misunderstood rewrite korrektur"
        " edit update version attempt answer final"
    )
)
_BESIDE = _ABOUT_DRAFT | frozenset(
    content_stems(
        "item version answer text task action claim decision read check transcript note segment evidence"
        " line entry point statement say said mean look think thought verify try start moment second make"
        " made above previous last first new final proper right hold hang still again upon instead state"
        " listen quite find owner need word take sentence phrase see process step should something certain"
        " sure other another speaker mind never real idea given over either belong belongs"
    )
)
_ALOUD = re.compile(
    r"\b(?:i|me|my|myself|ich|mich)\b|\blet's see\b|\b(?:item|task|text|claim)\b", re.IGNORECASE
)


class SelfCorrection:
    """Takes a forgotten first attempt out of a claim's words."""

    name = "self-correction"
    deadline_s = 1.0

    def triggers(self, claim: Claim, context: Context) -> bool:
        return len(claim.text) <= LONGEST and bool(_candidates(claim.text))

    def check(self, claim: Claim, context: Context) -> Verdict:
        thoughts = _thoughts(claim, context)
        if thoughts:
            reason = "it corrects itself: a draft was left in its words"
            words = (claim.text[start:end].strip() for start, end in thoughts)
            marks = tuple(Mark(each, "qualifier", reason) for each in words)
            return Verdict("unverified", reason, marks if claim.kind != "summary" else ())
        return Verdict("verified", "what looks like a second thought was said in the meeting")

    def repair(self, claim: Claim, context: Context, verdict: Verdict, ask: Ask | None) -> Claim | None:
        """The last attempt that was said in the cited words; where none was in full, the last one."""
        said = set(content_stems(_speech(claim, context)))
        attempts = [part for part in _attempts(claim, context) if content_stems(part)]
        if not attempts:
            return None
        whole = [
            part for part in attempts if len(content_stems(part)) > 1 and set(content_stems(part)) <= said
        ]
        kept = (whole or attempts)[-1]
        text = kept[:1].upper() + kept[1:] if claim.text[:1].isupper() else kept
        return replace(claim, text=text, flags=(*claim.flags, FLAG))


def _candidates(text: str) -> list[re.Match[str]]:
    """What looks like a second thought, in order."""
    if len(text) > LONGEST:
        return []
    units = (unit for unit in _UNIT.finditer(text) if _is_thought(unit.group()))
    return sorted([*units, *_INLINE.finditer(text)], key=lambda found: found.start())


def _is_thought(unit: str) -> bool:
    """Whether nothing but the draft is spoken of in `unit`, which ends with a mark."""
    if _SIGN.search(unit) is None or unit.lstrip()[:1] in ("{", "[", '"', "`"):
        return False
    stop = _STOP.match(unit)
    if stop is not None and stop.end() == len(unit):
        return True
    stems = frozenset(content_stems(unit[stop.end() :] if stop else unit))
    is_about = bool(stems & _ABOUT_DRAFT) or stop is not None or _ALOUD.search(unit) is not None
    return (bool(stems) or stop is not None) and is_about and stems <= _BESIDE


def _thoughts(claim: Claim, context: Context) -> list[tuple[int, int]]:
    """From where to where the claim's text speaks of the draft in words that nobody said in what it cites."""
    line = f" {' '.join(spoken_words(_speech(claim, context)))} "
    return [
        found.span()
        for found in _candidates(claim.text)
        if f" {' '.join(spoken_words(found.group()))} " not in line
    ]


def _attempts(claim: Claim, context: Context) -> list[str]:
    """What stands between the second thoughts, in order."""
    parts, begin = [], 0
    for start, end in _thoughts(claim, context):
        parts.append(claim.text[begin:start])
        begin = max(begin, end)
    parts.append(_without_stop(claim.text[begin:]) if begin else claim.text)
    return [part.strip(" -—–,;:(\n") for part in parts]


def _speech(claim: Claim, context: Context) -> str:
    return " ".join(segment.text for segment in context.cited(claim))


def _without_stop(text: str) -> str:
    stop = _STOP.match(text)
    return text[stop.end() :] if stop else text
