"""Action items, decisions and questions, each with the words that prove it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from pipelines.note import ActionItem, Note, SectionName, Statement, is_verbatim
from pipelines.render.marks import pieces
from pipelines.render.words import nobody, short_day, worded
from pipelines.speakers.turns import is_voice
from web import format, wording
from web.language import _, said
from web.views.transcript import Mark, Place
from web.views.voices import anchor_of

_KINDS: Mapping[SectionName, str] = {
    "actions": "Action item", "decisions": "Decision", "questions": "Question"
}  # fmt: skip
_NO_REASON = "No reason was recorded."


@dataclass(frozen=True, slots=True)
class ClaimView:
    """One claim. Fields that only action items have are None on decisions and questions."""

    id: str
    kind: str
    """`Action item`, `Decision` or `Question`."""
    anchor: str
    text: str
    pieces: tuple[tuple[str, str | None], ...]
    """The text, cut where marks begin and end; marked pieces come with the reason."""
    quote: str
    is_quote: bool
    """Whether it is the text, too."""
    places: tuple[Place, ...]
    quoted_at: str | None
    """Anchor of the line that contains the quote; None where no line is known."""
    said_at: str
    """When, or in which line, the quote was said."""
    notes: tuple[str, ...]
    """Marks and flags in words."""
    reason: str | None
    """Why it is unverified; None if it is verified."""
    owner: str | None = None
    nobody: str | None = None
    """What is shown instead of an owner when there is none."""
    voice_line: int | None = None
    """Number of the line in which the unnamed voice of the owner speaks."""
    voice: str | None = None
    """Anchor of the voice that owns it, where it has no name."""
    day: str | None = None
    """The due day; None without one, or if the phrase could not be resolved."""
    phrase: str | None = None
    done: bool = False


@dataclass(frozen=True, slots=True)
class Claims:
    """The claims of a note; `unverified` holds every kind, the others verified ones only."""

    actions: tuple[ClaimView, ...]
    decisions: tuple[ClaimView, ...]
    questions: tuple[ClaimView, ...]
    unverified: tuple[ClaimView, ...]
    possible: tuple[ClaimView, ...]
    """The likeliest first."""
    marks: Mapping[str, list[Mark]]
    """Segment id to the verified claims that it proves."""


def claims(note: Note, where: Mapping[str, Place]) -> Claims:
    """Sort the claims of `note` that its template shows.

    Evidence that is not in the transcript has no place and gets no link.
    """
    reasons = {
        entry.claim: format.sentence(entry.reason) for entry in note.tape if entry.verdict == "unverified"
    }
    verified: dict[str, list[ClaimView]] = {"Action item": [], "Decision": [], "Question": []}
    unverified: list[ClaimView] = []
    marks: dict[str, list[Mark]] = {}
    everything: list[tuple[str, ActionItem | Statement]] = [
        (kind, item)
        for section, kind in _KINDS.items()
        for item in note.shown_in(section)
        if section in note.template.sections
    ]
    for kind, claim in everything:
        anchor = f"item-{claim.id}"
        if claim.verdict == "unverified":
            unverified.append(_view(kind, anchor, claim, where, reasons.get(claim.id) or _(_NO_REASON)))
            continue
        number = len(verified[kind]) + 1
        verified[kind].append(_view(kind, anchor, claim, where, None))
        for segment_id in dict.fromkeys(claim.evidence):
            marks.setdefault(segment_id, []).append(Mark(f"{_(kind)} {number}", anchor))
    return Claims(
        actions=tuple(verified["Action item"]),
        decisions=tuple(verified["Decision"]),
        questions=tuple(verified["Question"]),
        unverified=tuple(unverified),
        possible=tuple(_possible(item, where) for item in note.possible_items),
        marks=marks,
    )


def _possible(item: ActionItem | Statement, where: Mapping[str, Place]) -> ClaimView:
    kind = "Action item" if isinstance(item, ActionItem) else "Decision"
    return _view(kind, f"item-{item.id}", item, where, None)


def _view(
    kind: str, anchor: str, claim: ActionItem | Statement, where: Mapping[str, Place], reason: str | None
) -> ClaimView:
    cited = tuple(where[segment_id] for segment_id in dict.fromkeys(claim.evidence) if segment_id in where)
    text = format.capital(worded(claim))
    quoted = _quoted(claim.quote, cited)
    view = ClaimView(
        id=claim.id,
        kind=kind,
        anchor=anchor,
        text=text,
        pieces=tuple((each, said(mark.reason) if mark else None) for each, mark in pieces(text, claim.marks)),
        quote=claim.quote,
        is_quote=is_verbatim(claim),
        places=cited,
        quoted_at=quoted.anchor if quoted else None,
        said_at=(quoted.clock or _("line %(number)s", number=quoted.number)) if quoted else _("no line"),
        notes=wording.remarks(claim),
        reason=reason,
    )
    if not isinstance(claim, ActionItem):
        return view
    voice_unknown = "speaker-unknown" in claim.flags or claim.voices
    return replace(
        view,
        owner=claim.owner,
        # The last line is the promise (pipelines.promise_line); the ones before it are what it answers.
        voice_line=cited[-1].number if voice_unknown and cited and not claim.owner else None,
        voice=anchor_of(claim.owner) if claim.owner and is_voice(claim.owner) else None,
        nobody=None if claim.owner else _nobody(claim),
        day=format.short_day(claim.due.date) if claim.due and claim.due.date else None,
        phrase=claim.due.phrase
        if claim.due and claim.due.phrase != (claim.due.date and short_day(claim.due.date))
        else None,
        done=claim.status == "done",
    )


def _nobody(claim: ActionItem) -> str:
    if len(claim.voices) == 2:
        return _("%(one)s or %(other)s", one=claim.voices[0], other=claim.voices[1])
    return _(nobody(claim))


def _quoted(quote: str, cited: Sequence[Place]) -> Place | None:
    """The line with the whole quote: a promise often cites the question before it as well."""
    return next((place for place in cited if quote in place.text), cited[0] if cited else None)
