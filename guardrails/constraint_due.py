"""A due phrase is a phrase: "by Friday", not the sentence that it was said in.

What resolves a due phrase to a day reads phrases; a sentence around it may hold a second date, or none.
"""

from __future__ import annotations

import re

from guardrails.words import spoken_words

LONGEST_WORDS = 12
"""Of a due phrase; "no later than the end of the second week of December" has 12."""

_SUBJECT = re.compile(
    r"(?i:(?:so|and|but|okay|ok|yes|then)[, ]\s?)?"
    r"(?:(?i:i|we|you|he|she|they|it|this|that|there|let's|let us|please|make sure|remember to)"
    r"(?:['’](?:ll|d|s|re|ve|m))?\b"
    r"|(?i:the|our|my|their|his|her)\s(?:\w{1,20}\s){1,3}(?=\w)"
    r"|[A-Z]\w{1,20}\s(?:[A-Z]\w{1,20}\s)?)"
)
_VERB = re.compile(
    r"\b(?:will|would|should|must|shall|is|are|was|were|has|have|had|can|could|needs?|wants?|said|"
    r"promised|agreed"
    r"|do|does|did|finish|send|make|get)\b|['’](?:ll|d|re|ve|m)\b|^(?:please|make sure|remember)\b",
    re.IGNORECASE,
)
_REASON = re.compile(r"[,\s](?:because|since|so that|as|and|but|which)\s(?:\S+\s){2}", re.IGNORECASE)
_UNSAID_END = re.compile(r"\s(?:at the latest|from now)$", re.IGNORECASE)
_NUMBER = (
    r"(?:\d{1,4}(?:st|nd|rd|th)?|one|two|three|four|five|six|seven|eight|nine|ten|twelve|an?|a couple of"
    r"|a few)"
)
_DAY = r"(?:mon|tues|wednes|thurs|fri|satur|sun)day"
_MONTH = (
    r"(?:january|february|march|april|may|june|july|august|september|october|november|december"
    r"|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)"
)
_UNIT = (
    r"(?:minutes?|hours?|days?|weeks?|months?|quarters?|years?|sprints?|meetings?|calls?|sessions?|weekends?)"
)
_CORE = (
    rf"(?:{_DAY}s?(?:\s(?:morning|afternoon|evening|night|noon))?|{_MONTH}\s(?:the\s)?\d{{1,2}}(?:st|nd|"
    rf"rd|th)?\b"
    rf"|(?:the\s)?\d{{1,2}}(?:st|nd|rd|th)?\s(?:of\s)?{_MONTH}|{_MONTH}|tomorrow(?:\s(?:morning|"
    rf"afternoon|evening|night|noon))?"
    rf"|today|tonight|noon|midnight|eod|eow|eom|christmas|easter|asap|\d{{4}}-\d{{2}}-\d{{2}}|"
    rf"\d{{1,2}}[./]\d{{1,2}}(?:[./]\d{{2,4}})?"
    rf"|\d{{1,2}}(?::\d{{2}})?\s?(?:am|pm|o'clock)|{_UNIT}|the\s\d{{1,2}}(?:st|nd|rd|th)|the\s(?:\w+th|"
    rf"first|second|third))"
)
_PHRASE = re.compile(
    rf"\b(?:(?:no later than|by|before|until|till|on|within|in|after|for|from|during|at|due)\s)?"
    rf"(?:(?:the\s)?(?:very\s)?(?:end|start|beginning|middle|close|latest)\sof\s)?"
    rf"(?:(?:the|this|next|coming|following|last|later|early|late|{_NUMBER}|more|business|working)\s){{0,4}}"
    rf"{_CORE}"
    rf"(?:\sfrom\snow|\sat\sthe\slatest|\sat\s\d{{1,2}}(?::\d{{2}})?(?:\s?[ap]m)?|"
    rf"\s(?:the\s)?\d{{1,2}}(?:st|nd|rd|th)\b)?",
    re.IGNORECASE,
)


def is_sentence(due: str) -> bool:
    """Whether `due` says more than when."""
    words = due.split()
    if len(words) > LONGEST_WORDS:
        return True
    if re.search(r"(?:(?<!\d)\.|[!?;])\s+\w", due) or "\n" in due:
        return True
    if _REASON.search(due) is not None and len(words) > 4:
        return True
    subject = _SUBJECT.match(due)
    return subject is not None and len(words) > 3 and _VERB.search(due) is not None


def phrase_in(sentence: str, said: str) -> str | None:
    """The one due phrase in `sentence` that was said so; None where there is none, or more than one.

    `said`: the cited words, each once and with one blank between them.
    """
    found = []
    for match in _PHRASE.finditer(sentence[:400]):
        for phrase in (match.group(), _UNSAID_END.sub("", match.group())):
            vague = re.fullmatch(rf"(?:{_UNIT}|may)", phrase, re.IGNORECASE)
            if not vague and f" {' '.join(spoken_words(phrase))} " in f" {said} ":
                found.append(phrase)
                break
    return found[0] if len(found) == 1 else None
