"""Ten thousand made-up meetings, for what has to stay quick as they pile up.

Each has 8 action items, 4 decisions and 1,500 words of transcript, in words drawn as a language draws them: a
few very often, most of them seldom (Zipf). The same seed makes the same meetings.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from unittest import mock

from daemon.notes.store import NoteStore
from guardrails.core.types import Segment
from pipelines.note import (
    ActionItem,
    Coverage,
    Due,
    Engines,
    Note,
    NoteTranscript,
    Sentiment,
    SentimentSpan,
    Statement,
)

SEED = 20261122
FIRST = datetime(2020, 1, 6, 9, tzinfo=UTC)
WORDS_IN_ALL = 6_000
LINES = 100
WORDS_OF_A_LINE = 15
PEOPLE = ("Ann Berg", "Bob Cole", "Cleo Diaz", "Dan Ek", "Eva Font", "Finn Gray", "Gia Holm", "Hal Ito")


class Talk:
    """Draws words, lines and meetings."""

    def __init__(self, seed: int = SEED) -> None:
        self._random = random.Random(seed)
        syllables = [a + b for a in "bdfgklmnprstvw" for b in ("a", "e", "i", "o", "u", "an", "er", "is")]
        self.words = ["".join(self._random.choices(syllables, k=1 + n % 4)) for n in range(WORDS_IN_ALL)]
        self._weights = list(itertools.accumulate(1 / (rank + 3) for rank in range(WORDS_IN_ALL)))

    def line(self, words: int = WORDS_OF_A_LINE) -> str:
        return " ".join(self._random.choices(self.words, cum_weights=self._weights, k=words))

    def meeting(self, number: int) -> Note:
        draw = self._random
        people = draw.sample(PEOPLE, 4)
        started_at = FIRST + timedelta(hours=5 * number)
        segments = tuple(
            Segment(f"s{line}", 6.0 * line, 6.0 * line + 5, people[line // 3 % 4], self.line())
            for line in range(1, LINES + 1)
        )
        return Note(
            id=f"{started_at:%Y%m%d}-{number:06}",
            title=self.line(5).capitalize(),
            started_at=started_at,
            duration_s=6.0 * LINES,
            language="en",
            source="recording",
            engines=Engines(),
            summary=" ".join(f"{self.line(14).capitalize()}." for _ in range(4)),
            action_items=tuple(
                ActionItem(
                    id=f"a{item}",
                    task=self.line(7),
                    owner=people[item % 4],
                    due=Due(phrase="by Friday", date=_friday(started_at.date())),
                    # Old promises are kept by and by.
                    status="done" if draw.random() < 0.97 else "open",
                    evidence=(f"s{item * 10}",),
                    quote=segments[item * 10 - 1].text,
                    sentiment="neutral",
                    verdict="verified",
                )
                for item in range(1, 9)
            ),
            decisions=tuple(
                Statement(
                    id=f"d{item}",
                    text=self.line(9),
                    evidence=(f"s{item * 7}",),
                    quote=segments[item * 7 - 1].text,
                    verdict="verified",
                )
                for item in range(1, 5)
            ),
            questions=(),
            sentiment=Sentiment(
                label="neutral",
                score=0.1,
                timeline=tuple(
                    SentimentSpan(start_s=60.0 * minute, end_s=60.0 * minute + 60, score=0.1)
                    for minute in range(10)
                ),
                speakers=dict.fromkeys(people, 0.1),
            ),
            coverage=Coverage(segments_read=LINES, segments_total=LINES),
            transcript=NoteTranscript(segments=segments),
        )


def meetings(number: int, seed: int = SEED) -> Iterator[Note]:
    talk = Talk(seed)
    return (talk.meeting(each) for each in range(number))


def fill(state_dir: Path, number: int) -> None:
    """Store so many meetings, without waiting for the disk: nobody has to keep them."""
    with mock.patch("os.fsync"), mock.patch("os.fdatasync"), NoteStore.open_writer(state_dir) as store:
        for note in meetings(number):
            store.save(note)


def _friday(day: date) -> date:
    return day + timedelta(days=(4 - day.weekday()) % 7)
