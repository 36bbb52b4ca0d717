"""What people change in a note: each form has an address of its own, and each change can be undone.

Without scripts a link leads to the form, and the form back to the place of the link; `edit.js` opens the same
form in that place. Nothing is changed here: changes are orders to the hub.
"""

from __future__ import annotations

from datetime import date
from itertools import count
from typing import Any

from flask import Flask, abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from daemon.base.errors import NotFoundError
from pipelines.characters import tidy, tidy_lines
from pipelines.due import resolve_due
from pipelines.editing import retag
from pipelines.note import ActionItem, Due, ItemKind, Note, Statement, text_of
from pipelines.render.words import nobody, short_day
from pipelines.speakers.turns import is_voice
from pipelines.text import LONGEST_NAME, LONGEST_PHRASE
from pipelines.transcript import speakers_of
from web import device, format
from web.done import lead_back
from web.fields import line, lines
from web.security import require
from web.security.pinpage import local_path
from web.site import Site
from web.views.edits import edit_views
from web.views.transcript import Turn, turns
from web.views.voices import MOST_NAMES, has_unnamed, names_offered

KINDS: tuple[ItemKind, ...] = ("action", "decision", "question")


def install(app: Flask, site: Site) -> None:
    def change(note_id: str, anchor: str, *changes: dict[str, Any]) -> Response:
        """Have the changes made, and redirect to the place where they were requested."""
        made = [
            site.order("notes edit", id=note_id, change=each, **device.signature()).details["edit"]
            for each in changes
        ]
        if where := request.form.get("back"):
            return lead_back(where, made)
        return redirect(url_for("show", note_id=note_id, done=" ".join(made) or None, _anchor=anchor), 303)

    def form(note_id: str, kind: ItemKind | None, item_id: str | None = None) -> str:
        """For an item of the note, or a new one of that kind."""
        with site.open_reader() as reader:
            note = reader.get(note_id)
            people = names_offered(note, reader, site.config().vocabulary.roster)
        kind, found = find_item(note, item_id) if item_id else (kind, None)
        return render_template(
            "meeting/item.html",
            note=note,
            kind=kind,
            item=found,
            people=people,
            most_names=MOST_NAMES,
            words=text_of(found) if found else "",
            chosen=_no_one(found),
            back=local_path(request.args["back"]) if "back" in request.args else "",
        )

    @app.post("/meetings/<note:note_id>/items/<item_id>/status")
    @require("member")
    def tick(note_id: str, item_id: str) -> Response:
        status = "done" if request.form.get("status") == "done" else "open"
        asked = {"do": "change_item", "kind": "action", "item": item_id, "fields": {"status": status}}
        return change(note_id, f"item-{item_id}", asked)

    @app.get("/meetings/<note:note_id>/items/<item_id>")
    @require("member")
    def item(note_id: str, item_id: str) -> str:
        return form(note_id, None, item_id)

    @app.post("/meetings/<note:note_id>/items/<item_id>")
    @require("member")
    def change_item(note_id: str, item_id: str) -> Response:
        note = site.note(note_id)
        kind, found = find_item(note, item_id)
        fields = _differences(found, _fields(kind, note, found, site))
        asked = {"do": "change_item", "kind": kind, "item": item_id, "fields": fields}
        return change(note_id, f"item-{item_id}", *([asked] if fields else []))

    @app.post("/meetings/<note:note_id>/items/<item_id>/<verb>")
    @require("member")
    def settle_item(note_id: str, item_id: str, verb: str) -> Response:
        """Confirm an unconfirmed item, or remove any item."""
        if verb not in ("confirm", "remove"):
            abort(404)
        kind, _ = find_item(site.note(note_id), item_id)
        anchor = f"item-{item_id}" if verb == "confirm" else f"{kind}s"
        return change(note_id, anchor, {"do": f"{verb}_item", "kind": kind, "item": item_id})

    @app.post("/meetings/<note:note_id>/possible/<item_id>/<kind>")
    @require("member")
    def take_item(note_id: str, item_id: str, kind: str) -> Response:
        """Make an item of what is only possible."""
        asked = {"do": "take_item", "kind": kind_of(kind), "item": item_id}
        return change(note_id, f"{kind}s", asked)

    @app.get("/meetings/<note:note_id>/add/<kind>")
    @require("member")
    def new_item(note_id: str, kind: str) -> str:
        return form(note_id, kind_of(kind))

    @app.post("/meetings/<note:note_id>/add/<kind>")
    @require("member")
    def add_item(note_id: str, kind: str) -> Response:
        fields = _fields(kind_of(kind), site.note(note_id), None, site)
        fields = {name: value for name, value in fields.items() if value is not None}
        return change(note_id, f"{kind}s", {"do": "add_item", "kind": kind, "fields": fields})

    @app.get("/meetings/<note:note_id>/words")
    @require("member")
    def words(note_id: str) -> str:
        return render_template("meeting/words.html", note=site.note(note_id))

    @app.post("/meetings/<note:note_id>/words")
    @require("member")
    def change_words(note_id: str) -> Response:
        note = site.note(note_id)
        title, summary = line("title"), lines("summary")
        changes = []
        if title and title != note.title:
            changes.append({"do": "set_title", "text": title})
        if summary != tidy_lines(note.summary):
            changes.append({"do": "set_summary", "text": summary})
        if "tags" in request.form and (retagged := retag(note.tags, line("tags"))):
            changes.append(retagged)
        return change(note_id, "summary", *changes)

    @app.get("/meetings/<note:note_id>/turns/<int:number>")
    @require("member")
    def turn(note_id: str, number: int) -> str:
        with site.open_reader() as reader:
            note = reader.get(note_id)
            people = names_offered(note, reader, site.config().vocabulary.roster)[:MOST_NAMES]
        shown = find_turn(note, number)
        both = (shown.speaker, shown.also) if shown.also else ()
        return render_template(
            "meeting/turn.html",
            note=note,
            turn=shown,
            people=tuple(dict.fromkeys((*both, *people))),
            another=_next_voice(note) if has_unnamed(note) else None,
            asked=number,  # the next line may be of another voice
        )

    @app.post("/meetings/<note:note_id>/turns/<int:number>")
    @require("member")
    def change_turn(note_id: str, number: int) -> Response:
        note = site.note(note_id)
        shown = find_turn(note, number)
        segments = note.transcript.segments
        changes: list[dict[str, Any]] = []
        # A tap on a name takes precedence over the text field beside it.
        split = line("split")
        speaker = (split or line("who") or line("speaker"))[:LONGEST_NAME]
        theirs = [
            segments[each.number - 1].id for each in shown.lines if request.form.get(f"theirs-{each.number}")
        ]
        if not speaker or (speaker == shown.speaker and not shown.also):
            pass
        elif is_voice(shown.speaker) and request.form.get("whole") and not split:
            changes.append({"do": "rename_speaker", "old": shown.speaker, "new": speaker})
        elif theirs:
            changes.append({"do": "name_voice", "segments": theirs, "speaker": speaker})
        for each in shown.lines:
            text = line(f"text-{each.number}")
            if text and text != tidy(each.text):
                changes.append({"do": "set_line", "segment": segments[each.number - 1].id, "text": text})
        return change(note_id, f"s{number}", *changes)

    @app.post("/meetings/<note:note_id>/voices")
    @require("member")
    def name_voice(note_id: str) -> Response:
        """Give a voice that was told apart a name, or make it the same as another one."""
        voice, name = line("voice"), (line("who") or line("same") or line("name"))[:LONGEST_NAME]
        asked = {"do": "rename_speaker", "old": voice, "new": name}
        return change(note_id, "voices", *([asked] if name and name != voice else []))

    @app.get("/meetings/<note:note_id>/speakers")
    @require("member")
    def speakers(note_id: str) -> str:
        note = site.note(note_id)
        return render_template(
            "meeting/speakers.html", note=note, speakers=speakers_of(note.transcript.segments)
        )

    @app.post("/meetings/<note:note_id>/speakers")
    @require("member")
    def rename_speakers(note_id: str) -> Response:
        changes = [
            {"do": "rename_speaker", "old": old, "new": new}
            for number, old in enumerate(speakers_of(site.note(note_id).transcript.segments))
            if (new := line(f"name-{number}")) and new != old
        ]
        return change(note_id, "head", *changes)

    @app.get("/meetings/<note:note_id>/history")
    def history(note_id: str) -> str:
        with site.open_reader() as reader:
            edited, edits = reader.edited(note_id), reader.edits(note_id)
        return render_template(
            "meeting/history.html", note=edited.note, edits=edit_views(edits, edited.left, site.timezone)
        )

    @app.post("/meetings/<note:note_id>/undo")
    @require("member")
    def undo(note_id: str) -> Response:
        """Undo one change, or all that one form made, the last first."""
        asked = request.form.get("edit", "").split()
        for edit_id in reversed(asked):
            site.order("notes undo", id=note_id, edit=edit_id)
        return lead_back(request.form.get("back", url_for("show", note_id=note_id)), ())


def kind_of(name: str) -> ItemKind:
    """404 if there is no such kind of item."""
    return next((kind for kind in KINDS if kind == name), None) or abort(404)


def find_item(note: Note, item_id: str) -> tuple[ItemKind, ActionItem | Statement]:
    """NotFoundError: somebody else may just have removed it."""
    for kind in KINDS:
        for item in note.items(kind):
            if item.id == item_id:
                return kind, item
    raise NotFoundError(f"note {note.id} has no item {item_id!r}")


def find_turn(note: Note, number: int) -> Turn:
    """The turn with line `number`: it may have grown since its page was opened."""
    for turn in turns(note.transcript.segments, {}):
        if turn.number <= number <= turn.lines[-1].number:
            return turn
    abort(404)


def _fields(kind: ItemKind, note: Note, item: ActionItem | Statement | None, site: Site) -> dict[str, Any]:
    """The values of the form, as in pipelines.editing.ItemFields."""
    fields: dict[str, Any] = {"text": line("text") or None}
    if kind == "action":
        was = item.due if isinstance(item, ActionItem) else None
        # A tap on a name takes precedence over the text field below it.
        fields["owner"] = None if line("no-one") else line("who") or line("owner") or None
        if line("no-one") == "several":
            fields["several"] = True
        due = _due(was, note, site)
        fields["due"] = due.model_dump(mode="json") if due else None
    return fields


def _no_one(item: ActionItem | Statement | None) -> str:
    """What the form offers beside names, as its `no-one` says it; empty where it is not known who has it."""
    if not isinstance(item, ActionItem) or item.owner:
        return ""
    return {"several people": "several", "nobody named": "nobody"}.get(nobody(item), "")


def _due(was: Due | None, note: Note, site: Site) -> Due | None:
    """The phrase and the day of the form. If only the phrase changed, the day is resolved from it again."""
    phrase = line("phrase")[:LONGEST_PHRASE]
    try:
        day = date.fromisoformat(request.form.get("day", ""))
    except ValueError:
        day = None
    before = was or Due(phrase="", date=None)
    if phrase and phrase != before.phrase and day == before.date:
        said_on = note.started_at.astimezone(site.timezone).date()
        conventions = site.config().conventions
        day = resolve_due(phrase, said_on, language=note.language, conventions=conventions)
    if day and not phrase:
        phrase = short_day(day)
    return Due(phrase=phrase, date=day) if phrase else None


def _differences(item: ActionItem | Statement, fields: dict[str, Any]) -> dict[str, Any]:
    """Where the form differs from the item; an empty text does not count as a change."""
    shown = {**item.model_dump(mode="json"), "several": (now := _no_one(item)) == "several"}
    same = {"text": (text_of(item), format.capital(text_of(item)), None)}
    if line("no-one") not in ("", now):
        shown["owner"] = ...  # whatever stood there: nobody and several people are both None
    return {name: value for name, value in fields.items() if value not in same.get(name, (shown.get(name),))}


def _next_voice(note: Note) -> str:
    """For lines that are neither this voice's nor another's."""
    taken = set(speakers_of(note.transcript.segments))
    return next(label for number in count(1) if (label := f"Voice {number}") not in taken)
