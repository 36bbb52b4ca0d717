"""The licences of the models that config.toml names, shown before they are fetched.

As their pages on the hub state them. A conversion (GGUF, CTranslate2) is under the licence of what was
converted. Of any other model the hub's page tells.
"""

from __future__ import annotations

from daemon.models.spec import ModelSpec

_GEMMA = "Apache-2.0, Google's Gemma 4"
_WHISPER = "MIT, OpenAI's Whisper"
LICENCES = {
    "unsloth/gemma-4-E2B-it-GGUF": _GEMMA,
    "google/gemma-4-E2B-it-qat-q4_0-gguf": _GEMMA,
    "google/gemma-4-E4B-it-qat-q4_0-gguf": _GEMMA,
    "Systran/faster-whisper-tiny": _WHISPER,
    "Systran/faster-whisper-base": _WHISPER,
    "Systran/faster-whisper-small": _WHISPER,
    "mobiuslabsgmbh/faster-whisper-large-v3-turbo": _WHISPER,
}
"""By repository."""


def licence_line(spec: ModelSpec, endpoint: str) -> str:
    """One line for people; `endpoint` is the hub that it comes from."""
    if known := LICENCES.get(spec.repo):
        return f"licence of {spec.name}: {known}"
    return f"licence of {spec.name}: not known here, see {endpoint}/{spec.repo}"
