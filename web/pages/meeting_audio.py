"""The audio of a meeting, by byte ranges (RFC 9110, section 14), as players request it.

A player that asks for everything from some byte on gets a piece and asks again. A request for the whole, such
as a download, gets all of it, at the client's pace (web.long_answer).
"""

from __future__ import annotations

from flask import Flask, Response, abort, request
from werkzeug.datastructures import ContentRange

from daemon.base.errors import NotFoundError
from daemon.meetings.sound import Sound, find_sound
from web.pages.meeting_work import job_of
from web.site import Site

MOST_BYTES = 1_000_000
"""In one answer to a range: half a minute of a recording. Players buffer no more than they need."""


def install(app: Flask, site: Site) -> None:
    @app.get("/meetings/<note:note_id>/audio")
    def audio(note_id: str) -> Response:
        try:
            note_id = site.note(note_id).id
        except NotFoundError:
            if job_of(site, note_id) is None:
                raise
        sound = find_sound(site.state_dir, note_id)
        # Nobody may listen in to a meeting that is still going on.
        if sound is None or sound.goes_on:
            abort(404)
        return _answer(sound)


def _answer(sound: Sound) -> Response:
    """All of it, or the one range that was asked for; several at once are answered with all of it."""
    wanted = request.range
    if wanted is None or wanted.units != "bytes" or len(wanted.ranges) != 1 or not _is_still(sound):
        return _with(sound, Response(sound.read(0, sound.size)), sound.size)
    span = wanted.range_for_length(sound.size)
    if span is None:
        response = _with(sound, Response(status=416), 0)
        response.content_range = ContentRange("bytes", None, None, sound.size)
        return response
    first, end = span[0], min(span[1], span[0] + MOST_BYTES)
    response = _with(sound, Response(sound.read(first, end), status=206), end - first)
    response.content_range = ContentRange("bytes", first, end, sound.size)
    return response


def _is_still(sound: Sound) -> bool:
    """Whether the player's earlier pieces are of the same bytes (If-Range)."""
    asked = request.if_range
    return (asked.etag is None and asked.date is None) or asked.etag == sound.tag


def _with(sound: Sound, response: Response, length: int) -> Response:
    response.content_type = sound.content_type
    response.content_length = length
    response.accept_ranges = "bytes"
    response.set_etag(sound.tag)
    return response
