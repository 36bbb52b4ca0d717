"""A draft left in the text: "Pay Ann. Wait, let me recheck. Pay Bob." keeps what comes after the doubt.

Small models think aloud in their answer and forget to take the first attempt out. What follows the last doubt
is what they meant; where nothing follows, what stands before the first one is. A doubt that somebody in the
meeting said is content and stays: only the words of a draft are looked at, and only where they begin a
sentence.
"""

from __future__ import annotations

import re
from dataclasses import replace

from guardrails.guardrail import Ask, Scene
from guardrails.types import Claim, Verdict
from guardrails.words import content_stems, spoken_words

FLAG = "draft-stripped"
_START = r"(?:^|(?<=[.!?:;…)\]—–\n])|(?<=\s-))\s*"
_SOUND = r"(?:(?:hmm+|hm|uh|um|oh|oops|well|okay|ok|so|and|but|ah|er|no|sorry|apologies)\b[\s,.!…—–-]*)*"
_RECHECK = (
    r"(?:re-?check|double[- ]?check|correct|re-?phrase|re-?consider|re-?read|re-?calculate|re-?count|"
    r"re-?verify|"
    r"verify|revise|restate|re-?think|think again|try again|start over|try that again|fix (?:that|this|it)|"
    r"check (?:that|this|it|again|the (?:transcript|notes?|evidence|segments?))|look again|redo)"
)
_WRONG = (
    r"(?:that|this|it)(?:'s|’s| is| was| isn't| is not)\s+(?:all |actually |not )?"
    r"(?:wrong|incorrect|right|correct|a mistake|an error|what was said|accurate)"
)
# To the end of their sentence nothing but the doubt is said.
_DOUBT = (
    rf"(?:(?:wait|hold on|hang on|stop|actually)\b[\s,.!…—–-]*)*(?:actually,? )?{_SOUND}"
    rf"(?:let me (?:just |quickly )?{_RECHECK}\b|i (?:need|have|want|should|must) to {_RECHECK}\b"
    rf"|(?:no,? )?{_WRONG}\b|i (?:made|think i made) (?:a|an) (?:mistake|error)\b"
    r"|i (?:misread|miscounted|mixed (?:that|this|it) up|was wrong|got (?:that|this|it) wrong)\b"
    r"|my (?:mistake|bad|apologies)\b|(?:scratch|strike) that\b"
    r"|i (?:should|must|need to) (?:clarify|correct)\b"
    r"|i stand corrected\b|to correct myself\b|(?:that(?:'s|’s| is) )?not (?:quite|exactly)(?: it| right|"
    r" that)?(?=[.,:!…])"
    r"|(?:that|this|it) (?:can't|can’t|cannot|doesn't|doesn’t|does not) "
    r"(?:be |look |seem |sound )*(?:right|correct)\b"
    r"|(?:re-?check|double[- ]?check|re-?read|re-?consider|correct|revis|verify|re-?verify|re-?think)ing\b"
    r"(?=(?: (?:that|this|it|again|my|the (?:transcript|notes?|evidence|segments?|answer)))*\s*[.,:!…—–-])"
    r"|(?:looking|checking|thinking)\b[^.:,]{0,25}\bagain\b"
    r"|here(?:'s|’s| is) (?:the |my |a )?(?:correct(?:ed)?|revised|updated|fixed|right|better) "
    r"(?:version|item|answer|one|text|wording)\b)"
)
# After these the right words follow at once, behind a comma or a colon.
_TURN = (
    rf"{_SOUND}(?:(?:wait|hold on|hang on|actually|no)\b[\s,.!…—–-]+)+"
    rf"(?:no\b|(?:scratch|strike) that\b|never ?mind\b)"
    r"|(?:hmm+|uh|um|oh|ah|er|nope)\b[\s,.…-]+no\b(?=\s*[,.:;…—–-])|(?<=[.!?] )(?:no|nope)(?=[,.:;…—–]|\s-)"
    r"|or rather(?=[,:])|make that(?=:)|correct that(?= to\b|:)"
    rf"|{_SOUND}(?:wait|hold on|hang on)\s*(?=[.!…—–-]|,\s*(?:no\b|actually\b|it(?:'s| is| should)\b))"
    rf"|{_SOUND}(?:on )?second thoughts?\b|{_SOUND}on reflection\b"
    rf"|{_SOUND}(?:what )?i mean(?:t(?: was)?)?(?=[:,])|{_SOUND}(?:or )?(?:better|rather)(?=[:,])"
    r"|(?:(?<=[.!?:;…] )|(?<=^))(?:(?:up)?on|after) (?:further |closer |second |a second |careful |re-?)*"
    r"(?:review|inspection|consideration|checking|reading|look)(?: of [^.,:]{0,30})?(?=[,.:])"
    rf"|(?:in fact|actually|come to think of it|oh|er|um|well)[, ]+no(?=[.,:;…—–])"
)
# What a writer calls one of his attempts, before a colon.
_LABEL = (
    r"(?:(?:self|my|the|a|an|first|second|third|initial|final|last|new|next|old|previous|better|improved|"
    r"correct|"
    r"corrected|revised|updated|proper|right|actual|amended|edited|fixed|cleaner|clearer|rewritten|"
    r"reworded)[- ])*"
    r"(?:correction|corrected|revision|revised|version|attempt|try|take|draft|edit|amended|wording|rewording|"
    r"phrasing|answer|redo|update|final|fixed)(?: (?:item|version|answer|text|\d+|one|two|three|b))?"
)
_MARK = re.compile(
    rf"{_START}(?:(?P<doubt>{_DOUBT})[^.!?:\n…—–]*(?:[.!?:\n…—–-]+|$)|(?P<turn>{_TURN})(?:[\s,:;.!…—–-]+|$)"
    rf"|{_SOUND}(?:{_LABEL})\s*:\s*)",
    re.IGNORECASE,
)
# What may stand between a doubt and the right words.
_LEAD = re.compile(
    rf"\s*(?:(?:the|this|my) (?:item|version|answer|text|task|action(?: item)?|claim|decision)"
    rf"(?: is|:| reads)+\s*:?\s*"
    rf"|(?:okay|ok|so|right|well|hmm+|alright|yes|actually|no|sorry)\b[\s,:.…!—–-]+"
    rf"|(?:here(?:'s| is) )?(?:the |it )?(?:right|correct(?:ed)?|revised|actual|final|updated|proper)\s+"
    rf"(?:item|version|answer|text|task|action(?: item)?|claim|decision|one|wording|sentence|statement)"
    rf"(?:\s+(?:is|should be|reads?|would be))?\s*[:,-]?\s*"
    rf"|(?:{_LABEL})\s*:\s*|it should (?:be|read|say)\s*:?\s*|[-—–:;,.…\s]+)",
    re.IGNORECASE,
)


# A sentence, or what stands before a colon, made of such words alone is about the draft, not the meeting.
_UNIT = re.compile(r"[^.!?:…—–\n]+[.!?:…—–\n]+")
# "Pay Ann ... no wait Pay Bob": behind dots it needs no mark of its own.
_BROKEN_OFF = re.compile(
    r"(?:\.{2,}|…|\s[-—–]|//)\s*(?:(?:no|wait|sorry|actually|oops|hold on|hang on)\b[\s,]*){1,4}"
    r"(?:i mean(?:t)?\b\s*:?\s*)?",
    re.IGNORECASE,
)
_ABOUT_DRAFT = frozenset(
    content_stems(
        "wrong correct correction corrected mistake mistaken error recheck revise revised revision review "
        "clarify precise rephrase sorry apology apologies apologize scratch oops misread wait actually "
        "double-check reconsider rather amend amended fix myself redo incorrect inaccurate retract "
        "pardon reword wording ignore disregard replace exactly confused mixed misheard misunderstood better "
        "nonsense mistyped rewrite"
    )
)
_BESIDE = _ABOUT_DRAFT | frozenset(
    content_stems(
        "item version answer text task action claim decision read check transcript note segment evidence "
        "line entry point statement wording say said mean look think thought verify try start moment second "
        "make made above previous last first new final proper right hold hang still again upon instead state "
        "stated listen quite find owner need word take sentence phrase see process step should something "
        "like belongs belong other another mix speaker mind never real idea given sec"
    )
)
# A sentence that begins so, and of which nobody said much, is a second thought whatever it says.
_STOPS = re.compile(
    r"\W*(?:wait|hold on|hang on|no|oops|hmm+|sorry|pardon|never ?mind|er|uh|argh|stop|actually no|"
    r"(?:please )?(?:ignore|disregard|forget|skip|delete) (?:the|that|this|what|my)|wrong)\b",
    re.IGNORECASE,
)
_LITTLE = 0.34
# The writer thinks aloud: "Let me think about this.", "I need to find the owner first."
_ALOUD = re.compile(
    r"\b(?:i|me|my|myself|let's see|thinking)\b|\bthe (?:item|task|claim|text|wording) should\b", re.I
)


class SelfCorrection:
    """Takes a forgotten first attempt out of a claim's words."""

    name = "self-correction"
    deadline_s = 1.0

    def triggers(self, claim: Claim, scene: Scene) -> bool:
        return bool(_doubts(claim.text)) or any(
            _STOPS.match(unit.group()) for unit in _UNIT.finditer(claim.text)
        )

    def check(self, claim: Claim, scene: Scene) -> Verdict:
        if not _marks(claim, scene):
            return Verdict("verified", "what looks like a second thought was said in the meeting")
        return Verdict("unverified", "it corrects itself: a draft was left in its words")

    def repair(self, claim: Claim, scene: Scene, verdict: Verdict, ask: Ask | None) -> Claim | None:
        marks = _marks(claim, scene)
        if not marks:
            return None
        kept = _without_lead(claim.text[marks[-1].end() :])
        if not content_stems(kept):
            kept = claim.text[: min(mark.start() for mark in marks)].strip(" -—–,;:")
        if not content_stems(kept):
            return None
        return replace(claim, text=_as_begun(kept, claim.text), flags=(*claim.flags, FLAG))


def _as_begun(kept: str, before: str) -> str:
    """`kept` with a capital where the whole text had one; a name like "eBay" keeps its own."""
    first = kept.split(maxsplit=1)[0]
    is_plain = before[:1].isupper() and first.islower()
    return kept[:1].upper() + kept[1:] if is_plain else kept


def _doubts(text: str) -> list[re.Match[str]]:
    units = (unit for unit in _UNIT.finditer(text) if _is_about_draft(unit.group()))
    return sorted([*_MARK.finditer(text), *_BROKEN_OFF.finditer(text), *units], key=lambda mark: mark.end())


def _is_about_draft(unit: str) -> bool:
    stems = frozenset(content_stems(unit))
    aloud = _ALOUD.search(unit) is not None
    return stems <= _BESIDE and (bool(stems & _ABOUT_DRAFT) or (bool(stems) and aloud))


def _marks(claim: Claim, scene: Scene) -> list[re.Match[str]]:
    """The doubts in the claim's text that nobody said in the words it cites."""
    words = spoken_words(" ".join(segment.text for segment in scene.cited(claim)))
    said, stems = f" {' '.join(words)} ", set(content_stems(" ".join(words)))
    stops = (unit for unit in _UNIT.finditer(claim.text) if _STOPS.match(unit.group()))
    unsaid = (unit for unit in stops if _share_of(unit.group(), stems) < _LITTLE)
    found = [*(mark for mark in _doubts(claim.text) if not _is_said(mark.group(), said)), *unsaid]
    return sorted(found, key=lambda mark: mark.end())


def _share_of(text: str, said: set[str]) -> float:
    stems = set(content_stems(text))
    return len(stems & said) / len(stems) if stems else 0.0


def _is_said(words: str, said: str) -> bool:
    line = " ".join(spoken_words(words))
    return bool(line) and f" {line} " in said


def _without_lead(text: str) -> str:
    while (lead := _LEAD.match(text)) is not None and lead.end() > 0:
        text = text[lead.end() :]
    return text.strip()
