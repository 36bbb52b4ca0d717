"""What every language model keeps to: the scripted one of the tests and llama.cpp on random weights alike."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from pipelines.errors import ContextOverflowError, DeadlineError
from pipelines.llm.llama import LlamaModel
from pipelines.llm.model import LanguageModel, Message, deadline_for
from tests.fakes.gguf_weights import write_gguf
from tests.fakes.language_model import ScriptedModel

SCHEMA = {
    "type": "object",
    "properties": {
        "yes": {"enum": [True, False]},
        "why": {"type": "string", "maxLength": 40},
    },
    "required": ["yes", "why"],
}
MESSAGES = [Message("system", "Answer."), Message("user", "Was it said? " * 30)]


@pytest.fixture(params=["scripted", pytest.param("llama", marks=pytest.mark.models)])
def model(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[LanguageModel]:
    opened: LanguageModel
    if request.param == "scripted":
        opened = ScriptedModel(lambda call: {"yes": True, "why": "it was"}, context_tokens=2048)
    else:
        opened = LlamaModel(write_gguf(tmp_path / "tiny.gguf"), context_tokens=2048, threads=1)
    with closing(opened):
        yield opened


def test_an_answer_is_json_of_the_schema(model: LanguageModel) -> None:
    answer = model.complete(MESSAGES, schema=SCHEMA, max_tokens=200)
    read = json.loads(answer.text)
    assert list(read) == ["yes", "why"]
    assert len(read["why"]) <= 40
    assert 0 < answer.output_tokens <= 200


def test_the_prompt_is_counted_as_it_will_be_read(model: LanguageModel) -> None:
    counted = model.count_tokens(MESSAGES)
    answer = model.complete(MESSAGES, schema=SCHEMA, max_tokens=200)
    assert answer.prompt_tokens_total == counted
    assert answer.prompt_tokens == counted  # nothing was in the cache


def test_a_second_question_pays_only_for_what_is_new(model: LanguageModel) -> None:
    model.complete(MESSAGES, schema=SCHEMA, max_tokens=200)
    longer = [MESSAGES[0], Message("user", MESSAGES[1].content + " Answer again.")]
    second = model.complete(longer, schema=SCHEMA, max_tokens=200)
    assert second.prompt_tokens_total > model.count_tokens(MESSAGES)
    assert second.prompt_tokens < 60 < second.prompt_tokens_total


def test_usage_is_the_sum_of_all_calls(model: LanguageModel) -> None:
    answers = [
        model.complete(MESSAGES, schema=SCHEMA, max_tokens=200, attempt=attempt) for attempt in range(3)
    ]
    assert model.usage.prompt_tokens == sum(answer.prompt_tokens for answer in answers)
    assert model.usage.output_tokens == sum(answer.output_tokens for answer in answers)


def test_what_does_not_fit_is_refused_before_anything_is_computed(model: LanguageModel) -> None:
    room = model.context_tokens - model.count_tokens(MESSAGES)
    with pytest.raises(ContextOverflowError):
        model.complete(MESSAGES, schema=SCHEMA, max_tokens=room + 1)
    assert (model.usage.prompt_tokens, model.usage.output_tokens) == (0, 0)


def test_a_deadline_ends_a_call(model: LanguageModel) -> None:
    with pytest.raises(DeadlineError):
        model.complete(MESSAGES, schema=SCHEMA, max_tokens=200, deadline_s=-1)


def test_whoever_follows_the_tokens_can_end_the_call(model: LanguageModel) -> None:
    def cancel(evaluated: int, written: int) -> None:
        if written:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        model.complete(MESSAGES, schema=SCHEMA, max_tokens=200, on_token=cancel)
    # The model is as good as before.
    assert json.loads(model.complete(MESSAGES, schema=SCHEMA, max_tokens=200).text)


def test_progress_counts_up_to_the_answer(model: LanguageModel) -> None:
    seen: list[tuple[int, int]] = []
    answer = model.complete(
        MESSAGES, schema=SCHEMA, max_tokens=200, on_token=lambda *counts: seen.append(counts)
    )
    assert seen == sorted(seen)
    assert seen[-1] == (answer.prompt_tokens, answer.output_tokens)


def test_a_larger_call_is_given_more_time() -> None:
    # A Raspberry Pi 4 reads 4 tokens and writes 1.7 tokens a second.
    assert deadline_for(2_000, 500) > 2_000 / 4 + 500 / 1.7
    assert deadline_for(4_000, 500) > deadline_for(2_000, 500)
