"""One meeting's page: what is said of it, and what is not."""

from __future__ import annotations

from datetime import UTC
from zoneinfo import ZoneInfo

import pytest

from guardrails.types import Segment, TapeEntry
from pipelines.note import ActionItem, Coverage, Due, Engine, Engines, Note, NoteTranscript
from pipelines.sentence import Sentence
from tests.fakes.meetings import STARTED, office_move
from web.views.claims import ClaimView
from web.views.meeting import MeetingView, meeting


def view(**changes: object) -> MeetingView:
    return meeting(office_move().model_copy(update=changes), UTC)


def only_item(**changes: object) -> ClaimView:
    """The view of the fake meeting's first action item, changed."""
    note = office_move()
    item = ActionItem.model_validate(note.action_items[0].model_dump() | changes)
    claims = meeting(note.model_copy(update={"action_items": (item,)}), UTC).claims
    return (claims.actions + tuple(c for c in claims.unverified if c.kind == "Action item"))[0]


def with_segments(*segments: Segment) -> Note:
    return office_move().model_copy(update={"transcript": NoteTranscript(segments=segments)})


def test_day_and_time_are_those_of_the_room() -> None:
    assert meeting(office_move(), ZoneInfo("Europe/Berlin")).facts[0] == "Tue 17 Nov 2026, 10:30 CET"


def test_a_meeting_of_which_only_the_day_is_known_shows_no_time() -> None:
    assert view(started_at=STARTED.replace(hour=0, minute=0)).facts[0] == "Tue 17 Nov 2026"


def test_what_is_not_known_is_left_out() -> None:
    assert view(duration_s=None, language=None).facts == ("Tue 17 Nov 2026, 09:30 UTC",)


def test_a_due_day_stands_with_the_words_it_came_from() -> None:
    item = only_item()
    assert (item.day, item.phrase) == ("Fri 20 Nov 2026", "by Friday")


def test_a_due_phrase_that_means_no_day_is_shown_as_said() -> None:
    item = only_item(due=Due(phrase="when we can", date=None))
    assert (item.day, item.phrase) == (None, "when we can")


def test_an_owner_that_nobody_named_is_never_guessed() -> None:
    assert only_item(owner=None).nobody == "nobody named"
    assert only_item(owner=None, flags=("speaker-unknown",)).nobody == "owner unknown"
    assert only_item(owner=None, flags=("several-owners",)).nobody == "several people"
    assert only_item().nobody is None


def test_a_flag_that_the_page_does_not_know_is_shown_all_the_same() -> None:
    assert only_item(flags=("speaker-unknown", "brand-new")).notes == (
        "the voice that said this has no name yet",
        "brand new",
    )


def test_unverified_claims_of_every_kind_stand_together_with_their_reasons() -> None:
    claims = view().claims
    assert [(c.kind, c.reason) for c in claims.unverified] == [
        ("Action item", "This is a refusal, not a promise."),
        ("Decision", "The number 16,000 was said to be wrong."),
    ]
    assert all(c.reason is None for c in (*claims.actions, *claims.decisions, *claims.questions))
    assert len(claims.actions) == 4


def test_an_unverified_claim_without_a_reason_says_so() -> None:
    assert [c.reason for c in view(tape=()).claims.unverified] == ["No reason was recorded."] * 2


def test_only_the_check_that_failed_gives_the_reason() -> None:
    tape = (
        TapeEntry("evidence", "a5", "unverified", "", "", "its quote was not found"),
        TapeEntry("arithmetic", "a5", "verified", "", "", "no number"),
    )
    assert view(tape=tape).claims.unverified[0].reason == "Its quote was not found."


def test_a_quote_leads_to_the_line_it_stands_in() -> None:
    item = view().claims.actions[1]
    assert [place.anchor for place in item.places] == ["s8", "s9"]
    assert item.quoted_at == "s9"


def test_evidence_that_is_not_in_the_transcript_gets_no_link() -> None:
    item = only_item(evidence=("s4", "s99", "s4"))
    assert [place.anchor for place in item.places] == ["s4"]
    assert only_item(evidence=("s99",)).quoted_at is None


def test_a_line_names_the_claims_it_proves() -> None:
    lines = {line.anchor: line for turn in view().turns for line in turn.lines}
    assert [(mark.label, mark.anchor) for mark in lines["s9"].marks] == [("Action item 2", "item-a2")]
    # An unverified claim is not proven by anything.
    assert lines["s10"].marks == ()


def test_consecutive_lines_of_one_voice_are_one_turn() -> None:
    turns = view().turns
    assert [(turn.speaker, len(turn.lines)) for turn in turns[:3]] == [
        ("Maya Lindqvist", 2),
        ("Theo Brandt", 2),
        ("Maya Lindqvist", 1),
    ]


def test_lines_without_words_are_left_out() -> None:
    note = with_segments(Segment("s1", 0, 1, "Ann", "  "), Segment("s2", 1, 2, "Ann", " Hello. "))
    (turn,) = meeting(note, UTC).turns
    assert [(line.anchor, line.text) for line in turn.lines] == [("s2", "Hello.")]


@pytest.mark.parametrize("ids", [("cue 1", "x"), ("main", "s1"), ('a"b', "ä")])
def test_ids_of_other_files_never_become_addresses(ids: tuple[str, str]) -> None:
    note = with_segments(*(Segment(one, 0, 1, "Ann", "Hello.") for one in ids))
    (turn,) = meeting(note, UTC).turns
    assert [line.anchor for line in turn.lines] == ["s1", "s2"]


def test_a_transcript_without_times_has_no_clock() -> None:
    (turn,) = meeting(with_segments(Segment("s1", None, None, "Ann", "Hello.")), UTC).turns
    assert turn.lines[0].clock is None


def test_a_voice_that_nobody_named_is_told_from_the_others() -> None:
    said = (Segment(f"s{n}", n, n + 1, who, "Hello.") for n, who in enumerate(("Ann", None, "Ann")))
    shown = meeting(with_segments(*said), UTC)
    assert shown.named
    assert [turn.speaker for turn in shown.turns] == ["Ann", None, "Ann"]


def test_a_recording_in_which_nobody_is_named_has_no_people() -> None:
    shown = meeting(with_segments(Segment("s1", 0, 1, None, "Hello.")), UTC)
    assert not shown.named
    assert shown.people == ""


def test_a_note_says_in_words_which_engines_made_it() -> None:
    assert view().engines == ("Written by the rules engine; no language model was used.",)
    gemma = Engine(name="gemma-4-E2B-it", version="abc", sha256="0123", prompts="89ab")
    whisper = Engine(name="faster-whisper-base")
    made = view(engines=Engines(asr=whisper, llm=gemma, rules=Engine(name="rules", version="2")))
    assert made.engines == (
        "Speech was recognised by faster-whisper-base.",
        "Drafted by gemma-4-E2B-it, then checked against the transcript.",
    )
    assert made.pinned == (
        "Speech: faster-whisper-base",
        "Language model: gemma-4-E2B-it abc 0123 (prompts 89ab)",
        "Rules: rules 2",
    )


@pytest.mark.parametrize(
    ("read", "total", "text"),
    [
        (19, 19, "The whole transcript was read: 19 lines."),
        (800, 1020, "Only 800 of the transcript's 1,020 lines were read."),
        (0, 0, "The transcript has no lines."),
    ],
)
def test_how_much_was_read_is_told(read: int, total: int, text: str) -> None:
    assert view(coverage=Coverage(segments_read=read, segments_total=total)).coverage == text


def test_each_sentence_of_the_summary_leads_to_the_lines_it_was_made_from() -> None:
    segments = office_move().transcript.segments
    sources = (Sentence("We move.", (segments[1].id,)), Sentence("Ann pays.", (segments[0].id, "gone")))
    (paragraph,) = view(summary="We move. Ann pays.", summary_sources=sources).summary
    assert [(each.text, [at.number for at in each.places]) for each in paragraph] == [
        ("We move.", [2]),
        ("Ann pays.", [1]),
    ]


def test_a_summary_that_a_person_wrote_leads_nowhere() -> None:
    sources = (Sentence("We move.", (office_move().transcript.segments[0].id,)),)
    found = view(summary="We move in May.\n\nAnn pays.", summary_sources=sources).summary
    assert [[(each.text, each.places) for each in paragraph] for paragraph in found] == [
        [("We move in May.", ())],
        [("Ann pays.", ())],
    ]


def test_the_mood_is_shown_with_the_lines_that_carry_it_and_how_sure_it_is() -> None:
    mood = office_move().sentiment.model_copy(
        update={"passages": (office_move().transcript.segments[1].id, "gone"), "confidence": 0.75}
    )
    found = view(sentiment=mood)
    assert [at.number for at in found.carried_by] == [2]
    assert (found.agreement or "").startswith("The word list and the language model agree on 75% of")
    assert view().agreement is None
