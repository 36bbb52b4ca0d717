"""Uploading recordings and transcripts: a plain form, or piece by piece where the browser runs scripts.

    POST /uploads             name, size_bytes, modified_ms  ->  id, offset: where to continue
    PUT  /uploads/ID?offset=  a piece                        ->  id, offset
    POST /uploads/ID          crc32 of the whole             ->  known: the meeting that it became before

Each of these answers is JSON; an error is {"problem"}, with {"offset"} if the sender is at the wrong offset
(409). 404: start again. 503: ask again in a second. docs/adr/0085 explains why.

What was received waits on the page, with what it was taken for, until somebody adds it to the queue.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import wraps
from secrets import token_hex
from typing import Any, TypeVar

from flask import Flask, Response, g, jsonify, make_response, redirect, render_template, request, url_for
from pydantic import ValidationError
from werkzeug.datastructures import FileStorage
from werkzeug.wrappers import Response as BaseResponse

from daemon.inbox.upload import Offer, Upload
from daemon.inbox.uploads import PIECE_BYTES, UploadOffsetError
from guardrails.core.errors import RoomscribeError
from pipelines.errors import BadInputError
from pipelines.importers import READERS
from web.bodies import FORM_BYTES
from web.language import _, said
from web.pages.queue import unless_known
from web.reception import MB, Reception
from web.security import require
from web.site import NO_HUB, Site
from web.status import status_of
from web.views.upload import Received, received

_ODD = "the browser sent invalid data about this file"
MOST_FILES = 50
"""In one form; the watch folder takes any number."""


@dataclass(frozen=True, slots=True)
class Problem:
    """Why a file was not taken in."""

    text: str
    address: str | None = None
    """A page to link to."""


View = TypeVar("View", bound=Callable[..., Response])


def install(app: Flask, site: Site) -> None:
    reception = Reception(site)

    @app.get("/upload")
    def upload() -> str:
        return form()

    def form(problems: Sequence[Problem] = ()) -> str:
        return render_template(
            "upload.html",
            no_hub=None if site.has_hub() else NO_HUB,
            piece_bytes=PIECE_BYTES,
            form_mb=FORM_BYTES // MB,
            largest_mb=site.config().inbox.upload_mb,
            problems=problems,
            received=received_now(),
        )

    def received_now() -> list[Received]:
        """For those who may add them: their first lines are shown."""
        return [received(each) for each in reception.waiting()] if g.visitor.may("member") else []

    @app.get("/upload/received")
    @require("member")
    def received_part() -> Response:
        """The list alone, for the script that has sent something."""
        return unless_known(render_template("receivedpart.html", received=received_now()))

    @app.post("/uploads/keep")
    @require("member")
    def keep_uploads() -> BaseResponse | tuple[str, int]:
        """Those that the visitor has seen; others may have come since."""
        problems = [
            problem
            for each in request.form.getlist("id")[:MOST_FILES]
            if (problem := tried(lambda each=each: reception.keep(each))) is not None  # type: ignore[misc]
        ]
        return (form(problems), 400) if problems else redirect(url_for("queue", message="arrived"), 303)

    @app.post("/uploads/read")
    @require("member")
    def read_upload() -> BaseResponse | tuple[str, int]:
        upload_id, _between, reader = request.form.get("read", "").partition(" ")
        if reader not in READERS:
            raise BadInputError(_ODD)
        problem = tried(lambda: reception.read_as(upload_id, reader))
        return (form([problem]), 400) if problem else redirect(url_for("upload", _anchor=upload_id), 303)

    @app.post("/uploads/drop")
    @require("member")
    def drop_upload() -> BaseResponse | tuple[str, int]:
        problem = tried(lambda: reception.drop(request.form.get("drop", "")))
        return (form([problem]), 400) if problem else redirect(url_for("upload"), 303)

    def tried(action: Callable[[], object]) -> Problem | None:
        try:
            action()
        except RoomscribeError as error:
            return Problem(said(f"{error}"))
        return None

    @app.post("/uploads")
    @require("member")
    @_in_json
    def begin_upload() -> Response:
        return _answer(reception.begin(_offer(**_announced())))

    @app.put("/uploads/<upload_id>")
    @require("member")
    @_in_json
    def take_piece(upload_id: str) -> Response:
        offset = request.args.get("offset", -1, type=int)
        return _answer(reception.append(upload_id, offset, request.get_data(cache=False)))

    @app.post("/uploads/<upload_id>")
    @require("member")
    @_in_json
    def finish_upload(upload_id: str) -> Response:
        crc32 = request.form.get("crc32", -1, type=int)
        upload = reception.check(upload_id, crc32)
        return _answer(upload, known(upload))

    @app.post("/uploads/form")
    @require("member")
    def upload_form() -> BaseResponse | tuple[str, int]:
        """All files of a plain form, at once."""
        site.require_hub()
        files = [each for each in request.files.getlist("files") if each.filename][:MOST_FILES]
        problems = [problem for each in files if (problem := take(each)) is not None]
        if not files:
            problems = [Problem(_("Choose a file first."))]
        if problems:
            return form(problems), 400
        return redirect(url_for("upload", _anchor="received"), 303)

    def take(file: FileStorage) -> Problem | None:
        """Take a file in; the problem if it cannot be."""
        size = file.stream.seek(0, 2)
        file.stream.seek(0)
        try:
            # The nonce: it cannot be continued, so it must not match another upload.
            taken = reception.begin(_offer(name=file.filename, size_bytes=size, nonce=token_hex(8)))
            crc = 0
            for piece in _pieces(file):
                taken = reception.append(taken.id, taken.offset, piece)
                crc = zlib.crc32(piece, crc)
            return known(reception.check(taken.id, crc))
        except RoomscribeError as error:
            return Problem(said(f"{error}"))

    def known(upload: Upload) -> Problem | None:
        """The message for a file that became a meeting before."""
        if upload.known_as is None:
            return None
        title = reception.title_of(upload.known_as)
        if title is None:
            return Problem(_("%(name)s is here already", name=upload.offer.name), url_for("queue"))
        address = url_for("show", note_id=upload.known_as)
        return Problem(_("%(name)s is here already: %(title)s", name=upload.offer.name, title=title), address)


def _announced() -> dict[str, Any]:
    """What a script says about a file before it sends it. BadInputError."""
    modified_ms = request.form.get("modified_ms", type=int)
    try:
        modified_at = None if modified_ms is None else datetime.fromtimestamp(modified_ms / 1000, UTC)
    except (ValueError, OverflowError, OSError):
        raise BadInputError(_ODD) from None
    size_bytes = request.form.get("size_bytes", 0, type=int)
    return {"name": request.form.get("name", ""), "size_bytes": size_bytes, "modified_at": modified_at}


def _offer(**given: Any) -> Offer:
    """BadInputError."""
    try:
        return Offer(**given)
    except ValidationError:
        raise BadInputError(_ODD) from None


def _pieces(file: FileStorage) -> Iterator[bytes]:
    while piece := file.stream.read(PIECE_BYTES):
        yield piece


def _answer(upload: Upload, known: Problem | None = None) -> Response:
    before = {"text": known.text, "address": known.address} if known else None
    return jsonify(id=upload.id, offset=upload.offset, taken_as=upload.taken_as, known=before)


def _in_json(view: View) -> View:
    """Report errors as JSON to the script."""

    @wraps(view)
    def answered(*args: object, **kwargs: object) -> Response:
        try:
            return view(*args, **kwargs)
        except RoomscribeError as error:
            offset = {"offset": error.offset} if isinstance(error, UploadOffsetError) else {}
            return make_response(jsonify(problem=said(f"{error}"), **offset), status_of(error))

    return answered  # type: ignore[return-value]  # the same view, wrapped
