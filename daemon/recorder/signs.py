"""What tells people in the room that it is recorded: a short chime and a light.

The chime, rising when a recording begins and falling when it ends, is made here and played by the sound
card. The light is a LED of the kernel that is on while sound is kept, and only then.
"""

from __future__ import annotations

import contextlib
import logging
import math
import struct
import threading
from collections.abc import Callable
from pathlib import Path

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


LEDS = Path("/sys/class/leds")


class Light:
    """Switches it on change only; one that cannot be switched is reported once, and recording goes on."""

    def __init__(self, name: str, leds: Path = LEDS) -> None:
        """`name` in /sys/class/leds; "" is no light."""
        self._folder = leds / name if name else None
        self._is_on: bool | None = None

    def set(self, is_on: bool) -> None:
        if self._folder is None or is_on == self._is_on:
            return
        first = self._is_on is None
        self._is_on = is_on
        try:
            if first:
                # The kernel's own use of it ("the SD card is read") would say something false.
                with contextlib.suppress(PermissionError):
                    (self._folder / "trigger").write_text("none")
            brightest = (self._folder / "max_brightness").read_text().strip()
            (self._folder / "brightness").write_text(brightest if is_on else "0")
        except OSError as error:
            log.warning(
                "the recording light does not work: %s: %s; see [recorder] light",
                error.filename,
                error.strerror,
            )
            self._folder = None
