"""What a sentence of the summary tells of items: which ones, of whom, and what was refused.."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from guardrails.guardrail import Refusal, Scene
from guardrails.qualifiers.english import ENGLISH
from guardrails.summary_owner import is_doer, other_doer
from guardrails.summary_refused import is_refused, why_refused
from guardrails.summary_told import ItemsTold
from guardrails.types import Claim, ClaimKind, Evidence

PEOPLE = ("Ann Lee", "Bob", "Carl Maria Holm")
ROOM = Scene((), people=PEOPLE)


def item(text: str, kind: ClaimKind = "action", number: int = 1, owner: str | None = "Ann Lee") -> Claim:
    return Claim(f"c{number}", kind, text, Evidence((), ""), owner if kind == "action" else None)


LEASE = item("send the lease to the notary")


@pytest.mark.parametrize(
    ("sentence", "who"),
    [
        ("Bob will send the lease to the notary.", "Bob"),
        ("Bob agreed to send the lease.", "Bob"),
        ("Bob sends the lease to the notary.", "Bob"),
        ("The roof leaks and Carl must send the lease.", "Carl Maria Holm"),
        ("Bob wird den Vertrag schicken.", "Bob"),
        ("Ann will send the lease to the notary.", None),
        ("Bob will send the lease with Ann.", None),
        ("Zoe will send the lease to the notary.", None),
        ("The lease is sent to the notary.", None),
        ("Bob reads the lease.", None),
    ],
)
def test_work_that_a_sentence_gives_to_another_known_person_is_told(sentence: str, who: str | None) -> None:
    line = sentence.casefold().rstrip(".")
    assert other_doer(LEASE, line, sentence, ROOM) == who
    assert other_doer(replace(LEASE, kind="decision"), line, sentence, ROOM) is None
    assert other_doer(item(LEASE.text, owner=None), line, sentence, ROOM) is None
    assert other_doer(item(LEASE.text, owner="Zoe"), line, sentence, ROOM) is None


def test_who_is_part_of_the_work_itself_is_not_given_it() -> None:
    line = "bob has to be asked for the lease"
    assert other_doer(item("ask Bob for the lease"), line, line, ROOM) is None
    assert other_doer(item("ask the notary for the lease"), line, line, ROOM) == "Bob"


def test_a_person_owns_an_item_alone_or_with_others() -> None:
    assert is_doer(LEASE, "Ann")
    assert is_doer(item("send it", owner="Bob and Ann"), "Ann Lee")
    assert not is_doer(LEASE, "Bob")
    assert not is_doer(item("send it", owner=None), "Bob")


@given(st.text(max_size=80), st.text(max_size=30))
def test_the_other_doer_is_one_of_the_people_and_not_the_owner(line: str, text: str) -> None:
    assert other_doer(item(text), line, line, ROOM) in (None, *PEOPLE[1:])


DENIED = Refusal("c1", "qualifier", "what it says was denied")


@pytest.mark.parametrize(
    ("line", "stated"),
    [
        ("ann will send the lease to the notary", True),
        ("ann will not send the lease to the notary", False),
        ("maybe ann will send the lease to the notary", False),
        ("ann will send the lease if legal agrees", False),
        ("ann sent the lease to the notary", False),
        ("sending the lease was cancelled", False),
        ("the team asked whether to send the lease", False),
    ],
)
def test_a_refused_item_is_stated_where_nothing_weakens_it(line: str, stated: bool) -> None:
    why = why_refused(LEASE, (DENIED,), line, line, ENGLISH)
    assert why == (f'"{LEASE.text}" did not stand: {DENIED.reason}' if stated else None)
    assert why_refused(LEASE, (), line, line, ENGLISH) is None


def test_only_a_refusal_of_the_words_counts() -> None:
    of_form = Refusal("c1", "constraint", "it has no verb")
    of_source = Refusal("c1", "evidence", "its quote was not found in s3")
    assert is_refused((of_form, DENIED))
    assert not is_refused((of_form, of_source))
    assert why_refused(LEASE, (of_form, of_source), LEASE.text, LEASE.text, ENGLISH) is None


def test_a_sentence_without_the_part_that_was_refused_states_nothing_of_it() -> None:
    of_owner = Refusal("c1", "evidence", "Ann Lee did not say that she does it")
    for sentence, stated in (("Ann will send the lease.", True), ("The lease will be sent.", False)):
        why = why_refused(LEASE, (of_owner,), sentence.casefold(), sentence, ENGLISH)
        assert (why is not None) is stated


HALL = item("book the hall for the fair", number=2)
VAN = item("sell the van if the bank agrees", "decision", 3)
ASKED = item("who books the hall for the fair", "question", 4)


def told(line: str, *refused: Refusal) -> list[str]:
    items = ItemsTold((LEASE, HALL, VAN, ASKED), refused, ENGLISH)
    return [claim.id for claim in items.told(line, ENGLISH)]


def test_a_clause_tells_of_the_items_that_have_nearly_all_of_their_words_in_it() -> None:
    assert told("ann will send the lease to the notary") == ["c1"]
    assert told("they will sell the van") == ["c3"]
    assert told("the hall is cold") == []
    assert told("the hall is too cold for the fair") == []
    assert told("") == []


def test_what_stands_and_was_not_only_asked_comes_first() -> None:
    assert told("bob will book the hall for the fair") == ["c2", "c4"]
    assert told("bob will book the hall for the fair", Refusal("c2", "evidence", "nobody said it"))[0] == "c4"


def test_refusals_are_kept_by_item_where_words_were_refused() -> None:
    of_form = Refusal("c2", "constraint", "it has no verb")
    items = ItemsTold((LEASE, HALL), (DENIED, of_form), ENGLISH)
    assert items.refusals == {"c1": (DENIED,)}


TEXTS = st.lists(
    st.sampled_from("send the lease book hall van if maybe not ann will".split()), max_size=8
).map(" ".join)


@given(st.lists(TEXTS | st.text(max_size=30), max_size=4), TEXTS)
def test_any_clause_tells_of_each_item_once_at_most_and_of_its_own_words(texts: list[str], line: str) -> None:
    claims = tuple(item(text, number=number) for number, text in enumerate(texts))
    found = ItemsTold(claims, (), ENGLISH).told(line, ENGLISH)
    assert len({claim.id for claim in found}) == len(found)
    assert all(ENGLISH.stems(claim.text) & ENGLISH.stems(line) for claim in found)
    for claim in claims:
        why = why_refused(claim, (DENIED,), line, line, ENGLISH)
        assert why is None or why.endswith(DENIED.reason)
