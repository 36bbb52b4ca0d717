"""What surrounds the values of an answer: its schema alone decides it, so that nobody has to choose it.

`"lines":[3],"quote":"...`: once the list is closed, all up to the quote's first word is known. It serves as a
guess (pipelines.llm.lookup): the model still chooses each token.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

_KEY = re.compile(r'(?<!\\)"(\w+)":')
_WHOLE = re.compile(r'null|\[[\d,]*\]|"(?:[^"\\]|\\.)*"')
_OPENERS = {"array": "[", "string": '"'}


class Frame:
    """Of answers to the schema of an object, whose lists hold objects or numbers."""

    def __init__(self, schema: Mapping[str, Any]) -> None:
        self._defs: Mapping[str, Any] = schema.get("$defs", {})
        self._lists: list[str] = []
        """Keys of lists of objects."""
        self._literals: dict[tuple[str, str], str] = {}
        """What follows the value of a key, by the list that it is in ("" for none) and the key; of no
        key, what an object of the list begins with."""
        self._begin = "{" + self._learn("", schema)

    def after(self, text: str) -> str:
        """What has to follow `text`, the answer so far, if it goes on without spaces; empty where the model
        has to choose."""
        keys = [(found[1], found.end()) for found in _KEY.finditer(text)]
        if not keys:
            return _rest(self._begin, text)
        key, end = keys[-1]
        value = text[end:]
        if value.startswith("[{"):
            return _rest(self._literals.get((key, ""), ""), value[2:])
        if not (whole := _WHOLE.match(value)):
            return ""
        told = value[whole.end() :]
        of_list = next((each for each, _ in reversed(keys) if each in self._lists), "")
        if told.startswith("},{"):
            return _rest(self._literals.get((of_list, ""), ""), told[3:])
        if told.startswith("}]"):
            return _rest(self._literals.get(("", of_list), ""), told[2:])
        return _rest(self._literals.get((of_list, key)) or self._literals.get(("", key), ""), told)

    def _learn(self, of_list: str, schema: Mapping[str, Any]) -> str:
        """Take in an object's schema; returns what is between its brace and its first value."""
        properties = {key: self._resolved(each) for key, each in schema.get("properties", {}).items()}
        heads = [f'"{key}":{_OPENERS.get(each.get("type", ""), "")}' for key, each in properties.items()]
        for key, following in zip(properties, [*heads[1:], ""], strict=False):
            self._literals[of_list, key] = f",{following}" if following else "}"
        for key, each in self._in_lists(properties):
            self._lists.append(key)
            self._literals[key, ""] = self._learn(key, each)
        return "".join(heads[:1])

    def _in_lists(self, properties: Mapping[str, Any]) -> Iterator[tuple[str, Mapping[str, Any]]]:
        for key, each in properties.items():
            items = self._resolved(each.get("items", {}))
            if "properties" in items:
                yield key, items

    def _resolved(self, schema: Mapping[str, Any]) -> Mapping[str, Any]:
        found: Mapping[str, Any] = self._defs.get(schema.get("$ref", "").rpartition("/")[2], schema)
        return found


def _rest(literal: str, told: str) -> str:
    return literal[len(told) :] if literal.startswith(told) else ""
