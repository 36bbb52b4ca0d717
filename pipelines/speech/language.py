"""Which language is spoken: heard once, then kept, because Whisper's guess drifts from window to window."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from pipelines.errors import BadInputError
from pipelines.speech.model import Recogniser
from pipelines.speech.settings import AUTO

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pipelines.speech.audio import Samples

WINDOWS = 3
"""Windows of speech that are listened to: a greeting in another language does not decide."""


def check_language(language: str, supported: Sequence[str]) -> None:
    """Raise BadInputError for a configured language that the model does not know."""
    if language != AUTO and language not in supported:
        raise BadInputError(
            f"[speech] language = {language!r}: the speech model does not know it; "
            f'write "auto" or a code such as {", ".join([c for c in ("en", "de", "fr") if c in supported])}'
        )


def detect_language(model: Recogniser, windows: Sequence[Samples]) -> tuple[str, float]:
    """The language of the windows (each up to 30 s), and its probability: a mean weighted by their length."""
    if len(model.supported_languages) == 1:
        return model.supported_languages[0], 1.0
    votes: dict[str, float] = defaultdict(float)
    for samples in windows:
        for code, probability in model.detect_language(samples)[2]:
            votes[code] += probability * len(samples)
    best = max(votes, key=votes.__getitem__)
    return best, votes[best] / sum(len(samples) for samples in windows)
