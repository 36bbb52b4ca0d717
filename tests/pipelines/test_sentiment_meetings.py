"""Mood in real meetings: sixty passages of three utterances, each labelled by hand (ami_mood.csv).

Reddit posts are no meetings. The passages were drawn at random within three thirds by VADER's score, since a
plain sample of a meeting holds next to no mood; the labels were given from the words alone, before our scores
were seen. Label and place are kept here, the words stay with the corpus.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from guardrails.core.types import Segment
from pipelines.evaluate.moods import MoodScore
from pipelines.sentiment import passage_sentiment
from tests.fakes.moods import labelled_passages

DATA = Path(__file__).parents[2].parent / "shared" / "data" / "ami_icsi.dev.jsonl.gz"


@pytest.mark.skipif(not DATA.exists(), reason="the annotated meetings are not here")
def test_passages_of_real_meetings_get_the_mood_that_a_person_hears_in_the_words() -> None:
    score = MoodScore()
    for label, text in labelled_passages(DATA):
        score.pairs[label, passage_sentiment([Segment("s", 0, 1, "A", text)], text)] += 1
    assert score.sentences == 60
    # docs/quality.md has the figure, with plain VADER's beside it.
    assert score.macro_f1 >= 0.65
