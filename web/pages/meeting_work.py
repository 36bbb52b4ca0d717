"""A meeting as a whole: making its note again with another engine, deleting its audio or all of it."""

from __future__ import annotations

from collections.abc import Sequence

from flask import Flask, Response, abort, jsonify, redirect, render_template, request, url_for
from pydantic import ValidationError
from werkzeug.wrappers import Response as BaseResponse

from daemon.base.sizes import human
from daemon.meetings import Job
from daemon.meetings.queue import jobs_dir
from daemon.meetings.sound import find_sound
from daemon.meetings.templates import Templates
from daemon.models.weights import Weights
from daemon.notes.backup.archive_search import ArchiveSearch, backups_holding
from daemon.notes.store.listed import NoteHead
from daemon.worker.status import read_status
from pipelines.errors import BadInputError, WeightsMissingError
from pipelines.note import Note
from web.language import _, said
from web.pages.several import chosen
from web.security import require
from web.site import Site


def install(app: Flask, site: Site) -> None:
    held = ArchiveSearch(lambda ids: backups_holding(site.state_dir, site.config().backup, ids))

    @app.get("/meetings/<note:note_id>/work")
    def work_on(note_id: str) -> Response:
        """What is being done for a meeting, for the script that shows it."""
        with site.open_reader() as reader:
            note_id = reader.get(note_id).id
        job = job_of(site, note_id)
        return jsonify(doing=doing(site, job) if job else None)

    @app.get("/meetings/<note:note_id>/remake")
    @require("admin")
    def remake(note_id: str) -> str:
        with site.open_reader() as reader:
            note = reader.get(note_id)
        try:
            Weights(site.config(), site.state_dir / "models").language_model()
            missing = None
        except WeightsMissingError as error:
            missing = f"{error}"
        templates = Templates(site.state_dir)
        return render_template(
            "meeting/remake.html",
            note=note,
            missing=missing,
            templates=[(name, _about(templates, name)) for name in templates],
        )

    @app.post("/meetings/<note:note_id>/remake")
    @require("admin")
    def start_remake(note_id: str) -> BaseResponse:
        engine = "rules" if request.form.get("engine") == "rules" else "auto"
        site.order("notes remake", id=note_id, engine=engine, template=request.form.get("template") or None)
        return redirect(url_for("show", note_id=note_id), 303)

    @app.post("/meetings/<note:note_id>/keep")
    @require("admin")
    def keep_note(note_id: str) -> BaseResponse:
        """Stop making the note again."""
        site.order("jobs drop", id=note_id)
        return redirect(url_for("show", note_id=note_id), 303)

    @app.get("/meetings/<note:note_id>/delete")
    @require("admin")
    def confirm_delete(note_id: str) -> str:
        return confirmed([site.note(note_id)])

    def confirmed(notes: Sequence[Note | NoteHead]) -> str:
        """The page that asks once more."""
        sounds = [sound.size for note in notes if (sound := find_sound(site.state_dir, note.id))]
        return render_template(
            "meeting/delete.html",
            notes=[(note.id, note.title, site.day(note)) for note in notes],
            sound=human(sum(sounds)) if sounds else None,
            backups=held.of(*(note.id for note in notes)),
            is_exported=bool(site.config().export.folder),
        )

    @app.post("/several/delete")
    @require("admin")
    def delete_several() -> str | BaseResponse:
        heads = chosen(site)
        if request.form.get("what") != "all":
            return confirmed(heads)
        site.order("notes delete", ids=[head.id for head in heads])
        return redirect(url_for("deleted"), 303)

    @app.post("/meetings/<note:note_id>/delete")
    @require("admin")
    def delete_meeting(note_id: str) -> BaseResponse:
        what = request.form.get("what")
        if what == "sound":
            site.order("audio delete", id=note_id)
            return redirect(url_for("show", note_id=note_id), 303)
        if what != "all":
            abort(400)
        site.order("notes delete", id=note_id)
        return redirect(url_for("deleted"), 303)

    @app.get("/deleted")
    def deleted() -> str:
        return render_template("meeting/deleted.html")


def _about(templates: Templates, name: str) -> str:
    """What a template is for, and what of it no code checks; a broken one is reported when it is chosen."""
    try:
        found = templates.find(name)
    except BadInputError:
        return ""
    unchecked = (
        _("Not checked by code: %(requirements)s.", requirements="; ".join(found.unchecked))
        if found.unchecked
        else ""
    )
    return f"{said(found.about)} {unchecked}".strip()


def job_of(site: Site, note_id: str) -> Job | None:
    """The job of a meeting that has a note; None almost always."""
    try:
        return Job.model_validate_json((jobs_dir(site.state_dir) / f"{note_id}.json").read_bytes())
    except (OSError, ValidationError):
        return None


def doing(site: Site, job: Job) -> str:
    """One sentence."""
    if job.state == "aside":
        return _(
            "The note could not be made again (%(reason)s); the existing one is kept.",
            reason=said(job.reason or ""),
        )
    if job.needs == "turn" and job.reason:
        return _("%(reason)s This note is kept until then.", reason=said(job.reason))
    status = read_status(site.state_dir)
    if status is None or status.job != job.id:
        reason = f": {said(job.reason)}" if job.reason else ""
        return _("The note will be made again soon%(reason)s.", reason=reason)
    percent = "" if status.fraction is None else f", {status.fraction:.0%}"
    stage = (said(status.stage) if status.stage else _("starting")) + percent
    return _("The note is being made again: %(stage)s.", stage=stage)
