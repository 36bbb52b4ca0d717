"""The rules engine: a draft of the note without any model.

The floor on which a machine without weights stands, the fallback when the model fails, and the second
opinion of the checks. Pure Python, linear in the length of the meeting, and the same draft for the same
words.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from guardrails.core.types import Claim, Segment
from guardrails.language import FALLBACK, codes
from guardrails.language import language as tables_of
from pipelines.draft import Draft
from pipelines.languages import name_of, spoken_language
from pipelines.rules.actions import actions_of
from pipelines.rules.acts import claims_of
from pipelines.rules.decisions import decisions_of
from pipelines.rules.german import draft_german, german_actions
from pipelines.rules.meeting import meeting_of
from pipelines.rules.questions import questions_of

RULES_VERSION = "2"


UNREAD_LANGUAGE = "language-unknown-to-rules"
"""Flag of a draft in which nothing was looked for."""


def draft_by_rules(
    segments: Sequence[Segment],
    *,
    roster: Sequence[str] = (),
    summary_sentences: int = 5,
    language: str | None = None,
) -> Draft:
    """Actions, decisions and open questions with their evidence, a summary and a title.

    `roster` holds names of people who may be meant without speaking. Every quote is literally in the texts
    of its cited segments joined by a blank. Never fails: a meeting without a cue gives a draft without
    claims. `language`: code of the one that is spoken; None finds it in the words. One that the rules do not
    know gives a draft without claims, and a warning: English rules over French words would invent.
    """
    from pipelines.summary import summarise, title_of

    spoken = spoken_language(segments, language)
    if spoken == "de":
        return draft_german(segments, roster, summary_sentences)
    if spoken not in codes():
        return _unread(segments, spoken)
    claims = _claims(segments, roster) if spoken == FALLBACK else list(claims_of(segments, spoken))
    order = {segment.id: index for index, segment in enumerate(segments)}
    claims.sort(key=lambda claim: order[claim.evidence.segment_ids[0]])
    return Draft(
        claims=tuple(replace(claim, id=f"c{number}") for number, claim in enumerate(claims, 1)),
        summary=summarise(segments, max_sentences=summary_sentences),
        title=title_of(segments),
        segments_read=len(segments),
    )


def actions_by_rules(
    segments: Sequence[Segment], *, roster: Sequence[str] = (), language: str | None = None
) -> list[Claim]:
    """The actions of `draft_by_rules` alone, still without ids: no summary is looked for."""
    spoken = spoken_language(segments, language)
    if spoken == "de":
        return german_actions(segments, roster)
    if spoken == FALLBACK:
        return actions_of(meeting_of(segments, roster))
    return [claim for claim in claims_of(segments, spoken) if claim.kind == "action"]


def _claims(segments: Sequence[Segment], roster: Sequence[str]) -> list[Claim]:
    """In a function of its own, so that one set of sentences is gone before the summary makes another."""
    meeting = meeting_of(segments, roster)
    return [*actions_of(meeting), *decisions_of(meeting), *questions_of(meeting)]


def _unread(segments: Sequence[Segment], language: str) -> Draft:
    warning = (
        f"This meeting is in {name_of(language)}, and the rules know {_known()} only: "
        "without a language model no items are drafted."
    )
    return Draft((), "", "Meeting", len(segments), flags=(UNREAD_LANGUAGE,), warnings=(warning,))


def _known() -> str:
    *first, last = sorted(tables_of(code).settings["name"] for code in codes())
    return f"{', '.join(first)} and {last}"
