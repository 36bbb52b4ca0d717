"""The operations of the JSON API."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

from flask import Flask, Response, abort, g, jsonify, redirect

from daemon.base.errors import NotFoundError
from daemon.base.version import full_version
from daemon.inbox.upload import Offer, Upload
from daemon.inbox.uploads import PIECE_BYTES
from daemon.machine.check.overview import Overview
from daemon.meetings import read_jobs
from daemon.meetings.queue import in_order
from daemon.notes.questions import Question, QuestionStore
from daemon.notes.store import NoteHead
from daemon.notes.store.filters import Filters
from pipelines.note import Note
from pipelines.render.forms import FORMS
from web.api import forms
from web.api.description import description
from web.api.operation import BASE, Operation
from web.api.operation import install as install_operations
from web.files import note_file
from web.orders import MINUTES, forget_minutes, order_recorder
from web.reception import Reception
from web.security.csrf import masked
from web.site import Site


def install(app: Flask, site: Site) -> None:
    operations = (
        *_of_notes(site),
        *_of_work(site),
        *_of_the_room(site),
        *_of_uploads(site),
        *_of_questions(site),
    )
    install_operations(app, operations)

    @cache
    def document() -> dict[str, Any]:
        """Made when somebody asks: it takes as long as the rest of the start."""
        return description(operations, full_version())

    app.add_url_rule(BASE, "api", lambda: redirect(f"{BASE}/openapi.json", 303), methods=["GET"])

    @app.get(f"{BASE}/openapi.json")
    def api_openapi() -> Response:
        return jsonify(document())


def _of_notes(site: Site) -> tuple[Operation, ...]:
    def heads(wanted: forms.Wanted) -> list[NoteHead]:
        filters = Filters(
            wanted.person,
            wanted.first,
            wanted.last,
            wanted.mood or "",
            wanted.tag,
            wanted.is_open,
            wanted.room,
        )
        with site.open_reader() as reader:
            return [head for head in reader.heads() if filters.lets(head, site.timezone)]

    def notes(query: forms.WantedPage) -> forms.Notes:
        found = heads(query)
        start = (query.page - 1) * query.per_page
        page = tuple(found[start : start + query.per_page])
        return forms.Notes(notes=page, page=query.page, total=len(found))

    def note(note_id: str) -> Note:
        with site.open_reader() as reader:
            # The draft stays in the store, as in every export.
            return reader.get(note_id).model_copy(update={"draft": None})

    def file(note_id: str, query: forms.WantedFile) -> Response:
        return note_file(site, note_id, query.form)

    def search(query: forms.WantedWords) -> forms.Findings:
        within = {head.id for head in heads(query)}
        search = site.index.search(query.q, within=within)
        return forms.Findings(
            found=tuple(
                forms.FoundNote(
                    note_id=each.note_id,
                    passages=tuple(
                        forms.FoundPassage.model_validate(hit, from_attributes=True) for hit in each.hits
                    ),
                )
                for each in search.found
            ),
            has_more=search.has_more,
            together=search.together,
        )

    def actions(query: forms.WantedItems) -> forms.Items:
        with site.open_reader() as reader:
            rows = [
                row
                for row in reader.items()
                if query.person in (None, row.owner) and query.status in (None, row.status)
            ]
        return forms.Items(items=tuple(forms.Item.model_validate(row, from_attributes=True) for row in rows))

    def edits(note_id: str) -> forms.Edits:
        with site.open_reader() as reader:
            return forms.Edits(edits=reader.edits(reader.get(note_id).id))

    def edit(note_id: str, body: forms.NewEdit) -> forms.Made:
        change = body.change.model_dump(mode="json", exclude_unset=True)
        answer = site.order(
            "notes edit", id=note(note_id).id, change=change, by=g.visitor.role, name=g.visitor.program
        )
        return forms.Made(id=answer.details["edit"])

    def undo(note_id: str, edit_id: str) -> forms.Made:
        if all(each.id != edit_id for each in edits(note_id).edits):
            raise NotFoundError("this note has no such change; it may have been undone already")
        return forms.Made(id=site.order("notes undo", id=note_id, edit=edit_id).details["edit"])

    one, edits_path = "/notes/<note:note_id>", "/notes/<note:note_id>/edits"
    return (
        Operation("GET", "/notes", "notes", "Meetings, newest first", notes),
        Operation("GET", one, "note", "One note with its transcript", note),
        Operation(
            "GET",
            f"{one}/file",
            "file",
            "A note, its transcript or its action items as a file",
            file,
            content_types=tuple(form.content_type for form in FORMS.values()),
        ),
        Operation("GET", edits_path, "edits", "What people changed in a note", edits),
        Operation("POST", edits_path, "edit", "Change a note", edit, 201),
        Operation("DELETE", f"{edits_path}/<edit_id>", "undo", "Undo a change", undo),
        Operation("GET", "/search", "search", "Search all words", search),
        Operation("GET", "/actions", "actions", "All action items", actions),
    )


def _of_work(site: Site) -> tuple[Operation, ...]:
    def session() -> forms.Session:
        return forms.Session(role=g.visitor.role, csrf=masked(g.visitor.csrf))

    def jobs() -> forms.Jobs:
        with site.open_reader() as reader:
            private = reader.private()
        public = [job for job in read_jobs(site.state_dir) if job.id not in private]
        return forms.Jobs(jobs=tuple(in_order(public)))

    def retry(note_id: str) -> forms.Made:
        if all(each.id != note_id for each in jobs().jobs):
            raise NotFoundError("there is no such meeting in the queue")
        return forms.Made(id=site.order("jobs retry", id=note_id).details["retried"])

    def status() -> Overview:
        return site.overview(for_admin=g.visitor.may("admin"))

    retry_path = "/jobs/<note:note_id>/retry"
    return (
        Operation("GET", "/session", "session", "The visitor's role and CSRF token", session),
        Operation(
            "GET",
            "/status",
            "status",
            "The state of the box: services, queue, notes, nightly jobs, disk",
            status,
        ),
        Operation("GET", "/jobs", "jobs", "Meetings in the queue", jobs),
        Operation("POST", retry_path, "retry", "Try a meeting again", retry),
    )


def _of_the_room(site: Site) -> tuple[Operation, ...]:
    def room() -> forms.Room:
        return forms.Room(recorder=site.open_recorder())

    def order(do: str) -> Callable[[], forms.Room]:
        def give() -> forms.Room:
            order_recorder(site, do)
            return room()

        return give

    def forget(body: forms.Minutes) -> forms.Forgotten:
        if body.minutes not in MINUTES[g.visitor.role]:
            abort(403, "Only an administrator may take so much off the record.")
        return forms.Forgotten(recordings=tuple(forget_minutes(site, body.minutes)))

    does = {
        "start": "Start recording",
        "stop": "End the recording",
        "pause": "Go off the record: nothing that is said is kept",
        "resume": "Go on the record again",
    }
    take_back = "Take the last minutes off the record, for good"
    return (
        Operation("GET", "/room", "room", "State of the microphone", room),
        *(
            Operation("POST", f"/room/{do}", f"{do}_recording", summary, order(do))
            for do, summary in does.items()
        ),
        Operation("POST", "/room/forget", "forget_minutes", take_back, forget),
    )


def _of_uploads(site: Site) -> tuple[Operation, ...]:
    reception = Reception(site)

    def arriving(upload: Upload) -> forms.Arriving:
        return forms.Arriving.model_validate(upload, from_attributes=True)

    def begin(body: forms.NewUpload) -> forms.Arriving:
        return arriving(reception.begin(Offer.model_validate(body.model_dump())))

    def upload(upload_id: str) -> forms.Arriving:
        return arriving(reception.get(upload_id))

    def append(upload_id: str, query: forms.Offset, body: bytes) -> forms.Arriving:
        return arriving(reception.append(upload_id, query.offset, body))

    def finish(upload_id: str, body: forms.Checksum) -> forms.Arriving:
        return arriving(reception.finish(upload_id, body.crc32))

    one = "/uploads/<upload_id>"
    announce = "Announce a recording or a transcript; again, to learn how much of it was received"
    piece = f"Send a piece, of {PIECE_BYTES} bytes at most"
    done = "Finish the upload: the file is checked and put into the watch folder"
    return (
        Operation("POST", "/uploads", "begin_upload", announce, begin),
        Operation("GET", one, "upload", "How much of it was received", upload),
        Operation("PUT", one, "append", piece, append),
        Operation("POST", one, "finish_upload", done, finish),
    )


def _of_questions(site: Site) -> tuple[Operation, ...]:
    store = QuestionStore(site.state_dir)

    def turn(question: Question) -> forms.Turn:
        return forms.Turn(question=question, reply=store.reply(question.id))

    def questions() -> forms.Turns:
        return forms.Turns(questions=tuple(map(turn, store.all())))

    def question(question_id: str) -> forms.Turn:
        return turn(store.find(question_id))

    def ask(body: forms.NewQuestion) -> forms.Turn:
        if body.note is not None:
            site.note(body.note)
        if body.after is not None:
            store.find(body.after)
        answer = site.order("questions ask", text=body.text, note=body.note, after=body.after)
        return question(answer.details["id"])

    def delete(question_id: str) -> forms.Deleted:
        site.order("questions delete", conversation=store.find(question_id).conversation)
        return forms.Deleted()

    one = "/questions/<question_id>"
    return (
        Operation("GET", "/questions", "questions", "All questions and answers", questions),
        Operation("POST", "/questions", "ask", "Ask", ask, 201),
        Operation("GET", one, "question", "One question with its answer", question),
        Operation("DELETE", one, "forget", "Delete its whole conversation", delete),
    )
