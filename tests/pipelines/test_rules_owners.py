"""Whose work it is; never a guess."""

from __future__ import annotations

import pytest

from pipelines.people import People
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


def test_a_label_names_its_owner() -> None:
    claim = the_action("Ann: Action item for Bob: book the load test.", "Bob: Okay.", "Cid: Good.")
    assert claim.owner == "Bob"


@pytest.mark.parametrize("said", ["The printer will send an error.", "The server should handle the load."])
def test_a_thing_is_no_person(said: str) -> None:
    assert [claim.owner for claim in actions(f"Ann: {said}")] in ([], [None])


def test_who_is_told_and_agrees_owns_it() -> None:
    claim = the_action("Ann: You'll write the summary, right?", "Bob: Yes.", "Cid: Good.")
    assert (claim.text, claim.owner) == ("write the summary", "Bob")


def test_you_is_nobody_where_nobody_in_particular_is_talked_with() -> None:
    claim = the_action(
        "Cid: The slides are nearly done.",
        "Ann: You will send the slides to the board by Friday.",
        "Bob: There are twenty of them.",
    )
    assert claim.owner is None


def test_a_first_name_that_two_people_share_means_neither() -> None:
    people = People(["Alex Smith", "Alex Jones"])
    assert people.called("alex") is None
    assert people.called("jones") == "Alex Jones"


def test_two_forms_of_one_name_are_one_person() -> None:
    assert People(["Danny", "Danny Ryan"]).called("danny") == "Danny Ryan"


def test_a_thing_with_a_capital_in_the_middle_of_a_sentence_owns_nothing() -> None:
    claims = actions("Ann: It sounds like a tight, Situation to be sending a report by Friday.", "Bob: Yes.")
    assert [claim.owner for claim in claims] in ([], [None])


def test_who_is_called_last_before_the_request_is_meant() -> None:
    claim = the_action(
        "Cid: Bob, well, Ann, can you call the printer by Friday?", "Bob: Right.", "Ann: Sure."
    )
    assert (claim.text, claim.owner) == ("call the printer", "Ann")
