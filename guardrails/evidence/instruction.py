"""Words that give orders to the system instead of speaking to people: "ignore your instructions".

What is said in a meeting is data. A chair who dictates ("action item: Tom books the room") is ordinary; words
that are meant for a model prove nothing about anybody, and an item that stands on them is not confirmed.
"""

from __future__ import annotations

import re
from functools import lru_cache

from guardrails.evidence.passage import Passage
from guardrails.guardrail import Scene
from guardrails.words import SENTENCE_END

REASON = "its words are meant for the system, not for people"
_BEFORE = 3
"""Sentences before the carrying one in which the system may have been spoken to."""

_MACHINE = r"(?:ai|a\.i\.|(?:chat)?bot|language model|llm|chatgpt|gemma|assistant|summari[sz]er|transcriber|ki)"
_WRITER = rf"(?:{_MACHINE}|(?:note|minutes?)[ -]?(?:taker|taking \w+|bot|tool)|recorder|\w+ bot|model|software)"
_NOTES = r"(?:notes?|minutes|summary|transcript|protocol|record|output|protokoll)"
_RULES = r"(?:instructions?|prompts?|rules|guidelines|guardrails?|checks?|programming|anweisung\w*|consignes?)"
PATTERNS = (
    # What only a machine writes: role tokens, tags, fields of JSON, fences, headings, numbered lines.
    r"<[|/!]|\|>|-->|\[/?(?:inst|system|sys)\]|\{\{|\}\}|```|#{2,} ?\w|\bbase64\b",
    r"[\"“]?\b(?:owner|task|action_items|evidence|verdict)\b[\"”]?\s*:\s*[\"“\[{]",
    r"^\W*(?:\[\d+\]|\d\d:\d\d(?::\d\d)?) ?[A-Z]\w+\s*:|\b(?:end|beginning) of (?:transcript|input|prompt)\b",
    r"[#@/](?:system|admin|assistant)\b|\b(?:assistant|system|transcript note):",
    r"^\W*(?:system|assistant|prompt|override|instructions?|developer)\b[^.?!:]{0,30}:|\b(?:admin|developer) mode\b",
    # What the system was told before is to be gone, or is to be replaced.
    rf"\b(?:ignore|disregard|forget|override|bypass|skip)\b.{{0,30}}\b{_RULES}\b(?! (?:of|from|by) )",
    rf"\b(?:ignore|disregard|forget)\b.{{0,20}}\b(?:everything|rest|what|all)\b.{{0,30}}\b(?:above|before|meeting)\b",
    r"\b(?:ignorier|vergiss|vergess|missacht|oublie|ignorez|olvid|ignora|dimentica|negeer|esque)\w*\b.{0,40}"
    r"\b(?:anweisung|regeln|instru[ck]?[ctz]|istruz|consigne|befehl|vorher|zuvor|avant)\w*",
    rf"\b(?:new|updated?|additional) (?:system )?{_RULES}\b.{{0,20}}[:,]|\byour (?:system )?{_RULES}\b|prompt update",
    rf"\byou are (?:now |a |an |in |the |only |helpful )+(?:\w+ )?(?:{_WRITER}|secretary|scribe|mode)\b",
    # Whatever writes the note is spoken to.
    rf"\b(?:hey|hi|hello|dear|attention|liebe[rs]?|hallo)\W+(?:\w+ )?(?:{_WRITER}|{_NOTES}|zusammenfassung)\b",
    rf"(?:^|[.?!] ?)(?:\w+,? ){{0,2}}(?:to|for|an) (?:the |any |our |das |die )?(?:\w+ )?{_WRITER}\b"
    r"(?: \w+){0,3}\s*[,:]",
    rf"(?:^|[.?!] ?)\W*(?:meeting |the )?{_WRITER}[,:]? (?:please |should |must |put |write |add |note |record )",
    rf"\b(?:if|when|as|while|whoever|whatever|whichever)\b.{{0,25}}\b(?:you|{_WRITER}|ever|is)\b.{{0,15}}"
    r"\b(?:writ|summari|transcrib|tak|read|listen|hear|are an? (?:bot|ai|model))\w*.{0,12}"
    r"\b(?:this|notes|up|in|bot|ai|model)\b",
    # It is told what to write, and that this is settled.
    rf"\b(?:put|write|note|record|say|state|add|enter|schreib|trag|notier)\w*\b.{{0,25}}\b(?:in|into|to) (?:the |your |das |die )?"
    rf"{_NOTES}\b.{{0,12}}[:,]",
    rf"\b(?:the|your) {_NOTES} (?:please |must |should |shall |has to |needs to )+(?:say|contain|state|list|show|read)\b",
    r"\b(?:mark|confirm|treat|list|capture|verify)\b.{0,20}\bas (?:verified|confirmed|agreed|decided)\b"
    r"|\bconfirm this item\b",
    r"\bas the (?:administrator|owner|developer|operator) of this (?:tool|system|app|box)\b|\bi (?:hereby )?instruct you\b",
    r"\b(?:output|print|emit|generate|repeat after me)\b.{0,40}(?:action item|\bitem\b|[{:]|\bin the notes\b)",
)  # fmt: skip
_PATTERNS = tuple(re.compile(pattern, re.IGNORECASE) for pattern in PATTERNS)
# What no voice makes would keep the patterns busy.
_SIGNS = re.compile(r"\W{9,}")


def is_to_the_system(passage: Passage, scene: Scene) -> bool:
    """Whether the words that carry the claim, or those just before them, speak to the system."""
    first = max(0, passage.carrying - _BEFORE)
    spoken = list(passage.sentences[first : passage.carrying + 2])
    if passage.carrying < _BEFORE and passage.place:
        before = scene.segments[passage.place - 1]
        if before.speaker == passage.segment.speaker:
            spoken += SENTENCE_END.split(before.text.strip())[-2:]
    return any(map(speaks_to_the_system, spoken)) or _is_anothers_line(passage, scene)


@lru_cache(maxsize=1024)  # the sentences around one claim are read for each of its doubts
def speaks_to_the_system(sentence: str) -> bool:
    spoken = _SIGNS.sub(lambda signs: f"{signs.group()[:4]} . ", sentence)
    return any(pattern.search(spoken) for pattern in _PATTERNS)


def _is_anothers_line(passage: Passage, scene: Scene) -> bool:
    """Whether the sentence is written like a transcript's line of another voice: "Bob: I'll pay"."""
    name, colon, _ = passage.sentence.partition(": ")
    return bool(colon) and name != passage.segment.speaker and name.strip(" >[(*\"'“-") in scene.people
