"""What people changed in a note, in words, newest first."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import tzinfo

from pipelines.editing import (
    AddItem,
    Change,
    ChangeItem,
    ChangeTags,
    ConfirmItem,
    Edit,
    ItemFields,
    NameVoice,
    RemoveItem,
    RenameSpeaker,
    SetLine,
    SetSummary,
    SetTitle,
    TakeItem,
)
from pipelines.note import ActionItem, Item, ItemKind, Statement, text_of
from pipelines.speakers.turns import is_voice
from web import format

_WHO = {"member": "somebody with the members’ PIN", "admin": "the administrator"}
_KINDS: dict[ItemKind, str] = {"action": "action item", "decision": "decision", "question": "question"}

_A: dict[ItemKind, str] = {"action": "an action item", "decision": "a decision", "question": "a question"}


@dataclass(frozen=True, slots=True)
class EditView:
    id: str
    when: str
    who: str
    what: str
    has_no_place: bool = False
    """Whether the note was made again and no longer contains what the edit changed."""


def edit_views(edits: Sequence[Edit], left: Collection[str], timezone: tzinfo) -> tuple[EditView, ...]:
    """The newest first; `left` are the ids of edits that no longer apply to the note."""
    return tuple(
        EditView(each.id, _when(each, timezone), who_made(each), in_words(each.change), each.id in left)
        for each in reversed(edits)
    )


def who_made(edit: Edit) -> str:
    """The name that it is signed with, else whose PIN it was."""
    return edit.name or _WHO[edit.by]


def in_words(change: Change) -> str:
    """One sentence without its full stop."""
    match change:
        case ChangeItem(kind=kind, fields=fields, was=was):
            return _changed(kind, fields, was)
        case RemoveItem(kind=kind, was=was):
            return f"Removed the {_KINDS[kind]}{_quoted(was)}"
        case ConfirmItem(kind=kind, was=was):
            return f"Confirmed the {_KINDS[kind]}{_quoted(was)}"
        case AddItem(kind=kind, fields=fields):
            return f"Added the {_KINDS[kind]} “{fields.text}”"
        case TakeItem(kind=kind, was=was):
            return f"Took over as {_A[kind]}{_quoted(was)}"
        case SetTitle(text=text):
            return f"Changed the title to “{text}”"
        case SetSummary():
            return "Changed the summary"
        case ChangeTags(add=add, remove=remove):
            news = [*(f"tagged “{tag}”" for tag in add), *(f"took the tag “{tag}” away" for tag in remove)]
            return format.capital(format.listed(news))
        case RenameSpeaker(old=old, new=new):
            return f"{old} is {new}" if is_voice(old) else f"Changed the speaker {old} to {new}"
        case NameVoice(segments=segments, speaker=speaker):
            return f"Assigned {format.count(len(segments), 'line')} to {speaker}"
        case SetLine(text=text):
            return f"Corrected a line: “{text}”"


def _changed(kind: ItemKind, fields: ItemFields, was: ActionItem | Statement | None) -> str:
    given = fields.model_fields_set
    if given == {"status"}:
        verb = "Ticked off" if fields.status == "done" else "Reopened"
        return f"{verb} the {_KINDS[kind]}{_quoted(was)}"
    news = []
    if "text" in given:
        news.append(f"the text to “{fields.text}”")
    if "owner" in given:
        news.append(f"the owner to {fields.owner or ('several people' if fields.several else 'nobody')}")
    if "due" in given:
        day = format.short_day(fields.due.date) if fields.due and fields.due.date else None
        news.append(f"the date to {day or (fields.due.phrase if fields.due else 'none')}")
    if "status" in given:
        news.append(f"the status to {fields.status}")
    return f"In the {_KINDS[kind]}{_quoted(was)}, changed {format.listed(news)}"


def _quoted(was: Item | None) -> str:
    if was is None:
        return " that was added by hand"
    return f" “{format.capital(text_of(was))}”"


def _when(edit: Edit, timezone: tzinfo) -> str:
    local = edit.at.astimezone(timezone)
    return f"{format.short_day(local.date())}, {local:%H:%M}"
