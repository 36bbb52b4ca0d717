"""Files from outside are read by a process that has nothing to lose, and that may do what it likes."""

from __future__ import annotations

import json
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import BinaryIO

import av
import docx
import numpy as np
import pytest

from daemon.base.foreign import Seen, look_into
from guardrails.core.isolated import ChildGoneError
from pipelines.child import ChildProcess
from pipelines.errors import BadInputError
from tests.fakes.sound import CODECS, context, loud, write_audio

SAMPLES = Path(__file__).resolve().parents[2] / "samples"
TAKEN_OVER = """
import ctypes, json, os, signal, socket, subprocess, sys, threading
from daemon.base.foreign.confinement import confine
secret, target, victim, memory = sys.argv[1], sys.argv[2], int(sys.argv[3]), 200 * 2**20
libc = ctypes.CDLL(None)
tries = {
    "read a PIN": lambda: os.open(secret, os.O_RDONLY),
    "list notes": lambda: os.listdir(os.path.dirname(secret)),
    "ask whether there is one": lambda: os.stat(secret),
    "write a note": lambda: os.open(target, os.O_WRONLY | os.O_CREAT),
    "delete a note": lambda: os.unlink(secret),
    "rename a note": lambda: os.rename(secret, target),
    "open its rights": lambda: os.chmod(secret, 0o777),
    "change folder": lambda: os.chdir("/"),
    "connect to systemd": lambda: socket.socket(socket.AF_UNIX),
    "open a network socket": lambda: socket.socket(socket.AF_INET),
    "start a program": lambda: os.execv("/bin/true", ["true"]),
    "start a process": os.fork,
    "run a command": lambda: subprocess.run(["/bin/true"]),
    "kill the hub": lambda: os.kill(victim, signal.SIGKILL),
    "trace the hub": lambda: libc.ptrace(16, victim, 0, 0) and 1 / 0,
    "read the hub's memory": lambda: os.open(f"/proc/{victim}/mem", os.O_RDONLY),
    "write the file that it reads": lambda: os.write(0, b"x"),
    "lift the limits": lambda: __import__("resource").setrlimit(9, (-1, -1)),
    "wait longer": lambda: signal.setitimer(signal.ITIMER_REAL, 0),
    "take all memory": lambda: bytearray(4 * memory),
}
confine(memory, 30.0)
through = []
for what, attempt in tries.items():
    try:
        attempt()
    except (OSError, MemoryError, ValueError, ZeroDivisionError):
        continue
    through.append(what)
done = []
thread = threading.Thread(target=done.append, args=(1,))  # FFmpeg decodes in threads
thread.start()
thread.join()
sys.stdout.write(json.dumps({"tried": len(tries), "through": through, "threads": done}))
sys.stdout.flush()
os._exit(0)
"""


def test_who_takes_the_reading_process_over_has_nothing(tmp_path: Path) -> None:
    secret = tmp_path / "pins.json"
    secret.write_text("sealed")
    with subprocess.Popen(["sleep", "60"]) as victim, secret.open("rb") as file:
        command = [sys.executable, "-c", TAKEN_OVER, str(secret), str(tmp_path / "new"), str(victim.pid)]
        ran = subprocess.run(command, stdin=file, capture_output=True, text=True, timeout=60)
        alive = victim.poll() is None
        victim.kill()
    assert ran.returncode == 0, ran.stderr
    assert json.loads(ran.stdout) == {"tried": 20, "through": [], "threads": [1]}
    assert alive
    assert secret.read_text() == "sealed"
    assert [path.name for path in tmp_path.iterdir()] == ["pins.json"]


def test_its_time_ends_though_nobody_is_left_to_end_it() -> None:
    code = "from daemon.base.foreign.confinement import confine\nconfine(2**28, 0.05)\nwhile True: pass"
    assert subprocess.run([sys.executable, "-c", code], timeout=30).returncode == -14


@pytest.mark.parametrize("suffix", sorted(CODECS))
def test_every_format_can_be_looked_into_without_a_right(tmp_path: Path, suffix: str) -> None:
    path = write_audio(tmp_path / f"a{suffix}", [context(1, 1, 1)])
    # Neither of these says how long it is: the length is a guess by the bit rate.
    is_guess = suffix in (".aac", ".wma")
    assert look_into(path, "a").length_s == pytest.approx(3, abs=0.6 if is_guess else 0.2)


def test_a_film_can_be_looked_into_without_a_right(tmp_path: Path) -> None:
    path = tmp_path / "a.mp4"
    with av.open(str(path), "w") as container:
        pictures = container.add_stream("mpeg4", rate=10)
        pictures.width = pictures.height = 64
        sound = container.add_stream("aac", rate=16_000, layout="mono")
        container.mux(pictures.encode(av.VideoFrame.from_ndarray(np.zeros((64, 64, 3), np.uint8))))
        frame = av.AudioFrame.from_ndarray(loud(2)[None, :], format="fltp", layout="mono")
        frame.sample_rate = 16_000
        container.mux(sound.encode(frame))
        container.mux([*sound.encode(None), *pictures.encode(None)])
    assert look_into(path, "a").length_s == pytest.approx(2, abs=0.2)


@pytest.mark.parametrize("coding", ["utf-8", "utf-16", "cp1252"])
def test_every_transcript_can_be_looked_into_without_a_right(tmp_path: Path, coding: str) -> None:
    path = tmp_path / "a.json"
    text = '{"started_at": "2026-11-16T10:00:00Z", "x": 1, "segments": [{"text": "Grüße."}, 0]}'
    path.write_bytes(text.encode(coding))
    assert f"{look_into(path, 'a').started_at:%Y-%m-%d %H}" == "2026-11-16 10"


def test_a_refusal_names_the_file_as_people_do(tmp_path: Path) -> None:
    for suffix, content in ((".vtt", "WEBVTT\n\nnothing\n"), (".wav", "no sound")):
        path = tmp_path / f"0f3a{suffix}"
        path.write_text(content)
        with pytest.raises(BadInputError, match=rf"^talk{suffix}\b") as caught:
            look_into(path, f"talk{suffix}")
        assert "THIS-FILE" not in str(caught.value)


class Answering:
    """A child that does what a test wants."""

    def __init__(self, line: bytes | ChildGoneError | None) -> None:
        self.line = line
        self.killed = False

    def receive(self, timeout_s: float) -> bytes | None:
        if isinstance(self.line, ChildGoneError):
            raise self.line
        return self.line

    def kill(self) -> None:
        self.killed = True


@pytest.mark.parametrize(
    ("line", "taken"),
    [
        (ChildGoneError("signal 11", crashed=True), False),
        (b'{"error": "THIS-FILE.opus: \\u001b[2J is no\\nsound"}', False),
        (ChildGoneError("exit code 1"), True),
        (ChildGoneError("its process wrote without end"), True),
        (None, True),
        (b"", True),
        (b"[" * 100_000, True),
        (b'{"length_s": "long", "notes": []}', True),
    ],
)
def test_a_file_that_crashes_its_reader_is_refused_and_one_that_only_takes_long_is_not(
    line: bytes | ChildGoneError | None, taken: bool
) -> None:
    child = Answering(line)
    path = SAMPLES / "2026-11-16-planning.opus"
    if taken:
        assert look_into(path, "talk.opus", start=lambda *_: child) == Seen()
    else:
        with pytest.raises(BadInputError, match=r"^talk\.opus") as caught:
            look_into(path, "talk.opus", start=lambda *_: child)
        assert str(caught.value).isprintable()
    assert child.killed


def test_a_reader_that_hangs_is_ended_in_time(tmp_path: Path) -> None:
    started: list[ChildProcess] = []

    def hang(file: BinaryIO, suffix: str) -> ChildProcess:
        started.append(ChildProcess("timeit", ("-n1", "-r1", "while True: pass"), file=file))
        return started[0]

    (tmp_path / "a.vtt").write_text("WEBVTT\n")
    assert look_into(tmp_path / "a.vtt", "a.vtt", limit_s=0.1, start=hang) == Seen()
    assert started[0]._process.returncode == -9


def test_a_document_and_an_old_encoding_are_read_in_the_confined_child(tmp_path: Path) -> None:
    """Their libraries and tables are loaded before the child gives up opening files."""
    document = docx.Document()
    for line in ("Weekly sync-20261116_100000-Meeting Transcript", "Ann Lee   0:03", "We ship on Friday."):
        document.add_paragraph(line)
    document.save(str(tmp_path / "m.docx"))
    seen = look_into(tmp_path / "m.docx", "m.docx")
    assert (seen.taken_for, f"{seen.held_at}") == ("Teams transcript", "2026-11-16 10:00:00")
    (tmp_path / "m.srt").write_bytes(
        "1\n00:00:01,000 --> 00:00:02,000\n山田: はい、わかりました。\n".encode("cp932")
    )
    assert look_into(tmp_path / "m.srt", "m.srt").taken_for == "SubRip captions"


def test_a_file_is_described_as_its_sender_checks_it(tmp_path: Path) -> None:
    """Whose tracks, whose lines, and how else it may be read, told by the child that has no right."""
    with zipfile.ZipFile(tmp_path / "zoom.zip", "w") as archive:
        for name in ("audioJaneDoe11.wav", "audioTomRay22.wav"):
            write_audio(tmp_path / name, [loud(1)])
            archive.write(tmp_path / name, f"Audio Record/{name}")
    seen = look_into(tmp_path / "zoom.zip", "zoom.zip")
    assert (seen.tracks, seen.people, seen.length_s) == (2, ("Jane Doe", "Tom Ray"), None)
    (tmp_path / "talk.txt").write_text("Ann: We ship on Friday.\nBen: Fine.\nAnn: I will call the printer.\n")
    seen = look_into(tmp_path / "talk.txt", "talk.txt")
    assert (seen.people, seen.lines) == (("Ann", "Ben"), ("Ann: We ship on Friday.", "Ben: Fine."))
    assert seen.others == ("lines",)
    again = look_into(tmp_path / "talk.txt", "talk.txt", "lines")
    assert (again.people, again.others) == ((), ("text",))
