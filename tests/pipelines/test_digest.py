"""The digest of a day and of a week, as a person reads it in the evening."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipelines.digest import Digest, Period, make_digest
from pipelines.digest.digest import ActionLine
from pipelines.mood import label_of_meeting
from pipelines.note import ActionItem, Due, Engine, Engines, Note, Sentiment
from pipelines.render.digest import render_digest
from tests.fakes.meetings import drafted_move

BERLIN = ZoneInfo("Europe/Berlin")
TUESDAY = date(2026, 11, 17)
FRIDAY = date(2026, 11, 20)


def item(number: int, due: date | None = None, **more: Any) -> ActionItem:
    fields: dict[str, Any] = {
        "id": f"a{number}",
        "task": f"task {number}",
        "owner": "Ann",
        "due": Due(phrase="then", date=due) if due else None,
        "evidence": ("s1",),
        "quote": "I'll do it.",
        "sentiment": "neutral",
        "verdict": "verified",
    }
    return ActionItem.model_validate(fields | more)


def meeting(note_id: str, day: date, *items: ActionItem, hour: int = 10) -> Note:
    started = datetime(day.year, day.month, day.day, hour, tzinfo=BERLIN)
    note = drafted_move(note_id, started.astimezone(UTC))
    return note.model_copy(update={"title": f"Meeting {note_id}", "action_items": items})


def of_day(*notes: Note, day: date = TUESDAY) -> Digest:
    return make_digest(notes, Period.day(day), timezone=BERLIN)


def tasks(digest: Digest, section: str) -> list[tuple[str | None, str]]:
    return [(p.name, line.text) for p in digest.people for line in getattr(p, section)]


def test_a_day_tells_what_was_decided_what_is_due_and_what_is_open() -> None:
    digest = of_day(drafted_move())
    assert [line.title for line in digest.meetings] == ["Moving to the new office"]
    assert [line.about for line in digest.meetings] == [drafted_move().summary.splitlines()[0]]
    assert [line.text for line in digest.decisions] == [
        "The servers move last, on the fifth",
        "Sales gets the second floor",
    ]
    assert [line.text for line in digest.questions] == ["Do we keep the old phone numbers?"]
    assert tasks(digest, "due") == [
        ("Priya Raman", "Order the network line"),
        ("Theo Brandt", "Send the signed lease to legal"),
    ]
    assert tasks(digest, "promised") == [(None, "Tell the cleaning company")]


@pytest.mark.parametrize(
    ("made_on", "slipped"),
    [
        (date(2026, 11, 16), []),
        (date(2026, 11, 18), ["task 1"]),
        (date(2026, 11, 22), ["task 1", "task 2"]),
        (date(2026, 12, 24), ["task 1", "task 2"]),
    ],
)
def test_in_the_digest_of_a_week_nothing_slips_before_its_day_is_over(
    made_on: date, slipped: list[str]
) -> None:
    monday = meeting("m", date(2026, 11, 16), item(1, TUESDAY), item(2, date(2026, 11, 19)), item(3, FRIDAY))
    digest = make_digest([monday], Period.week(TUESDAY, made_on), timezone=BERLIN)
    assert [line.text for line in digest.slipped] == slipped


def test_what_the_transcript_does_not_confirm_is_counted_only() -> None:
    digest = of_day(drafted_move())
    text = render_digest(digest, BERLIN)
    assert digest.meetings[0].unconfirmed == 2
    assert "sixteen thousand" not in text
    assert "server room" not in text
    assert "does not confirm it: 2" in text


def test_every_line_names_the_note_and_the_item_that_prove_it() -> None:
    note = drafted_move()
    digest = of_day(note)
    lines = [*digest.decisions, *digest.questions, *digest.due, *digest.people[-1].promised]
    claims = {claim.id for claim in (*note.action_items, *note.decisions, *note.questions)}
    assert lines
    assert {line.note_id for line in lines} == {note.id}
    assert {line.item_id for line in lines} <= claims


def test_an_open_item_of_an_older_meeting_slips_when_its_day_is_past() -> None:
    old = meeting("old", date(2026, 11, 9), item(1, date(2026, 11, 13)), item(2, date(2026, 11, 16)))
    digest = of_day(old)
    assert digest.meetings == ()
    assert [line.text for line in digest.slipped] == ["task 1", "task 2"]
    text = render_digest(digest, BERLIN)
    assert "was due Fri 13 Nov 2026:** task 1" in text
    assert "was due yesterday:** task 2 (Meeting old, Mon 9 Nov 2026)" in text


def test_what_is_done_or_not_said_yet_does_not_slip() -> None:
    done = meeting("done", date(2026, 11, 9), item(1, date(2026, 11, 13), status="done"))
    later = meeting("later", date(2026, 11, 18), item(2, TUESDAY))
    assert of_day(done, later).is_empty


def test_an_item_stands_in_one_list_only() -> None:
    today = meeting("m", TUESDAY, item(1, TUESDAY), item(2, FRIDAY), item(3), item(4, date(2027, 1, 4)))
    digest = of_day(today)
    assert tasks(digest, "due") == [("Ann", "task 1"), ("Ann", "task 2")]
    assert tasks(digest, "promised") == [("Ann", "task 4"), ("Ann", "task 3")]
    assert not digest.slipped


def test_what_slipped_long_ago_is_counted_and_no_longer_listed() -> None:
    old = meeting("old", date(2026, 9, 1), item(1, date(2026, 9, 4)), item(2, date(2026, 11, 10)))
    digest = of_day(old)
    assert [line.text for line in digest.slipped] == ["task 2"]
    assert digest.slipped_before == 1
    assert "Overdue and not listed: 1." in render_digest(digest, BERLIN)


def test_the_week_holds_monday_to_sunday_as_seen_on_friday() -> None:
    notes = [
        meeting("before", date(2026, 11, 15)),
        meeting("monday", date(2026, 11, 16), item(1, date(2026, 11, 18)), item(2, FRIDAY)),
        meeting("sunday", date(2026, 11, 22), item(3, date(2026, 11, 25))),
        meeting("after", date(2026, 11, 23)),
    ]
    digest = make_digest(notes, Period.week(date(2026, 11, 19)), timezone=BERLIN)
    assert digest.id == "2026-W47"
    assert [line.note_id for line in digest.meetings] == ["monday", "sunday"]
    assert [line.text for line in digest.slipped] == ["task 1"]
    assert [line.text for line in digest.due] == ["task 2", "task 3"]
    assert "Week 47, from Mon 16 Nov 2026" in render_digest(digest, BERLIN)


def test_the_week_names_days_by_their_date_since_it_is_read_on_any_of_them() -> None:
    week = Period.week(date(2026, 11, 22))
    monday = meeting("monday", date(2026, 11, 16), item(1, date(2026, 11, 19)), item(2, FRIDAY))
    text = render_digest(make_digest([monday], week, timezone=BERLIN), BERLIN)
    assert "was due Thu 19 Nov 2026:** task 1" in text
    assert "**Due Fri 20 Nov 2026:** task 2" in text


def test_a_meeting_belongs_to_its_local_day() -> None:
    late = meeting("late", TUESDAY, hour=0)
    assert late.started_at.astimezone(UTC).date() == TUESDAY - timedelta(1)
    assert [line.note_id for line in of_day(late).meetings] == ["late"]


def test_a_meeting_without_a_known_time_of_day_shows_none() -> None:
    text = render_digest(of_day(meeting("m", TUESDAY, hour=0), meeting("n", TUESDAY, hour=10)), BERLIN)
    assert "\n- Meeting m (m, 4 min, mixed)" in text
    assert "\n- 10:00 Meeting n (n, 4 min, mixed)" in text


def test_a_deleted_note_leaves_no_word_behind() -> None:
    gone = meeting("gone", TUESDAY, item(1, TUESDAY, owner="Eve", task="xylophone"))
    kept = meeting("kept", TUESDAY, item(2, TUESDAY))
    before = of_day(gone, kept)
    assert "xylophone" in before.model_dump_json()
    after = before.without("gone")
    assert after == of_day(kept)
    assert "gone" not in after.model_dump_json()


THURSDAY = date(2026, 11, 19)


def by_rules(*items: ActionItem) -> Note:
    """A meeting of Tuesday that the rules alone read."""
    return meeting("m", TUESDAY, *items).model_copy(update={"engines": Engines(rules=Engine(name="rules"))})


def test_of_what_rules_read_only_what_is_for_a_later_day_is_listed_and_as_it_was_said() -> None:
    note = by_rules(
        item(1, THURSDAY, task="I'll send the xylophone.", quote="I'll send the xylophone."),
        item(2, THURSDAY, owner=None),
        item(3, TUESDAY),
        item(4),
    )
    digest = of_day(note)
    assert tasks(digest, "due") == [("Ann", "“I'll send the xylophone.”")]
    assert tasks(digest, "promised") == []
    assert (digest.decisions, digest.questions) == ((), ())
    assert digest.meetings[0].by_rules
    assert "that the rules alone read" in render_digest(digest, BERLIN)
    assert digest.as_told_by(note) == digest
    corrected = note.action_items[0].model_copy(update={"quote": "I'll send the peas on Thursday."})
    assert "xylophone" not in digest.as_told_by(by_rules(corrected)).model_dump_json()


@pytest.mark.parametrize(("day", "due"), [(TUESDAY, 1), (date(2026, 11, 18), 0), (THURSDAY, 1), (FRIDAY, 0)])
def test_what_rules_found_is_listed_on_the_day_of_the_meeting_and_when_it_is_due(day: date, due: int) -> None:
    digest = of_day(by_rules(item(1, THURSDAY)), day=day)
    assert (len(digest.due), len(digest.slipped)) == (due, 0)
    assert digest.slipped_before == (day > THURSDAY)


@pytest.mark.parametrize(
    "item",
    [item(1, flags=("edited",)), item(1, flags=("confirmed-by-hand",)), item(1, evidence=("typed-1",))],
)
def test_what_a_person_typed_or_changed_is_listed_in_any_case(item: ActionItem) -> None:
    assert tasks(of_day(by_rules(item)), "promised") == [("Ann", "task 1")]


def test_what_was_said_cannot_become_markup() -> None:
    text = render_digest(of_day(meeting("m", TUESDAY, item(1, task="# <b>run</b>\n## now"))), BERLIN)
    assert r"\# \<b>run\</b> \#\# now" in text


def test_a_day_without_anything_says_so() -> None:
    digest = of_day()
    assert digest.is_empty
    assert render_digest(digest, BERLIN) == "# Tuesday 17 November 2026\n\nNo meetings.\n"


days = st.dates(date(2026, 10, 1), date(2026, 12, 31))
items = st.lists(
    st.tuples(
        st.none() | days, st.sampled_from(["open", "done"]), st.sampled_from(["verified", "unverified"])
    ),
    max_size=4,
)


@given(st.lists(st.tuples(days, items), max_size=5), days, st.randoms())
def test_the_same_notes_in_any_order_make_the_same_digest(
    meetings: list[tuple[date, list[tuple[date | None, str, str]]]], day: date, shuffler: Any
) -> None:
    notes = [
        meeting(
            f"m{number}",
            held,
            *(item(i, due, status=status, verdict=verdict) for i, (due, status, verdict) in enumerate(said)),
        )
        for number, (held, said) in enumerate(meetings)
    ]
    digest = of_day(*notes, day=day)
    shuffler.shuffle(notes)
    assert of_day(*notes, day=day) == digest
    assert Digest.model_validate_json(digest.model_dump_json()) == digest
    assert all(line.due and line.due.date and line.due.date < day for line in digest.slipped)
    assert all(line.due and line.due.date and line.due.date >= day for line in digest.due)
    assert all("a" in line.item_id and line.said_on <= day for line in (*digest.slipped, *digest.due))


def felt(note_id: str, day: date, score: float, duration_s: float = 1_800.0) -> Note:
    mood = Sentiment(label=label_of_meeting(score), score=score)
    return meeting(note_id, day).model_copy(update={"sentiment": mood, "duration_s": duration_s})


@pytest.mark.parametrize(
    ("before", "sentence"),
    [
        ((), "The mood was positive (+0.20)."),
        ((-0.2,), "The mood was positive (+0.20), up from negative (-0.20) in the week before."),
        ((0.5,), "The mood was positive (+0.20), down from positive (+0.50) in the week before."),
        ((0.21,), "The mood was positive (+0.20), as in the week before."),
        ((0.0, 0.4), "The mood was positive (+0.20), as in the week before."),
    ],
)
def test_a_digest_tells_how_the_mood_moved(before: tuple[float, ...], sentence: str) -> None:
    earlier = [felt(f"e{n}", TUESDAY - timedelta(days=3), score) for n, score in enumerate(before)]
    digest = of_day(felt("m", TUESDAY, 0.2), *earlier)
    assert digest.mood_moved == sentence
    assert sentence in render_digest(digest, BERLIN)


def test_a_long_meeting_weighs_more_in_the_mood_than_a_short_one() -> None:
    assert of_day(felt("long", TUESDAY, -0.4, 5_400), felt("short", TUESDAY, 0.4, 1_800)).mood == -0.2


def test_what_was_felt_longer_ago_than_a_week_is_not_compared_with() -> None:
    old = felt("old", TUESDAY - timedelta(days=8), -0.9)
    assert of_day(felt("m", TUESDAY, 0.2), old).mood_before is None


def test_a_digest_without_meetings_has_no_mood() -> None:
    assert of_day().mood_moved == ""


def test_the_mood_of_a_deleted_meeting_goes_with_it() -> None:
    both = of_day(felt("a", TUESDAY, 0.4), felt("b", TUESDAY, -0.4))
    assert both.without("b").mood == 0.4


def test_a_line_of_an_earlier_version_can_be_read() -> None:
    line = {"note_id": "m", "item_id": "a1", "meeting": "Plan", "text": "Call", "said_on": "2026-11-16"}
    line |= {"owner": None, "due": None}
    assert ActionLine.model_validate(line | {"said_done": None}) == ActionLine.model_validate(line)
