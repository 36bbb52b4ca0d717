"""Did the meeting say what a claim says, where it cites, of this owner, until then?

The check that every claim passes through, with three outcomes. *Not confirmed*: the meeting does not carry
it (`support`), or it rests on words to the system. *Confirmed with marks*: it is carried, and what its
lines do not say is marked at the very words: a figure, a name, a date; an owner or a due phrase that they
do not give is taken out and marked. *Confirmed*: the rest. A claim that cites other words is moved to those
that carry it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from rapidfuzz import fuzz

from guardrails.core.guardrail import Ask, Context
from guardrails.core.types import Claim, Evidence, Mark, Segment, Verdict
from guardrails.evidence.due import is_due_said
from guardrails.evidence.index import MeetingIndex
from guardrails.evidence.instruction import REASON, is_to_the_system
from guardrails.evidence.names import unknown_names
from guardrails.evidence.owner import is_unanswered, owner_fault, takes_it_on
from guardrails.evidence.passage import Passage, passage_of
from guardrails.evidence.support import cites_wrong_lines, is_carried, is_hollow
from guardrails.evidence.unheard import AROUND, unheard, unheard_days
from guardrails.language import is_markup
from guardrails.language.words import spoken_line

CHANGED = "changed-later"
"""Flag of a claim whose due phrase or owner was changed in the course of the meeting, as merging found."""
# Share of matching characters. An exact quote scores 100; recognisers and models change an ending or drop an
# article, which stays above 90 in a sentence of usual length.
_LIKENESS = 90.0
_NOT_SAID = "the words it cites do not say this, and nothing else in the meeting does"
_HARD_TO_HEAR = "the words it cites were hard to hear, and may have been others"
# A line that has so much of a sentence of the summary is where it comes from.
_SOURCE = 0.6


class EvidenceGuard:
    """Holds one claim against the whole meeting, and against the lines that it cites."""

    name = "evidence"
    deadline_s = 4.0
    """The first claim of a meeting pays for reading the whole of it."""

    def __init__(self, is_worked_out: Callable[[str, Sequence[Segment], str], bool] | None = None) -> None:
        """`is_worked_out`: whether the figures of a text follow from what was said; its words are then those
        of the computation, which no search finds.
        """
        self._is_worked_out = is_worked_out or (lambda text, cited, code: False)
        self._read: MeetingIndex | None = None
        self._last: tuple[Claim, Context, Claim | str] | None = None

    def triggers(self, claim: Claim, context: Context) -> bool:
        return True

    def check(self, claim: Claim, context: Context) -> Verdict:
        if claim.kind == "summary":
            return self._check_sentence(claim, context)
        result = self._result(claim, context)
        if isinstance(result, str):
            return Verdict("unverified", result)
        if result != claim:
            return Verdict("unverified", _difference(claim, result))
        return Verdict("verified", "what it says was found in the words it cites")

    def repair(self, claim: Claim, context: Context, verdict: Verdict, ask: Ask | None) -> Claim | None:
        """With the lines that carry it, and marks at what they do not say."""
        result = None if claim.kind == "summary" else self._result(claim, context)
        return None if isinstance(result, str) else result

    def _check_sentence(self, claim: Claim, context: Context) -> Verdict:
        """A sentence of the summary cites nothing, unless it was said so: it is held against the segment that
        carries most of it, its days against what was said around, and its names against the whole meeting.
        """
        index = self._index(context)
        wanted = index.wanted(claim.text)
        if not claim.evidence.segment_ids and wanted.weights:
            places = wanted.carrying()
            if not is_carried(wanted, places):
                return Verdict("unverified", _NOT_SAID)
            for day in unheard_days(claim.text, places, context):
                return Verdict("unverified", f"“{day}” was not heard")
        found = wanted.singles
        if found and found[0][0] >= _SOURCE:
            source = replace(claim, evidence=Evidence((context.segments[found[0][1]].id,), ""))
            passage = passage_of(source, context, index)
            if passage is not None and passage.segment.is_hard_to_hear:
                return Verdict("unverified", _HARD_TO_HEAR)
            if passage is not None and is_to_the_system(passage, context):
                return Verdict("unverified", REASON)
        for name in unknown_names(claim.text, context, index):
            return Verdict("unverified", f"nobody in the meeting is called {name}, and nobody said it")
        return Verdict("verified", "its names were said, and not in words to the system")

    def _result(self, claim: Claim, context: Context) -> Claim | str:
        """Why `claim` is not confirmed, or what it becomes; a repair asks again for what the check found."""
        if self._last is None or self._last[0] is not claim or self._last[1] is not context:
            self._last = claim, context, self._judged(claim, context)
        return self._last[2]

    def _judged(self, claim: Claim, context: Context) -> Claim | str:
        index, cited = self._index(context), context.cited(claim)
        wanted = index.wanted(claim.text)
        places = {context.places[segment.id] for segment in cited}
        carried = is_carried(wanted, places)
        if not wanted.weights:  # "get it": no word of it tells anything, so its very words must be there
            carried = any(spoken_line(claim.text) in spoken_line(segment.text) for segment in cited)
        exist = len(cited) == len(claim.evidence.segment_ids) > 0
        in_place = exist and not cites_wrong_lines(wanted, places)
        if not (carried and in_place):
            worked_out = self._is_worked_out(claim.text, cited, context.language)
            if not (carried or worked_out):
                return _NOT_SAID
            carrying = wanted.carrying()
            if carrying and not (exist and (in_place or worked_out)):
                if _quotes_something_else(claim, carrying, index):
                    return _NOT_SAID
                ids = tuple(context.segments[place].id for place in carrying)
                claim = replace(claim, evidence=replace(claim.evidence, segment_ids=ids))
        passage = passage_of(claim, context, index)
        if passage is None:
            return "it cites words that do not exist"
        if any(context.segments[place].is_hard_to_hear for place in passage.cited):
            return _HARD_TO_HEAR
        if is_to_the_system(passage, context) and (
            is_markup(passage.segment.text) or not takes_it_on(claim, passage, context.language)
        ):
            return REASON
        corrected = _corrected(claim, passage, context, index)
        marked = {stem for mark in corrected.marks for stem in index.stems(mark.words)}
        return _NOT_SAID if carried and is_hollow(wanted, marked) else corrected

    def _index(self, context: Context) -> MeetingIndex:
        read = self._read
        if read is None or read.segments is not context.segments or read.code != context.language:
            self._read = read = MeetingIndex(context.segments, context.language)
        return read


def _quotes_something_else(claim: Claim, places: Sequence[int], index: MeetingIndex) -> bool:
    """Whether no word of the quote is in the lines that carry the claim, and it was not said beside them, as
    an answer is: they are about something else than what the claim was drafted from."""
    quoted = set(index.stems(claim.evidence.quote))
    said = {stem for place in places for stem in index.stems(index.segments[place].text)}
    if not quoted or not quoted.isdisjoint(said):
        return False
    near = index.segments[max(0, places[0] - AROUND) : places[-1] + 1 + AROUND]
    return not _is_said(spoken_line(claim.evidence.quote), spoken_line(" ".join(one.text for one in near)))


def _corrected(claim: Claim, passage: Passage, context: Context, index: MeetingIndex) -> Claim:
    claim = _quoting(claim, passage)
    marks = [*unheard(claim, passage, context, index)]
    if CHANGED not in claim.flags:
        claim, more = _assigned(claim, passage, context, index)
        marks += more
    kept = tuple(dict.fromkeys((*claim.marks, *marks)))
    return claim if kept == claim.marks else replace(claim, marks=kept)


def _assigned(
    claim: Claim, passage: Passage, context: Context, index: MeetingIndex
) -> tuple[Claim, list[Mark]]:
    """`claim` without an owner or a due phrase that its lines do not give, and the marks that say so."""
    marks: list[Mark] = []
    if claim.owner is not None:
        owner, fault = claim.owner, owner_fault(claim, passage, context, index)
        if fault is not None:
            marks.append(Mark(owner, "owner", fault))
            claim = replace(claim, owner=None)
        elif claim.kind == "action" and is_unanswered(claim, passage, context):
            marks.append(Mark(owner, "unanswered", f"{owner} said nothing to this"))
    if claim.due_phrase is not None and not is_due_said(claim.due_phrase, passage.text, context.language):
        marks.append(Mark(claim.due_phrase, "due", f"“{claim.due_phrase}” was not heard"))
        claim = replace(claim, due_phrase=None)
    return claim, marks


def _quoting(claim: Claim, passage: Passage) -> Claim:
    """`claim` with a quote that its lines hold."""
    quote = claim.evidence.quote
    if not quote or _is_said(spoken_line(quote), spoken_line(passage.text)):
        return claim
    return replace(claim, evidence=replace(claim.evidence, quote=passage.sentence))


def _difference(claim: Claim, corrected: Claim) -> str:
    marks = [mark.reason for mark in corrected.marks if mark not in claim.marks]
    if claim.evidence != corrected.evidence:
        marks.insert(0, "other words of the meeting carry it than those it cites")
    return "; ".join(marks)


def _is_said(wanted: str, said: str) -> bool:
    """Whether the line `wanted` is in the line `said`, in order and together; small slips allowed."""
    if wanted in said:
        return bool(wanted.strip())
    # A short phrase has no room for a slip: "by Monday" is nearly "by Sunday".
    return (
        wanted.count(" ") >= 6 and len(wanted) <= len(said) and fuzz.partial_ratio(wanted, said) >= _LIKENESS
    )
