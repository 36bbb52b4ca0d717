"""Words that give orders to the system instead of speaking to people: "ignore your instructions".

What is said in a meeting is data. A chair who dictates ("action item: Tom books the room") is ordinary; words
that are meant for a model prove nothing about anybody, and an item that rests on them is not confirmed.
"""

from __future__ import annotations

import re
from functools import cache, lru_cache

from guardrails.core.guardrail import Context
from guardrails.evidence.passage import Passage
from guardrails.language import filled, is_markup, language, split_sentences

REASON = "its words are meant for the system, not for people"
_BEFORE = 3
"""Sentences before the carrying one in which the system may have been spoken to."""

PATTERNS = r"""
<[|/!]|\|>|<(?:\w+_\w+|system|user|assistant)>|-->|\[/?(?:inst|system|sys)\]
\{\{|\}\}|```|\#{2,} ?\w|\bbase64\b
["“]?\b(?:owner|task|action_items|evidence|verdict)\b["”]?\s*:\s*["“\[{]
^\W*(?:\[\d+\]|\d\d:\d\d(?::\d\d)?) ?[a-z]\w+\s*:
\b(?:end|beginning) of (?:transcript|input|prompt)\b|["“]<writer>,
\b(?:minutes|action items?|decisions?|summary)\s*:\s*[-*•\d\[]
[#@/](?:system|admin|assistant)\b|\btranscript note:
^\W*(?:system|assistant|prompt|override|instructions?|developer)\b[^.?!:]{0,30}:
\b(?:admin|developer) mode\b
\b<ignore>\b.{0,30}\b<system_orders>\b(?! <of_people> )
\b<ignore>\b.{0,20}\b<all_yours>\b.{0,20}\b<orders>\b(?! <of_people> )
\b<ignore>\b.{0,20}\b<everything>\b.{0,30}\b<so_far>\b
\b<ignore_stem>\w*.{0,40}\b<orders_stem>
\b(?:new|updated?|additional) (?:system )?<orders>\s*(?::|for (?:the|your) <notes>)
\byour (?:system )?<orders>\b|prompt update
\b(?:any|every|whichever) <writer>,? <hears>
\byou are (?:now |a |an |in |the |only |helpful )+(?:\w+ )?(?:<writer>|secretary|scribe|mode)\b
\b<greeting>\W+(?:\w+ )?(?:<writer>|<notes>)\b
(?:^|[.?!] ?)(?:\w+,? ){0,2}(?:to|for|an) (?:the |any |our |das )?(?:\w+ )?<writer>\b(?: \w+){0,3}\s*[,:]
(?:^|[.?!] ?)\W*(?:meeting |the )?<writer>[,:]? (?:<must>|<write>)\b
\b(?:if|when|as|while)\b.{0,12}\byou\b.{0,15}\b<hears>\w*.{0,12}\b(?:this|notes|up|in)\b
\bif you(?: are|'re) an? <machine>\b|\b(?:whoever|whatever|whichever)\b.{0,25}\b<hears>
\b<write>\w*\b.{0,25}\b(?:in|into|to|ins) (?:the |your |das |die )?<notes>\b.{0,12}(?::|\bthat\b|, \w+ will\b)
\bnotier\w*\b.{0,12}\bals aufgabe\b
\b(?:the|your) <notes> (?:<must> )+(?:say|contain|state|list|show|read)\b
\b<confirm>\b.{0,20}\bas <settled>\b|\bconfirm this item\b
\bas the (?:administrator|owner|developer) of this (?:tool|system|app|box)\b|\bi instruct you\b
\b(?:output|print|emit|generate|repeat after me)\b.{0,40}(?:\bitem\b|[{:]|\bin the notes\b)
"""
"""One a line, `<name>` for the words of `[form]`: what only a machine writes; that the system is to forget
its orders; that it is spoken to as one who writes; that it is told what to write, and that it
is settled."""


@cache
def _patterns() -> tuple[re.Pattern[str], ...]:
    return tuple(re.compile(filled(line), re.IGNORECASE) for line in PATTERNS.strip("\n").split("\n"))


# What no voice makes would keep the patterns busy.
_SIGNS = re.compile(r"\W{9,}")


def is_to_the_system(passage: Passage, context: Context) -> bool:
    """Whether the words that carry the claim, or those just before them, speak to the system."""
    first = max(0, passage.carrying - _BEFORE)
    spoken = list(passage.sentences[first : passage.carrying + 2])
    if passage.carrying < _BEFORE and passage.place:
        before = context.segments[passage.place - 1]
        if before.speaker == passage.segment.speaker:
            spoken += split_sentences(before.text, language(context.language))[-2:]
    return (
        is_markup(passage.segment.text)
        or any(map(speaks_to_the_system, spoken))
        or _is_anothers_line(passage, context)
    )


@lru_cache(maxsize=1024)  # the sentences around one claim are read for each of its doubts
def speaks_to_the_system(sentence: str) -> bool:
    spoken = _SIGNS.sub(lambda signs: f"{signs.group()[:4]} . ", sentence)
    return any(pattern.search(spoken) for pattern in _patterns())


def _is_anothers_line(passage: Passage, context: Context) -> bool:
    """Whether the sentence is written like a transcript's line of another voice: "Bob: I'll pay"."""
    name, colon, _ = passage.sentence.partition(": ")
    return bool(colon) and name != passage.segment.speaker and name.strip(" >[(*\"'“-") in context.people
