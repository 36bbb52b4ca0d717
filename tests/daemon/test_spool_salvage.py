"""The spool after a crash: at most what was not yet durable is lost, and no file is unreadable."""

from __future__ import annotations

import contextlib
import os
import random
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from daemon.spool import find_recording, list_recordings
from daemon.spool.recording import spool_dir
from daemon.spool.salvage import salvage
from daemon.spool.segment import BYTES_PER_S, HEADER_BYTES
from daemon.spool.writer import RecordingWriter
from tests.fakes.killed import Killed, killed_at
from tests.fakes.spooled import ID, heard, sound, started, writer_folder

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def cut_short(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, bytes]:
    """A spool whose recorder was killed after 31 s, and the audio."""
    state = tmp_path_factory.mktemp("cut")
    audio = sound(31)
    writer = started(state)
    writer.append(audio)
    writer.flush()
    writer.close()
    return state, audio


@settings(max_examples=40, deadline=None)
@given(st.integers(0, BYTES_PER_S + HEADER_BYTES) | st.integers(0, HEADER_BYTES + 8))
def test_an_open_segment_cut_at_any_byte_is_kept_up_to_there(
    cut_short: tuple[Path, bytes], tmp_path_factory: pytest.TempPathFactory, size: int
) -> None:
    source, audio = cut_short
    state = tmp_path_factory.mktemp("copy") / "state"
    shutil.copytree(source, state)
    (part,) = writer_folder(state).glob("*.part")
    os.truncate(part, size)
    (unfinished,) = salvage(spool_dir(state))
    kept = max(0, size - HEADER_BYTES) // 2 * 2
    assert unfinished.recording.duration_s == pytest.approx(30 + kept / BYTES_PER_S)
    assert heard(state) == [(0.0, audio[: 30 * BYTES_PER_S + kept])]
    assert not list(state.rglob("*.part"))


def test_a_crashed_meeting_can_go_on_in_its_own_folder(cut_short: tuple[Path, bytes], tmp_path: Path) -> None:
    source, audio = cut_short
    shutil.copytree(source, tmp_path / "state")
    (unfinished,) = salvage(spool_dir(tmp_path / "state"))
    writer = RecordingWriter(unfinished.folder, unfinished.recording, position=31 * 16_000)
    writer.open_gap("power")
    writer.close_gap(40)
    writer.append(sound(2, seed=2))
    writer.end(state="ended")
    assert heard(tmp_path / "state") == [(0.0, audio), (40.0, sound(2, seed=2))]


def test_a_finished_meeting_is_left_alone(tmp_path: Path) -> None:
    writer = started(tmp_path)
    writer.append(sound(5))
    writer.end(state="ended")
    before = {path: path.read_bytes() for path in writer_folder(tmp_path).iterdir()}
    assert salvage(spool_dir(tmp_path)) == []
    assert {path: path.read_bytes() for path in writer_folder(tmp_path).iterdir()} == before


def test_a_damaged_record_is_rebuilt_around_its_audio(cut_short: tuple[Path, bytes], tmp_path: Path) -> None:
    source, audio = cut_short
    shutil.copytree(source, tmp_path / "state")
    (writer_folder(tmp_path / "state") / "recording.json").write_text("{")
    (unfinished,) = salvage(spool_dir(tmp_path / "state"))
    assert unfinished.recording.duration_s == 31
    assert unfinished.recording.synchronised is False
    assert heard(tmp_path / "state") == [(0.0, audio)]


def test_a_folder_from_before_the_first_sound_goes(tmp_path: Path) -> None:
    (spool_dir(tmp_path) / ID).mkdir(parents=True)
    (spool_dir(tmp_path) / ID / ".unfinished-0123456789abcdef").write_bytes(b"{")
    (spool_dir(tmp_path) / "somebody-elses").mkdir()
    assert salvage(spool_dir(tmp_path)) == []
    assert [path.name for path in spool_dir(tmp_path).iterdir()] == ["somebody-elses"]


def killed_everywhere(
    tmp_path: Path, prepare: Callable[[Path], Callable[[], None]]
) -> Iterator[tuple[Path, bool]]:
    """Do what `prepare` returns, killed at its first, second, ... changing call; then salvage."""
    for call in range(1, 200):
        state = tmp_path / str(call)
        action = prepare(state)
        finished = False
        with killed_at(call) as calls, contextlib.suppress(Killed):
            action()
            finished = True
        salvage(spool_dir(state))
        yield state, finished
        if calls[0] < call:
            return
    pytest.fail("never came to an end")


def test_a_kill_at_any_step_keeps_all_that_was_durable(tmp_path: Path) -> None:
    audio = sound(61)
    durable = 29 * BYTES_PER_S

    def prepare(state: Path) -> Callable[[], None]:
        writer = started(state)
        writer.append(audio[:durable])
        writer.flush()

        def go_on() -> None:
            writer.append(audio[durable:])
            writer.flush()
            writer.end(state="ended")

        return go_on

    for state, finished in killed_everywhere(tmp_path, prepare):
        ((start_s, pcm),) = heard(state)
        assert start_s == 0
        assert audio.startswith(pcm)
        assert len(pcm) >= durable
        if finished:
            assert pcm == audio


def test_a_kill_while_forgetting_brings_nothing_back(tmp_path: Path) -> None:
    """Once the record says so, the words go, whatever happens; before it, the order is still waiting."""
    audio = sound(65)

    def prepare(state: Path) -> Callable[[], None]:
        writer = started(state)
        writer.append(audio)
        writer.flush()
        return lambda: writer.forget(10)

    seen = set()
    for state, finished in killed_everywhere(tmp_path, prepare):
        spooled = find_recording(state, ID)
        forgotten = any(gap.reason == "forgotten" for gap in spooled.recording.gaps)
        assert forgotten or not finished
        assert heard(state) == [(0.0, audio[: 10 * BYTES_PER_S] if forgotten else audio)]
        seen.add(forgotten)
    assert seen == {False, True}


def test_a_kill_while_discarding_leaves_all_or_nothing(tmp_path: Path) -> None:
    def prepare(state: Path) -> Callable[[], None]:
        writer = started(state)
        writer.append(sound(35))
        writer.flush()
        return lambda: writer.discard(end_reason="too-short")

    for state, finished in killed_everywhere(tmp_path, prepare):
        spooled = find_recording(state, ID)
        assert spooled.recording.state == ("discarded" if finished else spooled.recording.state)
        assert spooled.audio_s == (35 if spooled.recording.state == "recording" else 0)


CHILD = """
import sys, time
from pathlib import Path
from tests.fakes.spooled import sound, started
from tests.fakes.killed import Killed, killed_at
writer = started(Path(sys.argv[1]))
audio = sound(10)
step = 3200
for at in range(0, 1000 * step, step):
    writer.append(audio[at % len(audio) : at % len(audio) + step])
    if at % (10 * step) == 0:  # every second of audio, as the recorder does
        writer.flush()
        print(writer.position, flush=True)
"""


@pytest.mark.soak
@pytest.mark.slow
def test_kill_nine_at_random_moments_loses_nothing_that_was_flushed(
    tmp_path: Path,
    count: Callable[[int, int], int],
    chance: random.Random,
    figure: Callable[[str], None],
) -> None:
    """Spool: kill -9 of a process that writes as fast as it can."""
    kills = count(10, 100)
    reference = sound(10) * 11
    for number in range(kills):
        state = tmp_path / str(number)
        with subprocess.Popen(
            [sys.executable, "-c", CHILD, str(state)], cwd=ROOT, stdout=subprocess.PIPE, text=True
        ) as child:
            assert child.stdout is not None
            first = child.stdout.readline()
            lines = [first]
            for _ in range(chance.randrange(1, 60)):
                lines.append(child.stdout.readline())
            spun = chance.randrange(20_000)
            for _ in range(spun):
                time.monotonic()
            child.send_signal(signal.SIGKILL)
            lines += child.stdout.readlines()
        acknowledged = max(int(line) for line in lines if line.strip())
        assert acknowledged > 0
        salvage(spool_dir(state))
        ((start_s, pcm),) = heard(state)
        assert start_s == 0
        assert reference.startswith(pcm)
        assert acknowledged * 2 <= len(pcm)
        assert len(list_recordings(state)) == 1
    figure(f"{kills} kills: nothing lost that was flushed, every file readable")
