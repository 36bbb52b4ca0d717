"""What the language model is opened with, by the memory of the machine."""

from __future__ import annotations

from pathlib import Path

import pytest

from pipelines.llm.llama import LlamaModel
from pipelines.llm.model import Message
from pipelines.llm.tier import llm_tier
from tests.fakes.gguf_weights import Shape, write_gguf

GB = 10**9
YES_NO = {"enum": ["yes", "no"]}


@pytest.mark.parametrize(
    ("machine", "memory", "context_tokens", "kv"),
    [
        ("Raspberry Pi 4, 4 GB", 3.98 * GB, 4096, "q8_0"),
        ("Raspberry Pi 5, 8 GB", 8.44 * GB, 8192, "f16"),
        ("one that does not tell", 0, 8192, "f16"),
    ],
)
def test_a_small_machine_gets_a_small_cache(machine: str, memory: int, context_tokens: int, kv: str) -> None:
    tier = llm_tier(int(memory))
    assert (tier.context_tokens, tier.kv) == (context_tokens, kv), machine


@pytest.mark.models
@pytest.mark.parametrize("head", [8, 32], ids=["no multiple of 32", "a multiple of 32"])
def test_a_cache_of_8_bits_answers_also_where_the_weights_cannot_have_one(tmp_path: Path, head: int) -> None:
    weights = write_gguf(tmp_path / "tiny.gguf", shape=Shape(head=2 * head, head_sliding=head))
    with LlamaModel(weights, threads=1, context_tokens=4096, batch_tokens=64, kv="q8_0") as model:
        answer = model.complete([Message("user", "Well? " * 50)], schema=YES_NO, max_tokens=20)
    assert answer.text in ('"yes"', '"no"')
    assert answer.prompt_tokens > 200
