"""An answer that the browser saves under a name."""

from __future__ import annotations

from flask import Response


def as_file(content: str | bytes, content_type: str, name: str) -> Response:
    response = Response(content, content_type=content_type)
    response.headers.set("Content-Disposition", "attachment", filename=name)
    return response
