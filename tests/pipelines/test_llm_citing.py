"""From a cited line to the segments that hold the proof."""

from __future__ import annotations

import pytest

from guardrails.core.types import Segment
from pipelines.llm.citing import cited_segments
from pipelines.llm.lines import lines_of

SEGMENTS = (
    Segment("a", 0, 2, "Ann", "We have looked at all the offers."),
    Segment("b", 2, 3, "Bob", "Mm-hmm."),
    Segment("c", 3, 5, "Ann", "I will send the second one"),
    Segment("d", 5, 7, "Ann", "to the lawyers by Friday."),
    Segment("e", 7, 8, "Bob", "Okay."),
    Segment("f", 8, 9, "Cem", "And I order the chairs."),
)


@pytest.mark.parametrize(
    ("numbers", "quote", "owner", "cited"),
    [
        ((1,), "looked at all the offers", None, "a"),
        ((1,), "I will send the second one to the lawyers", "Ann", "cd"),
        ((1,), "i\u2019ll send the second one to the lawyers", "Ann", "cd"),
        ((1,), "by Friday", None, "d"),
        ((1,), "send the second one to the lawyers by Friday", "Bob", "bcde"),
        ((1,), "nobody said anything like this here", None, "abcde"),
        ((2, 1), "I order the chairs", "Cem", "abcdef"),
        ((2,), "", None, "f"),
        ((1,), "", None, "abcde"),
    ],
)
def test_a_merged_line_gives_the_segments_that_hold_the_quote(
    numbers: tuple[int, ...], quote: str, owner: str | None, cited: str
) -> None:
    lines = {line.number: line for line in lines_of(SEGMENTS)}
    assert len(lines) == 2
    assert "".join(s.id for s in cited_segments(numbers, lines, quote, owner)) == cited
