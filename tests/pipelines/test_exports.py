"""Notes in other people's tools: each file is read back by a reader that is not ours."""

from __future__ import annotations

import csv
import html
import io
import json
import re
from collections.abc import Iterable
from datetime import UTC, date, datetime
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from lxml import etree

from guardrails.core.types import Segment
from pipelines.importers import import_transcript
from pipelines.note import Due, Note, NoteTranscript
from pipelines.render.calendar import CalendarItem, render_calendar
from pipelines.render.document import render_docx
from pipelines.render.forms import FORMS, Place, rendered
from pipelines.render.markdown import render_markdown
from pipelines.render.subtitles import render_srt, render_vtt
from pipelines.render.table import render_csv
from tests.fakes.meetings import office_move

NOW = datetime(2026, 11, 18, 8, tzinfo=UTC)
BERLIN = ZoneInfo("Europe/Berlin")


def items(note: Note) -> list[CalendarItem]:
    address = f"http://room.local/{note.id}"
    return [CalendarItem(note.id, note.title, item, address) for item in note.action_items]


def first_item(**update: object) -> CalendarItem:
    note = office_move()
    item = note.action_items[0].model_copy(update=update)
    return CalendarItem(note.id, note.title, item)


def calendar(data: bytes):
    from icalendar import Calendar

    return Calendar.from_ical(data)


def test_a_dated_item_is_a_task_and_an_all_day_event_of_its_day() -> None:
    due = Due(phrase="by Friday", date=date(2026, 11, 20))
    read = calendar(render_calendar([first_item(due=due, owner="Theo Brandt")], name="Room", now=NOW))
    (todo,) = read.walk("VTODO")
    (event,) = read.walk("VEVENT")
    assert todo.decoded("due") == event.decoded("dtstart") == date(2026, 11, 20)
    assert str(event["summary"]).startswith("Theo Brandt: ")
    assert "by Friday" in str(todo["description"])
    assert todo["uid"] != event["uid"]


def test_an_item_without_a_day_is_a_task_alone_and_a_done_one_is_completed() -> None:
    read = calendar(render_calendar([first_item(due=None, status="done")], name="Room", now=NOW))
    assert not read.walk("VEVENT")
    assert str(read.walk("VTODO")[0]["status"]) == "COMPLETED"


def test_a_calendar_made_again_has_the_same_uids() -> None:
    twice = [render_calendar(items(office_move()), name="Room", now=NOW) for _ in range(2)]
    uids = [{str(part["uid"]) for part in calendar(data).walk() if "uid" in part} for data in twice]
    assert uids[0] == uids[1]


ANYTHING = st.text(st.characters(codec=None), max_size=40)
"""Half surrogate pairs and control characters included."""


@given(task=ANYTHING, owner=ANYTHING, phrase=ANYTHING, title=ANYTHING, day=st.dates())
@example(task="x", owner="Ann", phrase="then", title="a\r\nATTENDEE:mailto:eve@example.org", day=date.max)
def test_no_word_and_no_day_breaks_a_calendar_or_adds_to_it(
    task: str, owner: str, phrase: str, title: str, day: date
) -> None:
    item = first_item(task=task, owner=owner, due=Due(phrase=phrase, date=day)).item
    sound = first_item(due=Due(phrase="by Friday", date=date(2026, 11, 20)))
    data = render_calendar([CalendarItem("odd", title, item), sound], name=title, now=NOW)
    read = calendar(data)
    assert [len(read.walk(kind)) for kind in ("VTODO", "VEVENT", "VALARM")] == [2, 2, 0]
    assert str(read.walk("VTODO")[1]["summary"]).endswith(sound.item.task)
    for event in read.walk("VEVENT"):
        assert "attendee" not in event
        assert len(str(event["summary"]).splitlines()) <= 1


SIGNS = "=+-@＝＋－＠"
SPREADSHEET = st.text(st.sampled_from([*SIGNS, *";\t\r\n\"', 1x"]), max_size=12)


@given(task=SPREADSHEET, owner=SPREADSHEET, quote=SPREADSHEET)
@example(task="=1+1", owner="+49 30", quote="@SUM(A1)")
@example(task="a;=1+1", owner='b;"=1+1', quote="c\t=1+1")
@example(task="\tx", owner="d\r\n-1", quote="＝1＋1")
def test_no_cell_is_a_formula_however_the_file_is_cut_and_no_word_is_lost(
    task: str, owner: str, quote: str
) -> None:
    written = render_csv([first_item(task=task, owner=owner, quote=quote)])
    header, row = csv.reader(io.StringIO(written, newline=""))
    assert len(header) == len(row)
    for cell, text in zip((row[0], row[1], row[-1]), (task, owner, quote), strict=True):
        assert cell.replace("'", "") == text.replace("'", "")
        assert not cell.startswith(("\t", "\r"))
    by_quotes = [
        cell
        for separator in ",;\t"
        for line in csv.reader(io.StringIO(written, newline=""), delimiter=separator)
        for cell in line
    ]
    # A reader that knows no quotes, or that somebody has told to cut at several signs.
    for cell in (*by_quotes, *re.split("[;\t\r\n]", written)):
        assert not cell.lstrip('" \t\r\n').startswith(tuple(SIGNS))


def test_every_cell_is_quoted() -> None:
    for line in render_csv(items(office_move())).splitlines():
        assert re.fullmatch(r'"(?:[^"]|"")*"(?:,"(?:[^"]|"")*")*', line)


def test_a_document_holds_the_whole_note_and_what_was_said() -> None:
    from docx import Document

    note = office_move()
    text = "\n".join(p.text for p in Document(io.BytesIO(render_docx(note, BERLIN))).paragraphs)
    for item in note.action_items:
        assert item.task in text
    for segment in note.transcript.segments:
        assert segment.text in text
    assert note.title in text
    assert "Not confirmed by the transcript" in text


def test_a_document_shows_an_item_that_is_its_quote_once_and_as_a_quote() -> None:
    from docx import Document

    item = office_move().action_items[0]
    note = office_move().model_copy(update={"action_items": (item.model_copy(update={"task": item.quote}),)})
    lines = [p.text for p in Document(io.BytesIO(render_docx(note, BERLIN))).paragraphs]
    (line,) = (line for line in lines if line.startswith("☐"))
    assert f"“{item.quote}”" in line
    assert line.count(item.quote) == 1


def test_a_document_tells_whose_work_it_is_and_what_a_person_changed() -> None:
    from docx import Document

    note, task = office_move(), "pack their own desk (everyone except Leila)"
    fields = {"task": task, "owner": None, "due": None, "flags": ("several-owners", "edited")}
    item = note.action_items[0].model_copy(update=fields)
    data = render_docx(note.model_copy(update={"action_items": (item,)}), BERLIN)
    lines = [p.text for p in Document(io.BytesIO(data)).paragraphs]
    assert any(f"Several people: {task} (changed by hand)" in line for line in lines)


def test_a_document_of_words_that_xml_cannot_hold_opens() -> None:
    from docx import Document

    said = NoteTranscript(segments=(Segment("s1", 0, 1, "Ann", "a\x00b\ud800c"),))
    data = render_docx(office_move().model_copy(update={"transcript": said}), BERLIN)
    assert any("a\ufffdb\ufffdc" in p.text for p in Document(io.BytesIO(data)).paragraphs)


SEGMENTS = (
    Segment("s1", 0.0, 2.5, "Ann", "Good <b>morning</b> & welcome."),
    Segment("s2", 2.5, None, None, "1 --> 2"),
    Segment("s3", 3661.25, None, "Bob", "Last words."),
    Segment("s4", None, None, "Bob", "No time."),
)


def spoken(segments: Iterable[Segment]) -> Note:
    return office_move().model_copy(update={"transcript": NoteTranscript(segments=tuple(segments))})


def test_subtitles_are_read_back_as_they_were_said(tmp_path: Path) -> None:
    path = tmp_path / "talk.vtt"
    path.write_text(render_vtt(spoken(SEGMENTS)))
    read = import_transcript(path).segments
    assert [(s.start_s, s.speaker, s.text) for s in read] == [
        (0.0, "Ann", "Good <b>morning</b> & welcome."),
        (2.5, None, "1 --> 2"),
        (3661.25, "Bob", "Last words."),
    ]


def test_subrip_numbers_its_lines_and_names_the_speaker() -> None:
    blocks = render_srt(SEGMENTS).strip().split("\n\n")
    assert blocks[0] == "1\n00:00:00,000 --> 00:00:02,500\nAnn: Good <b>morning</b> & welcome."
    assert blocks[1] == "2\n00:00:02,500 --> 01:01:01,250\n1 -> 2"
    assert blocks[2] == "3\n01:01:01,250 --> 01:01:06,250\nBob: Last words."
    assert len(blocks) == 3


def test_a_line_of_two_voices_names_both_and_its_promise_either() -> None:
    from docx import Document

    said = (Segment("s1", 0.0, 2.5, "Ann", "I'll send it.", also="Voice 2"),)
    made = office_move()
    item = made.action_items[0].model_copy(update={"owner": None, "voices": ("Ann", "Voice 2")})
    made = made.model_copy(
        update={"transcript": NoteTranscript(segments=said), "action_items": (item,), "topics": ()}
    )
    assert "<v Ann and Voice 2>I'll send it." in render_vtt(spoken(said))
    assert "Ann and Voice 2: I'll send it." in render_srt(said)
    assert "**Ann or Voice 2**: " in render_markdown(made, BERLIN)
    shown = [p.text for p in Document(io.BytesIO(render_docx(made, BERLIN))).paragraphs]
    assert any("Ann and Voice 2: I'll send it." in each for each in shown)
    assert any("Ann or Voice 2: " in each for each in shown)


def test_a_time_that_no_meeting_has_is_none_in_subtitles() -> None:
    lines = [(1e308, 1e308), (4.0, 1e308), (float("nan"), None), (9.0, 11.0), (-1.0, 2.0)]
    segments = [Segment(f"s{n}", start, end, None, f"Line {n}") for n, (start, end) in enumerate(lines)]
    for file in (render_vtt(spoken(segments)), render_srt(segments)):
        assert re.findall("Line .", file) == ["Line 1", "Line 3"]
        assert re.search("00:00:04.000 --> 00:00:09.000", file)
    text = rendered(spoken(segments), "txt", Place(BERLIN, NOW)).decode()
    assert [line for line in text.splitlines() if "Line" in line] == [
        "Line 0", "[0:04] Line 1", "Line 2", "[0:09 - 0:11] Line 3", "Line 4"
    ]  # fmt: skip


@given(st.lists(st.tuples(st.floats(0, 1e5), st.text(min_size=1)), max_size=5))
def test_whatever_was_said_breaks_no_cue(lines: list[tuple[float, str]]) -> None:
    segments = [Segment(f"s{n}", start, None, "Ann", text) for n, (start, text) in enumerate(lines)]
    cues = [text for _, text in lines if text.strip()]
    for file in (render_vtt(spoken(segments)), render_srt(segments)):
        assert sum(" --> " in line for line in file.split("\n")) == len(cues)
        assert "\n\n\n" not in file


TALK = (
    Segment("s1", 0.0, 2.5, "Ann Lee", "Good morning & welcome: it's 10:30."),
    Segment("s2", 2.5, 7.125, "Voice 2", "We ship on Friday."),
    Segment("s3", 7.125, 9.0, None, "Somebody laughed."),
    Segment("s4", 3661.25, 3663.5, "Bob", "Last words [0:99], or not?"),
    Segment("s5", 3661.25, 3664.0, "Ann Lee", "At the same time."),
)
UNTIMED = Segment("s6", None, None, "Bob", "No time.")


@pytest.mark.parametrize("suffix", ["vtt", "srt", "txt", "docx", "json"])
def test_a_transcript_that_is_taken_away_and_read_again_is_the_same(tmp_path: Path, suffix: str) -> None:
    said = TALK if suffix in ("vtt", "srt") else (*TALK, UNTIMED)  # no player shows a line without a time
    note = spoken(said)
    path = tmp_path / f"talk.{suffix}"
    content = rendered(note, suffix, Place(BERLIN, NOW))
    if suffix == "json":
        content = note.heard(note.started_at).model_dump_json().encode()
    path.write_bytes(content)
    read = import_transcript(path)
    assert [(s.start_s, s.end_s, s.speaker, s.text) for s in read.segments] == [
        (s.start_s, s.end_s, s.speaker, s.text) for s in said
    ]
    assert read.warnings == ()
    if suffix != "srt":
        assert read.taken_for == "Roomscribe transcript"
        assert read.began_at(BERLIN) == note.started_at
    if suffix not in ("srt", "json"):
        assert read.title == note.title


@pytest.mark.parametrize("suffix", list(FORMS))
def test_every_form_of_a_note_is_a_file_that_marks_what_is_not_confirmed(suffix: str) -> None:
    """Below a heading of its own, in a column or under a key; a calendar leaves it out, for no calendar has
    room for a doubt, and a transcript holds no items."""
    note = office_move()
    content = rendered(note, suffix, Place(BERLIN, NOW))
    confirmed, doubtful = ("Order the network line", "Pack the server room")
    if suffix == "csv":
        rows = {row["task"]: row["confirmed"] for row in csv.DictReader(io.StringIO(content.decode()))}
        assert (rows[confirmed], rows[doubtful]) == ("yes", "no")
    elif suffix == "json":
        verdicts = {each["task"]: each["verdict"] for each in json.loads(content)["action_items"]}
        assert (verdicts[confirmed], verdicts[doubtful]) == ("verified", "unverified")
    elif suffix == "ics":
        summaries = [str(todo["summary"]) for todo in calendar(content).walk("VTODO")]
        assert any(confirmed in each for each in summaries)
        assert not any(doubtful in each for each in summaries)
    elif suffix in ("txt", "vtt", "srt"):
        assert note.transcript.segments[0].text in content.decode()
        assert doubtful not in content.decode()
    else:
        text = note_text(suffix, content)
        sure, heading, doubts = text.partition("Not confirmed by the transcript")
        assert heading
        assert (confirmed in sure, doubtful in sure, doubtful in doubts) == (True, False, True)


def note_text(suffix: str, content: bytes) -> str:
    """The words of a note, in their order."""
    if suffix == "docx":
        from docx import Document

        return "\n".join(each.text for each in Document(io.BytesIO(content)).paragraphs)
    if suffix == "html":
        return " ".join(etree.fromstring(content, etree.HTMLParser()).itertext())
    return content.decode()


def test_a_web_page_needs_nothing_else_and_shows_words_as_words() -> None:
    words = "<script>alert(1)</script> & \x1b[2J"
    page = rendered(spoken([Segment("s1", 0, 1, "<b>Ann</b>", words)]), "html", Place(BERLIN, NOW)).decode()
    assert "<script" not in page
    assert "&lt;script&gt;alert(1)&lt;/script&gt; &amp; \ufffd[2J" in page
    assert not re.search(r"""(?:src|href)=|url\(|@import""", page)
    for item in office_move().action_items:
        assert html.escape(item.task) in page
    parser = etree.HTMLParser(recover=False)
    etree.fromstring(page.encode(), parser)
    assert [error for error in parser.error_log if "Tag" not in error.message] == []
