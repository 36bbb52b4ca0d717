"""The owners that a model writes, brought into the form in which the meeting's people are called."""

from __future__ import annotations

import pytest

from guardrails.core.types import Claim, Evidence, Segment
from pipelines.meeting import read_meeting
from pipelines.merging.owners import own
from tests.fakes.talk import talk

MEETING = (
    "Leila Haddad: I'll send the revised budget to everybody by Friday.",
    "Tom: Leila, could you also call the printer?",
    "Leila Haddad: Sure, no problem.",
    "Tom: The design team will draw the new logo.",
    "?: I'm going to book the hotel.",
    "Leila Haddad: We should clean the kitchen.",
)


def owned(text: str, owner: str | None, *places: int, flags: tuple[str, ...] = ()) -> Claim:
    segments = talk(*MEETING)
    ids = tuple(segments[place].id for place in places)
    claim = Claim("a1", "action", text, Evidence(ids, ""), owner=owner, flags=flags)
    (found,) = own([claim], read_meeting(segments, "en", ["Katharina Weiss"]))
    return found


@pytest.mark.parametrize(
    ("written", "owner"),
    [
        ("Tom", "Tom"),
        ("tom", "Tom"),
        ("Leila", "Leila Haddad"),
        ("Katharina", "Katharina Weiss"),
        ("Benedict", "Benedict"),
        ("the team", "the team"),
        ("the design team", "the design team"),
        ("nobody", None),
        ("Unassigned", None),
        ("We", None),
        ("everyone", None),
        ("TBD", None),
    ],
)
def test_a_written_owner_is_called_as_in_the_meeting(written: str, owner: str | None) -> None:
    assert owned("Clean the kitchen", written, 5).owner == owner


@pytest.mark.parametrize("written", ["I", "me", "the speaker", None])
def test_first_person_is_who_speaks(written: str | None) -> None:
    assert owned("Send the revised budget to everybody", written, 0).owner == "Leila Haddad"


@pytest.mark.parametrize("written", ["you", None])
def test_second_person_is_who_is_spoken_to(written: str | None) -> None:
    assert owned("Call the printer", written, 1, 2).owner == "Leila Haddad"


def test_hesitation_before_an_answer_takes_no_owner_away() -> None:
    said = talk("Tom: Can you call the printer?", "Ann: Hm.", "Bob: Uh.", "Ann: Sure, I'll do it.")
    claim = Claim("a1", "action", "Call the printer", Evidence(("s0",), ""))
    assert own([claim], read_meeting(said, "en"))[0].owner == "Ann"


@pytest.mark.parametrize("written", ["I", None])
def test_an_unknown_voice_is_nobody_and_flagged(written: str | None) -> None:
    claim = owned("Book the hotel", written, 4)
    assert (claim.owner, claim.flags) == (None, ("speaker-unknown",))


def test_a_task_that_the_words_give_to_nobody_stays_open() -> None:
    claim = owned("Clean the kitchen", None, 5)
    assert (claim.owner, claim.flags) == (None, ())


def test_a_speaker_is_flagged_once() -> None:
    assert owned("Book the hotel", None, 4, flags=("speaker-unknown",)).flags == ("speaker-unknown",)


def test_decisions_have_no_owner_to_look_for() -> None:
    decision = Claim("d1", "decision", "We paint it red", Evidence(("s0",), ""))
    assert own([decision], read_meeting([Segment("s0", None, None, "Ann", "Paint it red.")], "en")) == (
        decision,
    )


@pytest.mark.parametrize(
    ("written", "told"),
    [
        ("everyone except Tom", "Clean the kitchen (everyone except Tom)"),
        ("Everybody but Tom", "Clean the kitchen (everybody but Tom)"),
        ("Tom and Leila", "Clean the kitchen (Tom and Leila)"),
        ("Tom, Leila", "Clean the kitchen (Tom, Leila)"),
    ],
)
def test_of_several_none_owns_it_alone_and_the_task_tells_who_they_are(written: str, told: str) -> None:
    claim = owned("Clean the kitchen.", written, 5)
    assert (claim.owner, claim.text, claim.flags) == (None, told, ("several-owners",))


def test_an_exception_that_the_task_tells_already_is_told_once() -> None:
    claim = owned("Clean the kitchen, everyone except Tom", "everyone except Tom", 5)
    assert claim.text == "Clean the kitchen, everyone except Tom"


@pytest.mark.parametrize("written", ["Benedict and Sons", "Research and Development"])
def test_a_name_with_an_and_in_it_is_one_owner(written: str) -> None:
    assert owned("Clean the kitchen", written, 5).owner == written
