"""What is read ahead of a question costs nothing when it is put."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

import llama_cpp
import numpy as np
import pytest

from daemon.meetings.receipts import Answered, receipt_log
from daemon.worker.answers import RememberingModel
from guardrails.core.types import Segment
from pipelines.llm.drafter import ModelDrafter
from pipelines.llm.llama import LlamaModel
from pipelines.llm.model import Message
from tests.fakes.gguf_weights import write_gguf
from tests.fakes.language_model import Answer, Call, ScriptedModel, drafting

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


def test_the_open_part_of_a_meeting_is_read_while_it_is_spoken() -> None:
    said = [Segment(f"s{n}", n * 10.0, n * 10.0 + 9, None, f"{n} {TALK[:200]}") for n in range(30)]
    model = ScriptedModel(drafting())
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


LONG_TALK = "We talked about the move of the office and who would order the chairs. " * 12
"""Many times the sliding window of the tiny model."""


def next_logits(model: LlamaModel, *contents: str) -> np.ndarray:
    """What the model would write after the last of these prompts, read one after the other."""
    for content in contents:
        model.prepare([Message("user", content)])
    size = model._llama.n_vocab()
    return np.ctypeslib.as_array(llama_cpp.llama_get_logits_ith(model._llama.ctx, -1), (size,)).copy()


@pytest.mark.models
@pytest.mark.parametrize("keeps_windows_only", [False, True])
def test_a_prefix_that_is_used_again_gives_the_logits_of_a_fresh_read(
    tmp_path: Path, keeps_windows_only: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    weights = write_gguf(tmp_path / "tiny.gguf")
    if keeps_windows_only:
        monkeypatch.setattr(llama_cpp, "Llama", partial(other_cache, llama_cpp.Llama))
    # One token at a time: batches that are cut elsewhere differ by roundings of 16 bits.
    first, second = f"{LONG_TALK}{'Who does what by when? ' * 9}", f"{LONG_TALK}What was decided?"
    with LlamaModel(weights, threads=1, batch_tokens=1) as fresh:
        expected = next_logits(fresh, second)
        read = fresh.usage.prompt_tokens
    with LlamaModel(weights, threads=1, batch_tokens=1) as model:
        found = next_logits(model, first)
        before = model.usage.prompt_tokens
        found = next_logits(model, second)
        again = model.usage.prompt_tokens - before
    assert np.abs(found - expected).max() < 1e-4
    assert (again == read) if keeps_windows_only else (again < read / 10)


def other_cache(theirs: Any, *arguments: Any, **named: Any) -> Any:
    return theirs(*arguments, **{**named, "swa_full": False})


def test_a_chunk_ends_early_where_the_model_has_time_and_stays_as_it_was(tmp_path: Path) -> None:
    said = [Segment(f"s{n}", n * 10.0, n * 10.0 + 9, None, f"{n} {TALK[:200]}") for n in range(14)]
    ends: list[str] = []
    model = ScriptedModel(drafting())
    with receipt_log(tmp_path / "answers.jsonl", Answered) as log:
        remembering = RememberingModel(model, "ab" * 32, log, lambda: None)
        drafter = ModelDrafter(remembering, ends=ends, end_early=ends.append)
        assert drafter.read_ahead(said[:5], ()) is None, "too short"
        last = drafter.read_ahead(said[:12], ())
        assert last is not None
        assert [last.segments[-1].id] == ends
        asked = len(model.calls)
        assert drafter.read_ahead(said[:12], (), after=last) == last
        assert len(model.calls) == asked, "what is left is too short again"

    with receipt_log(tmp_path / "answers.jsonl", Answered) as log:
        after_a_crash = RememberingModel(model, "ab" * 32, log, lambda: None)
        draft = ModelDrafter(after_a_crash, ends=ends).draft(said, ())
    assert draft.segments_read == len(said)
    assert len(model.calls) == asked + 2, "what was left, and the summary"


def test_little_that_is_left_is_drafted_with_the_chunk_before_it_once_all_is_said() -> None:
    said = [Segment(f"s{n}", n * 10.0, n * 10.0 + 9, None, f"{n} {TALK[:200]}") for n in range(18)]

    def drafts(*, is_over: bool) -> int:
        model = ScriptedModel(drafting())
        read = ModelDrafter(model).draft(said, (), is_over=is_over).segments_read
        assert read == len(said)
        return sum(not call.is_summary for call in model.calls)

    assert (drafts(is_over=False), drafts(is_over=True)) == (2, 1)


def test_after_the_last_word_the_summary_is_asked_for_once_however_long_the_meeting(tmp_path: Path) -> None:
    """What has outgrown its room is made shorter while people talk."""

    def long_answer(call: Call) -> Answer:
        told = f"{len(model.calls)} parts of the control, and what each of them may cost, were talked about. "
        return drafting(told * 3, title="Parts")(call)

    said = [Segment(f"s{n}", n * 10.0, n * 10.0 + 9, None, f"{n} {TALK[:200]}") for n in range(160)]
    model = ScriptedModel(long_answer)
    for words in range(16, 176, 16):
        with receipt_log(tmp_path / "answers.jsonl", Answered) as log:
            drafter = ModelDrafter(RememberingModel(model, "ab" * 32, log, lambda: None))
            drafter.read_ahead(said[:words], ())
            asked = len(model.calls)
            drafter.draft(said[:words], ())
        last = [call.is_summary for call in model.calls[asked:]]
        assert sum(last) == 1, words
    assert sum(call.is_summary for call in model.calls) > 10, "it was made shorter, too"
