"""Pages are sent as gzip where the browser takes it: most of a page is the transcript.

The size of a compressed page reveals what it repeats. An attacker who can have a page rendered again and
again with words of his own, and sees the length of the answers, could guess a secret in it (BREACH), even
under TLS. So

- an answer to an address with a query, which may repeat words of the query, is not compressed, unless its
view
  says that it repeats none (`reflects_nothing`);
- the token of the forms looks different in every answer (`web.security.csrf.masked`);
- other sites cannot ask in the visitor's name at all: the cookie is SameSite=Strict.
"""

from __future__ import annotations

import gzip
from functools import lru_cache

from flask import Flask, Response, g, request

from web.addresses import is_for_good

LEAST_BYTES = 2_000
"""What is shorter fits into two packets of the network in any case."""
FAST, SMALL = 1, 9
"""Levels of zlib. A page is compressed for each answer, a static file once."""
_FILES = 32


def reflects_nothing() -> None:
    """Called by a view: its answer repeats no words from the address, though that has a query."""
    g.reflects_nothing = True


def install(app: Flask) -> None:
    """Compress what `app` answers; static files once and for all."""

    @app.after_request
    def compress(response: Response) -> Response:
        if response.status_code != 200 or request.method != "GET":
            return response
        is_file = is_for_good(app)
        is_page = response.mimetype == "text/html" and (not request.query_string or "reflects_nothing" in g)
        if not (is_file or is_page):
            return response
        response.vary.add("Accept-Encoding")
        if request.accept_encodings["gzip"] <= 0:
            return response
        response.direct_passthrough = False
        data = response.get_data()
        if len(data) >= LEAST_BYTES:
            response.set_data(_file(data) if is_file else gzip.compress(data, FAST, mtime=0))
            response.content_encoding = "gzip"
            response.headers.pop("ETag", None)  # it is that of the plain file
            response.headers.pop("Accept-Ranges", None)
        return response


@lru_cache(_FILES)
def _file(data: bytes) -> bytes:
    return gzip.compress(data, SMALL, mtime=0)
