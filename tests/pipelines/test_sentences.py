"""Sentences of a meeting: joined across segments, cut where a thought ends."""

from __future__ import annotations

import pytest

from guardrails.core.types import Segment
from pipelines.sentences import meeting_sentences


def segment(number: int, speaker: str, text: str, start_s: float | None = None) -> Segment:
    end_s = None if start_s is None else start_s + 1
    return Segment(id=f"s{number}", text=text, speaker=speaker, start_s=start_s, end_s=end_s)


def said(*segments: Segment, code: str = "en") -> list[tuple[str | None, str, tuple[int, ...]]]:
    return [(each.speaker, each.text, each.segments) for each in meeting_sentences(segments, code)]


def test_a_sentence_goes_on_over_segments_and_over_a_listeners_mm_hmm() -> None:
    found = said(
        segment(1, "Ann", "I will send the"),
        segment(2, "Ben", "Mm-hmm."),
        segment(3, "Ann", "lease to legal. And then we rest."),
    )
    assert found == [
        ("Ann", "I will send the lease to legal.", (0, 2)),
        ("Ben", "Mm-hmm.", (1,)),
        ("Ann", "And then we rest.", (2,)),
    ]


def test_silence_ends_a_sentence_that_has_no_stop() -> None:
    assert len(said(segment(1, "Ann", "so that is that", 0), segment(2, "Ann", "next point", 5))) == 2
    assert len(said(segment(1, "Ann", "so that is", 0), segment(2, "Ann", "that", 1))) == 1


def test_a_long_stretch_without_stops_is_cut_where_clauses_begin() -> None:
    stretch = "we looked at the numbers and then we saw that the heating costs more than the rent " * 6
    found = said(segment(1, "Ann", stretch.strip()))
    assert 2 <= len(found) <= 6
    assert " ".join(text for _, text, _ in found) == stretch.strip()


@pytest.mark.parametrize("code", ["en", "de", "fr"])
def test_every_sentence_is_literally_in_its_segments(code: str) -> None:
    segments = [segment(1, "Ann", "  Erst das. Dann "), segment(2, "Ann", "3.5 Euro?  Ja ... ")]
    for sentence in meeting_sentences(segments, code):
        assert sentence.text in " ".join(segments[index].text for index in sentence.segments)
