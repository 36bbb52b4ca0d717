"""What the browser may do with an answer.

What was said is untrusted text; it is escaped everywhere, and should an escape ever fail, the policy lets no
script, style or frame of its making work.
"""

from __future__ import annotations

from flask import Flask, Response, request

from web.security.hosts import is_loopback_name

_ALWAYS = {
    "Content-Security-Policy": (
        "default-src 'none'; style-src 'self'; img-src 'self'; script-src 'self'; connect-src 'self'; "
        "media-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    ),
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
    # No other site learns anything. Stricter is "no-referrer", under which browsers send our own forms with
    # "Origin: null", as if they came from anywhere.
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}


def install(app: Flask) -> None:
    """Put them on every answer of `app`."""

    @app.after_request
    def protect(response: Response) -> Response:
        response.headers.extend(_ALWAYS)
        # Elsewhere browsers ignore it, and complain that it was sent.
        if request.is_secure or is_loopback_name(request.headers.get("Host", "")):
            response.headers["Cross-Origin-Opener-Policy"] = "same-origin"
        # Static files say "no-cache" themselves: they are public, and asked for again by their ETag.
        response.headers.setdefault("Cache-Control", "no-store")
        return response
