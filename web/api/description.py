"""The OpenAPI 3.1 description, made from the operations and their types."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from flask import Response
from pydantic.json_schema import models_json_schema

from web.api.operation import BASE, PROBLEM, Operation, Problem

BYTES = "application/octet-stream"
_REF = "#/components/schemas/{model}"
_PART = re.compile(r"<(?:(\w+):)?(\w+)>")
_PARTS = {
    "note": {"type": "string", "pattern": "^[a-z0-9][a-z0-9-]{0,63}$"},
    "": {"type": "string", "pattern": "^[A-Za-z0-9-]{1,64}$"},
}
_ABOUT = (
    "The same rules as for the page: local networks only, and from another device a session that is opened "
    "with the PIN at /pin, or a token that an administrator made (System, Programs), as Authorization: "
    "Bearer. In a session, requests that change something need the header X-CSRF-Token, with the value that "
    "GET /session returns, and the page's own address as Origin; with a token they need neither."
)


def description(operations: Iterable[Operation], version: str) -> dict[str, Any]:
    """The document that is served at /openapi.json."""
    every = tuple(operations)
    found = {each.types.get(part) for each in every for part in ("body", "return")} | {Problem}
    kinds = sorted(((kind, "validation") for kind in found - {None, bytes, Response}), key=str)
    names, schemas = models_json_schema(kinds, ref_template=_REF)  # type: ignore[arg-type]
    for schema in schemas["$defs"].values():
        # A kind has a default in our own code alone: who sends something says which kind it is.
        kinds_of = [name for name, each in schema.get("properties", {}).items() if "const" in each]
        schema["required"] = [*dict.fromkeys([*kinds_of, *schema.get("required", [])])]
    paths: dict[str, dict[str, Any]] = {}
    for each in every:
        path = paths.setdefault(_PART.sub(r"{\2}", each.path), {})
        path[each.method.lower()] = _operation(each, names)
    return {
        "openapi": "3.1.0",
        "info": {"title": "Roomscribe", "version": version, "description": _ABOUT},
        "servers": [{"url": BASE}],
        "paths": paths,
        "components": {
            "schemas": schemas["$defs"],
            "securitySchemes": {
                "session": {"type": "apiKey", "in": "cookie", "name": "roomscribe"},
                "token": {"type": "http", "scheme": "bearer"},
            },
        },
        "security": [{}, {"session": []}, {"token": []}],
    }


def _operation(each: Operation, names: Any) -> dict[str, Any]:
    parameters = [
        {"name": name, "in": "path", "required": True, "schema": _PARTS[kind]}
        for kind, name in _PART.findall(each.path)
    ]
    query = each.types["query"].model_json_schema() if "query" in each.types else {}
    required = query.get("required", [])
    parameters += [
        {"name": name, "in": "query", "required": name in required, "schema": schema}
        for name, schema in query.get("properties", {}).items()
    ]
    returned = each.types["return"]
    answer = {} if returned is Response else names[returned, "validation"]
    found: dict[str, Any] = {
        "operationId": each.name,
        "summary": each.summary,
        "parameters": parameters,
        "responses": {
            str(each.status): _content("Done.", answer, *each.content_types),
            "default": _content("What went wrong.", names[Problem, "validation"], PROBLEM),
        },
    }
    if body := each.types.get("body"):
        content = {BYTES: {}} if body is bytes else {"application/json": names[body, "validation"]}
        schemas = {sort: {"schema": schema} for sort, schema in content.items()}
        found["requestBody"] = {"required": True, "content": schemas}
    return found


def _content(about: str, schema: Any, *content_types: str) -> dict[str, Any]:
    return {"description": about, "content": {kind: {"schema": schema} for kind in content_types}}
