"""Listens for a moment, as the recorder would, and prints what it heard.

A process of its own, because PortAudio and drivers can hang or crash, and because ALSA writes on stderr.
Prints JSON. Arguments: the pattern of the device, as in the configuration, the seconds, and the channels, if
some are chosen.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Sequence
from contextlib import closing
from typing import Any

from daemon.base.errors import MicrophoneError
from daemon.recorder.level import LevelMeter, loudness
from daemon.recorder.soundcard import SoundCard


def main(pattern: str, seconds: float, channels: Sequence[int] = ()) -> dict[str, Any]:
    """`devices`, `used`, `detail`, `loudest_dbfs` and `mean_dbfs` (None: nothing came); or `error`."""
    card = SoundCard(time.monotonic, channels)
    try:
        devices = card.names()
        with closing(card.open(pattern)) as microphone:
            time.sleep(seconds)
            blocks = microphone.take()
    except MicrophoneError as error:
        return {"error": str(error)}
    meter = LevelMeter()
    for block in blocks:
        meter.hear(loudness(block.pcm))
    return {
        "devices": devices,
        "used": microphone.name,
        "detail": microphone.detail,
        "loudest_dbfs": meter.peak_dbfs,
        "mean_dbfs": meter.mean_dbfs,
    }


if __name__ == "__main__":
    pattern, seconds, *chosen = sys.argv[1:]
    sys.stdout.write(json.dumps(main(pattern, float(seconds), [*map(int, chosen)])) + "\n")
