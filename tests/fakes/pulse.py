"""A conference room without hardware: what is played into PulseAudio's null sink, the microphone hears."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

from daemon.base.control import ask
from daemon.spool import SpooledRecording, list_recordings
from tests.fakes.appliance import wait_for
from tests.fakes.load import Cost, busy_cores, cost_over

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


CONFIG = """
[recorder]
start = "{start}"
allowed_hours = ["mon-sun 0-24"]
reserve_mb = 0
{more}
"""


def recorder_config(folder: Path, start: str, more: str = "") -> Path:
    """A configuration that lets a test record at any time of the week."""
    path = folder / f"{start}.toml"
    path.write_text(CONFIG.format(start=start, more=more))
    return path


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
        wait_for(socket.exists, "the sound server has not started")

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
        """`roomscribe service recorder`, ready to hear; ended by SIGTERM, unless the test has done so."""
        status = state / "run" / "recorder.json"
        status.unlink(missing_ok=True)
        command = [ROOMSCRIBE, "--state", str(state), "--config", str(config), "service", "recorder"]
        process = subprocess.Popen(command, env=self.environ)
        try:
            wait_for(
                lambda: status.exists() and '"state":"open"' in status.read_text(),
                "no microphone was opened",
                20,
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


@dataclass(frozen=True)
class Load:
    """What a recording beside busy cores came to."""

    played: int
    """Samples."""
    lost: int
    """Samples of them that are not in the recording."""
    overflows: int
    cost: Cost


def record_under_load(room: VirtualRoom, state: Path, seconds: int) -> Load:
    """Record noise while every core is busy, and look for each of its samples."""
    sound = noise(seconds, 8000)
    state.mkdir(parents=True)
    with room.recorder(state, recorder_config(state.parent, "button")) as process:
        ask(state, "recorder", "start")
        with busy_cores(), room.playing(sound):
            cost = cost_over(process.pid, seconds)
        wait_for(lambda: lost_samples(list_recordings(state)[0], sound[-8000:]) == 0, "the end is missing", 5)
        ask(state, "recorder", "stop")
    (spooled,) = list_recordings(state)
    return Load(len(sound), lost_samples(spooled, sound), spooled.recording.overflows, cost)


def lost_samples(spooled: SpooledRecording, played: Sound) -> int:
    """Played samples that were not heard in their order: each 0.1 s is looked for behind the one before."""
    heard = b"".join(pcm for _, pcm in spooled.audio())
    position = lost = 0
    for start in range(0, len(played), 1600):
        stretch = played[start : start + 1600].tobytes()
        at = heard.find(stretch, position)
        if at < 0:
            lost += len(stretch) // 2
        else:
            position = at + len(stretch)
    return lost


def noise(seconds: int, amplitude: int) -> Sound:
    """The same every time, and nowhere like itself."""
    return np.random.default_rng(1).integers(-amplitude, amplitude + 1, seconds * 16_000).astype(np.int16)
