"""A conference room without hardware: what is played into PulseAudio's null sink, the microphone hears."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Event

import numpy as np
import numpy.typing as npt

ROOT = Path(__file__).resolve().parents[2]
ROOMSCRIBE = str(Path(sys.executable).with_name("roomscribe"))
PROGRAMS = ("pulseaudio", "paplay", "pactl")
SINK = "module-null-sink sink_name=room rate=16000 channels=1"
LEAD_SAMPLES = 24_000
"""Silence before every sound: when a stream begins, the monitor of a null sink has already given out up to a
second of the silence before it, and the stream loses that much at its start."""
Sound = npt.NDArray[np.int16]


def missing_programs() -> list[str]:
    """What apt-get has to bring (pulseaudio, pulseaudio-utils, libasound2-plugins)."""
    plugin = [*Path("/usr/lib").glob("*/alsa-lib/libasound_module_pcm_pulse.so")]
    absent = [name for name in PROGRAMS if shutil.which(name) is None]
    return absent + ([] if plugin else ["libasound2-plugins"])


def wait_until(condition: Callable[[], bool], timeout_s: float, what: str) -> None:
    """Look ten times a second; AssertionError if it does not come true in time."""
    deadline = time.monotonic() + timeout_s
    while not condition():
        assert time.monotonic() < deadline, f"after {timeout_s} s: {what}"
        Event().wait(0.1)


class VirtualRoom:
    """A sound server of its own, and the environment in which programs find nothing but it."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self._folder = folder
        socket = folder / "pulse.sock"
        alsa = folder / "alsa.conf"
        alsa.write_text(
            "</usr/share/alsa/alsa.conf>\npcm.!default { type pulse }\nctl.!default { type pulse }\n"
        )
        (folder / "home").mkdir()
        self.environ = {
            **os.environ,
            "HOME": str(folder / "home"),
            "XDG_RUNTIME_DIR": str(folder),
            "ALSA_CONFIG_PATH": str(alsa),
            "PULSE_SERVER": f"unix:{socket}",
        }
        options = ["-n", "--daemonize=no", "--exit-idle-time=-1", "--use-pid-file=no", "--log-level=error"]
        modules = ["-L", f"module-native-protocol-unix socket={socket} auth-anonymous=1", "-L", SINK]
        self._server = subprocess.Popen(
            ["pulseaudio", *options, *modules], env=self.environ, stderr=subprocess.DEVNULL
        )
        wait_until(socket.exists, 10, "the sound server has not started")

    def close(self) -> None:
        self._server.terminate()
        self._server.wait(10)

    def control(self, *arguments: str) -> str:
        """Run pactl."""
        return subprocess.run(
            ["pactl", *arguments], env=self.environ, check=True, capture_output=True, text=True
        ).stdout

    def unplug(self) -> None:
        """Take the microphone away."""
        self.control("unload-module", "module-null-sink")

    def plug_in(self) -> None:
        self.control("load-module", *SINK.split())

    def play(self, sound: Sound) -> None:
        """Let it sound in the room, to its end."""
        with self.playing(sound):
            pass

    @contextmanager
    def playing(self, sound: Sound) -> Iterator[None]:
        """Let it sound while something else is done."""
        file = self._folder / "sound.raw"
        file.write_bytes(np.zeros(LEAD_SAMPLES, np.int16).tobytes() + sound.tobytes())
        command = ["paplay", "--raw", "--rate=16000", "--channels=1", "--format=s16le", str(file)]
        with subprocess.Popen(command, env=self.environ) as player:
            yield
            assert player.wait(60) == 0

    @contextmanager
    def recorder(self, state: Path, config: Path) -> Iterator[subprocess.Popen[bytes]]:
        """`roomscribe recorder`, ready to hear; ended by SIGTERM, unless the test has done so."""
        status = state / "run" / "recorder.json"
        status.unlink(missing_ok=True)
        command = [ROOMSCRIBE, "--state", str(state), "--config", str(config), "recorder"]
        process = subprocess.Popen(command, env=self.environ)
        try:
            wait_until(
                lambda: status.exists() and '"state":"open"' in status.read_text(),
                20,
                "no microphone was opened",
            )
            yield process
        finally:
            if process.poll() is None:
                process.terminate()
            process.wait(10)


def correlation(heard: Sound, played: Sound) -> tuple[int, float]:
    """Where in `heard` the sound `played` is, and how alike they are there (0..1)."""
    size = 1 << (len(heard) + len(played)).bit_length()
    spectrum = np.fft.rfft(heard.astype(np.float64), size) * np.conj(
        np.fft.rfft(played.astype(np.float64), size)
    )
    products = np.fft.irfft(spectrum, size)[: max(1, len(heard) - len(played) + 1)]
    at = int(np.argmax(products))
    return at, likeness(heard[at : at + len(played)], played)


def likeness(heard: Sound, played: Sound) -> float:
    """Normalised correlation of two sounds of the same length; 0 where one is silent."""
    first, second = heard.astype(np.float64), played[: len(heard)].astype(np.float64)
    scale = float(np.linalg.norm(first) * np.linalg.norm(second))
    return float(first @ second) / scale if scale else 0.0
