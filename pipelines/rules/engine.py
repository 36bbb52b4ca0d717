"""The rules engine: a draft of the note without any model.

What a machine without weights has, the fallback when the model fails, and the second
opinion of the checks. Candidates come from the reading of the language, and trained weights rank them; linear
in the length of the meeting, and the same draft for the same words.
"""

from __future__ import annotations

import math
from collections.abc import Sequence, Set
from dataclasses import replace
from itertools import count
from typing import TypeVar

from guardrails.core.types import Claim, Segment
from guardrails.language import codes
from guardrails.language import language as tables_of
from pipelines.draft import Draft
from pipelines.languages import name_of, spoken_language
from pipelines.meeting import Meeting, read_meeting
from pipelines.progress import DRAFTING_BY_RULES, Progress, silent
from pipelines.rules.actions import Action, actions_of
from pipelines.rules.decisions import Decision, decisions_of
from pipelines.rules.open_questions import questions_of
from pipelines.rules.picker import budget, peaks, picker_of
from pipelines.transcript import TYPED

RULES_VERSION = "3"
UNREAD_LANGUAGE = "language-unknown-to-rules"
"""Flag of a draft in which nothing was looked for."""
_MOST_POSSIBLE = 12
_STEPS = 7
Step = TypeVar("Step")
_Picked = tuple[Set[int], Claim]
"""The sentences that an item is made of, by index, and the item, which cites what explains them as well."""


def draft_by_rules(
    segments: Sequence[Segment],
    *,
    roster: Sequence[str] = (),
    summary_sentences: int = 5,
    language: str | None = None,
    progress: Progress = silent,
) -> Draft:
    """Actions, decisions and open questions with their evidence, a summary and a title.

    `roster` holds names of people who may be meant without speaking. Every quote is literally in the texts
    of its cited segments joined by a blank. Never fails: a meeting without a cue gives a draft without
    claims. `language`: code of the one that is spoken; None finds it in the words. One that the rules do not
    know gives a draft without claims, and a warning: English rules over French words would invent. A day
    of talk takes minutes: `progress` hears of each step.
    """
    from pipelines.summary import summarise, title_of

    done = count(1)
    progress(DRAFTING_BY_RULES, 0, _STEPS)

    def told(made: Step) -> Step:
        progress(DRAFTING_BY_RULES, next(done), _STEPS)
        return made

    spoken = spoken_language(segments, language)
    if spoken not in codes():
        return _unread(segments, spoken)
    meeting = told(read_meeting(segments, spoken, roster))
    candidates = told(actions_of(meeting))
    actions, possible = told(_picked(meeting, "action", candidates))
    taken = {sentence.index for action in candidates if action.owner for sentence in action.said}
    options = [each for each in decisions_of(meeting) if each.is_said or each.index not in taken]
    decisions, others = told(_picked(meeting, "decision", options))
    picked = [*actions, *decisions]
    claims = [*(claim for _, claim in picked), *told([*questions_of(meeting, taken)])]
    claims.sort(key=lambda claim: meeting.places[claim.evidence.segment_ids[0]])
    rest = _offered([*possible, *others], {index for lines, _ in picked for index in lines})
    return Draft(
        claims=tuple(replace(claim, id=f"c{number}") for number, claim in enumerate(claims, 1)),
        summary=told(summarise(meeting, max_sentences=summary_sentences)),
        title=told(title_of(meeting)),
        segments_read=len(segments),
        possible=tuple(replace(claim, id=f"p{number}") for number, claim in enumerate(rest, 1)),
    )


def actions_by_rules(
    segments: Sequence[Segment], *, roster: Sequence[str] = (), language: str | None = None
) -> list[Claim]:
    """The actions of `draft_by_rules` alone, still without ids: no summary is looked for."""
    spoken = spoken_language(segments, language)
    if spoken not in codes():
        return []
    meeting = read_meeting(segments, spoken, roster)
    return [claim for _, claim in _picked(meeting, "action", actions_of(meeting))[0]]


def least_confidence(code: str) -> float:
    """Of an action that is offered as a possible item, in the language with this code."""
    return _probability(picker_of("action", code).floor)


def _picked(
    meeting: Meeting, kind: str, candidates: Sequence[Action] | Sequence[Decision]
) -> tuple[list[_Picked], list[_Picked]]:
    """What is shown, in the order of speech, and what may be meant as well, the likeliest first."""
    picker = picker_of(kind, meeting.tables.code)
    scores = [picker.score(candidate.features(meeting)) for candidate in candidates]
    times = [meeting.times_s[candidate.index] for candidate in candidates]
    ranked = peaks(candidates, scores, times, apart=not meeting.is_short)
    # Somebody took the trouble to type it: that weighs more than any score.
    typed = [place for place in ranked if meeting.is_typed(candidates[place].index)]
    eligible = [place for place in ranked if candidates[place].is_shown(all_of_them=meeting.is_short)]
    if not meeting.is_short:
        clear = [each for each in typed if each in eligible and candidates[each].is_shown(all_of_them=True)]
        likely = [each for each in eligible if each not in clear and scores[each] >= picker.threshold]
        eligible = [*clear, *likely[: budget(kind, meeting.duration_s)]]
    shown = sorted(eligible)
    ranked = [*typed, *(each for each in ranked if each not in typed and scores[each] >= picker.floor)]
    rest = [place for place in ranked if place not in shown]

    def claims(places: Sequence[int]) -> list[_Picked]:
        return [
            (
                {sentence.index for sentence in candidates[place].said},
                candidates[place].claim(meeting, _probability(scores[place])),
            )
            for place in places
        ]

    return claims(shown), claims(rest[: 3 * _MOST_POSSIBLE])


def _offered(likely: Sequence[_Picked], spent: Set[int]) -> list[Claim]:
    """The likeliest of those that are made of no sentence of an item, or of one that is offered already;
    before all what somebody typed."""
    offered: list[Claim] = []
    for sentences, claim in sorted(likely, key=lambda picked: _typed_first(picked[1])):
        if spent.isdisjoint(sentences):
            offered.append(claim)
            spent |= sentences
    return offered[:_MOST_POSSIBLE]


def _typed_first(claim: Claim) -> tuple[bool, float]:
    return not claim.evidence.segment_ids[0].startswith(TYPED), -claim.confidence


def _probability(odds: float) -> float:
    return round(1 / (1 + math.exp(-odds)), 4)


def _unread(segments: Sequence[Segment], language: str) -> Draft:
    warning = (
        f"This meeting is in {name_of(language)}, and the rules know {_known()} only: "
        "without a language model no items are drafted."
    )
    return Draft((), "", "Meeting", len(segments), flags=(UNREAD_LANGUAGE,), warnings=(warning,))


def _known() -> str:
    *first, last = sorted(tables_of(code).settings["name"] for code in codes())
    return f"{', '.join(first)} and {last}"
