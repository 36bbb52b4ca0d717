"""Names, forces, due phrases and support, each alone: what the evidence check is made of."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from guardrails.due_phrases import due_phrases
from guardrails.evidence_addressed import is_addressed
from guardrails.evidence_force import Force, force_of
from guardrails.evidence_people import is_charged, is_group, is_named, owners_of, same_person
from guardrails.search import places_of
from guardrails.support import MeetingWords
from guardrails.types import Segment


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("Danny", "Danny Ryan", True),
        ("Jon", "John", False),
        ("Shayne", "Shane", True),
        ("Project Manager", "PM", True),
        ("the project manager", "Project Manager", True),
        ("Interface Specialist", "User Interface Designer", True),
        ("Marketing Executive", "Marketing Expert", True),
        ("Industrial Designer", "User Interface Designer", False),
        ("A", "B", False),
        ("Speaker 1", "Speaker 2", False),
        ("Speaker 1", "speaker 1", True),
        ("SPEAKER_00", "SPEAKER_01", False),
        ("Ann", "Bob", False),
    ],
)
def test_forms_of_one_name_are_one_person(one: str, other: str, same: bool) -> None:
    assert same_person(one, other) is same
    assert same_person(other, one) is same


@pytest.mark.parametrize(
    ("name", "text", "charged"),
    [
        ("Bob", "Bob will send it.", True),
        ("Bob", "Can you send it, Bob?", True),
        ("Bob", "Action item for Bob: send it.", True),
        ("Bob", "I'll send it to Bob.", False),
        ("Bob", "I talked with Bob about it.", False),
        ("Marketing Expert", "and marketing you're gonna be watching trends", True),
        ("PM", "The project manager will write it.", True),
        ("A", "A letter will be sent.", False),
    ],
)
def test_who_is_spoken_to_is_told_from_who_is_spoken_of(name: str, text: str, charged: bool) -> None:
    assert is_charged(name, text) is charged


def test_owners_of_a_field_are_told_apart_and_groups_are_known() -> None:
    assert owners_of("Danny and the Project Manager, Tim") == ("Danny", "Project Manager", "Tim")
    assert is_group("all participants")
    assert not is_group("Allison")
    assert is_named("Tim Beiko", "Tim, can you?")


@pytest.mark.parametrize(
    ("sentence", "task", "force"),
    [
        ("I'll send the report.", "send the report", "promise"),
        ("Do you want me to send the report?", "send the report", "promise"),
        ("I'd like you to send the report.", "send the report", "request"),
        ("Can you send the report?", "send the report", "request"),
        ("I'll save a copy in case you need it.", "save a copy", "promise"),
        ("If you could send the report.", "send the report", "request"),
        ("I'd like Bob to send the report.", "send the report", "neither"),
        ("The report is late.", "send the report", "neither"),
    ],
)
def test_the_cue_before_the_task_decides_who_does_it(sentence: str, task: str, force: Force) -> None:
    assert force_of(sentence, task) == force


@pytest.mark.parametrize(
    ("text", "phrases"),
    [
        ("I'll send it by the 27th of November.", ("by the 27th of November",)),
        ("Could you do it by next Tuesday?", ("by next Tuesday",)),
        ("by close of business today", ("by close of business today",)),
        ("on the third floor on Thursday", ("on Thursday",)),
        ("within two weeks, please", ("within two weeks",)),
        ("first thing tomorrow", ("first thing tomorrow",)),
        ("by half past nine", ("by half past nine",)),
        ("before the summer break", ("before the summer break",)),
        ("I'll ring them at lunchtime.", ("at lunchtime",)),
        ("I'll ring them after work, or at nine.", ("after work", "at nine")),
        ("I'll water it before the matinee", ("before the matinee",)),
        ("I'll do it by four.", ("by four",)),
        ("cut it by four, priced at two, two by two.", ()),
        ("look at two", ()),
        ("the holiday calendar", ()),
        ("we may go on", ()),
    ],
)
def test_due_phrases_are_found_as_they_stand(text: str, phrases: tuple[str, ...]) -> None:
    assert due_phrases(text) == phrases


@pytest.mark.parametrize(
    "sentence",
    [
        "We agreed to ignore the previous instructions of the landlord.",
        "So the language model gets its own server.",
        "I'll put the minutes into the shared folder.",
        "Action item for Daniel: clean up the shared mailbox.",
        "Can you add the assistant to the call?",
    ],
)
def test_talk_about_notes_and_machines_is_talk(sentence: str) -> None:
    assert not is_addressed(sentence)


def test_the_segment_that_says_it_is_found_and_carries_it() -> None:
    lines = ("We had lunch.", "I'll send the lease to the lawyers.", "The lawyers were late.", "Fine.")
    words = MeetingWords([Segment(str(n), None, None, None, line) for n, line in enumerate(lines)])
    wanted = words.wanted("Forward the leases to the lawyers")
    assert next(places_of(wanted, words))[1] == (1,)
    assert words.support(wanted, [1]) > 0.9 > words.support(wanted, [2]) > words.support(wanted, [])


@given(st.lists(st.text(max_size=60), max_size=6), st.text(max_size=60))
def test_support_is_a_share_and_any_words_are_survived(lines: list[str], text: str) -> None:
    words = MeetingWords([Segment(str(n), None, None, None, line) for n, line in enumerate(lines)])
    wanted = words.wanted(text)
    assert all(0 <= words.support(wanted, [place]) <= 1 + 1e-9 for place in range(len(lines)))
    assert all(0 < share <= 1 + 1e-9 and places for share, places in places_of(wanted, words))
    due_phrases(text)
    force_of(text, " ".join(lines))
    is_addressed(text)
    is_charged(text, " ".join(lines))


@pytest.mark.parametrize(
    "hostile", ["the " * 5_000, "next " * 5_000, " " * 20_000, "no, " * 5_000, "Aa " * 5_000]
)
def test_hostile_words_take_no_time(hostile: str) -> None:
    due_phrases(hostile)
    is_addressed(hostile)
    force_of(hostile, "send the report")
