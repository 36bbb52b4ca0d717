"""Which sentences of a drafted answer stand: each is held against the words that it cites.

The guardrails are those of notes. An answer has one more failure of its own: passages come from several
meetings, so the line that carries a sentence is looked for among the lines it cites, and only that is shown.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from guardrails.core.guardrail import Ask, Context
from guardrails.core.types import Claim, Evidence
from guardrails.evidence.index import MeetingIndex
from guardrails.evidence.people import same_person
from pipelines.ask.answer import Dropped, Sentence
from pipelines.ask.casing import in_usual_case
from pipelines.ask.prompt import Drafted
from pipelines.ask.source import Source
from pipelines.checking import Checker
from pipelines.languages import spoken_language
from pipelines.render.marks import reasons as reasons_of

_SUBJECT = re.compile(r"(?P<who>[^\W\d_][\w.'’-]*(?: [A-Z][\w.'’-]*){0,2})\s+[a-z]")
MOST_PLACES = 3
_ENOUGH = 0.6
"""A line that carries so much of what the best one carries is a proof, too."""


@dataclass(frozen=True, slots=True)
class Standing:
    """What holds, and what does not with the reason."""

    sentences: tuple[Sentence, ...]
    dropped: tuple[Dropped, ...]
    cited: tuple[tuple[int, ...], ...]
    """For each sentence the numbers of its passages, for the case that it is written again."""


def standing(
    drafted: Iterable[Drafted], sources: Sequence[Source], checker: Checker, ask: Ask | None
) -> Standing:
    """The sentences that their passages carry, in order."""
    people = speakers_of(sources)
    said = [each.text for source in sources for each in source.segments]
    usual = (each.model_copy(update={"text": in_usual_case(each.text, said, people)}) for each in drafted)
    sentences = list({each.text: each for each in usual}.values())
    # One passage may hold lines of another: what was said is there once.
    places = {f"{each.note_id}/{each.segment_id}": each for source in sources for each in source.places}
    segments = {each.id: each for source in sources for each in source.segments}
    passages = tuple(segments.values())
    spoken = spoken_language(passages)
    words = MeetingIndex(passages, spoken)
    claims = tuple(_claim(number, each, sources, people) for number, each in enumerate(sentences, 1))
    # Whose it is follows from the lines that say it, not from all lines of a passage.
    claims = tuple(_narrowed(each, Context(passages), words) for each in claims)
    # Once more as what cites nothing: names that nobody bears are looked for in sentences of that kind.
    loose = tuple(replace(each, id=f"{each.id}-names", kind="summary", owner=None) for each in claims)
    context = Context(passages, (*claims, *loose), people, language=spoken)
    checked = checker.run(context, ask)
    reasons = {entry.claim: entry.reason for entry in checked.tape if entry.verdict == "unverified"}
    stands: list[Sentence] = []
    cited: list[tuple[int, ...]] = []
    dropped: list[Dropped] = []
    for place, (draft, claim) in enumerate(zip(sentences, claims, strict=True)):
        judged, named = checked.claims[place], checked.claims[place + len(claims)]
        if judged.claim.owner != claim.owner:
            dropped.append(Dropped(text=claim.text, reason=f"the words do not give it to {claim.owner}"))
        elif judged.claim.marks:
            # An answer has no place for marks: what was not heard in these words is no answer.
            dropped.append(Dropped(text=claim.text, reason=reasons_of(judged.claim.marks)))
        elif "unverified" in (judged.outcome, named.outcome):
            reason = reasons.get(claim.id) or reasons.get(named.claim.id) or "the passages do not say this"
            dropped.append(Dropped(text=claim.text, reason=reason))
        else:
            proofs = _carrying(judged.claim, context, words)
            stands.append(Sentence(text=judged.claim.text, places=tuple(places[each] for each in proofs)))
            cited.append(tuple(draft.passages))
    return Standing(tuple(stands), tuple(dropped), tuple(cited))


def speakers_of(sources: Sequence[Source]) -> tuple[str, ...]:
    """Whoever has a name in the passages, once."""
    speakers = (each.speaker for source in sources for each in source.segments if each.speaker)
    return tuple(dict.fromkeys(speakers))


def _claim(number: int, drafted: Drafted, sources: Sequence[Source], people: Sequence[str]) -> Claim:
    """The sentence with all lines of its passages; whoever it is about is held against them as an owner."""
    cited = (
        segment.id for passage in sorted(set(drafted.passages)) for segment in sources[passage - 1].segments
    )
    subject = _SUBJECT.match(drafted.text)
    owner = next((who for who in people if subject and same_person(subject["who"], who)), None)
    evidence = Evidence(tuple(dict.fromkeys(cited)), "")
    return Claim(f"sentence-{number}", "decision", drafted.text, evidence, owner=owner)


def _narrowed(claim: Claim, context: Context, words: MeetingIndex) -> Claim:
    return replace(claim, evidence=replace(claim.evidence, segment_ids=_carrying(claim, context, words)))


def _carrying(claim: Claim, context: Context, words: MeetingIndex) -> tuple[str, ...]:
    """The cited lines that carry most of the claim, in the order in which they were said."""
    cited = {context.places[i]: i for i in claim.evidence.segment_ids if i in context.places}
    found = [(share, place) for share, place in words.wanted(claim.text).singles if place in cited]
    if not found:
        return claim.evidence.segment_ids[:1]
    best = found[0][0]
    chosen = [place for share, place in found if share >= _ENOUGH * best][:MOST_PLACES]
    return tuple(cited[place] for place in sorted(chosen))
