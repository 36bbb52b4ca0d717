"""Title, sentences and topics of a meeting: what was said, chosen so that one wants to read it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from guardrails.core.types import Segment
from pipelines.importers import import_transcript
from pipelines.meeting import read_meeting
from pipelines.summary import framed, summarise, title_of, topics_of

MEETING = [
    ("Ann", "Good morning everyone, can you hear me? Welcome to the budget review."),
    ("Bob", "Mm-hmm."),
    ("Ann", "So the, um, the marketing budget for the spring campaign is forty thousand euros this year."),
    ("Bob", "Yeah."),
    ("Bob", "The spring campaign needs a bigger marketing budget, because the printers want more."),
    ("Cleo", "Do you think that the printers would give us a discount on the posters?"),
    ("Bob", "The printers offered a discount for posters if we order them before the campaign starts."),
    ("Cleo", "It's like that with them."),
    ("Ann", "And the the posters for the for the spring campaign, they are the the blue posters for."),
    ("Cleo", "I will order the posters from the printers next week and send the invoice to Ann."),
    ("Ann", "Thank you everybody, have a nice weekend."),
]
ZOOM = Path(__file__).parents[3] / "shared" / "data" / "zoom_vtt"


def _segments(lines: Sequence[tuple[str | None, str]]) -> list[Segment]:
    return [
        Segment(f"s{n}", 10.0 * n, 10.0 * n + 9, speaker, text) for n, (speaker, text) in enumerate(lines)
    ]


def test_questions_greetings_and_listeners_are_left_out() -> None:
    summary = summarise(read_meeting(_segments(MEETING)), max_sentences=20)
    for unwanted in ("hear me", "morning", "weekend", "?", "Mm-hmm", "Yeah", "Do you think", "It's like"):
        assert unwanted not in summary
    assert "The printers offered a discount" in summary


def test_a_sentence_is_whole_and_without_stumbles() -> None:
    summary = summarise(read_meeting(_segments(MEETING)), max_sentences=20)
    assert "The marketing budget for the spring campaign is forty thousand euros this year." in summary
    assert "blue posters" not in summary


def test_who_says_i_is_named() -> None:
    invoice = ("Cleo", "I will send the invoice of the Leipzig hotel to the tax office next week.")
    summary = summarise(read_meeting(_segments([*MEETING, invoice])), max_sentences=20)
    assert "Cleo: I will send the invoice" in summary
    assert "Ann: The marketing" not in summary


def test_the_same_thing_said_twice_is_told_once() -> None:
    line = "The marketing budget for the spring campaign is forty thousand euros."
    other = "The warehouse in Leipzig will be closed for repairs during the summer holidays."
    summary = summarise(
        read_meeting(_segments([("Ann", line), ("Bob", line), ("Cleo", other)])), max_sentences=2
    )
    assert summary.count("forty thousand") == 1
    assert "Leipzig" in summary


def test_the_summary_is_spaced_as_the_speakers_wrote() -> None:
    said = "We in R&D pay $1,200.50 for the C++ license, see https://x.y/z before 12/24/2026 at 10:30."
    assert said in summarise(read_meeting(_segments([("Ann", said)])), max_sentences=1)


@pytest.mark.parametrize(
    ("opening", "language", "title"),
    [
        ("Good morning, and welcome to the budget review, everybody.", "en", "The budget review"),
        ("Okay, let's begin with the office move.", "en", "The office move"),
        ("Guten Morgen, fangen wir mit dem Büroumzug an.", "de", "Büroumzug"),
        ("Willkommen zur Planung der Messe, schön, dass ihr da seid.", "de", "Planung der Messe"),
        ("Bonjour, on commence par la fête de fin d'année ?", "fr", "La fête de fin d'année"),
    ],
)
def test_a_meeting_is_called_what_it_opens_with(opening: str, language: str, title: str) -> None:
    assert title_of(read_meeting(_segments([("Ann", opening)]), language)) == title


def test_a_meeting_without_a_name_is_called_after_what_it_comes_back_to_and_not_after_people() -> None:
    title = title_of(
        read_meeting(_segments([(who, f"{text} Bob, Cleo.") for who, text in MEETING[1:]]), "en")
    )
    assert "campaign" in title
    assert not {"Ann", "Bob", "Cleo"} & set(re.findall(r"\w+", title))


def test_a_title_has_a_phrase_before_a_word_and_no_abbreviation_of_two_letters() -> None:
    lines = (
        "The block proof is slow on the server.",
        "I wrote the PR for the server.",
        "The PR has the block proof.",
        "We merge the PR on the server.",
        "The server is old, and the PR is new.",
        "The server builds the PR.",
    )
    assert title_of(read_meeting(_segments([("Ann", line) for line in lines]), "en")) == "Block proof, server"


def test_figures_and_days_name_no_meeting() -> None:
    lines = ["The repair is twelve thousand.", "Thirty thousand on Friday, then.", "The repair it is."]
    assert title_of(read_meeting(_segments([("Ann", line) for line in lines * 2]), "en")) == "Repair"


@pytest.mark.parametrize(
    "lines", [[], [("Ann", "Yeah.")], [(None, "")], [("Ann", "Hello, can you hear me?")]]
)
def test_a_meeting_without_a_subject_is_called_meeting_and_has_no_summary(
    lines: list[tuple[str | None, str]],
) -> None:
    assert title_of(read_meeting(_segments(lines))) == "Meeting"
    assert summarise(read_meeting(_segments(lines))) == ""
    assert topics_of(read_meeting(_segments(lines), "en")) == ()


def test_a_language_without_tables_gets_no_title_of_function_words() -> None:
    lines = [("Ana", "que los que los que los presupuestos de la que los presupuestos")] * 4
    assert title_of(read_meeting(_segments(lines), "es")) == "Meeting"
    assert summarise(read_meeting(_segments(lines), "es")) == ""


def _talk_about(words: str, times: int) -> list[tuple[str | None, str]]:
    names = ("Ann", "Bob")
    said = words.split()
    return [
        (names[n % 2], f"The {said[n % len(said)]} and the {said[(n + 1) % len(said)]} are ready for us now.")
        for n in range(times)
    ]


def test_a_topic_ends_where_other_words_begin() -> None:
    lines = [*_talk_about("carpet lamp sofa curtain", 70), *_talk_about("payroll tax pension bonus", 70)]
    first, second = topics_of(read_meeting(_segments(lines), "en"))
    assert set(re.findall(r"\w+", first.title.lower())) <= {"carpet", "lamp", "sofa", "curtain"}
    assert set(re.findall(r"\w+", second.title.lower())) <= {"payroll", "tax", "pension", "bonus"}
    assert 60 <= len(first.segments) <= 80
    assert [*first.segments, *second.segments] == [segment.id for segment in _segments(lines)]


def test_a_meeting_of_several_topics_is_framed_by_them_and_the_frame_leads_to_their_words() -> None:
    about = ("carpet lamp sofa curtain", "payroll tax pension bonus", "keyboard screen cable printer")
    segments = _segments([line for words in about for line in _talk_about(words, 70)])
    frame = framed(read_meeting(segments, "en"))
    assert frame is not None
    assert frame.text.startswith("Mostly about ")
    named = [word for word in re.findall(r"\w+", frame.text) if any(word in words for words in about)]
    assert all(set(named) & set(words.split()) for words in about), "each matter is named"
    assert len(named) <= 5
    said = {segment.id: segment.text for segment in segments}
    assert all(any(word in said[place] for place in frame.evidence) for word in named)
    assert framed(read_meeting(_segments(MEETING), "en")) is None


def test_a_jest_of_a_moment_names_no_topic() -> None:
    lines = [*_talk_about("carpet lamp sofa curtain", 70), *_talk_about("payroll tax pension bonus", 70)]
    lines[20:20] = [
        ("Bob", "The purple elephant and the purple elephant and the purple elephant are ours.")
    ] * 3
    assert all("elephant" not in topic.title for topic in topics_of(read_meeting(_segments(lines), "en")))


@pytest.mark.parametrize(
    "line",
    [
        "They merged it, they merged it again, and they will merge it later.",
        "Terrence, can you see? Terrence, are you there? Thanks, Terrence.",
    ],
)
def test_what_is_done_and_who_is_addressed_name_no_meeting(line: str) -> None:
    lines = [("Ann", line), ("Ann", "The balcony needs a railing."), ("Ann", "Who builds the railing?")]
    assert title_of(read_meeting(_segments(lines), "en")) == "Railing"


def test_a_topic_tells_nothing_that_the_note_quotes_elsewhere() -> None:
    lines = [*_talk_about("carpet lamp sofa curtain", 70), *_talk_about("payroll tax pension bonus", 70)]
    everything = frozenset(segment.id for segment in _segments(lines))
    assert all(topic.said == "" for topic in topics_of(read_meeting(_segments(lines), "en"), everything))


@pytest.mark.skipif(not ZOOM.is_dir(), reason="real transcripts are not here")
def test_real_calls_have_a_title_topics_and_whole_sentences() -> None:
    file = next(ZOOM.glob("acdt*.vtt"))
    segments = import_transcript(file).segments
    assert title_of(read_meeting(segments)).startswith("ACDT number 71: ")
    topics = topics_of(read_meeting(segments, "en"))
    assert 5 <= len(topics) <= 12
    assert all(topic.said.endswith(".") for topic in topics if topic.said)


lines_of_talk = st.lists(
    st.tuples(
        st.sampled_from([None, "Ann", "Bob"]),
        st.one_of(
            st.text(max_size=80),
            st.lists(
                st.sampled_from(
                    "the budget um , . poster posters of campaign we decided - … I'll it's".split()
                ),
                max_size=30,
            ).map(" ".join),
        ),
    ),
    max_size=30,
)


@settings(deadline=None)
@given(lines=lines_of_talk, most=st.integers(0, 6))
def test_any_meeting_has_a_title_of_one_to_eight_words_and_a_bounded_summary(
    lines: list[tuple[str | None, str]], most: int
) -> None:
    segments = _segments(lines)
    assert 1 <= len(title_of(read_meeting(segments, "en")).split()) <= 8
    summary = summarise(read_meeting(segments, "en"), max_sentences=most)
    assert len(summary.splitlines()) <= most
    assert summary == summary.strip()


def test_the_rest_of_a_contraction_is_no_subject() -> None:
    lines = [("Ann", "We 'll paint the fence, and they 'll paint the gate of the garden.")] * 3
    assert " ll" not in f" {title_of(read_meeting(_segments(lines), 'en')).lower()}".replace(",", "")


def test_a_condition_of_nothing_is_no_sentence_of_the_summary() -> None:
    lines = [("Ann", "If the remote control had a rubber case with a rechargeable battery inside.")] * 2
    assert summarise(read_meeting(_segments(lines), "en")) == ""
