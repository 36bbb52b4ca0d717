"""The sixty hand-labelled passages of real meetings (tests/pipelines/ami_mood.csv), with their words."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from pathlib import Path

from guardrails.core.types import Segment
from pipelines.evaluate.dataset import read_meetings

LABELS = Path(__file__).parents[1] / "pipelines" / "ami_mood.csv"
UTTERANCES = 3


def labelled_passages(meetings: Path) -> Iterator[tuple[str, str]]:
    """Label and words of each passage; `meetings` is the corpus they were drawn from."""
    said: dict[str, tuple[Segment, ...]] = {each.id: each.segments for each in read_meetings(meetings)}
    with LABELS.open() as file:
        for row in csv.DictReader(file):
            first = int(row["first_utterance"])
            passage = said[row["meeting"]][first : first + UTTERANCES]
            yield row["label"], " ".join(segment.text for segment in passage)
