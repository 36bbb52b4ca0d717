"""Orders to the room's recorder, given by the page and the API."""

from __future__ import annotations

from typing import Any

from flask import g

from daemon.access import Role
from daemon.base.control import ask
from daemon.base.errors import NoAnswerError, RefusedError
from daemon.base.log import LOGGER
from pipelines.errors import BadInputError
from web import format
from web.language import _
from web.site import Site

TIMEOUT_S = 3.0
"""The recorder looks for orders ten times a second; a page's thread waits no longer for one that hangs."""
MINUTES: dict[Role, tuple[int, ...]] = {"reader": (), "member": (1, 5, 15), "admin": (1, 5, 15, 60, 240)}
"""What may be forgotten at once, by role."""
ASKED_FROM = 15
"""From so many minutes on a person is asked once more."""


def order_recorder(site: Site, do: str, arguments: dict[str, Any] | None = None) -> dict[str, Any]:
    """Have it done; the answer's details.

    NoAnswerError where no recorder runs, RefusedError with its reason if it refuses.
    """
    must_happen = do == "forget"
    if site.open_recorder() is None and not must_happen:
        raise NoAnswerError("The recorder is not running.")
    answer = ask(site.state_dir, "recorder", do, arguments, timeout_s=TIMEOUT_S, must_happen=must_happen)
    LOGGER.info("%s, asked for by %s (%s): %s", do, g.peer, g.visitor.role, answer.message)
    if not answer.ok:
        raise RefusedError(format.sentence(answer.message))
    return answer.details


def forget_minutes(site: Site, minutes: int, waited: float = 0.0) -> list[str]:
    """Take the last minutes off the record; returns the ids of the recordings affected.

    `waited`: minutes since a person saw what would go, which go as well. BadInputError where the visitor may
    not forget that much; otherwise as `order_recorder`.
    """
    if minutes not in MINUTES[g.visitor.role]:
        choices = ", ".join(map(str, MINUTES[g.visitor.role]))
        raise BadInputError(_("Choose how many minutes are to be forgotten: %(choices)s.", choices=choices))
    details = order_recorder(site, "forget", {"minutes": minutes + waited})
    return [span["id"] for span in details.get("forgotten", ())]
