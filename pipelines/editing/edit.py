"""One thing that a person changed in a note.

A note is shown as the engines made it with the edits on top, in order. An edit names its item by the item as
it was made, not by its id alone: a note that is made again numbers its items anew, and an edit must never
land on another promise. Taking one edit out of the list undoes it.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import (
    AfterValidator,
    BeforeValidator,
    ConfigDict,
    Field,
    GetJsonSchemaHandler,
    TypeAdapter,
    ValidationError,
    model_validator,
)
from pydantic.json_schema import JsonSchemaValue
from pydantic_core import CoreSchema

from pipelines.errors import BadInputError
from pipelines.model import Model, UtcDatetime
from pipelines.note import ActionItem, ItemKind, ItemStatus, Statement
from pipelines.text import Day, Known, Name, Paragraphs, Phrase, Tag, Title, Utterance, Words

Tags = Annotated[tuple[Tag, ...], Field(max_length=20)]
Author = Literal["member", "admin"]
"""By the PIN that was entered."""


class TypedDue(Model):
    """A `Due` as a person sets it."""

    phrase: Phrase
    date: Day | None


class ItemFields(Model):
    """The fields of an item that a person sets; one that is left out stays as it is."""

    text: Words | None = None
    owner: Name | None = None
    """None, if it is set: nobody, or several people."""
    several: bool | None = None
    """With an owner of None: several people together, no one of them alone."""
    due: TypedDue | None = None
    """None, if it is set: no date."""
    status: ItemStatus | None = None

    @classmethod
    def __get_pydantic_json_schema__(
        cls, schema: CoreSchema, handler: GetJsonSchemaHandler
    ) -> JsonSchemaValue:
        """What may be left out, but not emptied."""
        described = handler(schema)
        fields = handler.resolve_ref_schema(described)["properties"]
        for name in ("text", "status"):
            fields[name] = fields[name]["anyOf"][0]
        return described

    @model_validator(mode="after")
    def _not_emptied(self) -> ItemFields:
        for name in ("text", "status"):
            if name in self.model_fields_set and getattr(self, name) is None:
                raise ValueError(f"{name} cannot be empty")
        return self


class ChangeItem(Model):
    do: Literal["change_item"] = "change_item"
    kind: ItemKind
    item: Known
    """Its id."""
    fields: ItemFields
    was: ActionItem | Statement | None = None
    """The item as it was made; filled in by whoever keeps the edit. None for an item that a person added."""


class RemoveItem(Model):
    do: Literal["remove_item"] = "remove_item"
    kind: ItemKind
    item: Known
    was: ActionItem | Statement | None = None


class ConfirmItem(Model):
    """A person vouches for an item that the checks could not confirm."""

    do: Literal["confirm_item"] = "confirm_item"
    kind: ItemKind
    item: Known
    was: ActionItem | Statement | None = None


class AddItem(Model):
    do: Literal["add_item"] = "add_item"
    kind: ItemKind
    fields: Annotated[ItemFields, Field(json_schema_extra={"required": ["text"]})]
    evidence: Annotated[tuple[Known, ...], Field(max_length=20)] = ()
    """Segments that a person gave as proof."""

    @model_validator(mode="after")
    def _with_text(self) -> AddItem:
        if self.fields.text is None:
            raise ValueError("a new item needs a text")
        return self


class TakeItem(Model):
    """Make an item of what the note holds as possible. The id of the edit is the id of the item."""

    do: Literal["take_item"] = "take_item"
    kind: Literal["action", "decision"]
    item: Known
    """Its id among the possible ones."""
    was: ActionItem | Statement | None = None


class SetTitle(Model):
    do: Literal["set_title"] = "set_title"
    text: Title


class SetSummary(Model):
    do: Literal["set_summary"] = "set_summary"
    text: Paragraphs


class ChangeTags(Model):
    """Give a meeting tags, and take some away; capitals make no other tag."""

    model_config = ConfigDict(
        json_schema_extra={
            "anyOf": [
                {"required": [name], "properties": {name: {"minItems": 1}}} for name in ("add", "remove")
            ]
        }
    )

    do: Literal["change_tags"] = "change_tags"
    add: Tags = ()
    remove: Tags = ()

    @model_validator(mode="after")
    def _with_a_tag(self) -> ChangeTags:
        if not self.add and not self.remove:
            raise ValueError("give a tag to add or to remove")
        return self


class RenameSpeaker(Model):
    """Give a voice another name; a name that is there already makes one speaker of two."""

    do: Literal["rename_speaker"] = "rename_speaker"
    old: Known
    new: Name


class NameVoice(Model):
    """Say who spoke some lines."""

    do: Literal["name_voice"] = "name_voice"
    segments: Annotated[tuple[Known, ...], Field(min_length=1, max_length=500)]
    speaker: Name


class SetLine(Model):
    """Mend what the recogniser misheard in one line."""

    do: Literal["set_line"] = "set_line"
    segment: Known
    text: Utterance


Change = Annotated[
    ChangeItem
    | RemoveItem
    | ConfirmItem
    | AddItem
    | TakeItem
    | SetTitle
    | SetSummary
    | ChangeTags
    | RenameSpeaker
    | NameVoice
    | SetLine,
    Field(discriminator="do"),
]
ItemChange = ChangeItem | RemoveItem | ConfirmItem


def _without_was(change: Change) -> Change:
    return change.model_copy(update={"was": None}) if isinstance(change, ItemChange | TakeItem) else change


AskedChange = Annotated[Change, AfterValidator(_without_was)]
"""A change from outside: how the item was is not for the sender to say."""
_ASKED: TypeAdapter[AskedChange] = TypeAdapter(AskedChange)


class Edit(Model):
    """A change, when and by whom it was made. The id of an AddItem's edit is the id of its item."""

    id: str
    at: UtcDatetime
    by: Annotated[Author, BeforeValidator(lambda by: "member" if by == "viewer" else by)]
    """Members were called viewers once."""
    name: Name | None = None
    """As whoever made it signs on that device; nothing vouches for it."""
    change: Change


def read_change(data: Any) -> Change:
    """The change in a JSON value from outside; BadInputError, in one line, for anything else."""
    try:
        return _ASKED.validate_python(data)
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(str(step) for step in first["loc"][1:])
        problem = first["msg"].removeprefix("Value error, ")
        raise BadInputError(
            f"this is no change of a note{f' ({where})' if where else ''}: {problem}"
        ) from None
