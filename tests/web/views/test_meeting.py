"""One meeting's page: what is said of it, and what is not."""

from __future__ import annotations

import re
from datetime import UTC
from zoneinfo import ZoneInfo

import pytest

from guardrails.core.types import Segment, TapeEntry
from pipelines.note import ActionItem, Coverage, Due, Engine, Engines, Note, NoteTranscript
from pipelines.sentence import Sentence
from tests.fakes.meetings import STARTED, office_move
from tests.fakes.reader import reader_of
from tests.fakes.reading import words
from web.app import create_app
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


def test_the_length_stands_beside_what_the_calendar_had() -> None:
    assert view(duration_s=3_000, planned_s=1_800).facts[1] == "50 min of 30 min planned"


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


def test_an_item_that_is_its_quote_is_shown_as_one() -> None:
    quote = office_move().action_items[0].quote
    assert (only_item(task=quote).text, only_item(task=quote).is_quote) == (f"“{quote}”", True)
    assert not only_item().is_quote


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


def test_a_line_that_was_hard_to_hear_says_so() -> None:
    said = (Segment(f"s{n}", n, n + 1, "Ann", "Hello.", heard) for n, heard in enumerate((0.9, 0.2, None)))
    (turn,) = meeting(with_segments(*said), UTC).turns
    assert ["hard to hear" in line for line in str(turn.html).split("\n")] == [False, True, False]


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


PAGE = """
All meetings Moving to the new office
Tue 17 Nov 2026, 10:30 CET 4 min English With Maya Lindqvist, Theo Brandt, Priya Raman and Jonas Weber
Share Copy the note Copy a link Print The note: Word , Markdown , web page , JSON
The transcript: text , WebVTT , SubRip The action items: table , calendar Edit title,
summary and tags Rename speakers
Summary Actions 4 Decisions 2 Questions 1 Mood Not confirmed 2 Transcript
Summary The lease is ready to be signed and the price is as hoped.
The network line takes six weeks, so it is ordered at once.
The servers move last. Who decides about the phone numbers is open. More
Action items 4
Send the signed lease to legal Owner: Theo Brandt Due: Fri 20 Nov 2026 · “by Friday”
0:37 “I'll send the signed lease to legal by Friday.” Said by Theo Brandt 0:37 Copy
Edit Why?
Order the network line Owner: Priya Raman Due: Tue 17 Nov 2026 · “this afternoon”
1:40 “Sure, I'll order the line this afternoon.” Said by Maya Lindqvist 1:27 Priya Raman 1:40 Copy
Edit Why?
Tell the cleaning company Owner: nobody named Due: “when we can”
no day understood 2:55 “Somebody should tell the cleaning company when we can.” Said by Jonas Weber 2:55 Copy
Edit Why?
✓ Read the landlord's contract Owner: Theo Brandt no date ✓ done
0:25 “The landlord sent the contract on Monday. I read it, and the price is what we hoped for.”
Said by Theo Brandt 0:25 Copy Edit Why?
Add an action item
Decisions 2
The servers move last, on the fifth 2:05 “Then we agreed: the servers move last, on the fifth.”
Said by Maya Lindqvist 2:05 Copy Edit Why?
Sales gets the second floor
3:07 “Right. Let's go with the second floor for sales, everybody was happy with that.”
Said by Maya Lindqvist 3:07 Copy Edit Why?
Add a decision
Open questions 1
Do we keep the old phone numbers? 2:30 “Do we keep the old phone numbers? I don't know who decides that.”
Said by Jonas Weber 2:30 Maya Lindqvist 2:42 Copy Edit Why?
Add a question
Mood Overall mixed What carries it, over the meeting and by speaker
Mood over the meeting
Of 12 passages, 7 positive, 2 neutral and 3 negative. Highest at 0:40, lowest at 1:20.
0:00 above the line: positive, below: negative 4:00
Mood over the meeting as a table From To Mood Score
0:00 0:20 positive +0.20 0:20 0:40 positive +0.50 0:40 1:00 positive +0.62
1:00 1:20 negative -0.30 1:20 1:40 negative -0.58 1:40 2:00 positive +0.10
2:00 2:20 neutral +0.02 2:20 2:40 negative -0.12 2:40 3:00 neutral +0.00
3:00 3:20 positive +0.40 3:20 3:40 positive +0.10 3:40 4:00 positive +0.55
Share of the talk and mood of each speaker, the mood from -1 (negative) to +1 (positive)
Speaker Share Mood Score
Maya Lindqvist 42 % positive +0.41 Theo Brandt 21 % positive +0.28
Priya Raman 21 % negative -0.36 Jonas Weber 16 % neutral +0.02
Not confirmed by the transcript 2
These were drafted, but the checks did not find them in what was said. Read the lines before you rely on one.
Action item Pack the server room Owner: Jonas Weber no date This is a refusal, not a promise.
1:52 “I won't be able to pack the server room before the first of December.” Said by Jonas Weber 1:52
Copy Confirm Remove Edit Why?
Decision The budget for chairs is sixteen thousand The number 16,000 was said to be wrong.
3:20 “The budget for chairs is eighteen thousand, not sixteen.” Said by Priya Raman 3:20
Copy Confirm Remove Edit Why?
How this note was made From office-move.vtt. Written by the rules engine; no language model was used.
The whole transcript was read: 19 lines.
Exact versions Rules: rules 1 Ask about this meeting Make this note again Make private Delete
Transcript Lines that prove something in the note are marked.
Maya Lindqvist Edit 0:00 Good morning. Let's look at the move to the new office first.
0:12 Theo, where are we with the lease?
Theo Brandt Edit 0:25 The landlord sent the contract on Monday. I read it, and the price is what we hoped for.
Action item 4 0:37 I'll send the signed lease to legal by Friday. Action item 1
Maya Lindqvist Edit 0:50 Great. That is really good news.
Priya Raman Edit 1:02 One worry: the network line takes six weeks, and nobody has ordered it.
1:15 If it is late we have no internet on the first day, and that would be a disaster.
Maya Lindqvist Edit 1:27 Can you order it today, Priya? Action item 2
Priya Raman Edit 1:40 Sure, I'll order the line this afternoon. Action item 2
Jonas Weber Edit 1:52 I won't be able to pack the server room before the first of December.
Maya Lindqvist Edit 2:05 Then we agreed: the servers move last, on the fifth. Decision 1
Theo Brandt Edit 2:17 Fine with me.
Jonas Weber Edit 2:30 Do we keep the old phone numbers? I don't know who decides that. Question 1
Maya Lindqvist Edit 2:42 Nobody here does. Let's leave that open. Question 1
Jonas Weber Edit 2:55 Somebody should tell the cleaning company when we can. Action item 3
Maya Lindqvist Edit 3:07 Right. Let's go with the second floor for sales, everybody was happy with that.
Decision 2
Priya Raman Edit 3:20 The budget for chairs is eighteen thousand, not sixteen.
Theo Brandt Edit 3:32 I'll check the offer again, maybe early next week.
Maya Lindqvist Edit 3:45 Thank you all, this went well.
"""


def test_the_page_tells_all_of_the_note_in_its_order() -> None:
    app = create_app(reader_of(office_move()), timezone=ZoneInfo("Europe/Berlin"))
    assert words(app.test_client().get("/meetings/office-move").text) == " ".join(PAGE.split())


def test_a_very_long_transcript_comes_on_several_pages_and_each_line_on_one() -> None:
    """Of a day's talk one page took 830 MB to make."""
    short = [
        Segment(f"s{n}", n * 2.0, n * 2.0 + 2, f"Person {n % 3}", f"This is number {n}.")
        for n in range(1, 4501)
    ]
    long = [Segment(f"s{n}", None, None, "Ann", f"{n} {'word ' * 700}") for n in range(1, 301)]
    for said, pages in ((short, 3), (long, 5)):
        note = with_segments(*said)
        client = create_app(reader_of(note), timezone=UTC).test_client()
        first = client.get(f"/meetings/{note.id}").text
        leads = re.findall(rf'href="(/meetings/{note.id}\?line=\d+)#transcript"', first)
        assert len(leads) == pages
        texts = [client.get(each).text for each in leads]
        assert all(len(text) < 1_500_000 for text in texts)
        shown = [number for text in texts for number in re.findall(r'<p id="s(\d+)">', text)]
        assert shown == [f"{n}" for n in range(1, len(said) + 1)]
        assert '<p id="s1">' in first
        last = client.get(f"/meetings/{note.id}?line={len(said)}").text
        assert f'<p id="s{len(said)}">' in last
        assert '<p id="s1">' not in last
    for wrong in ("", "x", "-1", "0", "9" * 5000):
        assert '<p id="s1">' in client.get(f"/meetings/{note.id}?line={wrong}").text or wrong.startswith("9")


def test_what_proves_an_item_is_linked_on_whichever_page_of_the_transcript_it_stands() -> None:
    """Without scripts, too."""
    said = [Segment(f"s{n}", n * 2.0, n * 2.0 + 2, "Ann", f"I'll send number {n}.") for n in range(1, 4501)]
    note = with_segments(*said)
    cited = {"evidence": ("s4000",), "quote": "I'll send number 4000."}
    item = note.action_items[0].model_copy(update=cited)
    note = note.model_copy(update={"action_items": (item,), "decisions": (), "questions": ()})
    client = create_app(reader_of(note), timezone=UTC).test_client()
    first = client.get(f"/meetings/{note.id}").text
    assert first.count('href="?line=4000#s4000"') == 2, "the quote and who said it"
    assert 'href="#s4000"' not in first
    there = client.get(f"/meetings/{note.id}?line=4000").text
    assert '<p id="s4000">' in there
    assert there.count('href="#s4000"') == 3, "and the line's own"
    assert '"?line=4000' not in there


def test_the_transcript_of_an_ordinary_meeting_is_on_its_page_as_a_whole() -> None:
    client = create_app(reader_of(office_move()), timezone=UTC).test_client()
    text = client.get("/meetings/office-move").text
    assert "Parts of this transcript" not in text
    assert "data-sheets" not in text
