"""Questions that the items of notes answer by themselves, without a language model."""

from __future__ import annotations

from datetime import date, timedelta

import pytest

from pipelines.ask.records import Record, answers
from pipelines.ask.wanted import wanted
from pipelines.note import ActionItem, Due, ItemKind, Statement

WEDNESDAY = date(2026, 11, 25)
LAST_WEEK = WEDNESDAY - timedelta(days=7)
PEOPLE = ("Elena Petrova", "Tom Weber", "Will Smith")


def action(task: str, owner: str | None, due: date | None, said_on: date, status: str = "open") -> Record:
    item = ActionItem.model_validate(
        {
            "id": "a",
            "task": task,
            "owner": owner,
            "due": Due(phrase="then", date=due) if due else None,
            "status": status,
            "evidence": (),
            "quote": "",
            "sentiment": "neutral",
            "verdict": "verified",
        }
    )
    return Record("action", item, frozenset({owner} if owner else ()), said_on, ())


def statement(kind: ItemKind, text: str, said_on: date, by: str = "Tom Weber") -> Record:
    item = Statement(id="d", text=text, evidence=(), quote="", verdict="verified")
    return Record(kind, item, frozenset({by}), said_on, ())


RECORDS = (
    action("send the lease to legal", "Elena Petrova", date(2026, 11, 27), WEDNESDAY),
    action("count the chairs", "Elena Petrova", None, LAST_WEEK, "done"),
    action("order the network line", "Tom Weber", date(2026, 11, 20), LAST_WEEK),
    action("call the movers", None, None, LAST_WEEK),
    statement("decision", "The servers move last", date(2026, 11, 23)),
    statement("decision", "Sales get the second floor", LAST_WEEK, "Elena Petrova"),
    statement("question", "Who decides about the phone numbers?", LAST_WEEK),
)
LEASE = "Elena Petrova: Send the lease to legal (due Fri 27 Nov 2026 (“then”), open)"
CHAIRS = "Elena Petrova: Count the chairs (done)"
LINE = "Tom Weber: Order the network line (due Fri 20 Nov 2026 (“then”), overdue)"
MOVERS = "Nobody named: Call the movers (open)"
SERVERS, SALES = "Decided: The servers move last", "Decided: Sales get the second floor"
PHONES = "Open: Who decides about the phone numbers?"


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("What did Elena promise this week?", [LEASE]),
        ("what did elena promise?", [LEASE, CHAIRS]),
        ("Who sends the lease to legal?", [LEASE]),
        ("When is the lease due?", [LEASE]),
        ("Has Elena counted the chairs?", [CHAIRS]),
        ("What is overdue?", [LINE]),
        ("What is due by Friday?", [LEASE]),
        ("What was due last week?", [LINE]),
        ("What was promised last week?", [LINE, CHAIRS, MOVERS]),
        ("Which tasks are done?", [CHAIRS]),
        ("What is still open for Tom?", [LINE]),
        ("Is the network line still open?", [LINE]),
        ("Who owns the network line?", [LINE]),
        ("What was decided on Monday?", [SERVERS]),
        ("What did we decide about the servers?", [SERVERS]),
        ("What did Elena decide?", [SALES]),
        ("What are the open questions?", [PHONES]),
        ("Was hat Elena diese Woche zugesagt?", [LEASE]),
        ("Was wurde am Montag beschlossen?", [SERVERS]),
        ("Welche Aufgaben sind überfällig?", [LINE]),
        ("Qu'est-ce que Elena a promis cette semaine ?", [LEASE]),
        ("Qu'est-ce qu'on a décidé lundi ?", [SERVERS]),
    ],
)
def test_who_what_when_and_how_far_are_answered_from_items(question: str, expected: list[str]) -> None:
    asked = wanted(question, PEOPLE, WEDNESDAY)
    assert [each.text for each in answers(asked, RECORDS, WEDNESDAY)] == expected, asked


@pytest.mark.parametrize(
    "question",
    [
        "How is the weather in Lisbon?",
        "What did legal say about the weather?",  # one of its words is not enough
        "Will the painter arrive?",  # nobody asks about Will
        "What did Elena promise next month?",
        "Why?",
        "",
    ],
)
def test_what_no_item_answers_is_left_to_the_passages(question: str) -> None:
    assert answers(wanted(question, PEOPLE, WEDNESDAY), RECORDS, WEDNESDAY) == ()
