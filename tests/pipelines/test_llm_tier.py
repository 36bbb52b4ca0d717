"""What the language model is opened with, by the memory of the machine."""

from __future__ import annotations

import pytest

from pipelines.llm.tier import llm_tier

GB = 10**9


@pytest.mark.parametrize(
    ("machine", "memory", "context_tokens"),
    [
        ("Raspberry Pi 4, 4 GB", 3.98 * GB, 4096),
        ("Raspberry Pi 5, 8 GB", 8.44 * GB, 8192),
        ("one that does not tell", 0, 8192),
    ],
)
def test_a_small_machine_gets_a_small_cache(machine: str, memory: int, context_tokens: int) -> None:
    assert llm_tier(int(memory)).context_tokens == context_tokens, machine
