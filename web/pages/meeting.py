"""One meeting, the reasons behind its note, and the files that it can be saved as."""

from __future__ import annotations

from collections.abc import Callable

from flask import Flask, Response, redirect, render_template, request, url_for
from markupsafe import Markup
from werkzeug.wrappers import Response as BaseResponse

from daemon.errors import NotFoundError
from daemon.loudness import drawing
from daemon.rooms.overview import pending
from daemon.sound import find_sound
from pipelines.note import Note
from pipelines.render.calendar import CalendarItem, render_calendar
from pipelines.render.document import render_docx
from pipelines.render.markdown import render_markdown
from pipelines.render.subtitles import render_srt, render_vtt
from pipelines.render.table import render_csv
from web import device
from web.compression import reflects_nothing
from web.done import in_list, in_note
from web.files import as_file
from web.pages.meeting_work import doing, job_of
from web.site import Site
from web.views.meeting import left_over, meeting
from web.views.voices import MOST_NAMES, has_unnamed, names_offered
from web.views.why import why

_DOCX = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"


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

    for suffix, (content_type, render) in _FILES.items():
        app.add_url_rule(
            f"/meetings/<note:note_id>.{suffix}",
            f"saved_{suffix}",
            _saved_as(site, suffix, content_type, render),
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


def _saved_as(
    site: Site, suffix: str, content_type: str, render: Callable[[Note, Site], str | bytes]
) -> Callable[[str], Response]:
    def answer(note_id: str) -> Response:
        note = site.note(note_id)
        return as_file(render(note, site), content_type, f"{note.id}.{suffix}")

    return answer


def _items(note: Note) -> list[CalendarItem]:
    address = url_for("show", note_id=note.id, _external=True)
    return [CalendarItem(note.id, note.title, item, address) for item in note.action_items]


def _calendar(note: Note, site: Site) -> bytes:
    confirmed = [each for each in _items(note) if each.item.verdict == "verified"]
    return render_calendar(confirmed, name=note.title, now=site.now())


_FILES: dict[str, tuple[str, Callable[[Note, Site], str | bytes]]] = {
    "md": ("text/markdown; charset=utf-8", lambda note, site: render_markdown(note, site.timezone)),
    "docx": (_DOCX, lambda note, site: render_docx(note, site.timezone)),
    "json": ("application/json", lambda note, site: note.to_json(indent=2) + "\n"),
    "vtt": ("text/vtt; charset=utf-8", lambda note, site: render_vtt(note.transcript.segments)),
    "srt": ("application/x-subrip; charset=utf-8", lambda note, site: render_srt(note.transcript.segments)),
    "csv": ("text/csv; charset=utf-8", lambda note, site: render_csv(_items(note))),
    "ics": ("text/calendar; charset=utf-8", _calendar),
}
SAVED = (
    ("The note", (("Word", "docx"), ("Markdown", "md"), ("JSON", "json"))),
    ("The transcript", (("WebVTT", "vtt"), ("SubRip", "srt"))),
    ("The action items", (("table", "csv"), ("calendar", "ics"))),
)
"""What the page offers: name of the content, and name and suffix of each form."""
