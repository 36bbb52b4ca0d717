"""Addresses for templates: what Flask's `url_for` gives, in a fraction of the time.

A list of meetings has hundreds of links, and looking each one up took a third of the page's time. A static
file's address carries a checksum of its content, so that browsers may cache it for good: new content gets a
new address.
"""

from __future__ import annotations

import re
from functools import cache
from hashlib import blake2b
from pathlib import Path
from urllib.parse import quote, urlencode

from flask import Flask, Response, request

STATIC = "static"
VERSION = "v"
"""Parameter of a static file's address."""
_FOR_GOOD = "public, max-age=31536000, immutable"
_VARIABLE = re.compile(r"<(?:[^:<>]*:)?(\w+)>")
_PLAIN = re.compile(r"[A-Za-z0-9_.~-]*").fullmatch
# What Werkzeug leaves as it is in each part of an address.
_IN_PATH, _IN_QUERY, _IN_ANCHOR = "!$&'()*+,/:;=@", "!$'()*,/:;?@", "%!#$&'()*+,/:;=?@"


class Addresses:
    """Called as `url_for`. For addresses within the page, which is always at the root of its host."""

    def __init__(self, app: Flask) -> None:
        self._app = app
        self._patterns: dict[str, list[str]] = {}
        """By endpoint: text and names of variables in turn."""

    def __call__(self, endpoint: str, *, _anchor: str | None = None, **values: object) -> str:
        """LookupError for an endpoint or a value that is missing. A value that is None is left out."""
        parts = self._patterns.get(endpoint) or self._learn(endpoint)
        address = parts[0]
        for place in range(1, len(parts), 2):
            value = f"{values.pop(parts[place])}"
            address += (value if _PLAIN(value) else quote(value, _IN_PATH)) + parts[place + 1]
        if endpoint == STATIC:
            values[VERSION] = version_of(f"{self._app.static_folder}{address[len('/static') :]}")
        if given := {name: value for name, value in values.items() if value is not None}:
            address += f"?{urlencode(given, safe=_IN_QUERY)}"
        if _anchor is None:
            return address
        return f"{address}#{_anchor if _PLAIN(_anchor) else quote(_anchor, _IN_ANCHOR)}"

    def _learn(self, endpoint: str) -> list[str]:
        (rule,) = self._app.url_map.iter_rules(endpoint)  # no view of ours has two
        self._patterns[endpoint] = _VARIABLE.split(rule.rule)
        return self._patterns[endpoint]


@cache
def version_of(path: str) -> str:
    """Checksum of a static file. Cached: files only change with a release, which restarts the process."""
    return blake2b(Path(path).read_bytes(), digest_size=6).hexdigest()


def install(app: Flask) -> None:
    """Give templates these addresses, and let browsers cache what has one."""
    app.jinja_env.globals["url_for"] = Addresses(app)

    @app.after_request
    def keep_for_good(response: Response) -> Response:
        if is_for_good(app) and response.status_code in (200, 304):
            response.headers["Cache-Control"] = _FOR_GOOD
        return response


def is_for_good(app: Flask) -> bool:
    """Whether a static file is requested by the address of its current content."""
    if request.endpoint != STATIC or VERSION not in request.args:
        return False
    path = f"{app.static_folder}/{(request.view_args or {})['filename']}"
    return Path(path).is_file() and request.args[VERSION] == version_of(path)
