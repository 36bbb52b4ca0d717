"""Finding an item of a note again in the same meeting's note that was made anew."""

from __future__ import annotations

from collections.abc import Sequence

from pipelines.note import Item, text_of
from pipelines.same_item import likeness


def found_again(wanted: Item, items: Sequence[Item]) -> Item | None:
    """The one of `items` that says what `wanted` said; None where none clearly does."""
    exact = next((item for item in items if item.id == wanted.id and text_of(item) == text_of(wanted)), None)
    if exact is not None:
        return exact
    scored = [
        (likeness(text_of(wanted), wanted.evidence, text_of(item), item.evidence), item) for item in items
    ]
    best = max(scored, key=lambda pair: pair[0], default=None)
    return best[1] if best is not None and best[0] > 0 else None


def put_back_id(item_id: str) -> str:
    """Id of an item that a note made anew does not have: apart from the numbers that engines give."""
    return f"kept-{item_id}"
