"""The digests of five days of real meetings, each line with a number to be graded by.

    python -m bench.digests            prints the digests; docs/quality.md says how their lines are graded
    python -m bench.digests --days 2

The meetings are those of the development data, of four groups a day, moved to that day: what is due counts
from there. The rules alone write the notes, and a title is never given.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from datetime import UTC, date, datetime, time, timedelta
from itertools import count
from pathlib import Path

from bench.corpus import DATA, meetings
from bench.drafts import calls
from guardrails.core.types import Segment
from pipelines.checking import Checker
from pipelines.compose import Meeting, compose_note, rules_engine
from pipelines.digest import Period, make_digest
from pipelines.note import Engines, Note
from pipelines.render.digest import render_digest
from pipelines.rules import draft_by_rules
from pipelines.transcript import Transcript

FIRST = date(2026, 6, 1)
"""A Monday."""
A_DAY = 4


def days(data: Path, number: int) -> Iterator[tuple[date, list[tuple[str, tuple[Segment, ...]]]]]:
    """So many days of four meetings, each of another group where there are so many."""
    groups: dict[str, list[tuple[str, tuple[Segment, ...]]]] = {}
    for call in calls(data):
        groups.setdefault(call.series, []).append((call.id, call.segments))
    for each in meetings(data):
        said = enumerate(each["utterances"], 1)
        segments = tuple(Segment(f"s{n}", u["start"], u["end"], u["speaker"], u["text"]) for n, u in said)
        groups.setdefault(each["meeting_id"][:2], []).append((each["meeting_id"], segments))
    names = sorted(name for name, held in groups.items() if len(held) >= number)
    for day in range(number):
        chosen = [names[(day * A_DAY + place) % len(names)] for place in range(A_DAY)]
        yield FIRST + timedelta(days=day), [groups[name][day] for name in chosen]


def note_of(name: str, segments: tuple[Segment, ...], day: date, hour: int) -> Note:
    draft = draft_by_rules(segments, language="en")
    transcript = Transcript(started_at=None, title=None, language="en", segments=segments)
    meeting = Meeting(name, name, datetime.combine(day, time(hour), UTC), day)
    with Checker(start=None) as checker:
        return compose_note(draft, transcript, meeting, Engines(rules=rules_engine()), checker)


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m bench.digests")
    parser.add_argument("--data", type=Path, default=DATA)
    parser.add_argument("--days", type=int, default=5)
    options = parser.parse_args(arguments)
    held: list[Note] = []
    number = count(1)
    for day, chosen in days(options.data, options.days):
        held += [note_of(name, segments, day, 9 + place) for place, (name, segments) in enumerate(chosen)]
        digest = make_digest(held, Period.day(day), timezone=UTC)
        for line in render_digest(digest, UTC).splitlines():
            print(f"{next(number):4} {line}" if line.startswith("- ") else f"     {line}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
