"""A short chime when a recording begins (rising) and ends (falling), made here, played by the sound card."""

from __future__ import annotations

import logging
import math
import struct
import threading
from collections.abc import Callable

from pipelines.speech.audio import SAMPLE_RATE

_TONES_HZ = (523.25, 783.99)
"""C and G: a fifth, which nobody takes for an alarm."""
_TONE_S = 0.22
_VOLUME = 0.25

log = logging.getLogger("roomscribe.recorder")


def chime(rising: bool) -> bytes:
    """Mono 16-bit PCM at 16 kHz; each tone dies away, so that nothing clicks."""
    tones = _TONES_HZ if rising else _TONES_HZ[::-1]
    count = round(_TONE_S * SAMPLE_RATE)
    samples = [
        round(32_767 * _VOLUME * (1 - i / count) ** 2 * math.sin(2 * math.pi * hz * i / SAMPLE_RATE))
        for hz in tones
        for i in range(count)
    ]
    return struct.pack(f"<{len(samples)}h", *samples)


def play(pcm: bytes) -> None:
    """Play through the default loudspeaker, and come back when it has sounded."""
    import sounddevice

    with sounddevice.RawOutputStream(samplerate=SAMPLE_RATE, channels=1, dtype="int16") as stream:
        stream.write(pcm)


class Chime:
    """Sounds when the recording changes; in a thread, because nobody waits for it."""

    def __init__(self, enabled: bool, play: Callable[[bytes], None] = play) -> None:
        self._enabled = enabled
        self._play = play
        self._was_recording = False

    def set(self, is_recording: bool) -> None:
        if is_recording != self._was_recording and self._enabled:
            threading.Thread(target=self._sound, args=(is_recording,), daemon=True).start()
        self._was_recording = is_recording

    def _sound(self, rising: bool) -> None:
        try:
            self._play(chime(rising))
        except Exception as error:  # whatever the loudspeaker's trouble is, recording goes on
            log.warning("the chime cannot be played: %s; see [recorder] chime", error)
            self._enabled = False
