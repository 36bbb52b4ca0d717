"""What the recorder costs: listening to silence, listening to a hum, recording beside busy cores.

    python -m bench.recorder [SECONDS]          default 60

A virtual room (PulseAudio's null sink) plays noise; `roomscribe service recorder` hears its monitor. Every
sample that was played is looked for in the recording. Prints percent of one core, resident megabytes and lost
samples; ends with 1 where one is lost, or more is taken than the targets allow. The same over ten minutes is
a test, tests/e2e/test_room_load.py.
"""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import numpy as np

from tests.fakes.load import cost_over
from tests.fakes.pulse import VirtualRoom, missing_programs, noise, record_under_load, recorder_config

IDLE_S = 30
MOST_PERCENT, MOST_MB = 5.0, 150


def main(seconds: int) -> int:
    if missing := missing_programs():
        sys.exit(
            f"needs {', '.join(missing)}: apt-get install pulseaudio pulseaudio-utils libasound2-plugins"
        )
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        room = VirtualRoom(root / "room")
        try:
            listen(room, root, "silence", 0)
            listen(room, root, "a hum", 40)  # above the detector's floor: it works all the time
            load = record_under_load(room, root / "loaded", seconds)
        finally:
            room.close()
    print(
        f"{load.lost} of {load.played} samples lost (target 0) beside {os.cpu_count()} busy processes, "
        f"{load.overflows} overflows, {load.cost.core_percent:.1f} % of a core (target {MOST_PERCENT:.0f}), "
        f"{load.cost.resident_mb} MB (target {MOST_MB})"
    )
    missed = load.lost or load.cost.core_percent > MOST_PERCENT or load.cost.resident_mb > MOST_MB
    return 1 if missed else 0


def listen(room: VirtualRoom, root: Path, what: str, amplitude: int) -> None:
    """Wait for talk that does not come."""
    state = root / f"idle-{amplitude}"
    with room.recorder(state, recorder_config(root, "voice")) as process:
        sound = noise(IDLE_S + 3, amplitude) if amplitude else np.zeros(16_000 * (IDLE_S + 3), np.int16)
        with room.playing(sound):
            cost = cost_over(process.pid, IDLE_S)
    print(f"listening to {what}: {cost.core_percent:.1f} % of one core, {cost.resident_mb} MB")


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 60))
