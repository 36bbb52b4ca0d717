"""Conditions in groups that have nothing to do with each other."""

from __future__ import annotations

from itertools import chain

from hypothesis import given
from hypothesis import strategies as st

from guardrails.core.linking import linked_groups

MEMBERS = st.lists(st.frozensets(st.integers(0, 12), max_size=3), max_size=12)


def test_a_thing_in_common_links_also_through_a_third() -> None:
    groups = linked_groups(["ab", "cd", "e", "bc"], set)
    assert sorted(map(sorted, groups)) == [["ab", "bc", "cd"], ["e"]]


@given(members=MEMBERS)
def test_no_member_is_lost_and_no_thing_is_in_two_groups(members: list[frozenset[int]]) -> None:
    groups = linked_groups(members, lambda member: member)
    assert sorted(map(sorted, chain.from_iterable(groups))) == sorted(map(sorted, members))
    named = [set().union(*group) for group in groups]
    assert sum(map(len, named)) == len(set().union(*named))


@given(members=MEMBERS)
def test_no_group_falls_apart(members: list[frozenset[int]]) -> None:
    for group in linked_groups(members, lambda member: member):
        assert len(linked_groups(reversed(group), lambda member: member)) == 1
