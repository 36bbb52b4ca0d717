"""What all parts of the speech path agree on: mono float32 at 16 kHz."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Samples = npt.NDArray[np.float32]
    """One channel in -1..1, shape (n,)."""

SAMPLE_RATE = 16_000
"""Hz. Whisper and Silero both listen at this rate."""
LONGEST_S = 24 * 3600.0
"""No meeting lasts longer: what claims to would keep the machine busy for days."""
LARGEST_BYTES = 32 * 10**9
"""No recording of a meeting has more: a day of uncompressed studio sound takes 25 GB."""
AUDIO_SUFFIXES = (
    ".wav", ".mp3", ".m4a", ".ogg", ".opus", ".flac", ".webm", ".mp4",
    ".aac", ".aif", ".aiff", ".amr", ".caf", ".mka", ".mkv", ".mov", ".oga", ".wma", ".3gp", ".avi", ".w64",
)  # fmt: skip
"""Of the files that can be decoded."""
ARCHIVE = ".zip"
"""Of an archive with such a file for each person."""


def clock(seconds: float) -> str:
    """A time in a recording, as people read it: 0:35, 1:02:03."""
    minutes, rest = divmod(int(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02d}:{rest:02d}" if hours else f"{minutes}:{rest:02d}"
