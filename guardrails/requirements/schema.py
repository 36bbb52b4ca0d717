"""JSON, and JSON of one schema: the part of JSON Schema that grammars for small models use.

Known: type, properties, required, additionalProperties (true or false), items, minItems, maxItems, enum,
const, minLength, maxLength, minimum, maximum, anyOf. A schema with another key is refused when it is read, so
that nothing passes unchecked.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from guardrails.errors import RoomscribeError
from guardrails.requirements.requirement import Failure, whole

_TYPES: Mapping[str, tuple[type, ...]] = {
    "object": (dict,), "array": (list,), "string": (str,), "boolean": (bool,), "null": (type(None),),
    "integer": (int,), "number": (int, float),
}  # fmt: skip
_KNOWN = frozenset(
    "type properties required additionalProperties items minItems maxItems enum const minLength maxLength"
    " minimum maximum anyOf title description $schema".split()
)
DEEPEST = 40
"""Levels of nesting; deeper JSON is refused before Python's own limit is near."""
_FENCES = ("```json", "```Json", "```JSON", "```")


class SchemaError(RoomscribeError):
    """A schema that the checker does not know in full; use the keys named in this module."""


@dataclass(frozen=True, slots=True)
class Json:
    """All of the text is JSON, in a Markdown fence or not, and fits `schema` (JSON text) if one is given."""

    schema: str = ""

    def failures(self, text: str) -> tuple[Failure, ...]:
        try:
            value = json.loads(unfenced(text))
        except (ValueError, RecursionError) as error:
            return whole(f"is not JSON: {error}")
        if not self.schema:
            return ()
        faults = list(faults_of(value, json.loads(self.schema)))
        return tuple(Failure(fault) for fault in faults)

    def __str__(self) -> str:
        return "JSON" + (" of the given schema" if self.schema else "")


def unfenced(text: str) -> str:
    """`text` without a Markdown fence around it."""
    text = text.strip()
    for fence in _FENCES:
        if text.startswith(fence):
            text = text[len(fence) :]
            break
    return text.removesuffix("```").strip()


def faults_of(value: Any, schema: Mapping[str, Any], where: str = "it", depth: int = 0) -> Iterator[str]:
    """What of `value` does not fit `schema`, each with its place. Raises SchemaError for a key not known."""
    unknown = schema.keys() - _KNOWN
    if unknown or depth > DEEPEST:
        raise SchemaError(f"this schema cannot be checked: {', '.join(sorted(unknown)) or 'nested too deep'}")
    if "anyOf" in schema:
        tries = [list(faults_of(value, one, where, depth + 1)) for one in schema["anyOf"]]
        if all(tries):
            yield f"{where} fits none of {len(tries)} choices: {tries[0][0]}"
    kinds = schema.get("type")
    if kinds is not None and not _is_of(value, [kinds] if isinstance(kinds, str) else kinds):
        yield f"{where} is not of type {kinds}"
        return
    if "enum" in schema and value not in schema["enum"]:
        yield f"{where} is none of {schema['enum']}"
    if "const" in schema and value != schema["const"]:
        yield f"{where} is not {schema['const']!r}"
    yield from _bounds(value, schema, where)
    if isinstance(value, dict):
        yield from _members(value, schema, where, depth)
    if isinstance(value, list) and "items" in schema:
        for n, item in enumerate(value):
            yield from faults_of(item, schema["items"], f"{where}[{n}]", depth + 1)


def _is_of(value: Any, kinds: list[str]) -> bool:
    for kind in kinds:
        if kind not in _TYPES:
            raise SchemaError(f"this schema cannot be checked: type {kind}")
        if isinstance(value, bool) and kind in ("integer", "number"):
            continue
        if isinstance(value, _TYPES[kind]) or (
            kind == "integer" and isinstance(value, float) and value.is_integer()
        ):
            return True
    return False


def _bounds(value: Any, schema: Mapping[str, Any], where: str) -> Iterator[str]:
    if isinstance(value, bool):
        return
    size, low, high, noun = 0.0, None, None, ""
    if isinstance(value, str):
        size, low, high, noun = len(value), schema.get("minLength"), schema.get("maxLength"), " characters"
    elif isinstance(value, list):
        size, low, high, noun = len(value), schema.get("minItems"), schema.get("maxItems"), " items"
    elif isinstance(value, int | float):
        size, low, high = value, schema.get("minimum"), schema.get("maximum")
    if low is not None and size < low:
        yield f"{where} has {size}{noun}; required: at least {low}" if noun else f"{where} is below {low}"
    if high is not None and size > high:
        yield f"{where} has {size}{noun}; required: at most {high}" if noun else f"{where} is above {high}"


def _members(value: dict[str, Any], schema: Mapping[str, Any], where: str, depth: int) -> Iterator[str]:
    properties = schema.get("properties", {})
    for key in schema.get("required", ()):
        if key not in value:
            yield f'{where} has no "{key}"'
    for key, member in value.items():
        if key in properties:
            yield from faults_of(member, properties[key], f"{where}.{key}", depth + 1)
        elif schema.get("additionalProperties", True) is False:
            yield f'{where} has "{key}", which is not allowed'
