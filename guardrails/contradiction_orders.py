"""What comes before what: "after the inspection", "once legal has signed", "before the launch"."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from guardrails.contradiction_days import Days
from guardrails.contradiction_items import ORDER, Condition, Item, words_for

_FORWARD = frozenset(("before", "prior to", "ahead of"))


def order_conditions(items: Sequence[Item], days: Days) -> Iterator[Condition]:
    """For each order two conditions: of places, which all differ, and of days, which may be one."""
    strangers: list[tuple[frozenset[str], int]] = []
    for item in items:
        bare = item.claim.text.replace(item.phrase, " ") if item.phrase else item.claim.text
        found = ORDER.search(bare)
        if found is None or found.start() <= 3 or days.earliest(found.group()) or days.day(found["what"]):
            continue
        what = words_for(item.claim, found["what"])
        other = _place_of(what, item, items, strangers)
        if other is None:
            continue
        first, then = other, item.number
        if found["sign"].lower() in _FORWARD:
            first, then = then, first
        told = " ".join(found.group().split())
        yield Condition("before", (f"place {first}", f"place {then}"), (), item.claim.id, told)
        yield Condition("no_later", (f"day {first}", f"day {then}"), (), item.claim.id, told)


def _place_of(
    what: frozenset[str], item: Item, items: Sequence[Item], strangers: list[tuple[frozenset[str], int]]
) -> int | None:
    """The number of the one item that is meant by `what`, else of something that is no item itself."""
    if not what:
        return None
    meant = {other.number for other in items if other.number != item.number and other.is_meant_by(what)}
    if len(meant) > 1:
        return None
    if meant:
        return meant.pop()
    for stems, number in strangers:
        if stems == what:
            return number
    strangers.append((what, len(items) + len(strangers)))
    return strangers[-1][1]
