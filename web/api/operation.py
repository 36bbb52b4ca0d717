"""One operation: what it takes and gives, as types; route and description follow from it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any, get_type_hints

from flask import Flask, Response, request
from pydantic import ValidationError
from werkzeug.exceptions import HTTPException

from guardrails.core.errors import RoomscribeError
from pipelines.errors import BadInputError
from pipelines.model import Model
from web.security import require
from web.status import status_of

BASE = "/api/v1"
PROBLEM = "application/problem+json"
_TITLES = {
    400: "Bad request",
    401: "A PIN is needed",
    403: "Not allowed",
    404: "Not found",
    405: "Method not allowed",
    409: "Conflict",
    413: "Too large",
    415: "Not JSON",
    503: "Not available now",
    507: "Disk full",
}
_DETAILS = {413: "The body is larger than this address takes"}
"""Where the title alone would say too little."""


class Problem(Model):
    """What went wrong (RFC 9457)."""

    title: str
    status: int
    detail: str


@dataclass(frozen=True)
class Operation:
    """One method of one address."""

    method: str
    path: str
    """Below BASE, as Flask writes it: `/notes/<note:note_id>`."""
    name: str
    summary: str
    view: Callable[..., Model | Response]
    """Gets the parts of the path, and `query` and `body` where it takes them; annotations are their types.
    A body of `bytes` comes as it is, all others as JSON; an answer is JSON, or a file (`Response`).
    """
    status: int = 200
    content_types: tuple[str, ...] = ("application/json",)
    """What the answer may be; a file has one for each of its forms."""

    @cached_property
    def types(self) -> dict[str, Any]:
        """Of `query`, `body` and `return`, as far as there are any."""
        return get_type_hints(self.view)


def install(app: Flask, operations: tuple[Operation, ...]) -> None:
    """Put the operations at their addresses, and make every refusal below BASE a Problem."""
    for each in operations:
        view = require("reader" if each.method == "GET" else "member")(_view(each))
        app.add_url_rule(f"{BASE}{each.path}", f"api_{each.name}", view, methods=[each.method])

    @app.after_request
    def as_problem(response: Response) -> Response:
        """Refusals by the door, the server and other pages' handlers, as Problems."""
        is_ours = request.path.startswith(f"{BASE}/")
        if not is_ours or response.status_code < 300 or response.status_code == 304:
            return response
        if response.content_type == PROBLEM:
            return response
        status = response.status_code
        said = response.get_data(as_text=True) if response.mimetype == "text/plain" else ""
        if status < 400:  # a redirect to the PIN page, which a program needs as an error
            where = response.headers.pop("Location", "").partition("?")[0]
            status = 401 if where == "/pin" else 403
            said = f"Enter the PIN first, at {where}"
        fresh = problem(status, said.strip() or _DETAILS.get(status) or _title(status))
        for header in ("Allow", "Retry-After"):
            if header in response.headers:
                fresh.headers[header] = response.headers[header]
        response.status_code = status
        response.set_data(fresh.get_data())
        response.content_type = PROBLEM
        return response


def problem(status: int, detail: str) -> Response:
    found = Problem(title=_title(status), status=status, detail=detail)
    return Response(found.model_dump_json(), status, content_type=PROBLEM)


def _title(status: int) -> str:
    return _TITLES.get(status, "The request failed")


def _view(operation: Operation) -> Callable[..., Response]:
    def answer(**parts: Any) -> Response:
        try:
            if query := operation.types.get("query"):
                parts["query"] = _read(query, request.args.to_dict())
            if body := operation.types.get("body"):
                parts["body"] = request.get_data(cache=False) if body is bytes else _read(body, _json())
            found = operation.view(**parts)
        except HTTPException as error:
            return problem(error.code or 500, error.description or "")
        except RoomscribeError as error:
            return problem(status_of(error), f"{error}")
        if isinstance(found, Response):  # a file
            return found
        return Response(found.model_dump_json(), operation.status, content_type="application/json")

    return answer


def _json() -> Any:
    found = request.get_json(silent=True)
    if found is None:
        raise BadInputError("the body is not JSON, or its content type does not say so")
    return found


def _read(kind: type[Model], given: Any) -> Model:
    try:
        return kind.model_validate(given)
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"]) or "it"
        known = ", ".join(kind.model_fields)
        hint = f"; known here: {known}" if first["type"] == "extra_forbidden" else ""
        raise BadInputError(f"{where}: {first['msg']}{hint}") from None
