"""Room audio names no speaker: who taps "Who said this?" names the voice that took the work on."""

from __future__ import annotations

from datetime import UTC, date, datetime

import pytest

from guardrails.core.types import Claim, Evidence
from pipelines.checking import Checker
from pipelines.draft import Draft
from pipelines.editing import apply_edits, new_edit, read_change
from pipelines.languages import spoken_language
from pipelines.meeting import read_meeting
from pipelines.note import ActionItem
from pipelines.rules import draft_by_rules
from pipelines.verifying import Circumstances, verify
from tests.fakes.meetings import office_move
from tests.fakes.talk import talk
from web.views.meeting import meeting

DAY = date(2026, 11, 23)


def tapped(lines: tuple[str, ...], drafted: Draft | None = None) -> tuple[int | None, list[str | None]]:
    """The number of the line that the button points at, and the owner after each line got a name, by line."""
    segments = talk(*(f"?: {line}" for line in lines))
    language = spoken_language(segments)
    draft = drafted or draft_by_rules(segments, language=language)
    checked = verify(draft, read_meeting(segments, language), Circumstances(DAY), Checker(start=None))
    made = office_move()
    transcript = made.transcript.model_copy(update={"segments": tuple(segments)})
    made = made.model_copy(update={"action_items": checked.action_items, "transcript": transcript})
    owners = []
    for segment in segments:
        change = read_change({"do": "name_voice", "segments": [segment.id], "speaker": "Ann"})
        edit = new_edit(change, made, (), datetime(2026, 11, 23, tzinfo=UTC), "admin")
        shown = only(apply_edits(made, [edit]).note.action_items)
        # A list of meetings opens no transcript and says the same.
        bare = made.model_copy(update={"transcript": transcript.model_copy(update={"segments": ()})})
        assert only(apply_edits(bare, [edit]).note.action_items) == shown
        owners.append(shown.owner)
    shown_claims = meeting(made, UTC).claims
    (view,) = shown_claims.actions or shown_claims.unverified[:1]
    return view.voice_line, owners


def only(items: tuple[ActionItem, ...]) -> ActionItem:
    (item,) = items
    return item


@pytest.mark.parametrize(
    "lines",
    [
        ("Could you bring the grill tomorrow?", "Sure, I'll do that."),
        ("Could you bring the grill tomorrow?", "Sure."),
        ("Please bring the grill tomorrow.", "Okay, no problem."),
        ("Könntest du morgen den Grill mitbringen?", "Klar, mache ich."),
        ("Could you bring the grill?", "Sure, by Friday.", "Okay."),
    ],
)
def test_who_answers_a_request_owns_it_and_who_asked_does_not(lines: tuple[str, ...]) -> None:
    assert tapped(lines) == (2, [None, "Ann", *[None] * (len(lines) - 2)])


@pytest.mark.parametrize(
    "lines",
    [
        ("Should I bring the grill tomorrow?", "Yes, please."),
        ("Soll ich morgen den Grill mitbringen?", "Ja, bitte."),
        ("I'll bring the grill tomorrow, okay?", "Fine."),
    ],
)
def test_who_offers_owns_it_and_who_says_yes_does_not(lines: tuple[str, ...]) -> None:
    assert tapped(lines) == (1, ["Ann", None])


@pytest.mark.parametrize(
    ("answer", "cited", "button", "owners"),
    [
        ("Sure, I'll do that.", ("s0",), 2, [None, "Ann", None]),
        ("Sure, I'll do that.", ("s0", "s1", "s2"), 2, [None, "Ann", None]),
        ("No, sorry, I can't.", ("s0",), None, [None, None, None]),
        ("Okay, so the next thing on our list is the music.", ("s0",), None, [None, None, None]),
        ("Nice weather today.", ("s0",), None, [None, None, None]),
    ],
)
def test_a_model_that_cites_the_request_makes_no_asker_an_owner(
    answer: str, cited: tuple[str, ...], button: int | None, owners: list[str | None]
) -> None:
    lines = ("Could you bring the grill tomorrow?", answer, "Could you also bring plates?")
    claim = Claim(
        "c1",
        "action",
        "bring the grill",
        Evidence(cited, "bring the grill tomorrow"),
        due_phrase="tomorrow",
        flags=("speaker-unknown",),
    )
    assert tapped(lines, Draft((claim,), "", "Grill", 3)) == (button, owners)
