"""A stored note is made again from its draft: the same items, the same summary, the same tape."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import UTC, date, datetime
from typing import Any

import pytest

from guardrails.core.types import Claim, Evidence, Segment
from pipelines.checking import Checker
from pipelines.compose import Occasion, compose_note, rules_engine
from pipelines.draft import Draft
from pipelines.llm.drafter import ModelDrafter
from pipelines.note import Engine, Engines, Note
from pipelines.replay import draft_of, replay
from pipelines.rules import draft_by_rules
from pipelines.templates import GENERAL, Template, shipped
from pipelines.transcript import Transcript
from pipelines.verifying import CheckedNote
from tests.fakes.language_model import Answer, Call, ScriptedModel
from tests.fakes.replayed import assert_replays
from tests.fakes.samples import sample

TERSE = Template(name="terse", summary_sentences=2, requirements="at most 20 words, no exclamation marks")
TEMPLATES = pytest.mark.parametrize("template", [GENERAL, shipped()["board"], TERSE], ids=lambda t: t.name)
ABOUT = Occasion("m", "m.vtt", datetime(2026, 11, 23, 9, tzinfo=UTC), date(2026, 11, 23))


def noted(draft: Draft, transcript: Transcript, engines: Engines, template: Template = GENERAL) -> Note:
    """The note as the store gives it back."""
    with Checker(start=None) as checker:
        note = compose_note(draft, transcript, replace(ABOUT, template=template), engines, checker)
    return Note.model_validate_json(note.model_dump_json())


def careless(call: Call) -> Answer:
    """The first lines with "I'll" twice, others as decided, and a summary and title that go too far."""
    if call.is_summary:
        said = "The office moves in January! Parking was discussed. Zebras juggle quietly. It will rain."
        return {"summary": said, "title": "Helicopters over Reykjavik"}
    lines = re.findall(r"^(\d+) (\w+): (.+)$", call.messages[1].content, re.MULTILINE)
    actions = [
        {"lines": [int(number)], "quote": text[:80], "task": text[:120], "owner": speaker, "when": None}
        for number, speaker, text in lines
        if "I'll" in text
    ][:4]
    decided = [
        {"lines": [int(number)], "quote": text[:80], "text": text[:120]} for number, _, text in lines[::9]
    ][:4]
    return {
        "actions": [*actions, *actions],
        "decisions": decided,
        "questions": [],
        "summary": "The office moves.",
    }


def drafted(model: ScriptedModel, transcript: Transcript, template: Template) -> tuple[Draft, Any]:
    """As while people talk: what is there after the first half is drafted before the rest is said."""
    drafter = ModelDrafter(
        model, Engine(name="gemma"), template=template, checker=lambda: Checker(start=None)
    )
    half = len(transcript.segments) // 2
    drafter.read_ahead(transcript.segments[:half], ["Ann"], lambda *_: None, None)
    return drafter.draft(transcript.segments, ["Ann"]), drafter.engine


@TEMPLATES
@pytest.mark.parametrize("meeting", ["moving", "bueroumzug"])
def test_a_note_by_rules_replays(meeting: str, template: Template) -> None:
    transcript = sample(meeting).transcript
    draft = draft_by_rules(transcript.segments, summary_sentences=template.summary_sentences)
    note = noted(draft, transcript, Engines(rules=rules_engine()), template)
    assert {entry.guardrail for entry in note.tape} >= {"merging"}
    assert_replays(note)


@TEMPLATES
def test_a_note_by_a_model_replays(template: Template) -> None:
    transcript = sample("moving").transcript
    draft, engine = drafted(ScriptedModel(careless), transcript, template)
    note = noted(draft, transcript, Engines(llm=engine, rules=rules_engine()), template)
    assert {entry.guardrail for entry in note.tape} >= {"merging", "title"}
    assert note.action_items
    assert "Zebras" not in note.summary
    assert_replays(note)


def test_what_a_template_asked_of_the_summary_is_asked_again() -> None:
    said = "Ann pays the rent. Bob orders the boxes. Cleo calls the movers."
    transcript = Transcript(segments=(Segment("s1", 0.0, 9.0, "Ann", said),))
    template = Template(name="one", summary_sentences=1, requirements="mention the landlord by name")
    note = noted(Draft((), said, "Rent", 1), transcript, Engines(llm=Engine(name="gemma")), template)
    assert note.summary == "Ann pays the rent."
    assert_replays(note)


def test_a_meeting_without_words_replays() -> None:
    note = noted(Draft((), "", "", 0), Transcript(segments=()), Engines(rules=rules_engine()))
    assert note.summary
    assert_replays(note)


def test_a_draft_of_an_older_version_is_taken_for_the_general_form() -> None:
    claim = Claim("a1", "action", "Pay the rent", Evidence(("s1",), "pay the rent"), owner="Ann")
    segments = (Segment("s1", 0.0, 4.0, "Ann", "I'll pay the rent."), Segment("s2", 4.0, 8.0, "Ann", "No."))
    note = noted(Draft((claim,), "", "Rent", 2), Transcript(segments=segments), Engines(rules=rules_engine()))
    stored = note.model_dump(mode="json")
    for field in ("title", "form", "conventions", "tape"):
        del stored["draft"][field]
    stored["draft"]["is_settled"] = True
    assert_replays(Note.model_validate(stored))


PUT_TO_ANN = pytest.mark.parametrize(
    ("put", "answer", "kept"),
    [
        ("Could we move that to Thursday?", "Sure.", "Thursday"),
        ("How about Thursday?", "Thursday's fine.", "Thursday"),
        ("Ann, could you make it Thursday?", "No problem.", "Thursday"),
        ("Make that Thursday, please.", "Right.", "Thursday"),
        ("Thursday would be better.", "Okay, Thursday then.", "Thursday"),
        ("Could we move that to Thursday?", "No, that's too late.", "by Monday"),
        ("How about Thursday?", "Monday is better.", "by Monday"),
        ("How about Thursday?", "The printer is broken.", "by Monday"),
        ("I'm out on Thursday.", "Okay.", "by Monday"),
        ("Bob's party is on Thursday.", "Sure.", "by Monday"),
    ],
)


def test_half_a_sign_in_a_recorded_draft_is_cleaned_where_it_is_read() -> None:
    said = (Segment("s1", 0.0, 1.0, "Ann", "I'll send the report to Bob."),)
    broken = {
        "action_items": [
            {"task": "Send the report\ud800", "owner": "Ann", "evidence": ["s1"]},
            {
                "id": "\ud801",
                "task": "send it",
                "owner": "\ud802",
                "evidence": ["s\ud803"],
                "quote": "\ud804",
            },
        ],
        "summary": "Ann sends the report\ud805.",
    }
    with Checker(start=None) as checker:
        shown = replay(draft_of(broken), Transcript(segments=said), None, checker)
    written = shown.model_dump_json()
    assert CheckedNote.model_validate_json(written).model_dump_json() == written
    first, second = shown.action_items
    assert (first.task, first.verdict, second.owner) == ("Send the report", "verified", None)
