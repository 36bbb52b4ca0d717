"""Action items, decisions and questions, each with the words that prove it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from pipelines.note import ActionItem, Due, Note, SentimentLabel, Statement
from web import format, wording
from web.views.transcript import Mark, Place

_NO_REASON = "No reason was recorded."


@dataclass(frozen=True, slots=True)
class ClaimView:
    """One claim. Fields that only action items have are None on decisions and questions."""

    kind: str
    """`Action item`, `Decision` or `Question`."""
    anchor: str
    text: str
    quote: str
    places: tuple[Place, ...]
    notes: tuple[str, ...]
    """Flags in words."""
    reason: str | None
    """Why it is unverified; None for what is verified."""
    owner: str | None = None
    nobody: str | None = None
    """What stands in the owner's place when there is none."""
    day: str | None = None
    """The due day; None where there is none, or where the words could not be resolved."""
    phrase: str | None = None
    mood: SentimentLabel | None = None
    done: bool = False


@dataclass(frozen=True, slots=True)
class Claims:
    """The claims of a note; `unverified` holds every kind, the others verified ones only."""

    actions: tuple[ClaimView, ...]
    decisions: tuple[ClaimView, ...]
    questions: tuple[ClaimView, ...]
    unverified: tuple[ClaimView, ...]
    marks: Mapping[str, list[Mark]]
    """Segment id to the verified claims that it proves."""


def claims(note: Note, where: Mapping[str, Place]) -> Claims:
    """Sort the claims of `note`; evidence that is not in the transcript has no place and gets no link."""
    reasons = {entry.claim: entry.reason for entry in note.tape if entry.verdict == "unverified"}
    verified: dict[str, list[ClaimView]] = {"Action item": [], "Decision": [], "Question": []}
    unverified: list[ClaimView] = []
    marks: dict[str, list[Mark]] = {}
    everything: list[tuple[str, ActionItem | Statement]] = [
        *(("Action item", item) for item in note.action_items),
        *(("Decision", item) for item in note.decisions),
        *(("Question", item) for item in note.questions),
    ]
    for kind, claim in everything:
        if claim.verdict == "unverified":
            anchor = f"unconfirmed-{len(unverified) + 1}"
            unverified.append(_view(kind, anchor, claim, where, reasons.get(claim.id, _NO_REASON)))
            continue
        number = len(verified[kind]) + 1
        anchor = f"{kind.split()[0].lower()}-{number}"
        verified[kind].append(_view(kind, anchor, claim, where, None))
        for segment_id in dict.fromkeys(claim.evidence):
            marks.setdefault(segment_id, []).append(Mark(f"{kind} {number}", anchor))
    return Claims(
        actions=tuple(verified["Action item"]),
        decisions=tuple(verified["Decision"]),
        questions=tuple(verified["Question"]),
        unverified=tuple(unverified),
        marks=marks,
    )


def _view(
    kind: str, anchor: str, claim: ActionItem | Statement, where: Mapping[str, Place], reason: str | None
) -> ClaimView:
    places = tuple(where[segment_id] for segment_id in dict.fromkeys(claim.evidence) if segment_id in where)
    if not isinstance(claim, ActionItem):
        notes = tuple(wording.flag(flag) for flag in claim.flags)
        return ClaimView(kind, anchor, claim.text, claim.quote, places, notes, reason)
    voice_unknown = "speaker-unknown" in claim.flags
    return ClaimView(
        kind,
        anchor,
        claim.task,
        claim.quote,
        places,
        tuple(wording.flag(flag) for flag in claim.flags),
        reason,
        owner=claim.owner,
        nobody=None if claim.owner else "owner unknown" if voice_unknown else "nobody named",
        day=_day(claim.due),
        phrase=claim.due.phrase if claim.due else None,
        mood=claim.sentiment,
        done=claim.status == "done",
    )


def _day(due: Due | None) -> str | None:
    return format.short_day(due.date) if due is not None and due.date is not None else None
