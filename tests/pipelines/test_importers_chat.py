"""What was typed into a meeting's chat is read beside its transcript, and cited as typed."""

from __future__ import annotations

from datetime import UTC
from pathlib import Path
from time import process_time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from guardrails.core.types import Segment
from pipelines.importers import import_transcript, import_with_chat, is_chat
from pipelines.importers.chat import with_chat
from pipelines.note import Note, NoteTranscript, Statement
from pipelines.render.markdown import render_markdown
from pipelines.transcript import Transcript
from tests.fakes.meetings import office_move

VTT = """WEBVTT

1
00:00:01.000 --> 00:00:04.000
Ann: Let us look at the pull request.

2
00:00:05.000 --> 00:00:08.000
Ann: I will post the link.

3
00:00:20.000 --> 00:00:24.000
Bob: Thanks, I will review it by Friday.
"""
CLOUD = "00:00:04\tBob:\twhich one?\r\n00:00:06\tAnn:\thttps://example.org/pr/4747\r\n"
DESKTOP = """10:16:30 From Bob to Ann(Direct Message):
\tlunch?
10:16:32 From  Ann Lee  to  Everyone:
\tReplying to "which one?"

\thttps://example.org/pr/4747
\tand 4748
10:16:40 From Bob to Everyone : the number is 12
10:16:41 From Cid To Everyone:
\tReacted to "the number is 12" with 👍
10:16:42 From Cid To Everyone:
\tRemoved a 👍 reaction from "the number is 12"
"""


def made(
    folder: Path, chat: str, name: str = "meeting_saved_chat.txt", transcript: str = "zoom.vtt"
) -> Transcript:
    (folder / transcript).write_text(VTT)
    (folder / name).write_text(chat)
    return import_with_chat(folder / transcript)


def test_messages_of_the_cloud_stand_where_they_were_typed_and_interrupt_nobody(tmp_path: Path) -> None:
    found = made(tmp_path, CLOUD)
    assert [(s.id, s.start_s, s.speaker) for s in found.segments] == [
        ("s1", 1.0, "Ann"),
        ("s2", 5.0, "Ann"),
        ("chat1", 4.0, "Bob"),
        ("chat2", 6.0, "Ann"),
        ("s3", 20.0, "Bob"),
    ]
    assert found.segments[3].text == "https://example.org/pr/4747"
    assert (found.flags, found.warnings) == ((), ())


def test_of_a_chat_by_another_clock_the_messages_follow_without_a_time(tmp_path: Path) -> None:
    said = made(tmp_path, DESKTOP).segments[3:]
    assert [(s.start_s, s.speaker, s.text) for s in said] == [
        (None, "Ann Lee", "https://example.org/pr/4747 and 4748"),
        (None, "Bob", "the number is 12"),
    ]


@pytest.mark.parametrize(
    ("name", "transcript"),
    [
        ("chat.txt", "audio_transcript.vtt"),
        ("GMT20260528-140000_RecordingnewChat.txt", "GMT20260528-140000_Recording.transcript.vtt"),
        ("weekly.chat.txt", "weekly.vtt"),
    ],
)
def test_the_names_that_zoom_gives_are_known(tmp_path: Path, name: str, transcript: str) -> None:
    assert is_chat(Path(name))
    assert len(made(tmp_path, CLOUD, name, transcript).segments) == 5


def test_a_chat_is_of_no_meeting_where_its_name_does_not_tell(tmp_path: Path) -> None:
    (tmp_path / "other.vtt").write_text(VTT)
    assert len(made(tmp_path, CLOUD).segments) == 3
    other = made(tmp_path, CLOUD, "GMT20260601-090000_RecordingnewChat.txt", "GMT20260528-140000.vtt")
    assert len(other.segments) == 3


@pytest.mark.parametrize(
    "chat", ["", "no message here\n", "\x00\x01\x02", '00:00:01\tAnn:\tReacted to "x" with 👍\n']
)
def test_a_chat_that_cannot_be_read_costs_one_line_and_not_the_note(tmp_path: Path, chat: str) -> None:
    found = made(tmp_path, chat)
    assert len(found.segments) == 3
    (warning,) = found.warnings
    assert warning.startswith("The chat was left out: ")
    assert "meeting_saved_chat.txt" in warning
    assert "\n" not in warning


def test_a_line_of_no_message_is_named(tmp_path: Path) -> None:
    found = made(tmp_path, f"torn off here\n{CLOUD}")
    assert found.flags == ("import-damaged",)
    assert "line 1: belongs to no message" in found.warnings[0]


def test_a_typed_line_is_cited_as_typed() -> None:
    note: Note = office_move()
    said = (Segment("chat1", 192.0, 192.0, "Ann", "PR 4747"), Segment("chat2", None, None, "Bob", "or 12"))
    items = tuple(
        Statement(id=s.id, text=s.text, evidence=(s.id,), quote=s.text, verdict="verified") for s in said
    )
    update = {"decisions": items, "transcript": NoteTranscript(segments=said)}
    text = render_markdown(note.model_copy(update=update), UTC)
    assert "“PR 4747” (chat 3:12)" in text
    assert "“or 12” (chat)" in text


@given(st.text(max_size=300))
def test_any_text_is_a_chat_or_a_warning(tmp_path_factory: pytest.TempPathFactory, text: str) -> None:
    path = tmp_path_factory.getbasetemp() / "chat.txt"
    path.write_bytes(text.encode("utf-8", "replace"))
    transcript = Transcript(segments=(Segment("s1", 0.0, 9.0, "Ann", "Hello."),))
    found = with_chat(transcript, path)
    assert len(found.segments) > 1 or found.warnings
    assert found.segments[0] == transcript.segments[0]


def test_the_reader_itself_does_not_look_at_names(tmp_path: Path) -> None:
    path = tmp_path / "chat.txt"
    path.write_text(CLOUD)
    assert import_transcript(path).segments


def test_a_long_chat_takes_its_length_in_time_and_not_its_square(tmp_path: Path) -> None:
    chat = "".join(f"00:00:{n % 25:02}\tBob:\tmessage {n}\n" for n in range(16_000))
    began = process_time()
    assert len(made(tmp_path, chat).segments) == 16_003
    assert process_time() - began < 3, "placed one by one among all others it was 12 s"


def test_a_line_without_an_end_is_read_at_once(tmp_path: Path) -> None:
    began = process_time()
    made(tmp_path, CLOUD + "10:16:40 From " + "a to " * 4_000 + "\n")
    assert process_time() - began < 0.5
