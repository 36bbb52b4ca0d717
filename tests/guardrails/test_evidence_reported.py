"""Whose promise a speaker reports."""

from __future__ import annotations

import pytest

from guardrails.evidence_reported import promised_by

TASK = "Repair the pump"


@pytest.mark.parametrize(
    ("said", "who"),
    [
        ("Mr Ek called, he said he'd repair the pump by May.", "Mr Ek"),
        ("Dora from the workshop said she'd repair the pump.", "Dora"),
        ("The plumber, Ed, promised he'd repair the pump.", "Ed"),
        ("Ann's brother, Ed, told me he will repair the pump.", "Ed"),
        ("Ed, the new man, has said he'd repair the pump.", "Ed"),
        ("Our Ed said he'd repair the pump.", "Ed"),
        ("Young Dora says she'll repair the pump.", "Dora"),
        ("In June Ed said he'd repair the pump.", "Ed"),
        ("I spoke to Ed and he said he'd repair the pump.", "Ed"),
        ("Ed phoned yesterday. He said he would repair the pump.", "Ed"),
    ],
)
def test_a_reported_promise_is_of_who_gave_it(said: str, who: str) -> None:
    assert promised_by(TASK, said) == who


@pytest.mark.parametrize(
    "said",
    [
        "So he said he'd repair the pump.",
        "Ed said Dora will repair the pump.",
        "Ed said he'd buy the pump.",
        "Ed told Dora she'd repair the pump.",
        "On Monday she said she'd repair the pump.",
        "Ed's sister said she'd repair the pump.",
        "I said I'd repair the pump.",
    ],
)
def test_what_names_nobody_for_the_work_gives_it_to_nobody(said: str) -> None:
    assert promised_by(TASK, said) is None
