"""Whose work it is; never a guess."""

from __future__ import annotations

import pytest

from pipelines.rules.people import People
from tests.fakes.talk import actions, the_action


def test_a_voice_without_a_name_owns_nothing_and_is_flagged() -> None:
    claim = the_action("?: I'll send the report to legal.")
    assert (claim.owner, claim.flags) == (None, ("speaker-unknown",))


def test_a_name_that_is_said_owns_the_item_even_when_voices_are_unknown() -> None:
    claim = the_action("?: Bob, can you send the report to legal by Friday?", "?: Sure.")
    assert (claim.owner, claim.flags) == ("Bob", ())


def test_a_person_spoken_of_owns_the_item() -> None:
    assert the_action("Ann: Bob will prepare the slides for Monday.", "Bob: Right.").owner == "Bob"


def test_a_person_of_the_roster_is_known_by_the_first_name() -> None:
    claim = the_action("Ann: Maria is going to book the hotel.", roster=("Maria Lopez",))
    assert claim.owner == "Maria Lopez"


def test_a_stranger_keeps_the_name_as_said() -> None:
    assert the_action("Ann: And Maria will prepare the slides for Monday.", "Bob: Right.").owner == "Maria"


def test_a_stranger_who_is_called_is_the_one_voice_that_accepts_at_once() -> None:
    asked = "Anna: Christoph, can you send the report to legal by Friday?"
    claim = the_action(asked, "Krzysztof: Sure, I'll do that.")
    assert (claim.owner, claim.evidence.segment_ids) == ("Krzysztof", ("s0", "s1"))
    assert the_action(asked, "Krzysztof: Sure.", "Anna: Great.", "Dan: And the budget?").owner == "Krzysztof"


@pytest.mark.parametrize(
    "answers",
    [
        ("Krzysztof: Sure.", "Dan: Sure."),
        ("Krzysztof: The budget is next.",),
        ("Speaker 2: Sure.",),
        ("?: Sure.",),
        ("Anna: And Dan, can you book the room?", "Dan: Sure."),
    ],
)
def test_a_stranger_whom_nobody_surely_answers_for_keeps_the_name_as_said(answers: tuple[str, ...]) -> None:
    claims = actions("Anna: Christoph, can you send the report to legal by Friday?", *answers)
    assert claims[0].owner == "Christoph"


def test_of_two_with_the_name_that_is_called_none_gives_way_to_another_voice() -> None:
    asked = "Anna: Peggy, can you send the report to legal by Friday?"
    claim = the_action(asked, "Dan: Sure.", roster=("Peggy Hall", "Peggy Wood"))
    assert claim.owner == "Peggy"


def test_a_label_names_its_owner() -> None:
    claim = the_action("Ann: Action item for Bob: book the load test.", "Bob: Okay.", "Cid: Good.")
    assert claim.owner == "Bob"


@pytest.mark.parametrize(
    "said", ["We'll send the report by Friday.", "Everyone should read the draft today."]
)
def test_work_of_all_is_owned_by_nobody(said: str) -> None:
    assert the_action(f"Ann: {said}", "Bob: Yes.", "Cid: Yes.").owner is None


@pytest.mark.parametrize("said", ["The printer will send an error.", "The server should handle the load."])
def test_a_thing_is_no_person(said: str) -> None:
    assert [claim.owner for claim in actions(f"Ann: {said}")] in ([], [None])


def test_who_is_told_and_agrees_owns_it() -> None:
    claim = the_action("Ann: You'll write the summary, right?", "Bob: Yes.", "Cid: Good.")
    assert (claim.text, claim.owner) == ("write the summary", "Bob")


def test_names_are_found_as_recognisers_write_them() -> None:
    people = People(["Danny Ryan", "Katharina Weiss"])
    assert people.find("danny") == "Danny Ryan"
    assert people.find("Dannny") == "Danny Ryan"
    assert people.find("Catarina") == "Katharina Weiss"
    assert people.find("report") is None


@pytest.mark.parametrize(
    ("name", "heard"),
    [
        ("Leila Haddad", "Layla"),
        ("Viktor", "Victor"),
        ("Stephanie", "Stefanie"),
        ("Nora Lind", "Norah"),
        ("Marc Weber", "Mark"),
        ("Kathrin", "Catrin"),
        ("Wladimir", "Vladimir"),
    ],
)
def test_a_name_is_known_by_its_sound(name: str, heard: str) -> None:
    assert People([name, "Bob"]).find(heard) == name


@pytest.mark.parametrize("heard", ["Viola", "Lena", "Nina", "Monday", "record", "visitor"])
def test_another_name_or_word_is_nobody(heard: str) -> None:
    assert People(["Leila Haddad", "Viktor", "Nora Lind"]).find(heard) is None


@pytest.mark.parametrize(
    ("said", "owner"),
    [
        ("The team will update the manual by Friday.", "the team"),
        ("Our design team is going to send the sketches by Friday.", "the design team"),
        ("I think the sales department has to call the customers by Friday.", "the sales department"),
    ],
)
def test_what_a_team_shall_do_is_the_teams(said: str, owner: str) -> None:
    assert the_action(f"Ann: {said}", "Bob: Yes.", "Cid: Yes.").owner == owner


def test_you_is_whom_the_speaker_talks_with() -> None:
    claim = the_action(
        "Cid: Good morning.",
        "Bob: The slides are nearly done.",
        "Ann: You will send the slides to the board by Friday.",
        "Bob: There are twenty of them.",
        "Cid: That is a lot.",
    )
    assert claim.owner == "Bob"


def test_you_is_nobody_where_nobody_in_particular_is_talked_with() -> None:
    claim = the_action(
        "Cid: The slides are nearly done.",
        "Ann: You will send the slides to the board by Friday.",
        "Bob: There are twenty of them.",
    )
    assert claim.owner is None


def test_a_first_name_that_two_people_share_means_neither() -> None:
    people = People(["Alex Smith", "Alex Jones"])
    assert people.find("Alex") is None
    assert people.find("Alex Jones") == "Alex Jones"


def test_two_forms_of_one_name_are_one_person() -> None:
    assert People(["Danny", "Danny Ryan"]).find("Danny") == "Danny Ryan"


def test_a_thing_with_a_capital_in_the_middle_of_a_sentence_owns_nothing() -> None:
    claims = actions("Ann: It sounds like a tight, Situation to be sending a report by Friday.", "Bob: Yes.")
    assert [claim.owner for claim in claims] in ([], [None])
