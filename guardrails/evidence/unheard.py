"""What a claim says that its lines do not: a name, a date. Each becomes a mark at the very words.

One unheard token is no reason to bury a right item: notes take names from slides and chats. But it must not
look as if somebody had said it. Figures are the business of `guardrails.arithmetic`, which knows what
follows from others.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from guardrails.core.guardrail import Context
from guardrails.core.types import Claim, Mark, MarkKind, Segment
from guardrails.evidence.due import is_due_said
from guardrails.evidence.index import MeetingIndex
from guardrails.evidence.names import unknown_names
from guardrails.evidence.passage import Passage
from guardrails.evidence.people import is_named, parts_of
from guardrails.language import read

_NEXT = re.compile(r"\b(?:meeting|call|phase|stage)s?\b")
_WORD = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")
# So many informative words in a row that nobody said are more than a paraphrase: of published claims 3 in
# 1,000 begin with so many, and 17 end.
_LEAST_BEFORE, _LEAST_BEHIND = 2, 3
AROUND = 3
"""Lines around those of a claim that belong to it: who speaks there, what answers it."""


def unheard(claim: Claim, passage: Passage, context: Context, index: MeetingIndex) -> tuple[Mark, ...]:
    """Marks for what was not heard, in the order of the text."""
    found: dict[MarkKind, Iterator[str]] = {
        "date": _dates(claim.text, passage.text, context.language),
        "words": _ends(claim.text, index),
        "name": _names(claim.text, context, index),
    }
    marks = [Mark(words, kind, f"“{words}” was not heard") for kind in found for words in found[kind]]
    for words in _absent(claim.text, passage, context, index):
        marks.append(Mark(words, "name", f"{words} neither speaks nor is named in its lines"))
    return tuple(sorted(dict.fromkeys(marks), key=lambda mark: claim.text.find(mark.words)))


def _ends(text: str, index: MeetingIndex) -> Iterator[str]:
    """What `text` begins or ends with, if nobody in the whole meeting said a word of it."""
    informative = [found for found in _WORD.finditer(text) if index.stems(found.group())]
    heard = [index.is_heard(found.group()) for found in informative]
    if True not in heard:
        return
    before, behind = heard.index(True), heard[::-1].index(True)
    if before >= _LEAST_BEFORE:
        yield text[informative[0].start() : informative[before - 1].end()]
    if behind >= _LEAST_BEHIND:
        yield text[informative[-behind].start() : informative[-1].end()]


def _names(text: str, context: Context, index: MeetingIndex) -> Iterator[str]:
    for name in unknown_names(text, context, index):
        if name in text[1:] and all(word[1:].islower() for word in name.split()):
            yield name  # no acronym, and not what opens the text


def unheard_days(text: str, places: Sequence[int], context: Context) -> Iterator[str]:
    """Day phrases of a sentence of the summary that nobody said around the lines that carry it."""
    said = " ".join(segment.text for segment in _near(places, context))
    return _dates(text, said, context.language)


def _near(places: Sequence[int], context: Context) -> Sequence[Segment]:
    return context.segments[max(0, places[0] - AROUND) : places[-1] + 1 + AROUND] if places else ()


def _absent(text: str, passage: Passage, context: Context, index: MeetingIndex) -> Iterator[str]:
    """People of the meeting whom `text` names, and who are not there where it was said."""
    near = _near(passage.cited, context)
    said, voices = " ".join(segment.text for segment in near), {segment.speaker for segment in near}
    for found in _WORD.finditer(text):
        name = found.group().removesuffix("'s").removesuffix("’s")
        bearers = [one for one in context.people if parts_of(one)[:1] == (name.casefold(),)]
        # A word that is also said in small letters is no name: of roles, "Project".
        if not bearers or not name[:1].isupper() or name.casefold() in index.small:
            continue
        if voices.isdisjoint(bearers) and not is_named(name, said):
            yield name


def _dates(text: str, said: str, code: str) -> Iterator[str]:
    for phrase in (phrase for clause in read(text, code).clauses for phrase in clause.days):
        # Of what comes next a note writes "at the next meeting", whatever was said.
        is_exempt = _NEXT.search(phrase) or re.search(r"\d", phrase)
        if not is_exempt and not is_due_said(phrase, said, code):
            yield phrase
