"""What surrounds the values of an answer is known before it is written."""

from __future__ import annotations

import json
from typing import Any

import pytest

from pipelines.llm.frame import Frame
from pipelines.llm.schema import MeetingSummary, chunk_schema

ITEM = {"lines": [3, 4], "quote": 'she said "lines": [no], {"x":1}', "text": "Who calls?"}
ACTION = {**ITEM, "task": "Call", "owner": None, "when": "by Friday"}
ACTION.pop("text")
DRAFTS: tuple[dict[str, Any], ...] = (
    {"actions": [], "decisions": [], "questions": [], "summary": "Talk.", "glad": [], "upset": []},
    {
        "actions": [ACTION, {**ACTION, "owner": "Tom", "when": None}],
        "decisions": [ITEM],
        "questions": [ITEM, ITEM],
        "summary": 'They said "no".',
        "glad": [3],
        "upset": [],
    },
)


@pytest.mark.parametrize("draft", DRAFTS)
def test_what_is_known_of_a_draft_comes_true(draft: dict[str, Any]) -> None:
    frame, written = Frame(chunk_schema(range(9))), json.dumps(draft, separators=(",", ":"))
    known = [frame.after(written[:at]) for at in range(len(written))]
    assert all(written[at:].startswith(each) for at, each in enumerate(known))
    free = [written[at] for at, each in enumerate(known) if not each]
    keys = [key for key in (*draft, *ACTION, "text") if f'"{key}":' in "".join(free)]
    assert keys == [], "no key is left to choose"


def test_who_writes_with_spaces_is_told_nothing() -> None:
    frame, written = Frame(chunk_schema(range(9))), json.dumps(DRAFTS[1])
    told = [frame.after(written[:at]) for at in range(len('{"actions":'), len(written))]
    assert set(told) == {""}


def test_other_schemas_have_a_frame_or_none() -> None:
    assert Frame(MeetingSummary.model_json_schema()).after('{"summary":"They met."') == ',"title":"'
    assert Frame({"enum": ["accepted", "refused"]}).after('"') == ""
