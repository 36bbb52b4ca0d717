"""Errors of a configuration, in terms of the file."""

from __future__ import annotations

import difflib
from collections.abc import Mapping
from typing import Any

from pydantic import BaseModel, ValidationError

WANTED: Mapping[str, str] = {
    "tuple_type": 'a list of texts, such as ["one", "two"]',
    "dict_type": 'pairs of texts, such as { one = "two" }',
    "string_type": "a text in quotes",
    "int_type": "a whole number",
    "int_parsing": "a whole number",
    "int_from_float": "a whole number",
    "float_type": "a number",
    "float_parsing": "a number",
    "bool_type": "true or false",
    "bool_parsing": "true or false",
    "model_type": "a section: a line with this name in brackets, and its keys below",
}
"""What a value must be, by pydantic's type of error."""


def explain(error: ValidationError, config: type[BaseModel], known: Mapping[str, Any]) -> str:
    """The first error in one line. `config` has the sections; `known` their keys, like the defaults."""
    first = error.errors()[0]
    *sections, key = [str(part) for part in first["loc"] if not isinstance(part, int)]
    name = f"[{'.'.join(sections)}] {key}" if sections else f"[{key}]"
    if first["type"] == "extra_forbidden":
        for section in sections:
            known = known[section]
        near = difflib.get_close_matches(key, known, n=1, cutoff=0.5)
        hint = f'did you mean "{near[0]}"?' if near else f"known here: {', '.join(sorted(known))}"
        return f"unknown key {name}; {hint}"
    if first["type"] == "string_pattern_mismatch":
        fields = getattr(config.model_fields[sections[0]].annotation, "model_fields", {})
        return f"{name}: must be {fields[key].description}"
    if wanted := WANTED.get(first["type"]):
        return f"{name}: must be {wanted}"
    return f"{name}: {first['msg'].removeprefix('Value error, ').replace('Input should', 'must', 1)}"
