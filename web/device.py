"""What a browser keeps for whoever uses it: a name, when they last looked, which filters they chose.

One cookie of plain values. Nothing is secret in it and nothing may be done with it: a name signs changes as a
word at the end of a letter does, and the PIN says what somebody may do.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta
from urllib.parse import parse_qsl, urlencode

from flask import Flask, Response, g, request

from pipelines.characters import tidy
from pipelines.text import LONGEST_NAME

COOKIE = "device"
_LONGEST = 2_000
_KEPT_S = 365 * 86400
VISIT = timedelta(minutes=30)
"""Who comes back later than this comes for another visit."""


def kept() -> dict[str, str]:
    """What the browser keeps; whatever is put there it keeps from now on."""
    if "kept" not in g:
        g.kept = dict(parse_qsl(request.cookies.get(COOKIE, "")[:_LONGEST]))
    return g.kept  # type: ignore[no-any-return]


def me() -> str:
    """The name of whoever uses this device; empty while nobody has said so."""
    return tidy(kept().get("me", ""))[:LONGEST_NAME]


def mine(aliases: Mapping[str, str]) -> tuple[str, ...]:
    """All names of whoever uses this device, first the one that lists show; none while nobody has said so."""
    if not (name := me()):
        return ()
    name = aliases.get(name, name)
    return name, *(other for other, shown in aliases.items() if shown == name)


def signature() -> dict[str, str]:
    """Who changes something, as orders to the hub say it."""
    return {"by": g.visitor.role, "name": me()}


def filters(names: tuple[str, ...]) -> Mapping[str, str]:
    """Those of the address; without any, those that this device used last at this address."""
    given = {name: request.args[name] for name in names if name in request.args}
    if given:
        kept()[f"{request.endpoint}"] = urlencode({name: value for name, value in given.items() if value})
    return given or dict(parse_qsl(kept().get(f"{request.endpoint}", "")))


def last_visit(now: datetime) -> datetime | None:
    """When the visit before this one ended; None at the first."""
    keeps = kept()
    seen = _moment(keeps.get("seen", ""))
    if seen is not None and now - seen > VISIT:
        keeps["since"] = keeps["seen"]
    keeps["seen"] = now.isoformat(timespec="minutes")
    return _moment(keeps.get("since", ""))


def _moment(text: str) -> datetime | None:
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        return None
    return moment if moment.tzinfo else None


def install(app: Flask) -> None:
    @app.after_request
    def keep(response: Response) -> Response:
        value = urlencode(g.get("kept", {}))
        if "kept" in g and value != request.cookies.get(COOKIE, ""):
            response.set_cookie(
                COOKIE, value, max_age=_KEPT_S, httponly=True, samesite="Strict", secure=request.is_secure
            )
        return response
