"""What people changed in a note, in words, newest first."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
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
from web.language import _

_WHO = {"member": "somebody with the members’ PIN", "admin": "the administrator"}
_THE: dict[ItemKind, str] = {
    "action": "the action item",
    "decision": "the decision",
    "question": "the question",
}
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
    return edit.name or _(_WHO[edit.by])


def in_words(change: Change) -> str:
    """One sentence without its full stop."""
    match change:
        case ChangeItem(kind=kind, fields=fields, was=was):
            return _changed(kind, fields, was)
        case RemoveItem(kind=kind, was=was):
            return _("Removed %(item)s", item=_item(kind, was))
        case ConfirmItem(kind=kind, was=was):
            return _("Confirmed %(item)s", item=_item(kind, was))
        case AddItem(kind=kind, fields=fields):
            return _("Added %(item)s “%(text)s”", item=_(_THE[kind]), text=fields.text)
        case TakeItem(kind=kind, was=was):
            return _("Took over as %(item)s", item=_item(kind, was, _A))
        case SetTitle(text=text):
            return _("Changed the title to “%(text)s”", text=text)
        case SetSummary():
            return _("Changed the summary")
        case ChangeTags(add=add, remove=remove):
            news = [_("tagged “%(tag)s”", tag=tag) for tag in add]
            news += [_("took the tag “%(tag)s” away", tag=tag) for tag in remove]
            return format.capital(format.listed(news))
        case RenameSpeaker(old=old, new=new):
            words = "%(old)s is %(new)s" if is_voice(old) else "Changed the speaker %(old)s to %(new)s"
            return _(words, old=old, new=new)
        case NameVoice(segments=segments, speaker=speaker):
            return _(
                "Assigned %(lines)s to %(speaker)s",
                lines=format.count(len(segments), "line"),
                speaker=speaker,
            )
        case SetLine(text=text):
            return _("Corrected a line: “%(text)s”", text=text)


def _changed(kind: ItemKind, fields: ItemFields, was: ActionItem | Statement | None) -> str:
    given = fields.model_fields_set
    if given == {"status"}:
        words = "Ticked off %(item)s" if fields.status == "done" else "Reopened %(item)s"
        return _(words, item=_item(kind, was))
    news = []
    if "text" in given:
        news.append(_("the text to “%(text)s”", text=fields.text))
    if "owner" in given:
        news.append(
            _(
                "the owner to %(owner)s",
                owner=fields.owner or _("several people" if fields.several else "nobody"),
            )
        )
    if "due" in given:
        day = format.short_day(fields.due.date) if fields.due and fields.due.date else None
        news.append(_("the date to %(day)s", day=day or (fields.due.phrase if fields.due else _("no date"))))
    if "status" in given:
        news.append(_("the status to %(status)s", status=_(fields.status or "open")))
    return _("In %(item)s, changed %(news)s", item=_item(kind, was), news=format.listed(news))


def _item(kind: ItemKind, was: Item | None, names: Mapping[ItemKind, str] = _THE) -> str:
    """The decision “Paint the hall”."""
    if was is None:
        return _("%(item)s that was added by hand", item=_(names[kind]))
    return _("%(item)s “%(text)s”", item=_(names[kind]), text=format.capital(text_of(was)))


def _when(edit: Edit, timezone: tzinfo) -> str:
    local = edit.at.astimezone(timezone)
    return f"{format.short_day(local.date())}, {local:%H:%M}"
