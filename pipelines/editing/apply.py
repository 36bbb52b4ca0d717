"""The note as people see it: what the engines made, with every edit on top."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from guardrails.core.types import Segment
from pipelines.draft import SEVERAL_OWNERS, UNKNOWN_SPEAKER
from pipelines.editing.edit import (
    AddItem,
    ChangeItem,
    ChangeTags,
    ConfirmItem,
    Edit,
    ItemChange,
    ItemFields,
    NameVoice,
    RemoveItem,
    RenameSpeaker,
    SetLine,
    SetSummary,
    SetTitle,
    TakeItem,
)
from pipelines.editing.matching import found_again, put_back_id
from pipelines.editing.tags import with_tags
from pipelines.mood import meeting_sentiment
from pipelines.note import (
    ActionItem,
    Due,
    Item,
    ItemKind,
    Note,
    NoteTranscript,
    Statement,
    is_verbatim,
    text_of,
)
from pipelines.speakers.turns import is_voice, renamed

EDITED = "edited"
"""Flag of an item, or of a note whose title or summary, that a person changed."""
ADDED = "added-by-hand"
CONFIRMED = "confirmed-by-hand"
VOICE_NAMED = "voice-named-by-hand"
"""Flag of an item that was made with an owner whose voice a person had named."""

_OF_OWNERS = (VOICE_NAMED, SEVERAL_OWNERS, UNKNOWN_SPEAKER)


@dataclass(frozen=True, slots=True)
class Edited:
    """A note with its edits, and the ids of the edits that no longer have a place in it."""

    note: Note
    left: tuple[str, ...] = ()


def apply_edits(made: Note, edits: Iterable[Edit]) -> Edited:
    """`made` with `edits` on top, in order.

    The item of a change that `made` no longer has is put back as the person left it: what people wrote is
    never lost to a note made again. A line that is gone leaves its edit without a place.
    """
    work = _Work(made)
    left = tuple(edit.id for edit in edits if not work.take(edit))
    return Edited(work.note(), left)


class _Work:
    """A note while edits are put on it."""

    def __init__(self, made: Note) -> None:
        self._made = made
        self._items: dict[ItemKind, dict[str, Item]] = {
            "action": {item.id: item for item in made.items("action")},
            "decision": {item.id: item for item in made.items("decision")},
            "question": {item.id: item for item in made.items("question")},
        }
        self._possible: dict[str, Item] = {item.id: item for item in made.possible_items}
        self._segments = {segment.id: segment for segment in made.transcript.segments}
        self._fields: dict[str, str] = {}
        self._tags = made.tags
        self._speakers: dict[str, float] = dict(made.sentiment.speakers)
        self._voices_changed = False
        self._named: set[str] = set()
        """Names that voices have by hand."""
        self._voices: dict[str, str] = {}
        """Names of speakers, and labels of voices that were told apart, with the names that they got."""
        self._of_voices = {item.id for item in made.action_items if _is_of_voice(item)}
        """Items whose owner is whoever said their last line."""

    def take(self, edit: Edit) -> bool:
        """Put one edit on; False where it has no place."""
        match edit.change:
            case SetTitle(text=text):
                self._fields["title"] = text
            case SetSummary(text=text):
                self._fields["summary"] = text
            case ChangeTags(add=add, remove=remove):
                self._tags = with_tags(self._tags, add, remove)
            case AddItem() as change:
                self._items[change.kind][edit.id] = _added(edit.id, change, self._proof(change.evidence))
            case TakeItem(kind=kind, was=was):
                return self._take(edit.id, kind, was)
            case RenameSpeaker(old=old, new=new):
                self._rename(old, new)
            case NameVoice(segments=ids, speaker=speaker):
                return self._name(ids, speaker)
            case SetLine(segment=segment_id, text=text):
                return self._set_line(segment_id, text)
            case ChangeItem() | RemoveItem() | ConfirmItem() as change:
                self._change_item(change)
        return True

    def note(self) -> Note:
        segments = tuple(self._segments.values())
        sentiment = self._made.sentiment
        if self._voices_changed and segments:
            marks = dict(self._made.draft.moods) if self._made.draft else {}
            anew = meeting_sentiment(segments, self._made.language or "en", marks)
            sentiment = sentiment.model_copy(update={"speakers": anew.speakers})
        elif self._speakers != sentiment.speakers:
            sentiment = sentiment.model_copy(update={"speakers": self._speakers})
        made = _with_names(self._made, self._voices)
        flags = self._made.flags + ((EDITED,) if self._fields and EDITED not in self._made.flags else ())
        return made.model_copy(
            update={
                **self._fields,
                "tags": self._tags,
                "flags": flags,
                "action_items": self._with_names(map(self._owned, self._items["action"].values())),
                "decisions": self._with_names(self._items["decision"].values()),
                "questions": self._with_names(self._items["question"].values()),
                "possible_items": self._with_names(self._possible.values()),
                "sentiment": sentiment,
                "transcript": NoteTranscript(segments=segments),
            }
        )

    def _with_names(self, items: Iterable[Item]) -> tuple[Item, ...]:
        return tuple(_renamed_item(item, self._voices) for item in items) if self._voices else tuple(items)

    def _proof(self, given: tuple[str, ...]) -> tuple[str, ...]:
        """Of these lines those that are there: a note made again may have others."""
        return tuple(each for each in given if each in self._segments) if self._segments else given

    def _owned(self, item: Item) -> Item:
        """Without an owner where the name that made one was taken back."""
        is_left = isinstance(item, ActionItem) and VOICE_NAMED in item.flags and item.owner not in self._named
        return item.model_copy(update={"owner": None}) if is_left else item

    def _change_item(self, change: ItemChange) -> None:
        items = self._items[change.kind]
        found = self._find(change, items)
        if isinstance(change, RemoveItem):
            if found is not None:
                del items[found.id]
            return
        if found is None:
            if change.was is None:
                return  # a person's own item whose adding was undone
            found = change.was.model_copy(update={"id": put_back_id(change.was.id)})
        items[found.id] = _confirmed(found) if isinstance(change, ConfirmItem) else _set(found, change.fields)
        if isinstance(change, ChangeItem) and "owner" in change.fields.model_fields_set:
            self._of_voices.discard(found.id)  # a person knows better

    def _take(self, item_id: str, kind: ItemKind, was: Item | None) -> bool:
        """What a person took over stays, also where the note that was made again does not offer it."""
        same = found_again(was, tuple(self._possible.values())) if was else None
        found = self._possible.pop(same.id) if same else was
        if found is not None:
            self._items[kind][item_id] = _taken(item_id, kind, found)
        return found is not None

    def _find(self, change: ItemChange, items: Mapping[str, Item]) -> Item | None:
        if change.was is None:
            return items.get(change.item)
        same = found_again(change.was, self._made.items(change.kind))
        # Without one the item may have been put back by an edit before.
        return items.get(same.id if same is not None else put_back_id(change.was.id))

    def _rename(self, old: str, new: str) -> None:
        if old in self._named or is_voice(old):
            self._named = (self._named - {old}) | {new}
        self._voices = {voice: new if name == old else name for voice, name in self._voices.items()}
        self._voices[old] = new
        is_merged = new != old and any(segment.speaker == new for segment in self._segments.values())
        self._voices_changed |= is_merged
        for segment in list(self._segments.values()):
            if old in segment.speakers:
                first, *second = _with_new(segment.speakers, old, new)
                self._segments[segment.id] = replace(
                    segment, speaker=first, also=second[0] if second else None
                )
        if old in self._speakers:
            # The place in the order stays; of two voices that are one, the mood is computed anew.
            self._speakers = {new if name == old else name: mood for name, mood in self._speakers.items()}
        for items in (self._items["action"], self._possible):
            for item in list(items.values()):
                if isinstance(item, ActionItem) and old in (item.owner, *item.voices):
                    items[item.id] = _with_new_owner(item, old, new)

    def _name(self, ids: tuple[str, ...], speaker: str) -> bool:
        self._named.add(speaker)
        named = [self._segments[each] for each in ids if each in self._segments]
        for segment in named:
            self._segments[segment.id] = replace(segment, speaker=speaker, also=None)
        self._voices_changed |= bool(named)
        # A list of meetings opens no transcript; who owns what is known from the evidence alone.
        self._own(frozenset(ids), speaker)
        return bool(named) or not self._segments

    def _own(self, ids: frozenset[str], speaker: str) -> None:
        """First person is the speaker: an item of a voice belongs to whoever it was."""
        for item in list(self._items["action"].values()):
            # The last line is the promise (pipelines.promise_line).
            if isinstance(item, ActionItem) and item.id in self._of_voices and item.evidence[-1] in ids:
                flags = tuple(flag for flag in item.flags if flag != UNKNOWN_SPEAKER)
                owned = {"owner": speaker, "flags": flags, "voices": ()}
                self._items["action"][item.id] = item.model_copy(update=owned)

    def _set_line(self, segment_id: str, text: str) -> bool:
        segment: Segment | None = self._segments.get(segment_id)
        if segment is None:
            return not self._segments
        self._segments[segment_id] = replace(segment, text=text, confidence=None)
        return True


def _is_of_voice(item: ActionItem) -> bool:
    is_open = item.owner is None and UNKNOWN_SPEAKER in item.flags
    return bool(item.evidence) and (is_open or bool(item.voices) or is_voice(item.owner))


def _with_new(names: Iterable[str], old: str, new: str) -> tuple[str, ...]:
    """`names` with the new one; two that are the same now are one."""
    return tuple(dict.fromkeys(new if name == old else name for name in names))


def _with_new_owner(item: ActionItem, old: str, new: str) -> ActionItem:
    if len(voices := _with_new(item.voices, old, new)) > 1:
        return item.model_copy(update={"voices": voices})
    return item.model_copy(update={"owner": new, "voices": ()})


def _renamed_item(item: Item, names: Mapping[str, str]) -> Item:
    if is_verbatim(item):  # nobody said a label
        return item
    field = "task" if isinstance(item, ActionItem) else "text"
    return item.model_copy(update={field: renamed(text_of(item), names)})


def _with_names(note: Note, names: Mapping[str, str]) -> Note:
    """`note` with the new names wherever the engines wrote the ones before; edits come on top."""
    if not names:
        return note
    sources = (replace(each, text=renamed(each.text, names)) for each in note.summary_sources)
    topics = (
        each.model_copy(update={"title": renamed(each.title, names), "said": renamed(each.said, names)})
        for each in note.topics
    )
    return note.model_copy(
        update={
            "title": renamed(note.title, names),
            "summary": renamed(note.summary, names),
            "summary_sources": tuple(sources),
            "topics": tuple(topics),
        }
    )


def _added(item_id: str, change: AddItem, evidence: tuple[str, ...]) -> Item:
    fields = change.fields
    if change.kind == "action":
        return ActionItem(
            id=item_id,
            task=fields.text or "",
            owner=fields.owner,
            due=_due(fields),
            status=fields.status or "open",
            evidence=evidence,
            quote="",
            sentiment="neutral",
            verdict="verified",
            flags=(ADDED, *_several(fields)),
        )
    return Statement(
        id=item_id,
        text=fields.text or "",
        evidence=evidence,
        quote="",
        verdict="verified",
        flags=(ADDED,),
    )


def _taken(item_id: str, kind: ItemKind, found: Item) -> Item:
    """`found` as an item of that kind, with its quote."""
    text, evidence, quote = text_of(found), found.evidence, found.quote
    if kind != "action":
        return Statement(
            id=item_id, text=text, evidence=evidence, quote=quote, verdict="verified", flags=(ADDED,)
        )
    if isinstance(found, ActionItem):
        return found.model_copy(update={"id": item_id, "flags": (ADDED,), "marks": ()})
    return ActionItem(
        id=item_id,
        task=text,
        owner=None,
        due=None,
        evidence=evidence,
        quote=quote,
        sentiment="neutral",
        verdict="verified",
        flags=(ADDED,),
    )


def _set(item: Item, fields: ItemFields) -> Item:
    given = fields.model_fields_set
    update: dict[str, object] = {name: getattr(fields, name) for name in given - {"text", "due", "several"}}
    if "due" in given:
        update["due"] = _due(fields)
    if "owner" in given:
        update["voices"] = ()
    if "text" in given and fields.text is not None:
        update["task" if isinstance(item, ActionItem) else "text"] = fields.text
    if not isinstance(item, ActionItem):
        update = {name: value for name, value in update.items() if name == "text"}
    # Ticking an item off says nothing against its words: they stay the engine's.
    if given - {"status"}:
        flags = flagged(item, EDITED)
        if "owner" in given:  # what the engines say of it holds no longer
            flags = tuple(each for each in flags if each not in _OF_OWNERS) + _several(fields)
        update["flags"] = flags
        update["marks"] = ()  # a person has seen them
    return item.model_copy(update=update)


def _several(fields: ItemFields) -> tuple[str, ...]:
    return (SEVERAL_OWNERS,) if fields.several and fields.owner is None else ()


def _due(fields: ItemFields) -> Due | None:
    return Due(phrase=fields.due.phrase, date=fields.due.date) if fields.due else None


def _confirmed(item: Item) -> Item:
    return item.model_copy(update={"verdict": "verified", "flags": flagged(item, CONFIRMED), "marks": ()})


def flagged(item: Item, flag: str) -> tuple[str, ...]:
    """The flags of `item`, and `flag`."""
    return tuple(dict.fromkeys((*item.flags, flag)))
