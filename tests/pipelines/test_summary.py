"""The rules engine's summary and title: what was said, chosen so that one wants to read it."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from guardrails.types import Segment
from pipelines.summary import summarise, title_of
from pipelines.summary.display import readable
from pipelines.summary.rank import ranks, similarity, vectors
from pipelines.summary.words import words_of

MEETING = [
    ("Ann", "Good morning everyone, can you hear me? Let's get started with the budget meeting."),
    ("Bob", "Mm-hmm."),
    ("Ann", "So the, um, the marketing budget for the spring campaign is forty thousand euros this year."),
    ("Bob", "Yeah."),
    ("Bob", "I think the spring campaign needs a bigger marketing budget, because the printers want more."),
    ("Cleo", "Do you think that the printers would give us a discount on the posters?"),
    ("Bob", "The printers offered a discount for posters if we order them before the campaign starts."),
    ("Cleo", "It's like that with them."),
    ("Ann", "Then we decided to order the posters early and keep the marketing budget as it is."),
    ("Cleo", "My dog has learned to open the fridge and eats the cheese at night."),
    ("Cleo", "I will order the posters from the printers next week and send the invoice to Ann."),
    ("Ann", "Thank you everybody, have a nice weekend."),
]  # fmt: skip


def _segments(lines: list[tuple[str | None, str]] | list[tuple[str, str]]) -> list[Segment]:
    return [Segment(f"s{n}", None, None, speaker, text) for n, (speaker, text) in enumerate(lines)]


def test_the_summary_says_what_the_meeting_turned_around() -> None:
    summary = summarise(_segments(MEETING), max_sentences=3)

    assert "marketing budget" in summary
    assert "posters" in summary
    assert "dog" not in summary


def test_greetings_questions_and_listeners_are_left_out() -> None:
    summary = summarise(_segments(MEETING), max_sentences=20)

    for unwanted in ("hear me", "morning", "weekend", "?", "Mm-hmm", "Yeah", "Do you think"):
        assert unwanted not in summary


def test_sentences_keep_the_order_in_which_they_were_said() -> None:
    summary = summarise(_segments(MEETING), max_sentences=20)

    assert summary.index("is forty thousand") < summary.index("bigger marketing") < summary.index("decided")


def test_a_speaker_is_named_once_for_what_he_says_in_a_row() -> None:
    summary = summarise(
        _segments(
            [
                ("Ann", "The release of the new billing service is planned for the end of March."),
                ("Ann", "The billing service still has a problem with invoices from the old shop."),
                (None, "Somebody from support will test the billing service with real invoices."),
            ]
        )
    )

    assert summary.count("Ann:") == 1
    assert "None" not in summary


def test_only_words_that_were_said_appear() -> None:
    said = {word.lower() for _, text in MEETING for word in words_of(text)} | {"ann", "bob", "cleo"}

    assert {word.lower() for word in words_of(summarise(_segments(MEETING)))} <= said
    assert {word.lower() for word in words_of(title_of(_segments(MEETING)))} <= said


def test_the_same_thing_said_twice_is_summarised_once() -> None:
    line = "The marketing budget for the spring campaign is forty thousand euros."
    other = "The warehouse in Leipzig will be closed for repairs during the summer holidays."
    summary = summarise(_segments([("Ann", line), ("Bob", line), ("Cleo", other)]), max_sentences=2)

    assert summary.count("forty thousand") == 1
    assert "Leipzig" in summary


@pytest.mark.parametrize(
    ("spoken", "written"),
    [
        ("so, yeah, we need to move the date", "We need to move the date."),
        ("And but okay the tests are green, you know, right", "The tests are green."),
        ("I, like, I 'm done with the, report…", "I'm done with the report."),
        ("So far we have three offers", "So far we have three offers."),
        ("Right now they do n't work", "Right now they don't work."),
        ("yeah.", "Yeah."),
        ("um,", "Um."),
        (" ,. ", ""),
    ],
)
def test_a_spoken_sentence_is_made_readable(spoken: str, written: str) -> None:
    assert readable(spoken) == written


def test_the_title_names_the_subjects_and_not_the_people() -> None:
    title = title_of(_segments(MEETING))

    assert "arketing budget" in title
    assert not {"Ann", "Bob", "Cleo"} & set(title.split())


def test_numbers_and_days_name_no_meeting() -> None:
    lines = ["The repair is twelve thousand.", "Thirty thousand on Friday, then.", "The repair it is."]
    meeting = [Segment(f"s{n}", None, None, "Ann", line) for n, line in enumerate([*lines, *lines])]
    assert title_of(meeting) == "Repair"


@pytest.mark.parametrize(
    "lines", [[], [("Ann", "Yeah.")], [(None, "")], [("Ann", "Hello, can you hear me?")]]
)
def test_a_meeting_without_a_subject_is_called_meeting_and_has_no_summary(
    lines: list[tuple[str | None, str]],
) -> None:
    assert title_of(_segments(lines)) == "Meeting"
    assert summarise(_segments(lines)) == ""


def test_what_many_sentences_speak_about_ranks_first() -> None:
    nodes = vectors([("budget", "spring"), ("budget", "posters"), ("posters", "spring"), ("dog", "cheese")])
    rank = ranks(nodes)

    assert min(rank[:3]) > rank[3]
    assert similarity(nodes[0], nodes[0]) == pytest.approx(1)
    assert similarity(nodes[0], nodes[3]) == 0


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


@given(lines=lines_of_talk, most=st.integers(0, 6))
def test_any_meeting_has_a_title_of_one_to_eight_words_and_a_bounded_summary(
    lines: list[tuple[str | None, str]], most: int
) -> None:
    segments = _segments(lines)
    title, summary = title_of(segments), summarise(segments, max_sentences=most)

    assert 1 <= len(title.split()) <= 8
    assert len(re.findall(r"[.!]", summary)) <= 60 * most
    assert summary == summary.strip()


def test_the_summary_is_spaced_as_the_speakers_wrote() -> None:
    said = (
        "The R&D team pays $1,200.50 for the C++ license, see https://x.y/z?a=b before 12/24/2026 at 10:30."
    )
    assert said in summarise(_segments([("Ann", said)]), max_sentences=1)
