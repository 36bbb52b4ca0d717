"""Sentences of a model's summary that tell what nobody said.

A summary puts things in words of its own: of the sentences that people wrote about real meetings every third
has two such that nobody said. What is invented has little else. A decision or a plan is looked at more
closely: there the verb says what is done, and what it is done to must have been spoken of together.
"""

from __future__ import annotations

import re

from guardrails.evidence.index import MeetingIndex, Wanted
from guardrails.language import FALLBACK, language
from guardrails.language.words import content_stems

_LEAST_UNSAID = 2
_MOSTLY = 0.6
# With these a summary tells how people talked, or who they are; nobody needs to have said them.
_FRAME = frozenset(
    language(FALLBACK).lemma(word)
    for word in """
    discuss discussion agree agreement decide decision team group meeting member participant attendee talk
    present presentation recap recapped describe description mention brief bring brought address raise suggest
    suggestion propose proposal report consider conclude conclusion introduce introduction explain explanation
    assign assignment task instruct instruction cover topic issue regard regarding concern concerning various
    several such including aspect current additional additionally however although therefore also remain
    remained resume summary summarise summarize note outline lead led hold held both their theirs themselves
    himself herself themself previous next final finally future following follow initial initially further
    furthermore overall general specific possible potential main major key idea detail progress status subject
    matter point question voice express opinion allow addition number aim goal purpose order end ended begin
    receive request offer volunteer promise answer say tell told state claim argue emphasise emphasize stress
    acknowledge inform remind ensure clarify confirm upon onto whether within each among different project
    using used own recent recently along based each person everyone everybody instead such easily basis during
    manager expert specialist designer engineer director executive speaker industrial marketing interface user
    """.split()
)
_OPENS_OR_ENDS = re.compile(r"\b(?:open|clos|wrapp?)\w* (?:up )?(?:the|this|their) meeting\b", re.IGNORECASE)
# Who works: "the team agreed to sue" as much as "Bob will sue". The modal of a wish or a doubt says less.
_PLANNED = re.compile(
    r"\b(?:(?:agree[sd]?|decide[sd]?|promise[sd]?|plan(?:s|ned)?|resolve[sd]?|vote[sd]?|going|volunteer(?:s|ed)"
    r"|offer(?:s|ed)?) to|will) (?:(?:now|also|then|not|\w+ly) )*(?P<verb>[a-z-]+)\b",
    re.IGNORECASE,
)


def is_invented(sentence: str, words: MeetingIndex, speakers: frozenset[str]) -> bool:
    """Whether `sentence` tells what nobody in the meeting said.

    `speakers`: stems of the names of those who speak, which are not needed to have been said.
    """
    wanted = words.wanted(_OPENS_OR_ENDS.sub("", sentence))
    informative = wanted.informative - _FRAME - speakers
    unsaid = {word for word in informative - wanted.said if not word[0].isdigit()}
    if len(unsaid) >= max(_LEAST_UNSAID, _MOSTLY * len(informative)):
        return True
    verbs = {verb for found in _PLANNED.finditer(sentence) for verb in content_stems(found["verb"])}
    return bool(verbs & unsaid) and _is_scattered(wanted, informative & wanted.said)


def _is_scattered(wanted: Wanted, said: frozenset[str]) -> bool:
    """Whether there are several words, no two of which were said in one segment."""
    together: dict[int, set[str]] = {}
    for hit in wanted.hits:
        if hit.stem in said:
            together.setdefault(hit.place, set()).add(hit.stem)
    return len(said) > 1 and all(len(stems) == 1 for stems in together.values())
