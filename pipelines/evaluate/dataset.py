"""Annotated meetings: JSON Lines, gzipped or plain, one meeting a line.

A line needs `meeting_id`, `corpus`, `utterances` (start, end, speaker, text) and `actions` (text, and
`evidence_utts`: indices of utterances, where the corpus has them). `actions_annotated: false` says that
nobody looked for actions: such a meeting measures nothing and is left out, never counted as one without
actions.
"""

from __future__ import annotations

import gzip
import json
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from guardrails.core.types import Segment
from pipelines.errors import BadInputError

Row = TypeVar("Row")


@dataclass(frozen=True, slots=True)
class GoldAction:
    """What an annotator wrote down."""

    text: str
    segment_ids: frozenset[str]
    """The utterances that he linked to it; empty where he linked none."""


@dataclass(frozen=True, slots=True)
class GoldMeeting:
    id: str
    corpus: str
    segments: tuple[Segment, ...]
    """Ids are the indices of utterances, as text."""
    actions: tuple[GoldAction, ...]
    annotated: bool


def read_meetings(path: Path) -> Iterator[GoldMeeting]:
    """Yield the meetings of `path`; BadInputError names file and line of what is no meeting."""
    return read_rows(path, _meeting, "annotated meeting")


def read_rows(path: Path, read: Callable[[dict[str, Any]], Row], what: str) -> Iterator[Row]:
    """What `read` makes of each line of `path`; BadInputError names file and line of what is no `what`."""
    for number, line in enumerate(_lines(path), 1):
        if not line.strip():
            continue
        try:
            row = read(json.loads(line))
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            raise BadInputError(
                f"{path}, line {number}: no {what} ({error}); docs/quality.md has the format"
            ) from error
        yield row


def _lines(path: Path) -> Iterator[str]:
    try:
        with (
            gzip.open(path, "rt", encoding="utf-8")
            if path.suffix == ".gz"
            else path.open(encoding="utf-8") as lines
        ):
            yield from lines
    except (OSError, EOFError, UnicodeDecodeError, zlib.error) as error:
        reason = getattr(error, "strerror", None) or "it is damaged"
        raise BadInputError(f"{path}: cannot be read ({reason})") from error


def _meeting(row: dict[str, Any]) -> GoldMeeting:
    segments = tuple(
        Segment(id=str(index), start_s=u["start"], end_s=u["end"], speaker=u["speaker"], text=u["text"])
        for index, u in enumerate(row["utterances"])
    )
    return GoldMeeting(
        id=row["meeting_id"],
        corpus=row["corpus"],
        segments=segments,
        actions=tuple(_gold(action) for action in row["actions"]),
        annotated=bool(row.get("actions_annotated", True)),
    )


def _gold(row: dict[str, Any]) -> GoldAction:
    return GoldAction(row["text"], frozenset(str(index) for index in row.get("evidence_utts") or ()))
