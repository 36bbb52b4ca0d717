"""What people change in a note, kept apart from what the engines made, so that either can be made again."""

from pipelines.editing.apply import Edited, apply_edits
from pipelines.editing.corrections import corrected_lines
from pipelines.editing.edit import (
    AddItem,
    AskedChange,
    Author,
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
    read_change,
)
from pipelines.editing.make import edit_of, new_edit
from pipelines.editing.tags import retag, with_tags

__all__ = [
    "AddItem",
    "AskedChange",
    "Author",
    "Change",
    "ChangeItem",
    "ChangeTags",
    "ConfirmItem",
    "Edit",
    "Edited",
    "ItemFields",
    "NameVoice",
    "RemoveItem",
    "RenameSpeaker",
    "SetLine",
    "SetSummary",
    "SetTitle",
    "TakeItem",
    "apply_edits",
    "corrected_lines",
    "edit_of",
    "new_edit",
    "read_change",
    "retag",
    "with_tags",
]
