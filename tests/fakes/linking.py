"""Which conditions have to do with each other: those that share a thing, directly or through others."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable
from typing import TypeVar

Member = TypeVar("Member")


def linked_groups(
    members: Iterable[Member], things_of: Callable[[Member], Collection[Hashable]]
) -> list[list[Member]]:
    """The members in groups that share no thing: nothing outside a group bears on what is in it."""
    groups: list[tuple[set[Hashable], list[Member]]] = []
    for member in members:
        things, together = set(things_of(member)), [member]
        apart = []
        for group in groups:
            if things.isdisjoint(group[0]):
                apart.append(group)
            else:
                things |= group[0]
                together = group[1] + together
        groups = [*apart, (things, together)]
    return [together for _, together in groups]
