"""One meeting, the reasons behind its note, and the files that it can be saved as."""

from __future__ import annotations

from functools import partial

from flask import Flask, redirect, render_template, request, url_for
from markupsafe import Markup
from werkzeug.wrappers import Response as BaseResponse

from daemon.base.errors import NotFoundError
from daemon.hub.rooms.overview import pending
from daemon.meetings.sound import drawing, find_sound
from pipelines.render.forms import FORMS, SAVED
from web import device
from web.compression import reflects_nothing
from web.done import in_list, in_note
from web.files import note_file
from web.pages.meeting_work import doing, job_of
from web.site import Site
from web.views.meeting import left_over, meeting
from web.views.voices import MOST_NAMES, has_unnamed, names_offered
from web.views.why import why


def install(app: Flask, site: Site) -> None:
    @app.get("/meetings/<note:note_id>")
    def show(note_id: str) -> str | BaseResponse:
        with site.open_reader() as reader:
            try:
                note, edits = reader.get(note_id), reader.edits(note_id)
            except NotFoundError:
                return _without_note(site, note_id)
            around = site.series.at(reader.version, reader).around(note.id)
            names = device.mine(reader.aliases())
            is_private = note.id in reader.private()
            roster = site.config().vocabulary.roster
            offered = names_offered(note, reader, roster) if has_unnamed(note) else ()
        if note.id != note_id:
            # The store accepts the beginning of an id; a page has one address.
            return redirect(url_for("show", note_id=note.id))
        reflects_nothing()  # of `done`, only what is an edit's id
        job = job_of(site, note.id)
        first = sorted(note.action_items, key=lambda item: item.owner not in names)
        note = note.model_copy(update={"action_items": tuple(first)})
        sound = find_sound(site.state_dir, note.id)
        return render_template(
            "meeting.html",
            view=meeting(note, site.timezone, around, edits, request.args.get("line", 1, type=int)),
            names=offered,
            mine=names,
            left=left_over(around, site.today, site.timezone),
            most_names=MOST_NAMES,
            edits=len(edits),
            waits=pending(site.state_dir, note.id) if note.room else 0,
            done=in_note(note.id, edits) or in_list(url_for("show", note_id=note.id), site),
            is_private=is_private,
            doing=doing(site, job) if job else None,
            failed=job is not None and job.state == "aside",
            sound=sound is not None,
            waveform=Markup(drawing(site.state_dir, note, sound) if sound else ""),
            saved=SAVED,
        )

    @app.get("/meetings/<note:note_id>/why/<item_id>")
    def reasons(note_id: str, item_id: str) -> str:
        note = site.note(note_id)
        return render_template("meeting/why.html", note=note, view=why(note, item_id))

    for suffix in FORMS:
        app.add_url_rule(
            f"/meetings/<note:note_id>.{suffix}",
            f"saved_{suffix}",
            partial(note_file, site, suffix=suffix),
            methods=["GET"],
        )


def _without_note(site: Site, meeting_id: str) -> str:
    """What a meeting in the queue waits for; NotFoundError if it is not there either."""
    job = site.work.find(meeting_id)
    if job is None:
        raise NotFoundError(f"there is no note {meeting_id!r}")
    sound = find_sound(site.state_dir, meeting_id)
    has_sound = sound is not None and not sound.goes_on
    return render_template("meeting/waiting.html", job=job, has_sound=has_sound)
