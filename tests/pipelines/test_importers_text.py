"""Plain text, Markdown, and what is a speaker's name."""

from __future__ import annotations

from pathlib import Path

import pytest

from pipelines.importers import import_transcript
from pipelines.transcript import Transcript


@pytest.fixture
def read(tmp_path: Path):
    def _read(text: str, suffix: str = ".txt") -> Transcript:
        path = tmp_path / f"m{suffix}"
        path.write_text(text, encoding="utf-8")
        return import_transcript(path)

    return _read


def said(transcript: Transcript) -> list[tuple[str | None, float | None, str]]:
    return [(s.speaker, s.start_s, s.text) for s in transcript.segments]


def test_names_and_words(read) -> None:
    transcript = read("Tom: Hello.\nAnn Lee: Hi,\n  how are you?\n\nTom: Fine.\n")
    assert said(transcript) == [
        ("Tom", None, "Hello."),
        ("Ann Lee", None, "Hi, how are you?"),
        ("Tom", None, "Fine."),
    ]
    assert all(s.end_s is None for s in transcript.segments)


@pytest.mark.parametrize(
    "line",
    [
        "[00:01:02] Tom: Hello.",
        "(1:02) Tom: Hello.",
        "00:01:02 Tom: Hello.",
        "[00:01:02] - Tom: Hello.",
        "Tom [00:01:02] Hello.",
        "Tom (00:01:02): Hello.",
        "**Tom** [00:01:02] Hello.",
        "**Tom** [00:01:02]: Hello.",
        "Tom: [00:01:02] Hello.",
        "Tom 00:01:02\nHello.",
        "Tom  1:02  \n\nHello.",
        "00:01:02 - Tom:\nHello.",
        "**Tom** 1:02\nHello.",
        "[Tom] 1:02\nHello.",
    ],
)
def test_every_common_form_of_a_timed_turn(read, line: str) -> None:
    transcript = read(f"{line}\n\n{line.replace('1:02', '2:03').replace('Tom', 'Ann')}\n")
    assert said(transcript) == [("Tom", 62.0, "Hello."), ("Ann", 123.0, "Hello.")]
    assert [s.end_s for s in transcript.segments] == [123.0, None]


def test_otter_paragraphs_stay_with_the_name_above_them(read) -> None:
    transcript = read(
        "Tom Hall  0:05\nFirst part.\n\nSecond part.\n\nnixo  1:07:10\nYes.\n\nTom Hall  1:07:12\nNo.\n"
    )
    assert said(transcript) == [
        ("Tom Hall", 5.0, "First part. Second part."),
        ("nixo", 4030.0, "Yes."),
        ("Tom Hall", 4032.0, "No."),
    ]


def test_bare_paragraphs_have_no_speaker(read) -> None:
    transcript = read("We start with\nthe budget.\n\nThen the plan: we ship at 10:30.\nLunch.\n")
    assert said(transcript) == [
        (None, None, "We start with the budget."),
        (None, None, "Then the plan: we ship at 10:30."),
        (None, None, "Lunch."),
    ]


def test_a_bare_paragraph_between_turns_is_nobodys(read) -> None:
    transcript = read("Tom: Hello.\n\nA pause.\n\nAnn: Hi.\n")
    assert [s.speaker for s in transcript.segments] == ["Tom", None, "Ann"]


def test_a_written_end_is_kept(read) -> None:
    transcript = read("[0:01 - 0:04] Tom: Hello.\n[0:09] Ann: Hi.\n")
    assert [(s.start_s, s.end_s) for s in transcript.segments] == [(1.0, 4.0), (9.0, None)]


def test_a_markdown_heading_is_the_title_and_not_speech(read) -> None:
    transcript = read(
        "# Weekly planning\n\n---\n\n## Part 1\n\n- **Tom:** Hello &amp; welcome.\n- **Ann:** Hi.\n", ".md"
    )
    assert transcript.title == "Weekly planning"
    assert said(transcript) == [("Tom", None, "Hello & welcome."), ("Ann", None, "Hi.")]


@pytest.mark.parametrize(
    "words",
    [
        "Note: this is late",
        "NOTE: this is late",
        "Action item: Tom sends the list",
        "http://example.org is the page",
        "10:30 works for me",
        "10:30: works for me",
        "So the plan is: we ship",
        "My question: who pays?",
        "The Plan: we ship",
        "I have one thing: money",
        "Well, Tom: are you there?",
        "He said okay. Tom: yes",
        "Decision 3: we ship",
        "Friday: we ship",
        "SO THE PLAN IS: WE SHIP",
    ],
)
@pytest.mark.parametrize("around", ["{}", "Tom: Hello.\n\n{}\n\nAnn: Hi.\n\nTom: Bye."])
def test_words_with_a_colon_are_no_speaker(read, words: str, around: str) -> None:
    transcript = read(around.format(words))
    assert (None, words) in [(s.speaker, s.text) for s in transcript.segments]


@pytest.mark.parametrize(
    "name",
    [
        "Tom",
        "Akash | ECH",
        "Z. Victor Zhou (xinbenlv)",
        "nixo",
        "Nico mobile",
        "Marius Van Der Wijden (M)",
        "Mercy Boma Naps-Nkari",
        "Amir | P2P.org",
        "Chris - Base",
        "SPEAKER_00",
        "Speaker 1",
        "Dr. O'Neil",
        "Conference Room 4",
        "Ana de la Cruz",
        "Will",
        "王伟",
        "A",
        "MARY-ANN O'NEIL",
        "jochem-brouwer",
        "v2",
    ],
)
def test_a_name_is_a_speaker_even_if_it_comes_up_once(read, name: str) -> None:
    others = "".join(f"00:0{n}.000 --> 00:0{n}.500\nTom Hall: hello\n\n" for n in range(1, 8))
    transcript = read(f"{others}00:09.000 --> 00:10.000\n{name}: I am here: look\n", ".vtt")
    assert (transcript.segments[-1].speaker, transcript.segments[-1].text) == (name, "I am here: look")


def test_a_lone_label_in_captions_without_labels_is_words(read) -> None:
    others = "".join(f"00:0{n}.000 --> 00:0{n}.500\nsome words\n\n" for n in range(1, 8))
    transcript = read(f"{others}00:09.000 --> 00:10.000\nListening: that is all\n", ".vtt")
    assert (transcript.segments[-1].speaker, transcript.segments[-1].text) == (None, "Listening: that is all")
