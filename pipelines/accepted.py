"""What a meeting's file may be: one list for the page, the API, the watch folder and the command line."""

from __future__ import annotations

from pipelines.importers import SUFFIXES as TRANSCRIPTS
from pipelines.speech.audio import AUDIO_SUFFIXES as RECORDINGS

__all__ = ["NOT_A_MEETING", "RECORDINGS", "TRANSCRIPTS", "listed"]

NOT_A_MEETING = (
    f"neither a recording ({' '.join(RECORDINGS)}) nor a transcript ({' '.join(TRANSCRIPTS)}) by its name"
)


def listed(suffixes: tuple[str, ...]) -> str:
    """For people: "wav, mp3, m4a"."""
    return ", ".join(suffix.removeprefix(".") for suffix in suffixes)
