"""The tags of a meeting: what a change makes of them, and which change makes of them what was typed."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from pipelines.text import tag_of


def with_tags(tags: Iterable[str], add: Iterable[str], remove: Iterable[str] = ()) -> tuple[str, ...]:
    """`tags` without those of `remove` and then with those of `add`, each once whatever its capitals."""
    gone = {tag.casefold() for tag in remove}
    found = {tag.casefold(): tag for tag in tags if tag.casefold() not in gone}
    for tag in add:
        found.setdefault(tag.casefold(), tag)
    return tuple(found.values())


def retag(tags: Iterable[str], typed: str) -> dict[str, Any] | None:
    """The change, as `read_change` takes it, that makes of `tags` those that are `typed`, with commas between
    them; None where they are the same."""
    had, wanted = list(tags), with_tags((), filter(None, map(tag_of, typed.split(","))))
    add, remove = [tag for tag in wanted if tag not in had], [tag for tag in had if tag not in wanted]
    return {"do": "change_tags", "add": add, "remove": remove} if add or remove else None
