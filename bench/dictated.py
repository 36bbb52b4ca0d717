"""A Whisper of random weights that works as one does which understands: as many tokens as people say, and one
decoding for a window.

What random weights write ends where it likes, and where it ends decides where faster-whisper looks next: the
same sound may cost half as much or twice. Here the tokens of a window are counted by its seconds, none of
them is a timestamp, and its end is the end of the window.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from faster_whisper import WhisperModel

from tests.fakes.whisper_weights import TEXT_TOKENS

_VOCABULARY = 51_865


class Dictated(WhisperModel):  # type: ignore[misc]  # faster-whisper has no types
    """Everything is computed as ever: features, encoder, beam search, alignment of words."""

    per_s = 0.0
    """Tokens for a second of sound."""
    written = windows = 0
    """Tokens so far, and decodings."""

    def encode(self, features: Any) -> Any:
        # faster-whisper fills a shorter window up with zeros, which no sound gives.
        self._heard_s = np.count_nonzero(features.any(axis=0)) * self.feature_extractor.time_per_frame
        return super().encode(features)

    def generate_with_fallback(self, encoded: Any, prompt: Any, tokenizer: Any, options: Any) -> Any:
        prompt = [*prompt, tokenizer.no_timestamps]
        wanted = max(1, round(self.per_s * self._heard_s))
        # CTranslate2 writes up to half of the length, or what the prompt leaves of it.
        options.max_new_tokens = max(2 * wanted - len(prompt), wanted)
        options.suppress_tokens = list(range(TEXT_TOKENS, _VOCABULARY))
        result = super().generate_with_fallback(encoded, prompt, tokenizer, options)
        self.written += len(result[0].sequences_ids[0])
        self.windows += 1
        return result

    def _split_segments_by_timestamps(self, *, tokenizer: Any, tokens: Any, **where: Any) -> Any:
        steps = round(where["segment_duration"] / self.time_precision)
        ended = [*tokens, tokenizer.timestamp_begin + steps]
        return super()._split_segments_by_timestamps(tokenizer=tokenizer, tokens=ended, **where)
