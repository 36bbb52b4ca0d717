"""The owner of an item is one person or nobody, and its due phrase is a phrase."""

from __future__ import annotations

from dataclasses import replace

import pytest

from guardrails.core.types import Evidence
from tests.fakes.formatted import CLAIM, outcome


@pytest.mark.parametrize(
    ("owner", "becomes"),
    [
        ("**Ann Smith**", "Ann Smith"),
        ("Owner: Ann Smith", "Ann Smith"),
        ("@Ann Smith", "Ann Smith"),
        ("TBD", None),
        ("[name]", None),
        ("Not specified", None),
    ],
)
def test_one_owner_or_none_is_left(owner: str, becomes: str | None) -> None:
    told, mended = outcome(replace(CLAIM, owner=owner))
    assert told == "mended"
    assert mended is not None
    assert mended.owner == becomes


@pytest.mark.parametrize(
    ("owner", "cited"),
    [
        ("Carla and Dan", "s2"),
        ("Carla, Dan", "s2"),
        ("Carla and Ann Smith", "12"),
        ("the team", "s1"),
        ("Research and Development", "s1"),
        (None, "s1"),
    ],
)
def test_owners_that_were_said_stay(owner: str | None, cited: str) -> None:
    assert outcome(replace(CLAIM, owner=owner, evidence=Evidence((cited,), "")))[0] == "clean"


@pytest.mark.parametrize(
    ("due", "becomes"),
    [
        ("**by Friday**", "by Friday"),
        ("Due: by Friday", "by Friday"),
        ("TBD", None),
        ("YYYY-MM-DD", None),
    ],
)
def test_a_due_phrase_is_a_phrase(due: str, becomes: str | None) -> None:
    told, mended = outcome(replace(CLAIM, due_phrase=due))
    assert told == "mended"
    assert mended is not None
    assert mended.due_phrase == becomes


@pytest.mark.parametrize(
    "due",
    """by Friday|in two to three weeks|before the end of next week's call|once Bob is back|after we merge it
    |no later than the end of the second week of December|by the time the new spec is out|ASAP|next meeting
    |when it is ready|the week after next|2026-11-20""".split("|"),
)
def test_phrases_are_left_alone(due: str) -> None:
    assert outcome(replace(CLAIM, due_phrase=due.strip()))[0] == "clean"
