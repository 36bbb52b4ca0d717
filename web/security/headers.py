"""What the browser may do with an answer.

What was said is untrusted text; it is escaped everywhere, and should an escape ever be missing, the policy
blocks any script, style or frame in it.
"""

from __future__ import annotations

from flask import Flask, Response, request

from daemon.access.hosts import is_loopback_name

_ALWAYS = {
    "Content-Security-Policy": (
        "default-src 'none'; style-src 'self'; img-src 'self'; script-src 'self'; connect-src 'self'; "
        "media-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    ),
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
    # No other site learns anything. The stricter "no-referrer" makes browsers send our own forms with
    # "Origin: null".
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}


def install(app: Flask) -> None:
    """Put them on every answer of `app`."""

    @app.after_request
    def protect(response: Response) -> Response:
        response.headers.extend(_ALWAYS)
        # Elsewhere browsers ignore it with a warning.
        if request.is_secure or is_loopback_name(request.headers.get("Host", "")):
            response.headers["Cross-Origin-Opener-Policy"] = "same-origin"
        # Static files say "no-cache" themselves: they are public, and asked for again by their ETag.
        response.headers.setdefault("Cache-Control", "no-store")
        return response
