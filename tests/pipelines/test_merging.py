"""What a draft says when the meeting is over: the last word counts, and the tape tells how it came to it."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from guardrails.core.types import Claim, ClaimKind, Evidence, Segment
from pipelines.draft import Draft
from pipelines.due import resolve_due
from pipelines.meeting import read_meeting
from pipelines.merging import settle
from tests.fakes.talk import talk

MORNINGS = {"en": "tomorrow", "de": "morgen", "fr": "demain"}
EACH_LANGUAGE = pytest.mark.parametrize("language", ["en", "de", "fr"])
EACH_WITH_DAYS = pytest.mark.parametrize(
    "language",
    [code for code in ("en", "de", "fr") if resolve_due(MORNINGS[code], date(2026, 11, 23), language=code)],
)
"""The languages in which due phrases become days."""
TASKS = {"en": "order the chairs", "de": "die Stühle bestellen", "fr": "commander les chaises"}
DAYS = {"en": "by Friday", "de": "bis Freitag", "fr": "avant vendredi"}
SAID = {
    "en": "Ann: I'll order the chairs by Friday.",
    "de": "Ann: Ich bestelle die Stühle bis Freitag.",
    "fr": "Ann: Je vais commander les chaises avant vendredi.",
}


def claim(text: str, *places: int, kind: ClaimKind = "action", **fields: str | None) -> Claim:
    ids = tuple(f"s{place}" for place in places)
    return replace(Claim(f"{kind[0]}{ids[0]}", kind, text, Evidence(ids, text)), **fields)  # type: ignore[arg-type]


def settled(language: str, lines: tuple[str, ...], *claims: Claim) -> Draft:
    return settle(Draft(claims, "", "t", len(lines)), read_meeting(talk(*lines), language))


def after(language: str, *later: str) -> Draft:
    """What becomes of "I'll order the chairs by Friday" when `later` is said."""
    item = claim(TASKS[language], 0, owner="Ann", due_phrase=DAYS[language])
    return settled(language, (SAID[language], *later), item)


SAID_AGAIN = {
    "en": ("find resources for the execution tests", "get resources to work on the execution tests"),
    "de": ("Hilfe für die Tests der Schnittstelle finden", "Hilfe für die Tests der Schnittstelle holen"),
    "fr": (
        "trouver des moyens pour les tests d'exécution",
        "obtenir des moyens pour les tests d'exécution",
    ),
}


@EACH_LANGUAGE
def test_the_same_promise_in_other_words_is_one_item_with_the_words_of_both(language: str) -> None:
    first, again = SAID_AGAIN[language]
    lines = (f"Ann: {first}.", "Bob: Okay.", f"Ann: {again}.")
    due = DAYS[language]
    found = settled(
        language, lines, claim(first, 0, owner="Ann"), claim(again, 2, owner="Ann", due_phrase=due)
    )
    (item,) = found.claims
    assert (item.text, item.due_phrase, item.evidence.segment_ids) == (first, due, ("s0", "s2"))
    assert [entry.reason for entry in found.tape] == [f'said again: "{again}"']


@pytest.mark.parametrize(
    ("first", "again"),
    [
        (
            claim("review the budget plan", 0, owner="Ann"),
            claim("review the budget plan", 1, owner="Bob"),
        ),
        (claim("write EIP 1559", 0, owner="Ann"), claim("write EIP 1962", 1, owner="Ann")),
        (claim("order the chairs", 0, owner="Ann"), claim("do not order the chairs", 1, owner="Ann")),
        (claim("look at the working design", 0, owner="Ann"), claim("look at the functions", 1, owner="Ann")),
        (
            claim("the remote is made of plastic", 0, kind="decision"),
            claim("the buttons of the remote are made of plastic", 1, kind="decision"),
        ),
    ],
)
def test_what_differs_in_a_word_that_counts_stays_two_items(first: Claim, again: Claim) -> None:
    found = settled("en", (f"Ann: {first.text}.", f"Bob: {again.text}."), first, again)
    assert found.claims == (first, again)


MOVED = {
    "en": ("Ann: Sorry, no, by Monday.", "by Monday"),
    "de": ("Ann: Nein, lieber bis Montag.", "bis Montag"),
    "fr": ("Ann: Non, plutôt avant lundi.", "avant lundi"),
}
NAMED = {
    "en": ("Ann: Actually I'll order the chairs by Monday instead.", "by Monday"),
    "de": ("Ann: Die Stühle bestelle ich lieber bis Montag.", "bis Montag"),
    "fr": ("Ann: Je vais plutôt commander les chaises avant lundi.", "avant lundi"),
}


@EACH_WITH_DAYS
@pytest.mark.parametrize("words", [MOVED, NAMED], ids=["at once", "by name"])
def test_a_day_that_is_moved_is_the_items_and_its_words_are_cited(
    words: dict[str, tuple[str, str]], language: str
) -> None:
    line, day = words[language]
    found = after(language, line)
    (item,) = found.claims
    assert (item.due_phrase, item.evidence.segment_ids) == (day, ("s0", "s1"))
    assert item.flags == ("changed-later",)
    assert [(e.verdict, e.reason[:11]) for e in found.tape] == [("verified", "another day")]


ADDED = {
    "en": ("Ann: I'll order the chairs after…", "Ann: By Monday.", "By Monday"),
    "de": ("Ann: Ich bestelle die Stühle…", "Ann: Bis Montag.", "Bis Montag"),
    "fr": ("Ann: Je vais commander les chaises…", "Ann: Avant lundi.", "Avant lundi"),
}


@EACH_WITH_DAYS
def test_a_day_in_the_next_breath_is_the_items(language: str) -> None:
    said, rest, day = ADDED[language]
    found = settled(language, (said, rest), claim(TASKS[language], 0, owner="Ann"))
    (item,) = found.claims
    assert (item.due_phrase, item.evidence.segment_ids) == (day, ("s0", "s1"))


def test_a_passage_of_several_sentences_keeps_the_day_that_was_said_with_it() -> None:
    item = claim("The vendor wrote to us. I'll order the chairs.", 0, 1, owner="Ann")
    lines = ("Ann: The vendor wrote to us.", "Ann: I'll order the chairs.", "Ann: By Monday.")
    assert settled("en", lines, item).claims == (item,)
    (alone,) = settled("en", lines, claim("order the chairs", 1, owner="Ann")).claims
    assert alone.due_phrase == "By Monday"


@pytest.mark.parametrize(
    "line",
    [
        "Bob: No, on Monday.",
        "Ann: If it rains, by Monday.",
        "Ann: The beta is out by Monday.",
        "Ann: I was in Rome on Monday.",
        "Ann: By Monday?",
    ],
)
def test_a_day_of_something_else_leaves_an_item_alone(line: str) -> None:
    (item,) = after("en", line).claims
    assert (item.due_phrase, item.flags) == ("by Friday", ())


@pytest.mark.parametrize("line", ["Ann: Today is the 13th of March.", "Bob: Thank you.", "Bob: Next week!"])
def test_a_day_that_nobody_gives_it_is_not_added(line: str) -> None:
    item = claim("order the chairs", 0, owner="Ann")
    assert settled("en", ("Ann: I'll order the chairs.", line), item).claims == (item,)


HANDED = {
    "en": "Ann: Oh, actually, Bob does that.",
    "de": "Ann: Ach nein, das macht Bob.",
    "fr": "Ann: Non, c'est Bob qui s'en occupe.",
}
ANSWERS = {
    "en": (
        "Bob: Yes, I can do it tomorrow.",
        "tomorrow",
        "Bob: No, sorry, I can't.",
    ),
    "de": ("Bob: Klar, das kann ich morgen machen.", "morgen", "Bob: Nein, das schaffe ich nicht."),
    "fr": ("Bob: D'accord, je vais le faire demain.", "demain", "Bob: Non, désolé, je ne peux pas."),
}


@EACH_WITH_DAYS
def test_work_that_is_handed_on_is_the_new_owners(language: str) -> None:
    answer, day, _ = ANSWERS[language]
    item = claim(TASKS[language], 0, owner="Ann")
    found = settled(language, (SAID[language], HANDED[language], answer), item)
    (now,) = found.claims
    assert (now.owner, now.due_phrase) == ("Bob", day)
    assert now.evidence.segment_ids == ("s0", "s1", "s2")
    assert [entry.reason[:11] for entry in found.tape] == ["handed on: ", "another day"]


@EACH_LANGUAGE
def test_who_refuses_what_he_is_given_does_not_own_it(language: str) -> None:
    for others in ((), ("Cid: Hm.", "Cid: Okay.")):
        (item,) = after(language, HANDED[language], *others, ANSWERS[language][2]).claims
        assert item.owner == "Ann"


def test_an_um_behind_what_is_handed_on_changes_nothing() -> None:
    handed, (takes, _, refuses) = f"{HANDED['en']} Um.", ANSWERS["en"]
    (taken,), (refused,) = after("en", handed, takes).claims, after("en", handed, refuses).claims
    assert (taken.owner, refused.owner) == ("Bob", "Ann")


TAKEN_BACK = {
    "en": "Ann: Hmm, scratch that.",
    "de": "Ann: Ach, vergesst das.",
    "fr": "Ann: Finalement non, laisse tomber, on en a encore.",
}


@EACH_LANGUAGE
def test_what_its_owner_takes_back_is_no_item_but_on_the_tape(language: str) -> None:
    found = after(language, TAKEN_BACK[language])
    assert found.claims == ()
    (entry,) = found.tape
    assert (entry.guardrail, entry.verdict, entry.after) == ("merging", "unverified", "")
    assert entry.reason.startswith('taken back later: "')


@pytest.mark.parametrize(
    "line", ["Bob: I don't need it right away.", "Bob: No, wait, no.", "Ann: Drop that stream."]
)
def test_what_others_say_takes_no_promise_back(line: str) -> None:
    assert after("en", line).tape == ()


REPLACED = {
    "en": (
        "we move on the twelfth of December",
        "Ann: Then the twelfth is impossible.",
        "we move on the sixteenth of December",
    ),
    "de": (
        "wir ziehen am zwölften Dezember um",
        "Ann: Dann ist der zwölfte unmöglich.",
        "wir ziehen am sechzehnten Dezember um",
    ),
    "fr": (
        "on déménage le 12 décembre",
        "Ann: Alors le 12 est impossible.",
        "on déménage le 16 décembre",
    ),
}


@EACH_LANGUAGE
@pytest.mark.parametrize("is_announced", [True, False])
def test_the_last_decision_holds_where_the_change_is_said(language: str, is_announced: bool) -> None:
    first, reason, last = REPLACED[language]
    earlier, later = claim(first, 0, kind="decision"), claim(last, 2, kind="decision")
    lines = (f"Ann: {first}.", reason if is_announced else "Bob: Okay.", f"Ann: {last}.")
    found = settled(language, lines, earlier, later)
    assert found.claims == ((later,) if is_announced else (earlier, later))


ASKED = {
    "en": ("Who has the keys to the old archive?", "Cid: Ah, the old archive. Eva has the keys."),
    "de": ("Wer hat die Schlüssel für das alte Archiv?", "Cid: Ah, das alte Archiv. Eva hat die Schlüssel."),
    "fr": ("Qui a les clés des vieilles archives ?", "Cid: Ah, les vieilles archives. Eva a les clés."),
}


@EACH_LANGUAGE
def test_a_question_that_is_answered_later_is_closed(language: str) -> None:
    question, answer = ASKED[language]
    found = settled(language, (f"Ann: {question}", "Bob: Hm.", answer), claim(question, 0, kind="question"))
    assert found.claims == ()
    assert found.tape[0].reason.startswith("answered later: ")


def test_what_only_speaks_of_it_answers_no_question() -> None:
    question = claim("Who has the keys to the old archive?", 0, kind="question")
    for line in ("Maybe Eva has the keys to the old archive.", "The archive is cold.", "Who has the keys?"):
        assert settled("en", ("Ann: " + question.text, f"Cid: {line}"), question).claims == (question,)


def test_nothing_changes_in_a_meeting_where_nothing_was_changed() -> None:
    draft = Draft((claim("order the chairs", 0, owner="Ann"),), "", "t", 2)
    assert settle(draft, read_meeting(talk("Ann: I'll order the chairs.", "Bob: Thank you."))) == draft


def test_a_claim_that_cites_words_which_do_not_exist_is_left_to_the_checks() -> None:
    draft = Draft((claim("Fly to Rome", 99, owner="Ann"),), "", "Meeting", 1)
    assert settle(draft, read_meeting(talk("Ann: Good morning."))) == draft


LINES = (
    "Ann: I'll order the chairs by Friday.",
    "Bob: Actually, Cid does that.",
    "Cid: Okay, scratch that.",
    "Ann: Who has the keys to the old archive?",
    "Bob: So we agreed, we move on the twelfth of May.",
    "Cid: No, by Monday.",
    "Ann: We've decided, we move on the first of May instead.",
    "?: I have the keys to the old archive.",
)


@given(st.lists(st.sampled_from(LINES), max_size=10))
def test_settling_never_invents_and_never_fails(lines: list[str]) -> None:
    segments = talk(*lines)
    kinds: dict[str, ClaimKind] = {"I'll": "action", "Who": "question", "So": "decision", "We've": "decision"}
    claims = tuple(
        Claim(f"c{n}", kinds[word], s.text, Evidence((s.id,), s.text))
        for n, s in enumerate(segments)
        if (word := s.text.split()[0]) in kinds
    )
    found = settle(Draft(claims, "", "t", len(lines)), read_meeting(segments, "en"))
    said = " ".join(segment.text for segment in segments)
    assert {one.id for one in found.claims} <= {one.id for one in claims}
    assert all(one.owner in (None, "Ann", "Bob", "Cid") for one in found.claims)
    assert all((one.due_phrase or "") in said for one in found.claims)
    gone = {one.id for one in claims} - {one.id for one in found.claims}
    told = " ".join(f"{entry.before} {entry.reason}" for entry in found.tape)
    assert all(one.text in told for one in claims if one.id in gone)


def test_it_does_not_matter_in_which_chunk_a_claim_was_found() -> None:
    segments = [Segment(f"s{n}", None, None, "Ann", "I'll send the signed lease to legal.") for n in range(2)]
    first = claim("Send the signed lease to legal", 0, owner="Ann")
    again = claim("send the signed lease to legal.", 1, owner="ann", due_phrase="by Friday")
    (item,) = settle(Draft((first, again), "", "t", 2), read_meeting(segments, "en")).claims
    assert (item.id, item.due_phrase, item.evidence.segment_ids) == (first.id, "by Friday", ("s0", "s1"))
