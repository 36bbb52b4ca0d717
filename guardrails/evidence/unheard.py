"""What a claim says that its lines do not: a name, a date. Each becomes a mark at the very words.

One unheard token is no reason to bury a right item: notes take names from slides and chats. But it must not
look as if somebody had said it. Figures are the business of `guardrails.arithmetic`, which knows what
follows from others.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import takewhile

from guardrails.core.guardrail import Context
from guardrails.core.types import Claim, Mark
from guardrails.evidence.due import is_due_said
from guardrails.evidence.index import MeetingIndex
from guardrails.evidence.passage import Passage
from guardrails.evidence.people import is_known, is_named
from guardrails.evidence.summary import names_in
from guardrails.language import read
from guardrails.language.words import spoken_words

_NEXT = re.compile(r"\b(?:meeting|call|phase|stage)s?\b")
_WORD = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")
# So many informative words in a row that nobody said are more than a paraphrase: of published claims 3 in
# 1,000 begin with so many, and 17 end.
_LEAST_BEFORE, _LEAST_BEHIND = 2, 3


def unheard(claim: Claim, passage: Passage, context: Context, index: MeetingIndex) -> tuple[Mark, ...]:
    """Marks for what was not heard, in the order of the text."""
    found = [
        *(
            Mark(words, "date", _reason(words))
            for words in _dates(claim.text, passage.text, context.language)
        ),
        *(Mark(words, "words", _reason(words)) for words in _ends(claim.text, index)),
        *(Mark(words, "name", _reason(words)) for words in _names(claim.text, context, index)),
    ]
    return tuple(sorted(dict.fromkeys(found), key=lambda mark: claim.text.find(mark.words)))


def _ends(text: str, index: MeetingIndex) -> Iterator[str]:
    """What `text` begins or ends with, if nobody in the whole meeting said a word of it."""
    informative = [found for found in _WORD.finditer(text) if index.stems(found.group())]
    if not informative or not any(index.is_heard(found.group()) for found in informative):
        return
    before = list(takewhile(lambda found: not index.is_heard(found.group()), informative))
    behind = list(takewhile(lambda found: not index.is_heard(found.group()), reversed(informative)))
    if len(before) >= _LEAST_BEFORE:
        yield text[before[0].start() : before[-1].end()]
    if len(behind) >= _LEAST_BEHIND:
        yield text[behind[-1].start() : behind[0].end()]


def _reason(words: str) -> str:
    return f"“{words}” was not heard"


def _dates(text: str, said: str, code: str) -> Iterator[str]:
    for phrase in (phrase for clause in read(text, code).clauses for phrase in clause.days):
        # Of what comes next a note writes "at the next meeting", whatever was said.
        is_exempt = _NEXT.search(phrase) or re.search(r"\d", phrase)
        if not is_exempt and not is_due_said(phrase, said, code):
            yield phrase


def _names(text: str, context: Context, index: MeetingIndex) -> Iterator[str]:
    for name in names_in(text, context.language):
        is_heard = any(is_known(word, index.vocabulary) for word in spoken_words(name))
        if is_heard or any(is_named(one, name) for one in context.people):
            continue
        if name in text[1:] and all(word[1:].islower() for word in name.split()):
            yield name  # no acronym, and not what opens the text
