"""What the language model may take of this machine: context, batch, and how exactly its cache is kept."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

KeyValueType = Literal["f16", "q8_0"]

# Prompt tokens evaluated in one go: how finely a deadline, a cancellation and the progress bar see the prompt
# being read. 4 s on a Raspberry Pi 5; larger batches are not faster on a CPU.
BATCH_TOKENS = 128


@dataclass(frozen=True, slots=True)
class LlmTier:
    """How a model is opened."""

    context_tokens: int
    batch_tokens: int
    kv: KeyValueType
    """Type of the keys and values in the cache; q8_0 takes half the memory of f16."""
