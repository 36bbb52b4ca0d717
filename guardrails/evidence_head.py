"""The beginning of an item, looked at alone: "Hire a security guard" of "... for the new office".

What was said of the new office carries an item about it, whatever its beginning says. A beginning that orders
something is told by its verb and by what the verb is done to; where neither was said near, it was added. One
word of them may be the note-taker's own.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from guardrails.support import MeetingWords
from guardrails.types import Claim
from guardrails.words import content_stems

# Segments before and behind those that are cited in which "it" is named.
_NEAR = 6
_LEAST = 2
# Two forms of one word have so much in common ("photo", "photographs").
_SAME = 4
_THE = (
    r"(?:a|an|the|our|your|their|his|her|my|this|that|these|those|some|any|all|another|more|both|each|every"
    r"|one|two|three|four|five|six|seven|eight|nine|ten|twelve|\d+)\b"
)
# How a sentence with a subject, or a clause of time or reason, begins.
_NO_VERB = (
    r"(?!(?:the|an?|th(?:is|at|ese|ose)|there|here|it|they|he|she|we|you|i|in|on|at|as|of|off|over|under|up"
    r"|within|without|although|though|towards?|through|during|besides|beyond|despite|like|unlike|rather"
    r"|instead|after|before|when|while|if|unless|since|because|for|from|to|by|with|about|between|among"
    r"|another|some\w*|any\w*|all|both|each|every\w*|no|not|now|only|also|either|neither|most|more|many|what"
    r"|who|how|why|where|which|whether|yes|maybe|perhaps|possibly|ideally|speakers?|people|participants?"
    r"|members|simply|\w{3,}[^\Wp]ly|\w*[aeiouy]\w*ing|\w+['’]s)\b)"
)
_VERB = (
    rf"(?:(?:also|then|first|next|please) )?{_NO_VERB}[a-z][a-z-]*\b"
    r"(?: (?:up|out|off|over|down|back|away|in)\b)?"
)
_ORDER = re.compile(rf"{_VERB} {_THE}", re.IGNORECASE)
# An item begins with its verb, and may have no article; the words of another language say so in other ways.
_BARE = re.compile(rf"{_VERB} \w(?=.* (?:the|for|with) )", re.IGNORECASE)
_BEHIND = re.compile(
    r",? (?=(?:for|to|about|of|with|against|from|in|into|on|onto|at|by|under|via|during|before|after|as|so"
    r"|that|which|who|where|when|if|unless|because|using|including|through|without|than|among|between|and|or"
    r"|per|is|are|was|were|will)\b)|[,;:.] "
)
# A person has a name in the note who is "you" in the talk.
_NAMED = re.compile(r"\s[A-Z]")
_MOST_PARTS = 30


def added_head(claim: Claim, text: str, words: MeetingWords, places: Sequence[int]) -> str | None:
    """The beginning of `text`, up to what it is done for, where nothing of it was said around `places`.

    `text`: what `claim` is about, without its doer.
    """
    if not _ORDER.match(text) and not (claim.kind == "action" and _BARE.match(text)):
        return None
    head = _head_of(text, words)
    wanted = words.wanted(head)
    telling = wanted.telling
    if len(telling) < _LEAST or _NAMED.search(head) or any(word[0].isdigit() for word in telling):
        return None
    near = range(max(0, min(places) - _NEAR), max(places) + 1 + _NEAR)
    if any(hit.place in near and hit.stem in telling for hit in wanted.hits):
        return None
    said = {stem for line in words.lines[near.start : near.stop] for stem in content_stems(line)}
    return None if any(_is_form(word, other) for word in telling for other in said) else head


def _head_of(text: str, words: MeetingWords) -> str:
    """What stands before the first word that joins something to it, or the next, until it tells enough."""
    for number, cut in enumerate(_BEHIND.finditer(text)):
        if number >= _MOST_PARTS or len(words.wanted(text[: cut.start()]).telling) >= _LEAST:
            return text[: cut.start()]
    return text


def _is_form(one: str, other: str) -> bool:
    return min(len(one), len(other)) >= _SAME and (one.startswith(other) or other.startswith(one))
