"""What the recorder costs, and whether it loses a frame while both cores are busy.

    python bench/recorder.py [SECONDS]          default 60; the promise is for 600

A virtual room (PulseAudio's null sink) plays noise; `roomscribe recorder` hears its monitor. First it listens
to a room in which nobody speaks, then it records while one busy process for each core runs beside it. Every
sample that was played is looked for in its order. Prints percent of one core, resident megabytes and lost
samples.
"""

from __future__ import annotations

import multiprocessing
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Event

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import numpy as np

from daemon.clock import SystemClock
from daemon.spool import list_recordings
from tests.fakes.pulse import ROOMSCRIBE, Sound, VirtualRoom, missing_programs

CONFIG = """
[recorder]
start = "{start}"
allowed_hours = ["mon-sun 0-24"]
reserve_mb = 0
"""
IDLE_S = 30


def main(seconds: int) -> None:
    if missing := missing_programs():
        sys.exit(
            f"needs {', '.join(missing)}: apt-get install pulseaudio pulseaudio-utils libasound2-plugins"
        )
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        room = VirtualRoom(root / "room")
        try:
            idle(room, root, hum=0)
            idle(room, root, hum=40)
            loaded(room, root, seconds)
        finally:
            room.close()


def idle(room: VirtualRoom, root: Path, hum: int) -> None:
    """Listen for talk; a hum above the detector's floor makes it work all the time."""
    sound = np.random.default_rng(2).integers(-hum, hum + 1, IDLE_S * 16_000 + 80_000).astype(np.int16)
    with room.recorder(root / f"idle{hum}", config(root, "voice")) as process, room.playing(sound):
        Event().wait(4)
        cpu_s, wall_s = measured(process.pid, IDLE_S)
        print(
            f"listening to {'a hum' if hum else 'silence'}: {100 * cpu_s / wall_s:.1f} % of one core, "
            f"{resident_mb(process.pid)} MB"
        )


def loaded(room: VirtualRoom, root: Path, seconds: int) -> None:
    sound = np.random.default_rng(1).integers(-8000, 8000, seconds * 16_000).astype(np.int16)
    state = root / "loaded"
    with room.recorder(state, config(root, "button")) as process:
        order(state, "start")
        with busy_cores(), room.playing(sound):
            cpu_s, wall_s = measured(process.pid, seconds)
        megabytes = resident_mb(process.pid)
        Event().wait(1)
        order(state, "stop")
    (spooled,) = list_recordings(state)
    lost = lost_samples(np.frombuffer(b"".join(pcm for _, pcm in spooled.audio()), "<i2"), sound)
    print(
        f"recording {seconds} s beside {os.cpu_count()} busy processes: {lost} of {len(sound)} samples lost, "
        f"{spooled.recording.overflows} overflows, {100 * cpu_s / wall_s:.1f} % of one core, {megabytes} MB"
    )


def lost_samples(heard: Sound, played: Sound) -> int:
    """Played samples that were not heard in their order: each stretch is looked for behind the last one."""
    step = 1600
    raw, position, lost = heard.tobytes(), 0, 0
    for start in range(0, len(played) - step + 1, step):
        at = raw.find(played[start : start + step].tobytes(), position)
        if at < 0:
            lost += step
        else:
            position = at + 2 * step
    return lost


@contextmanager
def busy_cores() -> Iterator[None]:
    workers = [multiprocessing.Process(target=_spin, daemon=True) for _ in range(os.cpu_count() or 1)]
    for worker in workers:
        worker.start()
    yield
    for worker in workers:
        worker.terminate()
        worker.join()


def _spin() -> None:
    while True:
        pass


def config(root: Path, start: str) -> Path:
    path = root / f"{start}.toml"
    path.write_text(CONFIG.format(start=start))
    return path


def order(state: Path, do: str) -> None:
    subprocess.run([ROOMSCRIBE, "--state", str(state), "record", do], check=True, stdout=subprocess.DEVNULL)


def measured(pid: int, seconds: float) -> tuple[float, float]:
    """Processor seconds that a process uses in `seconds`, and how long that was."""
    clock = SystemClock()
    start_s, used_s = clock.boot_s(), cpu_seconds(pid)
    Event().wait(seconds)
    return cpu_seconds(pid) - used_s, clock.boot_s() - start_s


def cpu_seconds(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def resident_mb(pid: int) -> int:
    status = Path(f"/proc/{pid}/status").read_text()
    return int(status.partition("VmRSS:")[2].split()[0]) // 1024


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 60)
