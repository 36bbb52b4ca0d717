"""A recorded draft put before the guardrails again, without any model: what they do is seen, and measured."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from contextlib import suppress
from datetime import date, tzinfo
from pathlib import Path
from typing import Annotated, Any, TypeVar

from pydantic import (
    AfterValidator,
    AliasChoices,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    ValidationError,
)

from guardrails.core.types import Claim, ClaimKind, Evidence
from pipelines.checking import Checker
from pipelines.compose import checked
from pipelines.conventions import USUAL, Conventions
from pipelines.draft import Draft
from pipelines.editing.corrections import left_to_edits, with_lines
from pipelines.errors import BadInputError
from pipelines.importers import import_transcript
from pipelines.importers.damage import Damage
from pipelines.importers.segments import read_json
from pipelines.importers.source import Source, shown
from pipelines.meeting import read_meeting
from pipelines.note import Note, NoteDraft, NoteTemplate, SummaryForm
from pipelines.templates import GENERAL, Template
from pipelines.transcript import Transcript, as_read
from pipelines.verifying import CheckedNote, Circumstances, verify


def replay(
    draft: Draft,
    transcript: Transcript,
    said_on: date | None,
    checker: Checker,
    conventions: Conventions = USUAL,
) -> CheckedNote:
    """All guardrails over a draft that somebody recorded, as it is."""
    meeting = read_meeting(as_read(transcript.segments), transcript.language)
    return verify(draft, meeting, Circumstances(said_on, conventions=conventions), checker)


def replay_note(note: Note, checker: Checker | None = None) -> CheckedNote:
    """What a stored note shows, and its tape, made again from its draft.

    BadInputError where that was not kept. `checker`: one that serves several notes.
    """
    kept = note.draft
    if kept is None:
        raise BadInputError(f"{note.id}: its draft was not kept; make the note again to replay it")
    segments = with_lines(note.transcript.segments, kept.corrected)
    meeting = read_meeting(segments, note.language, kept.roster)
    about = Circumstances(
        said_on=kept.said_on,
        extracted=kept.extracted,
        template=_template_of(note.template, kept.form),
        conventions=kept.conventions,
    )
    shown = checked(_draft_of(kept), meeting, about, checker, title=kept.imported.title)
    items = left_to_edits(shown.action_items, note.transcript.segments, kept.corrected)
    return shown.model_copy(update={"action_items": items})


def _draft_of(kept: NoteDraft) -> Draft:
    return Draft(
        claims=kept.claims,
        summary=kept.summary,
        title=kept.title,
        segments_read=0,
        answers=kept.answers,
        moods=kept.moods,
        tape=kept.tape,
    )


def _template_of(shown: NoteTemplate, form: SummaryForm | None) -> Template:
    """What the note's template asks of its summary, as it was then: the file may have changed since."""
    if form is None:
        return GENERAL
    return Template(
        name=shown.name,
        sections=shown.sections,
        summary_sentences=form.sentences,
        requirements=form.requirements,
    )


class _Liberal(BaseModel):
    """What other programs write: more than is asked for is no reason to refuse it."""

    model_config = ConfigDict(frozen=True, extra="ignore", coerce_numbers_to_str=True)


def _none_is_empty(value: Any) -> Any:
    return () if value is None else value


Item = TypeVar("Item")
_Many = Annotated[tuple[Item, ...], BeforeValidator(_none_is_empty)]


def _phrase(due: Any) -> Any:
    """A due date as a note has it, or its words alone."""
    return due.get("phrase") if isinstance(due, dict) else due


def _encodable(text: str) -> str:
    """Halves of a sign outside the basic plane stand for nothing, and no file or page can hold one."""
    return _HALF_SIGN.sub("\ufffd", text)


_HALF_SIGN = re.compile("[\ud800-\udfff]")
_Text = Annotated[str, AfterValidator(_encodable)]


class _DraftedStatement(_Liberal):
    id: _Text | None = None
    text: _Text = Field(validation_alias=AliasChoices("text", "task"))
    evidence: _Many[_Text] = ()
    quote: _Text | None = None


class _DraftedAction(_DraftedStatement):
    owner: _Text | None = None
    due_phrase: Annotated[_Text | None, BeforeValidator(_phrase)] = Field(
        None, validation_alias=AliasChoices("due_phrase", "due")
    )


class _RecordedDraft(_Liberal):
    action_items: _Many[_DraftedAction] = ()
    decisions: _Many[_DraftedStatement] = ()
    questions: _Many[_DraftedStatement] = ()
    summary: _Text | None = None


def draft_of(value: Any) -> Draft:
    """A draft from its JSON; BadInputError names what is wrong with it."""
    try:
        recorded = _RecordedDraft.model_validate(value)
    except ValidationError as error:
        raise BadInputError(f"draft: {_reason(error)}") from None
    kinds: tuple[tuple[ClaimKind, Sequence[_DraftedStatement]], ...] = (
        ("action", recorded.action_items),
        ("decision", recorded.decisions),
        ("question", recorded.questions),
    )
    claims = [_claim(kind, number, item) for kind, items in kinds for number, item in enumerate(items, 1)]
    if len({claim.id for claim in claims}) < len(claims):
        raise BadInputError("draft: two of its items have the same id")
    return Draft(tuple(claims), recorded.summary or "", title="", segments_read=0)


def _claim(kind: ClaimKind, number: int, item: _DraftedStatement) -> Claim:
    return Claim(
        id=item.id or f"{kind[0]}{number}",
        kind=kind,
        text=item.text,
        evidence=Evidence(item.evidence, item.quote or ""),
        owner=(item.owner or None) if isinstance(item, _DraftedAction) else None,
        due_phrase=(item.due_phrase or None) if isinstance(item, _DraftedAction) else None,
    )


def transcript_of(value: Any, name: str = "transcript") -> Transcript:
    """A transcript from its JSON: our own, Whisper's, a bare list of segments, or an annotated meeting.

    `utterances` (start, end, speaker, text) have their places as ids, from 0. BadInputError.
    """
    if isinstance(value, list):
        value = {"segments": value}
    if isinstance(value, dict) and isinstance(value.get("utterances"), list) and "segments" not in value:
        value = {"segments": [_utterance(place, said) for place, said in enumerate(value["utterances"])]}
    if not isinstance(value, dict) or "segments" not in value:
        raise BadInputError(f"{name}: no transcript; it needs a list of segments with their text")
    data = json.dumps(value).encode()
    return read_json(Source(name, ".json", data, Damage(name)))


def _utterance(place: int, said: Any) -> Any:
    """As our own segments have it; one that is no object is reported by the importer."""
    return {"id": place} | said if isinstance(said, dict) else said


def transcript_at(path: Path) -> Transcript:
    """As `transcript_of` for a file, and every other form that can be imported. BadInputError."""
    if path.suffix.lower() == ".json":
        try:
            return transcript_of(json.loads(Source.read(path).text()), shown(path))
        except (ValueError, RecursionError):
            pass  # a damaged file: the importer reads what is left of it
    return import_transcript(path)


def day_of(value: Any, transcript: Transcript, timezone: tzinfo) -> date | None:
    """The local day on which it was said: `date` of `value` (ISO 8601), else when the transcript began."""
    given = value.get("date") if isinstance(value, dict) else None
    if isinstance(given, str):
        with suppress(ValueError):
            return date.fromisoformat(given[:10])
    return transcript.started_at.astimezone(timezone).date() if transcript.started_at else None


def _reason(error: ValidationError) -> str:
    first = error.errors()[0]
    where = ".".join(str(part) for part in first["loc"])
    return f"{where}: {first['msg']}" if where else str(first["msg"])
