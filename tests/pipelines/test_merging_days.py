"""The day that was said last is the day of an item: whoever says "actually no, by Wednesday" means it."""

from __future__ import annotations

from datetime import date

import pytest

from guardrails.types import Claim
from pipelines.checking import Checker
from pipelines.draft import Draft
from pipelines.due import resolve_due
from pipelines.merging import settle
from pipelines.rules import draft_by_rules
from tests.fakes.talk import talk


def settled(*lines: str, language: str = "en") -> Draft:
    segments = talk(*lines)
    return settle(draft_by_rules(segments, language=language), segments, language=language).draft


def the_action(*lines: str, language: str = "en") -> Claim:
    (claim,) = (c for c in settled(*lines, language=language).claims if c.kind == "action")
    return claim


@pytest.mark.parametrize(
    ("later", "due", "cited"),
    [
        ((" Actually no, by Wednesday.",), "by Wednesday", ("s0",)),
        ((" Actually no. By Wednesday.",), "by Wednesday", ("s0",)),
        ((" Hmm, no, sorry, make that Wednesday.",), "Wednesday", ("s0",)),
        ((" Scratch that, make it Wednesday.",), "Wednesday", ("s0",)),
        (("", "Ben: Sorry, I mean Wednesday."), "Wednesday", ("s0", "s1")),
        (("", "Ann: Okay.", "Ben: Sorry, I meant Friday, not Tuesday."), "Friday", ("s0", "s2")),
        (("", "Ben: Sorry, not Tuesday, Wednesday."), "Wednesday", ("s0", "s1")),
        (("", "Ann: Good.", "Ben: Wait, Wednesday is better."), "Wednesday", ("s0", "s2")),
        (("", "Ann: Let’s say Thursday.", "Ben: Okay."), "Thursday", ("s0", "s1", "s2")),
        (("", "Ann: Can you make it Monday?", "Ben: Sure, Monday then."), "Monday", ("s0", "s1", "s2")),
        (
            ("", "Ann: Could we move that to Thursday?", "Ben: Yes, Thursday works."),
            "Thursday",
            ("s0", "s1", "s2"),
        ),
        (("", "Ann: Let's say Thursday.", "Ben: No, Friday."), "Friday", ("s0", "s2")),
        (
            ("", "Ann: Not Tuesday, I'm away. Thursday would be better.", "Ben: Thursday, then."),
            "Thursday",
            ("s0", "s1", "s2"),
        ),
    ],
)
def test_a_day_said_in_place_of_another_is_the_items(
    later: tuple[str, ...], due: str, cited: tuple[str, ...]
) -> None:
    rest, *lines = later
    claim = the_action(f"Ben: I'll finish the docs by Tuesday.{rest}", *lines)
    assert (claim.text, claim.owner, claim.due_phrase) == ("finish the docs", "Ben", due)
    assert (claim.flags, claim.evidence.segment_ids) == (("changed-later",), cited)


@pytest.mark.parametrize(
    "later",
    [
        ("Ann: Let's say Thursday.", "Ben: No, Tuesday is fine."),
        ("Ann: Could we move that to Thursday?", "Ben: No, I can't."),
        ("Ann: Could we move that to Thursday?", "Ben: Okay, but I'd need help."),
        ("Ann: Could we move that to Thursday?", "Tom: Yes."),
        ("Ann: Actually, Thursday.",),
        ("Ann: No, I'm away on Thursday.",),
        ("Ben: Sorry, I'm out on Thursday.",),
        ("Ben: I can't make it on Wednesday, sorry.",),
        ("Ann: When is the demo?", "Ben: No wait, on Friday."),
        ("Ann: The demo is next.", "Ben: No, on Friday."),
        ("Ann: The demo is on Thursday.", "Ben: No, Friday."),
        ("Ann: The meeting is on Thursday, sorry.",),
    ],
)
def test_a_day_of_something_else_changes_nothing(later: tuple[str, ...]) -> None:
    claim = the_action("Ben: I'll finish the docs by Tuesday.", *later)
    assert (claim.due_phrase, claim.flags) == ("by Tuesday", ())


def test_a_request_is_due_when_it_was_said_last_to_be() -> None:
    asked = "Ann: Ben, please send the report by Friday. Sorry, by Thursday."
    assert the_action(asked, "Ben: Sure.").due_phrase == "by Thursday"
    agreed = the_action(
        "Ann: Ben, please send the report by Friday.", "Ben: Sure.", "Ann: Actually, Thursday.", "Ben: Fine."
    )
    assert agreed.due_phrase == "Thursday"


def test_a_day_goes_to_the_promise_right_before_it() -> None:
    draft = settled(
        "Ben: I'll finish the docs by Tuesday.", "Ann: I'll call the bank by Friday. Sorry, by Monday."
    )
    assert [c.due_phrase for c in draft.claims] == ["by Tuesday", "by Monday"]


def test_of_two_items_in_one_sentence_neither_is_guessed_at() -> None:
    draft = settled("Ben: I'll finish the docs by Monday and I'll call Tom on Friday. Sorry, Saturday.")
    assert [c.due_phrase for c in draft.claims] == ["by Monday", "on Friday"]


@pytest.mark.parametrize(
    "words", ["Actually no.", "Actually no. On Wednesday I'm away.", "Scratch that, I'm away on Wednesday."]
)
def test_a_day_that_is_no_new_one_saves_no_promise_that_was_taken_back(words: str) -> None:
    assert settled(f"Ben: I'll finish the docs by Monday. {words}").claims == ()


@pytest.mark.parametrize(
    ("later", "due"),
    [
        ((" Nein, warte, bis Freitag.",), "bis Freitag"),
        (("", "Max: Sagen wir Freitag.", "Lena: Okay."), "Freitag"),
        (("", "Lena: Entschuldigung, ich meine Freitag."), "Freitag"),
        (("", "Lena: Lieber doch bis Freitag."), "bis Freitag"),
        (("", "Max: Kannst du das bis Mittwoch machen?", "Lena: Ja, Mittwoch geht."), "bis Mittwoch"),
        (("", "Max: Können wir das auf Freitag verschieben?", "Lena: Klar."), "Freitag"),
        (("", "Max: Sagen wir Freitag.", "Lena: Das geht leider nicht."), "bis Donnerstag"),
        (("", "Max: Nein, am Freitag bin ich weg."), "bis Donnerstag"),
    ],
)
def test_german_days_are_put_in_place_of_others(later: tuple[str, ...], due: str) -> None:
    rest, *lines = later
    claim = the_action(f"Lena: Ich schicke den Bericht bis Donnerstag.{rest}", *lines, language="de")
    assert (claim.text, claim.due_phrase) == ("den Bericht schicken", due)


@pytest.mark.parametrize(
    ("lines", "due"),
    [
        (("Ben: I'll finish it on Friday.", "Ann: Make that 3 pm.", "Ben: Okay."), "on Friday at 3 pm"),
        (("Ben: I'll finish it on Friday at 2 pm.", "Ben: No, make that 3 p.m."), "on Friday at 3 p.m."),
        (("Ben: I'll finish it by Friday.", "Ben: Actually, by 5 o'clock."), "by Friday at 5 o'clock"),
        (
            ("Ben: I'll finish it on Friday.", "Ben: Sorry, at half past three."),
            "on Friday at half past three",
        ),
        (
            ("Ben: I'll finish it on Friday.", "Ann: Could we make it noon?", "Ben: Sure."),
            "on Friday at noon",
        ),
    ],
)
def test_a_time_alone_is_of_the_day_that_was_said(lines: tuple[str, ...], due: str) -> None:
    first, *later = lines
    claim = the_action(first.replace(" it ", " the docs ", 1), *later)
    assert (claim.text, claim.due_phrase, claim.flags) == ("finish the docs", due, ("changed-later",))
    assert resolve_due(due, date(2026, 11, 23)) == date(2026, 11, 27)


@pytest.mark.parametrize(
    "later",
    ["Ann: The demo is at 3 pm.", "Ann: Make that 3 pm.", "Ann: It has 3 pages.", "Ben: I'm out at 3 pm."],
)
def test_a_time_of_something_else_changes_nothing(later: str) -> None:
    claim = the_action("Ben: I'll finish the docs on Friday.", later, "Tom: Next.")
    assert (claim.text, claim.due_phrase, claim.flags) == ("finish the docs", "on Friday", ())


@pytest.mark.parametrize(
    ("lines", "due"),
    [
        (
            ("Ben: Ich prüfe das am Freitag um 14 Uhr.", "Ben: Nein, sagen wir 15 Uhr."),
            "am Freitag um 15 Uhr",
        ),
        (("Ben: Ich prüfe das am Freitag.", "Ann: Sagen wir 15 Uhr.", "Ben: Okay."), "am Freitag um 15 Uhr"),
        (("Ben: Ich prüfe das am Freitag.", "Ben: Moment, lieber um halb drei."), "am Freitag um halb drei"),
    ],
)
def test_a_german_time_alone_is_of_the_day_that_was_said(lines: tuple[str, ...], due: str) -> None:
    first, *later = lines
    claim = the_action(first.replace(" das ", " den Bericht ", 1), *later, language="de")
    assert (claim.text, claim.due_phrase) == ("den Bericht prüfen", due)
    assert resolve_due(due, date(2026, 11, 23), language="de") == date(2026, 11, 27)


@pytest.mark.parametrize(
    ("later", "due"),
    [
        (("Ben: Tuesday won't work. Make it Thursday.",), "Thursday"),
        (("Ben: Tuesday won't work, make it Thursday.",), "Thursday"),
        (("Ben: Sorry, I can't do Tuesday. Make it Thursday.",), "Thursday"),
        (("Ann: Tuesday won't work for me. Make it Thursday.", "Ben: Okay."), "Thursday"),
        (("Ann: Tuesday won't work for me. Make it Thursday.", "Ben: No, I can't."), "by Tuesday"),
        (("Ben: Tuesday won't work for the party. The party is on Thursday.",), "by Tuesday"),
        (("Ben: Monday won't work. Make it Thursday.",), "by Tuesday"),
        (("Ben: No, make it the 6th.",), "the 6th"),
        (("Ann: Make it the 6th.", "Ben: Okay."), "the 6th"),
        (("Ann: Make it the 6th.", "Tom: Next."), "by Tuesday"),
        (("Ben: I did say the 6th slide is blue.",), "by Tuesday"),
    ],
)
def test_a_day_is_turned_down_before_another_is_given(later: tuple[str, ...], due: str) -> None:
    assert the_action("Ben: I'll finish the docs by Tuesday.", *later).due_phrase == due


@pytest.mark.parametrize(
    ("later", "due"),
    [
        ("Dienstag schaffe ich nicht, ich bestelle die Stühle am Donnerstag.", "am Donnerstag"),
        ("Dienstag schaffe ich nicht, lieber Donnerstag.", "Donnerstag"),
        ("Am Dienstag geht es leider nicht. Sagen wir Donnerstag.", "Donnerstag"),
        ("Dienstag schaffe ich nicht.", "am Dienstag"),
        ("Sagen wir den 6.", "den 6."),
    ],
)
def test_a_day_is_turned_down_in_german_before_another_is_given(later: str, due: str) -> None:
    segments = talk("Lena: Ich bestelle die Stühle am Dienstag.", f"Lena: {later}")
    draft = settle(draft_by_rules(segments, language="de"), segments, language="de").draft
    checked = Checker(start=None).check(draft, segments, ("Lena",), date(2026, 11, 23), "de")
    (judged,) = checked.claims
    assert (judged.claim.text, judged.claim.due_phrase) == ("die Stühle bestellen", due)
    assert judged.outcome == "verified"
