"""What the language model may take of this machine: context and batch."""

from __future__ import annotations

from dataclasses import dataclass

ROOMY_BYTES = 6 * 10**9
"""A machine that is sold with 8 GB has more, one with 4 GB has less."""
BOTH_FIT_BYTES = 7 * 10**9
"""From here on Whisper base and Gemma (4 GB with its context) may be in memory together, beside the rest."""


@dataclass(frozen=True, slots=True)
class LlmTier:
    """How a model is opened."""

    context_tokens: int
    batch_tokens: int
    """Prompt tokens evaluated in one go: how finely a deadline, a cancellation and the progress bar see the
    prompt being read. 128 take a Raspberry Pi 5 4 s; larger batches are not faster on a CPU."""


ROOMY = LlmTier(context_tokens=8192, batch_tokens=128)
SMALL = LlmTier(context_tokens=4096, batch_tokens=64)


def carries_model(memory_bytes: int) -> bool:
    """Whether a machine with so much memory has room for E2B (3.8 GB with its context) beside all else; 0
    where it is not known."""
    return not 0 < memory_bytes < ROOMY_BYTES


def llm_tier(memory_bytes: int) -> LlmTier:
    """What a machine with so much memory carries; 0 where it is not known.

    A chunk with its instructions and the longest answer takes 3,700 tokens in English, and twice as many
    where each letter is one; what does not fit is read in parts. For E2B 8,192 tokens take 150 MB.
    """
    return ROOMY if carries_model(memory_bytes) else SMALL
