"""Finding an item of a note again in the same meeting's note that was made anew."""

from __future__ import annotations

from collections.abc import Sequence

from rapidfuzz import fuzz

from pipelines.note import Item, text_of

# Of 100. Without a common line: the same words but for an ending. With one: the same promise again.
_ALIKE = 88.0
_ALIKE_WITH_EVIDENCE = 55.0


def same_item(wanted: Item, items: Sequence[Item]) -> Item | None:
    """The one of `items` that says what `wanted` said; None where none clearly does."""
    exact = next((item for item in items if item.id == wanted.id and text_of(item) == text_of(wanted)), None)
    if exact is not None:
        return exact
    scored = [(_likeness(wanted, item), item) for item in items]
    best = max(scored, key=lambda pair: pair[0], default=None)
    return best[1] if best is not None and best[0] > 0 else None


def _likeness(wanted: Item, item: Item) -> float:
    """0 for another item; more for a closer one."""
    likeness = fuzz.token_sort_ratio(text_of(wanted).casefold(), text_of(item).casefold())
    shared = bool(set(wanted.evidence) & set(item.evidence))
    if likeness < (_ALIKE_WITH_EVIDENCE if shared else _ALIKE):
        return 0.0
    return likeness + (100.0 if shared else 0.0)


def put_back_id(item_id: str) -> str:
    """Id of an item that a note made anew does not have: apart from the numbers that engines give."""
    return f"kept-{item_id}"
