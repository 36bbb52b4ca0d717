"""What platforms, note takers and speech services write: who said what, and when.

The texts are made up here, in the forms that the services document or that real files have.
"""

# Samples are on lines as long as the services write them, and times of a place have no zone.
# ruff: noqa: E501, DTZ001, W293, ISC004

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from pipelines.errors import BadInputError
from pipelines.importers import import_transcript, read_and_compared
from pipelines.transcript import Transcript

Said = list[tuple[str | None, float | None, str]]

ANN, BOB = ("Ann Lee", 3.0, "We ship on Friday."), ("Bob Ray", 65.0, "I'll send the list.")
TWO: Said = [ANN, BOB]
UNTIMED: Said = [("Ann Lee", None, "We ship on Friday."), ("Bob Ray", None, "I'll send the list.")]


def word_document(*paragraphs: str | tuple[str, str]) -> bytes:
    """Paragraphs, or (style, text); a line feed is a line break within one."""
    import io

    import docx

    document = docx.Document()
    for each in paragraphs:
        style, text = each if isinstance(each, tuple) else (None, each)
        document.add_paragraph(text, style=style)
    out = io.BytesIO()
    document.save(out)
    return out.getvalue()


def said(transcript: Transcript) -> Said:
    return [(s.speaker, s.start_s, s.text) for s in transcript.segments]


@pytest.fixture
def read(tmp_path: Path) -> Callable[..., Transcript]:
    def _read(name: str, content: str | bytes | dict[str, Any] | list[Any]) -> Transcript:
        path = tmp_path / name
        if isinstance(content, (dict, list)):
            content = json.dumps(content)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return import_transcript(path)

    return _read


TEAMS_VTT = """WEBVTT
 \t
0:0:3.0 --> 0:0:5.320
<v Ann Lee>We ship on Friday.</v>

27d4e9a1-4f7b-4d0b-9a11-3c5c7d7b2f10/18-0
0:1:5.0 --> 0:1:8.40
<v Ray, Bob (ACME | EU)>I'll send
the list.</v>
"""
MEET = """Nov 16, 2026
Weekly sync - Transcript
Attendees

Ann Lee, Bob Ray

Transcript

00:00:03

Ann Lee: We ship on Friday.
Bob Ray: Good.

00:01:05

Bob Ray: I'll send the list.


Transcription ended after 00:02:10

This editable transcript was computer generated and might contain errors. People can also change the text.
"""
OTTER = """Weekly sync
Mon, Nov 16, 2026 10:00AM \u2022 2:10
SUMMARY KEYWORDS
list, friday
SPEAKERS
Ann Lee, Bob Ray

Ann Lee  0:03
We ship on Friday.

Bob Ray  1:05
I'll send the list.

Transcribed by https://otter.ai
"""
CAPTIONS = """[Ann Lee] 15:05:17
We ship on Friday.

[Bob Ray] 15:06:19
I'll send the list.
"""
WEBEX_VTT = """WEBVTT

1 "Ann Lee" (1234567)
00:00:03.000 --> 00:00:05.000
We ship on Friday.

2 "Ray, Bob" (7654321)
00:01:05.000 --> 00:01:09.000
I'll send the list.
"""
ZOOM_VTT = """WEBVTT

1
00:00:03.000 --> 00:00:05.000
Ann Lee (she/her): We ship on Friday.

2
00:01:05.000 --> 00:01:09.000
Ray, Bob (ACME | EU): I'll send the list.
"""
YOUTUBE = """WEBVTT
Kind: captions
Language: en

00:00:01.000 --> 00:00:03.000 align:start position:0%
 
we<00:00:01.300><c> ship</c><00:00:01.900><c> on</c><00:00:02.400><c> Friday</c>

00:00:03.000 --> 00:00:03.010 align:start position:0%
we ship on Friday
 

00:00:03.010 --> 00:00:05.000 align:start position:0%
we ship on Friday
I'll<00:00:03.300><c> send</c><00:00:03.900><c> the</c><00:00:04.400><c> list</c>

00:00:05.000 --> 00:00:05.010 align:start position:0%
I'll send the list
 

00:00:05.010 --> 00:00:07.000 align:start position:0%
I'll send the list
[Music]
"""
AS_MARKDOWN = (
    MEET.replace("00:00:03", "### 00:00:03").replace("00:01:05", "### 00:01:05")
    .replace("Ann Lee: ", "**Ann Lee:** ").replace("Bob Ray: ", "**Bob Ray:** ")
    .replace("Transcription", "### Transcription").replace("Weekly sync - Transcript", "# Weekly sync - Transcript")
)  # fmt: skip
MEET_SAID: Said = [ANN, ("Bob Ray", 3.0, "Good."), BOB]

TEXTS: list[tuple[str, str, str | bytes, str, Said]] = [
    ("Teams, WebVTT", "t.vtt", TEAMS_VTT, "Teams transcript", TWO),
    (
        "Teams, document",
        "t.docx",
        word_document(
            "Weekly sync-20261116_100000-Meeting Transcript",
            "November 16, 2026, 9:00AM",
            "2m 10s",
            "Ann Lee started transcription",
            "Ann Lee   0:03\nWe ship on Friday.",
            "Bob Ray   1:05\nI'll send the list.",
            "Ann Lee stopped transcription",
        ),
        "Teams transcript",
        TWO,
    ),
    (
        "Teams, older document",
        "t.docx",
        word_document(
            "0:0:3.0 --> 0:0:5.540\nAnn Lee\nWe ship on Friday.",
            "0:1:5.0 --> 0:1:9.10\nBob Ray\nI'll send the list.",
        ),
        "Teams transcript",
        TWO,
    ),
    (
        "Teams, text",
        "t.txt",
        "Ann Lee started transcription\n\nAnn Lee\n3 seconds\n0:03\nWe ship on Friday.\n"
        "Bob Ray\n1 minute 5 seconds\n1:05\nI'll send the list.\n",
        "Teams transcript",
        TWO,
    ),
    ("Meet, text", "m.txt", MEET, "Google Meet transcript", MEET_SAID),
    ("Meet, Markdown", "m.md", AS_MARKDOWN, "Google Meet transcript", MEET_SAID),
    (
        "Meet, document",
        "m.docx",
        word_document(
            *(
                ("Heading 1", line)
                if "Weekly sync" in line
                else ("Heading 3", line)
                if line[:1] == "0"
                else line
                for line in MEET.splitlines()
            )
        ),
        "Google Meet transcript",
        MEET_SAID,
    ),
    ("Webex, WebVTT", "w.vtt", WEBEX_VTT, "Webex transcript", TWO),
    ("Webex, text", "w.txt", WEBEX_VTT.replace("WEBVTT", ""), "Webex transcript", TWO),
    ("Zoom, WebVTT", "z.vtt", ZOOM_VTT, "Zoom transcript", TWO),
    (
        "Zoom, saved captions",
        "meeting_saved_closed_caption.txt",
        CAPTIONS,
        "Zoom captions",
        [("Ann Lee", 0.0, ANN[2]), ("Bob Ray", 62.0, BOB[2])],
    ),
    (
        "Zoom, chat",
        "c.txt",
        "00:00:03\tAnn Lee:\tWe ship on Friday.\n00:01:05\tBob Ray:\tI'll send the list.\n",
        "Zoom chat",
        TWO,
    ),
    ("Otter, text", "o.txt", OTTER, "Otter transcript", TWO),
    (
        "Otter, SubRip",
        "o.srt",
        "1\n00:00:03,000 --> 00:00:05,000\nAnn Lee: We ship on Friday.\n\n"
        "2\n00:01:05,000 --> 00:01:09,000\nBob Ray: I'll send the list.\n",
        "SubRip captions",
        TWO,
    ),
    (
        "Rev",
        "r.txt",
        "Ann Lee (00:03):\nWe ship on Friday.\n\nBob Ray (01:05):\nI'll send the list.\n\n"
        "This transcript was exported on Nov 16, 2026 - view latest version here.\n",
        "Rev transcript",
        TWO,
    ),
    (
        "Descript",
        "d.md",
        "# Weekly sync\n\n**Ann Lee:** [00:00:03] We ship on Friday.\n\n**Bob Ray:** [00:01:05] I'll send the list.\n",
        "text",
        TWO,
    ),
    (
        "Fireflies",
        "f.txt",
        "Weekly sync\n\nAnn Lee - 00:03\nWe ship on Friday.\n\nBob Ray - 01:05\nI'll send the list.\n",
        "text",
        TWO,
    ),
    (
        "tl;dv",
        "d.txt",
        "Ann Lee\n00:03\nWe ship on Friday.\n\nBob Ray\n01:05\nI'll send the list.\n",
        "text",
        TWO,
    ),
    (
        "time and name above",
        "d.txt",
        "[00:00:03] Ann Lee\nWe ship on Friday.\n\n[00:01:05] Bob Ray\nI'll send the list.\n",
        "text",
        TWO,
    ),
    (
        "Granola",
        "g.md",
        "Meeting Title: Weekly sync\nDate: Nov 16\nMeeting participants: Ann Lee, Bob Ray\n\nTranscript:\n \n"
        "Me: We ship on Friday.  \nThem: I'll send the list.  \n",
        "Granola transcript",
        [("Me", None, ANN[2]), ("Them", None, BOB[2])],
    ),
    (
        "Audacity",
        "a.txt",
        "3.000000\t5.000000\tAnn Lee: We ship on Friday.\n65.000000\t69.000000\tBob Ray: I'll send the list.\n",
        "Audacity labels",
        TWO,
    ),
    (
        "YouTube",
        "y.vtt",
        YOUTUBE,
        "YouTube captions",
        [(None, 1.0, "we ship on Friday"), (None, 3.01, "I'll send the list")],
    ),
    (
        "Whisper, table",
        "w.tsv",
        "start\tend\ttext\n3000\t5000\tWe ship on Friday.\n65000\t69000\tI'll send the list.\n",
        "Whisper table",
        [(None, 3.0, ANN[2]), (None, 65.0, BOB[2])],
    ),
    (
        "Whisper, on a terminal",
        "w.txt",
        "[00:03.000 --> 00:05.000]  We ship on Friday.\n[01:05.000 --> 01:09.000]  I'll send the list.\n",
        "text",
        [(None, 3.0, ANN[2]), (None, 65.0, BOB[2])],
    ),
    (
        "Rev, times behind names",
        "r.txt",
        "Ann Lee:\t00:03\tWe ship on Friday.\nBob Ray:\t01:05\tI'll send the list.\n",
        "text",
        TWO,
    ),
    (
        "times before names",
        "d.txt",
        "0:03 - Ann Lee\nWe ship on Friday.\n\n1:05 - Bob Ray\nI'll send the list.\n",
        "text",
        TWO,
    ),
    (
        "ranges before names",
        "d.txt",
        "00:03 - 00:05 | Ann Lee\nWe ship on Friday.\n\n01:05 - 01:09 | Bob Ray\nI'll send the list.\n",
        "text",
        TWO,
    ),
    (
        "a table in a document",
        "d.txt",
        "Ann Lee (00:00:03)\tWe ship on Friday.\nBob Ray (00:01:05)\tI'll send the list.\n",
        "text",
        TWO,
    ),
    (
        "Meet, escaped Markdown",
        "m.md",
        "# **Weekly sync \\- Transcript**\n\n### 00:00:03\n\n**Ann Lee:** We ship on Friday\\.\n\n### 00:01:05\n\n**Bob Ray:** I\\'ll send the list\\.\n",
        "text",
        TWO,
    ),
    (
        "Teams, older document of three who speak once",
        "t.docx",
        word_document(
            "0:0:3.0 --> 0:0:5.540\nAnn Lee\nWe ship on Friday.",
            "0:1:5.0 --> 0:1:9.10\nBob Ray\nI'll send the list.",
            "0:2:0.0 --> 0:2:1.0\nCid Ott\nGood.",
        ),
        "Teams transcript",
        [*TWO, ("Cid Ott", 120.0, "Good.")],
    ),
    (
        "Zoom, chat of the desktop",
        "c.txt",
        "10:16:32 From Ann Lee to Everyone: We ship on Friday.\n10:17:34 From Bob Ray to Everyone:\n\tI'll send the list.\n",
        "Zoom chat",
        [("Ann Lee", 0.0, ANN[2]), ("Bob Ray", 62.0, BOB[2])],
    ),
    (
        "a heading and two people",
        "t.txt",
        "Weekly sync\nNovember 16, 2026\n\nAnn Lee: We ship on Friday.\nBob Ray: I'll send the list.\n",
        "text",
        UNTIMED,
    ),
]


@pytest.mark.parametrize(
    ("name", "content", "shape", "expected"), [t[1:] for t in TEXTS], ids=[t[0] for t in TEXTS]
)
def test_what_platforms_write_is_read_with_names_words_and_times(
    read: Callable[..., Transcript], name: str, content: str | bytes, shape: str, expected: Said
) -> None:
    transcript = read(name, content)
    assert said(transcript) == expected
    assert transcript.taken_for == shape
    assert transcript.warnings == ()
    assert all(
        s.end_s is None or s.end_s > (s.start_s or 0) for s in transcript.segments if s.id[:4] != "chat"
    )


@pytest.mark.parametrize("suffix", [".txt", ".vtt", ".srt", ".md"])
def test_a_shape_is_known_by_its_content_whatever_its_name(
    read: Callable[..., Transcript], suffix: str
) -> None:
    for content in (TEAMS_VTT, WEBEX_VTT, ZOOM_VTT, OTTER):
        assert said(read(f"x{suffix}", content)) == TWO


def word(text: str, start: float, end: float, **more: Any) -> dict[str, Any]:
    return {"word": text, "start": start, "end": end, **more}


ANN_WORDS, BOB_WORDS = ANN[2].split(), BOB[2].split()


def words(**of: Callable[[int], Any]) -> list[dict[str, Any]]:
    """A dictionary for each word: keys with what a function makes of (who, n-th word, its text, start)."""
    rows = []
    for who, (begin, texts) in enumerate(((3.0, ANN_WORDS), (65.0, BOB_WORDS))):
        for n, text in enumerate(texts):
            rows.append({key: make((who, text, begin + n * 0.5)) for key, make in of.items()})
    return rows


JSONS: list[tuple[str, Any, str, tuple[str | None, str | None]]] = [
    (
        "WhisperX",
        {"segments": [
            {"start": 3.0, "end": 5.0, "text": " We ship on Friday.", "speaker": "SPEAKER_00", "words": [word("We", 3, 4)]},
            {"start": 65.0, "end": 69.0, "text": " I'll send the list.", "speaker": "SPEAKER_01", "words": []},
        ], "word_segments": [], "language": "en"},
        "WhisperX transcript",
        ("SPEAKER_00", "SPEAKER_01"),
    ),
    (
        "whisper.cpp",
        {"systeminfo": "x", "model": {"type": "base"}, "result": {"language": "en"}, "transcription": [
            {"timestamps": {"from": "00:00:03,000", "to": "00:00:05,000"}, "offsets": {"from": 3000, "to": 5000}, "text": " We ship on Friday."},
            {"timestamps": {"from": "00:00:06,000", "to": "00:00:07,000"}, "offsets": {"from": 6000, "to": 7000}, "text": " [BLANK_AUDIO]"},
            {"timestamps": {"from": "00:01:05,000", "to": "00:01:09,000"}, "text": " I'll send the list."},
        ]},
        "whisper.cpp transcript",
        (None, None),
    ),
    (
        "AssemblyAI",
        {"id": "x", "status": "completed", "audio_url": "https://example.org/a.mp3", "language_code": "en_us", "text": "...", "words": [],
         "utterances": [
            {"speaker": "A", "start": 3000, "end": 5000, "confidence": 0.9, "text": ANN[2], "words": []},
            {"speaker": "B", "start": 65000, "end": 69000, "confidence": 0.9, "text": BOB[2], "words": []},
        ]},
        "AssemblyAI transcript",
        ("Speaker A", "Speaker B"),
    ),
    (
        "Deepgram, words",
        {"metadata": {"duration": 70}, "results": {"channels": [{"alternatives": [{"transcript": "...", "words": words(
            word=lambda w: w[1].lower().strip("."), punctuated_word=lambda w: w[1], start=lambda w: w[2], end=lambda w: w[2] + 0.4, speaker=lambda w: w[0]
        )}]}]}},
        "Deepgram transcript",
        ("Speaker 0", "Speaker 1"),
    ),
    (
        "Deepgram, paragraphs",
        {"results": {"channels": [{"alternatives": [{"paragraphs": {"paragraphs": [
            {"speaker": 0, "start": 3.0, "end": 5.0, "sentences": [{"text": ANN[2], "start": 3.0, "end": 5.0}]},
            {"speaker": 1, "start": 65.0, "end": 69.0, "sentences": [{"text": BOB[2], "start": 65.0, "end": 69.0}]},
        ]}}]}]}},
        "Deepgram transcript",
        ("Speaker 0", "Speaker 1"),
    ),
    (
        "AWS Transcribe",
        {"jobName": "x", "status": "COMPLETED", "results": {
            "transcripts": [{"transcript": "..."}],
            "speaker_labels": {"speakers": 2, "segments": [
                {"start_time": "3.0", "end_time": "5.0", "speaker_label": "spk_0", "items": [{"start_time": str(3.0 + n / 2), "end_time": "4.0", "speaker_label": "spk_0"} for n in range(4)]},
                {"start_time": "65.0", "end_time": "69.0", "speaker_label": "spk_1", "items": [{"start_time": str(65.0 + n / 2), "end_time": "66.0", "speaker_label": "spk_1"} for n in range(4)]},
            ]},
            "items": [item for row in words(w=lambda w: w) for item in (
                {"type": "pronunciation", "start_time": str(row["w"][2]), "end_time": str(row["w"][2] + 0.4), "alternatives": [{"content": row["w"][1].strip("."), "confidence": "0.9"}]},
                *([{"type": "punctuation", "alternatives": [{"content": ".", "confidence": "0.0"}]}] if row["w"][1].endswith(".") else []),
            )],
        }},
        "AWS Transcribe transcript",
        ("spk_0", "spk_1"),
    ),
    (
        "Google",
        {"results": [
            {"alternatives": [{"transcript": ANN[2], "words": [{"word": "We", "startTime": "3s", "endTime": "3.4s"}]}], "resultEndTime": "5s", "languageCode": "en-us"},
            {"alternatives": [{"words": words(
                word=lambda w: w[1], startTime=lambda w: f"{w[2]}s", endTime=lambda w: f"{w[2] + 0.4}s", speakerTag=lambda w: w[0] + 1
            )}]},
        ]},
        "Google Speech-to-Text transcript",
        ("Speaker 1", "Speaker 2"),
    ),
    (
        "Google, without voices",
        {"results": [
            {"alternatives": [{"transcript": ANN[2], "words": [{"word": "We", "startOffset": "3s", "endOffset": "3.4s"}]}], "resultEndOffset": "5s"},
            {"alternatives": [{"transcript": " " + BOB[2], "words": [{"word": "I'll", "startOffset": "65s", "endOffset": "66s"}]}], "resultEndOffset": "69s"},
        ]},
        "Google Speech-to-Text transcript",
        (None, None),
    ),
    (
        "Azure",
        {"source": "x", "combinedRecognizedPhrases": [], "recognizedPhrases": [
            {"recognitionStatus": "Success", "channel": 0, "speaker": 1, "offset": "PT3S", "duration": "PT2S", "offsetInTicks": 30000000, "durationInTicks": 20000000, "nBest": [{"lexical": "we ship", "display": ANN[2]}]},
            {"recognitionStatus": "Success", "channel": 0, "speaker": 2, "offset": "PT1M5S", "duration": "PT4S", "nBest": [{"display": BOB[2]}]},
        ]},
        "Azure Speech transcript",
        ("Speaker 1", "Speaker 2"),
    ),
    (
        "Azure, fast",
        {"durationMilliseconds": 70000, "combinedPhrases": [{"text": "..."}], "phrases": [
            {"speaker": 1, "offsetMilliseconds": 3000, "durationMilliseconds": 2000, "text": ANN[2]},
            {"speaker": 2, "offsetMilliseconds": 65000, "durationMilliseconds": 4000, "text": BOB[2]},
        ]},
        "Azure Speech transcript",
        ("Speaker 1", "Speaker 2"),
    ),
    (
        "podcast",
        {"version": "1.0.0", "segments": [
            {"speaker": "Ann Lee", "startTime": 3.0, "endTime": 5, "body": ANN[2]},
            {"speaker": "Bob Ray", "startTime": 65.0, "endTime": 69, "body": BOB[2]},
        ]},
        "podcast transcript",
        ("Ann Lee", "Bob Ray"),
    ),
    (
        "Fireflies",
        [
            {"sentence": ANN[2], "startTime": "00:03", "endTime": "00:05", "speaker_name": "Ann Lee"},
            {"sentence": BOB[2], "startTime": "01:05", "endTime": "01:09", "speaker_name": "Bob Ray"},
        ],
        "Fireflies transcript",
        ("Ann Lee", "Bob Ray"),
    ),
    (
        "Fireflies, by its interface",
        {"data": {"transcript": {"title": "Weekly sync", "sentences": [
            {"text": ANN[2], "start_time": 3.0, "end_time": 5.0, "speaker_name": "Ann Lee"},
            {"text": BOB[2], "start_time": 65.0, "end_time": 69.0, "speaker_name": "Bob Ray"},
        ]}}},
        "JSON transcript",
        ("Ann Lee", "Bob Ray"),
    ),
    (
        "OpenAI, with voices",
        {"text": "...", "segments": [
            {"type": "transcript.text.segment", "id": "seg_1", "start": 3.0, "end": 5.0, "text": ANN[2], "speaker": "A"},
            {"type": "transcript.text.segment", "id": "seg_2", "start": 65.0, "end": 69.0, "text": BOB[2], "speaker": "B"},
        ]},
        "WhisperX transcript",
        ("Speaker A", "Speaker B"),
    ),
    (
        "Webex, snippets",
        {"items": [
            {"id": "1", "text": ANN[2], "personName": "Ann Lee", "offsetMillisecond": 3000, "durationMillisecond": 2000},
            {"id": "2", "text": BOB[2], "personName": "Bob Ray", "offsetMillisecond": 65000, "durationMillisecond": 4000},
        ]},
        "Webex transcript",
        ("Ann Lee", "Bob Ray"),
    ),
]  # fmt: skip


@pytest.mark.parametrize(("content", "shape", "people"), [j[1:] for j in JSONS], ids=[j[0] for j in JSONS])
def test_what_speech_services_write_is_read_with_voices_words_and_times(
    read: Callable[..., Transcript], content: Any, shape: str, people: tuple[str | None, str | None]
) -> None:
    transcript = read("x.json", content)
    assert said(transcript) == [(people[0], *ANN[1:]), (people[1], *BOB[1:])]
    assert transcript.taken_for == shape
    assert transcript.warnings == ()


@pytest.mark.parametrize(("content"), [j[1] for j in JSONS], ids=[j[0] for j in JSONS])
def test_a_file_of_a_service_that_was_cut_off_is_read_or_refused_with_its_line(
    tmp_path: Path, content: Any
) -> None:
    whole = json.dumps(content)
    path = tmp_path / "x.json"
    kept = 0
    for cut in range(1, len(whole), 7):
        path.write_text(whole[:cut])
        with suppress(BadInputError):
            assert import_transcript(path).flags == ("import-damaged",)
            kept += 1
    assert kept, "nothing before the cut was kept"


@pytest.mark.parametrize(("name", "content"), [("m.txt", MEET), ("m.md", AS_MARKDOWN), ("o.txt", OTTER)])
def test_title_day_people_and_length_come_from_what_stands_around_the_words(
    read: Callable[..., Transcript], name: str, content: str
) -> None:
    transcript = read(name, content)
    assert transcript.title == "Weekly sync"
    assert transcript.attendees == ("Ann Lee", "Bob Ray")
    assert transcript.held_at is not None
    assert transcript.held_at.date() == datetime(2026, 11, 16).date()
    assert transcript.duration_s == 130.0


def test_a_file_of_teams_is_dated_by_its_name_and_begins_when_it_says(
    read: Callable[..., Transcript],
) -> None:
    """Its line of the day is in UTC, without a word about it."""
    content = word_document(
        "Weekly sync-20261116_100000-Meeting Transcript",
        "November 16, 2026, 9:00AM",
        "27m 42s",
        "Ann Lee   0:03\nHello.",
    )
    transcript = read("x.docx", content)
    assert (transcript.title, transcript.held_at) == ("Weekly sync", datetime(2026, 11, 16, 10))
    assert transcript.duration_s == 1662.0


@pytest.mark.parametrize(
    ("line", "held_at"),
    [
        ("Nov 16, 2026", datetime(2026, 11, 16)),
        ("16 November 2026, 3:35pm", datetime(2026, 11, 16, 15, 35)),
        ("Date: 2026-11-16 10:00", datetime(2026, 11, 16, 10)),
        ("Datum: 16.11.2026, 10:00 Uhr", datetime(2026, 11, 16, 10)),
        ("16 novembre 2026", datetime(2026, 11, 16)),
        ("Montag, 16. November 2026", datetime(2026, 11, 16)),
        ("Recorded on December 1st, 2026 at 9.05", datetime(2026, 12, 1, 9, 5)),
        ("31 February 2026", None),
    ],
)
def test_a_line_with_the_day_dates_the_meeting(
    read: Callable[..., Transcript], line: str, held_at: datetime | None
) -> None:
    transcript = read(
        "x.txt", f"Weekly sync\n{line}\n\nAnn Lee: We ship on Friday.\nBob Ray: Good.\nAnn Lee: Yes.\n"
    )
    assert transcript.held_at == held_at
    assert [s.speaker for s in transcript.segments] == ["Ann Lee", "Bob Ray", "Ann Lee"]


def test_words_before_the_first_name_are_kept(read: Callable[..., Transcript]) -> None:
    transcript = read(
        "x.txt", "We start with the budget, as agreed.\n\nAnn Lee: It is over.\nBob Ray: Yes.\n"
    )
    assert said(transcript) == [
        (None, None, "We start with the budget, as agreed."),
        ("Ann Lee", None, "It is over."),
        ("Bob Ray", None, "Yes."),
    ]


@pytest.mark.parametrize(
    "label", ["Smith, John (ACME | EU)", "Smith, John", "John Smith (he/him)", "John Smith (External)"]
)
def test_a_label_is_read_as_the_name_that_people_say(read: Callable[..., Transcript], label: str) -> None:
    cues = f"WEBVTT\n\n00:03.000 --> 00:05.000\n{label}: Hello.\n\n00:06.000 --> 00:07.000\nAnn Lee: Hi.\n"
    voice = f"WEBVTT\n\n00:03.000 --> 00:05.000\n<v {label}>Hello.</v>\n\n00:06.000 --> 00:07.000\n<v Ann Lee>Hi.</v>\n"
    for transcript in (
        read("x.vtt", cues),
        read("x.vtt", voice),
        read("x.txt", f"{label}: Hello.\nAnn Lee: Hi.\n"),
    ):
        assert [s.speaker for s in transcript.segments] == ["John Smith", "Ann Lee"]


def test_a_time_in_the_middle_of_a_turn_parts_it(read: Callable[..., Transcript]) -> None:
    transcript = read(
        "x.txt", "Ann Lee: [00:00:03] We ship. [00:00:20] On Friday.\n\nBob Ray: [00:00:30] Good.\n"
    )
    assert said(transcript) == [
        ("Ann Lee", 3.0, "We ship."),
        ("Ann Lee", 20.0, "On Friday."),
        ("Bob Ray", 30.0, "Good."),
    ]


def test_notes_above_the_transcript_are_no_speech(read: Callable[..., Transcript]) -> None:
    notes = "Notes\nNov 16, 2026\n\nSummary\nAnn ships on Friday. Bob sends it.\n\nNext steps\nBob Ray: send the list\n\n"
    assert said(read("x.txt", notes + MEET)) == MEET_SAID


def hostile(**members: bytes) -> bytes:
    import io
    import zipfile

    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    return out.getvalue()


def xml(body: str, doctype: str = "") -> bytes:
    space = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
    return f'<?xml version="1.0"?>{doctype}<w:document xmlns:w="{space}"><w:body>{body}</w:body></w:document>'.encode()


LINE = "<w:p><w:r><w:t>Ann Lee: We ship on Friday.</w:t></w:r></w:p>"
BOMB = '<!DOCTYPE w [<!ENTITY a "x"><!ENTITY b "&a;&a;&a;&a;">]>'


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (lambda: hostile(**{"word/document.xml": xml(LINE * 900_000)}), "unpacks to more than"),
        (lambda: hostile(**{"word/document.xml": xml("<w:p><w:r><w:t>&b;</w:t></w:r></w:p>", BOMB)}), "entities"),
        (lambda: hostile(**{"word/document.xml": xml(LINE), "word/vbaProject.bin": b"x"}), "macros"),
        (lambda: hostile(**{"word/document.xml": xml(LINE), "../../etc/passwd": b"x"}), "outside"),
        (lambda: hostile(**{"word/document.xml": xml(LINE + "<w:tbl><w:tr><w:tc/></w:tr></w:tbl>" * 10_000)}), "tables"),
        (lambda: hostile(**{"word/document.xml": xml("<w:p>" * 5_000)}), "damaged"),
        (lambda: hostile(**{"word/document.xml": xml(LINE)})[:-30], "damaged"),
        (lambda: hostile(**{f"x{n}": b"" for n in range(3_000)}), "3,000 files"),
        (lambda: hostile(**{"secret.txt": b"x"}), "no Word document"),
        (lambda: hostile(**{"word/document.xml": xml("<w:p/>")}), "no words"),
        (lambda: b"PK\x03\x04" + b"\x00" * 60, "damaged"),
    ],
)  # fmt: skip
def test_a_hostile_document_gets_one_clear_line(
    tmp_path: Path, content: Callable[[], bytes], says: str
) -> None:
    path = tmp_path / "x.docx"
    path.write_bytes(content())
    with pytest.raises(BadInputError, match=says) as error:
        import_transcript(path)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize("suffix", [".docx", ".vtt"])
def test_an_hour_takes_little_time_and_memory(tmp_path: Path, suffix: str) -> None:
    import tracemalloc
    from time import process_time

    path = tmp_path / f"hour{suffix}"
    people = ("Ann Lee", "Bob Ray")
    if suffix == ".docx":
        turns = (
            f"{people[n % 2]}   {n * 4 // 60}:{n * 4 % 60:02}\nWe ship part {n} on Friday, and then we see what is left."
            for n in range(900)
        )
        path.write_bytes(word_document(*turns))
    else:
        path.write_text("WEBVTT\n\n" + "\n".join(
            f"{n}\n{n * 4 // 3600:02}:{n * 4 // 60 % 60:02}:{n * 4 % 60:02}.000 --> {n * 4 // 3600:02}:{n * 4 // 60 % 60:02}:{n * 4 % 60:02}.900\n"
            f"{people[n % 2]}: We ship part {n} on Friday, and then we see what is left.\n" for n in range(900)
        ))  # fmt: skip
    began_s = process_time()
    transcript = import_transcript(path)
    taken_s = process_time() - began_s
    assert len(transcript.segments) == 900
    assert transcript.speakers == people
    tracemalloc.start()
    try:
        import_transcript(path)
        assert tracemalloc.get_traced_memory()[1] < 60e6
    finally:
        tracemalloc.stop()
    assert taken_s < 1.0


@pytest.mark.parametrize(
    "words",
    [
        "The meeting started late, as always.",
        "I started recording.",
        "We stopped the transcription yesterday.",
        "This transcript was wrong yesterday.",
        "Created by Bob, the list is done.",
        "Recording ended early, so we repeat it.",
        "The transcript",
        "Date: we said Friday.",
    ],
)
def test_what_people_say_about_a_transcript_is_speech(read: Callable[..., Transcript], words: str) -> None:
    text = f"Ann Lee: We ship on Friday.\nBob Ray: {words}\nAnn Lee: Good.\n"
    assert said(read("x.txt", text))[1] == ("Bob Ray", None, words)
    cues = f"WEBVTT\n\n00:03.000 --> 00:05.000\n<v Bob Ray>{words}</v>\n"
    assert said(read("x.vtt", cues)) == [("Bob Ray", 3.0, words)]


def test_whoever_knows_better_has_a_file_read_in_another_way(tmp_path: Path) -> None:
    path = tmp_path / "talk.txt"
    path.write_text(
        "10:16:32 From Ann to Everyone: see PR 12\n10:17:02 From Ben to Everyone: I will merge it\n"
    )
    assert read_and_compared(path)[1] == ("text", "lines")
    as_text = import_transcript(path, None, "text")
    assert [each.text for each in as_text.segments] == [
        "From Ann to Everyone: see PR 12",
        "From Ben to Everyone: I will merge it",
    ]
    with pytest.raises(BadInputError, match="no cue can be read"):
        import_transcript(path, None, "captions")
    assert import_transcript(path, None, "a reader of a later version") == import_transcript(path)
