"""The rolling step: bounded in what the model is shown, however long the meeting is."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from guardrails.core.types import Claim, Evidence, Segment
from pipelines.errors import OutputError
from pipelines.llm.drafter import ModelDrafter
from pipelines.llm.llama import LlamaModel
from pipelines.llm.model import LanguageModel
from pipelines.llm.prompt import Known, summary_messages
from pipelines.llm.schema import MeetingSummary
from pipelines.llm.summary import SHOWN_TOKENS, RunningSummary, size_for, summarise_with
from tests.fakes.gguf_weights import write_gguf
from tests.fakes.language_model import Answer, Call, ScriptedModel

LONG = "The parts of the remote control, and what each of them may cost, were talked about at length. "


def promise(number: int) -> str:
    return f"I'll send report {number} about the {'far ' * number}harbour to the board by Friday."


def meeting(chunks: int) -> tuple[Segment, ...]:
    """Each segment fills a chunk of 1,000 characters."""
    return tuple(Segment(f"x{n}", None, None, "Ann", f"{promise(n)} {'Well. ' * 120}") for n in range(chunks))


def script(call: Call) -> Answer:
    if call.is_summary:
        return {"summary": (LONG * 6)[:590], "title": "Reports"}
    number = next(n for n in range(99) if f"report {n} " in call.messages[1].content.split("Transcript:")[1])
    item: dict[str, Any] = {"lines": [1], "quote": promise(number)[:150], "task": promise(number)[5:150]}
    return {
        "actions": [item | {"owner": "Ann", "when": "by Friday"}],
        "decisions": [],
        "questions": [],
        "summary": (LONG * 3)[:290],
    }


def shown_tokens(model: LanguageModel, call: Call) -> int:
    return model.count_tokens(call.messages) - model.count_tokens(summary_messages([], Known()))


@pytest.mark.parametrize("chunks", [1, 2, 20])
def test_the_last_step_sees_a_bounded_amount_of_text(chunks: int) -> None:
    model = ScriptedModel(script)
    ModelDrafter(model, chunk_characters=1_000).draft(meeting(chunks), [])
    assert sum(1 for call in model.calls if not call.is_summary) >= chunks
    shown = [shown_tokens(model, call) for call in model.calls if call.is_summary]
    assert max(shown) <= SHOWN_TOKENS
    assert "report 0" in model.calls[-1].text or chunks == 20


def test_twenty_chunks_are_shown_no_more_than_a_few() -> None:
    def last_step(chunks: int) -> int:
        model = ScriptedModel(script)
        ModelDrafter(model, chunk_characters=1_000).draft(meeting(chunks), [])
        return shown_tokens(model, model.calls[-1])

    assert last_step(20) <= 1.1 * max(last_step(chunks) for chunks in (4, 5, 6))


def test_only_what_was_verified_is_told_of_the_found() -> None:
    invented = {
        "lines": [1],
        "quote": "I bought a lighthouse",
        "task": "Paint the lighthouse",
        "owner": "Zoe",
        "when": None,
    }

    def with_invention(call: Call) -> Answer:
        answer = script(call)
        if not call.is_summary:
            assert isinstance(answer, dict)
            answer["actions"].append(invented)
        return answer

    model = ScriptedModel(with_invention)
    ModelDrafter(model, chunk_characters=1_000).draft(meeting(1), [])
    assert "- Ann: " in model.calls[-1].text
    assert "report 0" in model.calls[-1].text
    assert "lighthouse" not in model.calls[-1].text


class Told:
    """Keeps what it is asked to make a summary of."""

    def __init__(self, fails: bool = False) -> None:
        self.calls: list[tuple[list[str], list[str]]] = []
        self._fails = fails

    def __call__(self, summaries: Any, found: Any) -> MeetingSummary:
        self.calls.append((list(summaries), list(found)))
        if self._fails:
            raise OutputError("loop")
        return MeetingSummary(summary=f"Summary {len(self.calls)}.", title="Title")


def words(text: str) -> int:
    return len(text.split())


def claim(kind: Any, text: str, confidence: float = 0.9) -> Claim:
    return Claim("", kind, text, Evidence(("x",), text), confidence=confidence)


def test_what_was_decided_and_what_is_sure_stays_in_the_list_the_longest() -> None:
    told = Told()
    running = RunningSummary(told, words)
    running.add("Start.", [claim("decision", "The ship is called Aurora")])
    for n in range(40):
        running.add("More.", [claim("action", f"Paint cabin {n} in its own colour", 0.7 + n % 2 / 5)])
    running.finish()
    found = told.calls[-1][1]
    assert found[0] == "The ship is called Aurora"
    assert 3 < len(found) < 30
    assert found[-1] == "Paint cabin 39 in its own colour"
    assert not any(int(line.split()[2]) % 2 == 0 for line in found[1:])


def test_an_item_that_was_found_twice_is_listed_once() -> None:
    told = Told()
    running = RunningSummary(told, words)
    for _ in range(3):
        running.add("Talk.", [claim("action", "Send the lease to the lawyers")])
    running.finish()
    assert told.calls[-1][1] == ["Send the lease to the lawyers"]


def test_nothing_is_made_of_a_part_of_the_meeting() -> None:
    told = Told(fails=True)
    running = RunningSummary(told, words)
    for _ in range(10):
        running.add("word " * 100)
    assert running.finish() is None
    assert len(told.calls) == 1


@pytest.mark.models
@pytest.mark.parametrize("text", [LONG * 4, "会議では新しいリモコンの形と値段について話し合われた。" * 12])
def test_the_bound_holds_in_the_models_own_tokens(tmp_path: Path, text: str) -> None:
    """The tiny vocabulary has a token for each letter or byte, which is the worst that can come."""
    with LlamaModel(write_gguf(tmp_path / "tiny.gguf"), threads=1) as model:
        shown: list[int] = []
        asked = recording(model, shown)
        running = RunningSummary(asked, size_for(model))
        for n in range(10):
            running.make_room()
            running.add(text[n:], [claim("decision", f"{text[n * 7 : n * 7 + 60]} {n}")])
        assert running.finish() is not None
        assert len(shown) > 2
        assert max(shown) <= SHOWN_TOKENS


def recording(model: LlamaModel, shown: list[int]) -> Callable[..., MeetingSummary]:
    """The real messages counted, a made-up answer."""
    real = summarise_with(model, Known())
    assert callable(real)

    def summarise(summaries: Any, found: Any) -> MeetingSummary:
        empty = model.count_tokens(summary_messages([], Known()))
        shown.append(model.count_tokens(summary_messages(summaries, Known(), (), found)) - empty)
        return MeetingSummary(summary=(LONG * 6)[:590], title="Title")

    return summarise
