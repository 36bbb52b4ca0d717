"""Why an item says what it says, who spoke how much, and what a note can be saved as."""

from __future__ import annotations

import io
import zipfile
from dataclasses import replace
from datetime import UTC, date

import pytest

from guardrails.core.types import Claim, Evidence, TapeEntry
from pipelines.draft import Asked
from pipelines.note import Note, NoteDraft, NoteTranscript
from tests.fakes.meetings import office_move
from tests.fakes.reader import reader_of
from web.app import create_app
from web.views.meeting import meeting
from web.views.why import WhyView, why


def asked(answer: str | None, about: str = "s4", text: str = "send the lease") -> Asked:
    return Asked(about, f'Was this taken on? The claim: "{text}".', answer, 30)


def drafted(*answers: Asked) -> Note:
    claim = Claim("a1", "action", "send the lease", Evidence(("s4",), "I'll send"), "Theo", "by Friday")
    tape = (
        TapeEntry("self-correction", "a1", "verified", "wait, send it", "send it", "a draft was left in"),
        TapeEntry("evidence", "a1", "verified", "send it", "send it", "the words are there", 12, 0.4),
        TapeEntry("evidence", "a2", "unverified", "", "", "of another item"),
    )
    draft = NoteDraft(claims=(claim,), summary="", answers=answers, said_on=date(2026, 11, 17))
    return office_move().model_copy(update={"tape": tape, "draft": draft})


def view(*answers: Asked) -> WhyView:
    return why(drafted(*answers), "a1")


def test_the_way_from_the_draft_to_the_note_is_told_step_by_step() -> None:
    shown = view()
    assert shown.drafted == ("Send the lease", "Owner: Theo", "Due: “by Friday”", "Quoted: “I'll send”")
    repair, proof = shown.steps
    assert (repair.name, repair.before, repair.after) == ("self correction", "wait, send it", "send it")
    assert (proof.reason, proof.before, proof.cost) == ("The words are there.", None, "12 tokens")


@pytest.mark.parametrize(
    ("answer", "told"),
    [
        ('{"quote": "I\'ll send it", "answer": "settled"}', ("Settled", "I'll send it", True)),
        ('{"quote": "", "answer": "refused"}', ("Refused", "", False)),
        ('{"quote": "", "answer": "open"}', ("Open", "", False)),
        # As older notes have it.
        ('{"answer": "yes", "quote": "I\'ll send it"}', ("Yes", "I'll send it", True)),
        ('{"answer": "no", "quote": ""}', ("No", "", False)),
        ('{"answer": "12", "quote": ""}', ("12", "", None)),
        ("[1]", ("[1]", "", None)),
        (None, ("No usable answer.", "", None)),
    ],
)
def test_what_the_model_said_stands_beside_what_was_found(
    answer: str | None, told: tuple[str, str, bool | None]
) -> None:
    (shown,) = view(asked(answer)).asked
    assert (shown.answer, shown.quote, shown.agrees) == told


def test_questions_about_other_items_are_left_out() -> None:
    assert view(asked("{}", text="order the line"), asked("{}", about="s9")).asked == ()


def test_the_page_shows_it_and_escapes_it() -> None:
    note = drafted()
    evil = TapeEntry("evidence", "a1", "verified", "<b>x</b>", "y", "<i>because</i>")
    app = create_app(reader_of(note.model_copy(update={"tape": (*note.tape, evil)})), timezone=UTC)
    page = app.test_client().get("/meetings/office-move/why/a1").text
    assert "A draft was left in." in page
    assert "&lt;i&gt;because&lt;/i&gt;" in page
    assert "<b>x" not in page
    assert 'href="/meetings/office-move#item-a1"' in page


def test_shares_of_talk_are_by_time_and_count_unnamed_voices() -> None:
    note = office_move()
    first, second, third = note.transcript.segments[:3]
    said = (
        replace(first, speaker="Ann", start_s=0, end_s=30),
        replace(second, speaker=None, start_s=30, end_s=40),
        replace(third, speaker="Bob", start_s=40, end_s=100),
    )
    timed = note.model_copy(update={"transcript": NoteTranscript(segments=said)})
    assert [(each.name, each.share) for each in meeting(timed, UTC).speakers] == [
        ("Ann", 30),
        ("", 10),
        ("Bob", 60),
    ]


def test_without_times_shares_are_by_words() -> None:
    note = office_move()
    said = tuple(
        replace(note.transcript.segments[0], id=name, speaker=name, start_s=None, end_s=None, text=text)
        for name, text in (("Ann", "one two three"), ("Bob", "one"))
    )
    silent = note.model_copy(update={"transcript": NoteTranscript(segments=said)})
    assert [each.share for each in meeting(silent, UTC).speakers] == [75, 25]


@pytest.mark.parametrize(
    ("suffix", "begins"),
    [
        ("md", b"# Moving to the new office"),
        ("json", b"{"),
        ("vtt", b"WEBVTT"),
        ("srt", b"1\n00:00:00,000"),
        ("csv", b'"task","owner"'),
        ("ics", b"BEGIN:VCALENDAR"),
    ],
)
def test_a_note_can_be_saved_in_every_form(suffix: str, begins: bytes) -> None:
    client = create_app(reader_of(office_move()), timezone=UTC).test_client()
    assert f'href="/meetings/office-move.{suffix}" download' in client.get("/meetings/office-move").text
    answer = client.get(f"/meetings/office-move.{suffix}")
    assert answer.data.startswith(begins)
    assert f"office-move.{suffix}" in answer.headers["Content-Disposition"]


def test_a_note_can_be_saved_as_a_word_document() -> None:
    data = create_app(reader_of(office_move()), timezone=UTC).test_client().get("/meetings/office-move.docx")
    with zipfile.ZipFile(io.BytesIO(data.data)) as document:
        assert "Send the signed lease" in document.read("word/document.xml").decode()


def test_the_json_does_not_hold_the_draft() -> None:
    client = create_app(reader_of(drafted()), timezone=UTC).test_client()
    assert "draft" not in client.get("/meetings/office-move.json").get_json()
