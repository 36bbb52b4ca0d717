"""What is read ahead of a question costs nothing when it is put."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from guardrails.core.types import Segment
from pipelines.llm.drafter import ModelDrafter
from pipelines.llm.llama import LlamaModel
from pipelines.llm.model import Message
from tests.fakes.gguf_weights import write_gguf
from tests.fakes.language_model import Call, ScriptedModel

TALK = "We talked about the move and about who calls the movers. " * 8


@pytest.mark.models
def test_llama_finds_in_its_cache_what_it_was_given_to_read(tmp_path: Path) -> None:
    with LlamaModel(write_gguf(tmp_path / "tiny.gguf"), context_tokens=2048, threads=1) as model:
        model.prepare([Message("user", TALK)])
        read = model.usage.prompt_tokens
        assert read == model.count_tokens([Message("user", TALK)])
        more = [Message("user", f"{TALK.strip()} And now the question.")]
        answer = model.complete(more, schema={"const": "yes"}, max_tokens=20)
        assert answer.prompt_tokens < 60 < read < answer.prompt_tokens_total
        model.prepare([Message("user", TALK * 9)])
        assert model.usage.prompt_tokens == read + answer.prompt_tokens, "what does not fit is left alone"


def answer(call: Call) -> dict[str, Any]:
    return {"actions": [], "decisions": [], "questions": [], "summary": "They talked."}


def test_the_open_part_of_a_meeting_is_read_while_it_is_spoken() -> None:
    said = [Segment(f"s{n}", n * 10.0, n * 10.0 + 9, None, f"{n} {TALK[:200]}") for n in range(30)]
    model = ScriptedModel(answer)
    drafter = ModelDrafter(model)
    last = drafter.read_ahead(said[:-1], ())
    assert last is not None
    asked, read = len(model.calls), model.usage.prompt_tokens
    assert drafter.read_ahead(said[:-1], (), after=last) == last
    assert len(model.calls) == asked
    assert model.usage.prompt_tokens - read <= 5, "nothing is read twice"

    drafter.read_ahead(said, (), after=last)
    words = len(said[-1].text.split())
    assert model.usage.prompt_tokens - read <= words + 15, "only what is new"
