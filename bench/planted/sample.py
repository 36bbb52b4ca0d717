"""Right claims of the sample meeting, from the list that a careful reader made of it by hand."""

from __future__ import annotations

import json
from datetime import date
from pathlib import Path
from typing import Any

from bench.planted.case import Base
from guardrails.types import Claim, Evidence
from pipelines.errors import BadInputError
from pipelines.evaluate.dataset import GoldMeeting
from pipelines.transcript import Transcript


def sample_bases(expected: Path, transcript: Transcript) -> list[Base]:
    """One for each action and decision of the list `expected`; BadInputError if it is no such list."""
    try:
        rows = json.loads(expected.read_text(encoding="utf-8"))
        said_on = date.fromisoformat(rows["said_on"])
        return [_base(row, transcript, said_on) for row in (*rows["action_items"], *rows["decisions"])]
    except (OSError, ValueError, KeyError, IndexError) as error:
        raise BadInputError(f"{expected}: no list of the sample's right items ({error})") from error


def meeting_of(base: Base) -> GoldMeeting:
    """The meeting of a right claim, to put our own sentences into."""
    return GoldMeeting(base.meeting, base.meeting, base.segments, (), False, held_on=base.said_on)


def _base(row: dict[str, Any], transcript: Transcript, said_on: date) -> Base:
    place = row["cues"][0] - 1
    segment, following = transcript.segments[place], transcript.segments[place + 1 :]
    owner, due = row.get("owner"), (row.get("due") or {}).get("phrase")
    text = row["task"][0].upper() + row["task"][1:] if "task" in row else row["text"]
    asked = owner is not None and segment.speaker != owner and row["quote"].endswith("?")
    ids = (segment.id, following[0].id) if asked and following else (segment.id,)
    claim = Claim("s1", "action" if "task" in row else "decision", text, Evidence(ids, ""), owner, due)
    promise = owner is not None and segment.speaker == owner
    return Base("sample", transcript.segments, claim, segment.text, segment.id, "sample", said_on, promise)
