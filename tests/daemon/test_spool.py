"""The spool as its readers see it: what was heard is there, in its place; what was forgotten is nowhere."""

from __future__ import annotations

import wave
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from daemon.base.errors import NotFoundError, StateWriteError
from daemon.spool import ClockAnchor, find_recording, list_recordings
from daemon.spool.forget import forget_range
from daemon.spool.recording import spool_dir
from daemon.spool.salvage import salvage
from daemon.spool.segment import BYTES_PER_S, SEGMENT_BYTES, OpenSegment
from pipelines.speech.decode import AudioFile
from tests.fakes.spooled import ID, STARTED, heard, record, sound, started, writer_folder


def test_a_meeting_reads_back_as_it_was_heard(tmp_path: Path) -> None:
    audio = sound(70)
    writer = started(tmp_path)
    for start in range(0, len(audio), 3200):
        writer.append(audio[start : start + 3200])
        if start % (10 * 3200) == 0:
            writer.flush()
    writer.end(state="ended", end_reason="silence")
    assert heard(tmp_path) == [(0.0, audio)]
    spooled = find_recording(tmp_path, ID)
    assert (spooled.recording.state, spooled.recording.segments, spooled.recording.duration_s) == (
        "ended",
        3,
        70,
    )
    assert (spooled.duration_s, spooled.audio_s) == (70, 70)
    names = sorted(path.name for path in spooled.folder.iterdir())
    assert names == ["000000000.wav", "000030000.wav", "000060000.wav", "recording.json"]


def test_sealed_segments_are_wav_files_for_any_program(tmp_path: Path) -> None:
    writer = started(tmp_path)
    writer.append(sound(34.5))
    writer.end(state="ended")
    for name, seconds in (("000000000.wav", 30), ("000030000.wav", 4.5)):
        with wave.open(str(writer_folder(tmp_path) / name)) as file:
            assert (file.getframerate(), file.getnchannels(), file.getsampwidth()) == (16_000, 1, 2)
            assert file.getnframes() == seconds * 16_000
            assert len(file.readframes(10**7)) == seconds * BYTES_PER_S


def test_a_live_meeting_can_be_followed(tmp_path: Path) -> None:
    audio = sound(40)
    writer = started(tmp_path)
    writer.append(audio[: 20 * BYTES_PER_S])
    writer.flush()
    assert heard(tmp_path) == [(0.0, audio[: 20 * BYTES_PER_S])]
    writer.append(audio[20 * BYTES_PER_S :])
    assert heard(tmp_path, from_s=20) == []
    writer.flush()
    assert heard(tmp_path, from_s=20) == [(20.0, audio[20 * BYTES_PER_S :])]
    writer.close()


def test_the_open_segment_can_be_decoded_like_any_audio_file(tmp_path: Path) -> None:
    writer = started(tmp_path)
    writer.append(sound(3))
    writer.flush()
    writer.close()
    (part,) = writer_folder(tmp_path).glob("*.part")
    file = AudioFile(part)
    assert sum(len(block) for block in file.blocks()) == 3 * 16_000


def test_a_gap_keeps_the_times_of_what_follows(tmp_path: Path) -> None:
    before, after = sound(2.00003), sound(3, seed=7)
    writer = started(tmp_path)
    writer.append(before)
    writer.open_gap("paused")
    writer.flush(seal=True)
    assert find_recording(tmp_path, ID).recording.gaps[0].end_s is None
    writer.close_gap(62.5)
    writer.append(after)
    writer.end(state="ended")
    assert heard(tmp_path) == [(0.0, before), (62.5, after)]
    (gap,) = find_recording(tmp_path, ID).recording.gaps
    assert (gap.start_s, gap.end_s, gap.reason) == (pytest.approx(2, abs=1e-3), 62.5, "paused")


def test_time_never_runs_backwards_over_a_gap(tmp_path: Path) -> None:
    writer = started(tmp_path)
    writer.append(sound(5))
    writer.open_gap("unplugged")
    writer.close_gap(3)
    assert writer.position_s == 5
    writer.append(sound(1, seed=2))
    writer.end(state="ended")
    assert heard(tmp_path) == [(0.0, sound(5) + sound(1, seed=2))]


@pytest.mark.parametrize("from_s", [0, 10.5, 30, 31.2, 59.99, 64.9])
def test_what_a_live_meeting_forgets_is_nowhere_on_disk(tmp_path: Path, from_s: float) -> None:
    audio = sound(65)
    writer = started(tmp_path)
    writer.append(audio[: 63 * BYTES_PER_S])
    writer.flush()
    writer.append(audio[63 * BYTES_PER_S :])
    writer.forget(from_s)
    kept = audio[: round(from_s * 16_000) * 2]
    assert [pcm for _, pcm in heard(tmp_path)] == [kept] * bool(kept)
    on_disk = b"".join(path.read_bytes() for path in writer_folder(tmp_path).iterdir())
    gone = audio[len(kept) :]
    assert not any(gone[i : i + 64] in on_disk for i in range(0, len(gone) - 64, 8000))
    writer.append(sound(2, seed=9))
    writer.end(state="ended")
    assert heard(tmp_path)[-1] == (65.0, sound(2, seed=9))
    (gap,) = find_recording(tmp_path, ID).recording.gaps
    assert (gap.start_s, gap.end_s, gap.reason) == (from_s, 65, "forgotten")


def test_forgetting_keeps_earlier_gaps_and_swallows_later_ones(tmp_path: Path) -> None:
    writer = started(tmp_path)
    for end_s in (20, 40):
        writer.append(sound(10))
        writer.open_gap("paused")
        writer.close_gap(end_s)
    writer.append(sound(10))
    writer.open_gap("unplugged")
    writer.forget(35)
    spans = [(gap.start_s, gap.end_s, gap.reason) for gap in writer.recording.gaps]
    assert spans == [(10, 20, "paused"), (30, 35, "paused"), (35, 50, "forgotten"), (50, None, "unplugged")]
    writer.close()


def test_a_finished_meeting_forgets_its_middle(tmp_path: Path) -> None:
    audio = sound(65)
    writer = started(tmp_path)
    writer.append(audio)
    writer.end(state="ended")
    forget_range(writer_folder(tmp_path), writer.recording, 20, 40)
    assert heard(tmp_path) == [(0.0, audio[: 20 * BYTES_PER_S]), (40.0, audio[40 * BYTES_PER_S :])]
    recording = find_recording(tmp_path, ID).recording
    assert (recording.state, recording.segments) == ("ended", 3)
    assert [(gap.start_s, gap.end_s) for gap in recording.gaps] == [(20, 40)]


def test_a_discarded_meeting_leaves_its_record_and_no_audio(tmp_path: Path) -> None:
    writer = started(tmp_path)
    writer.append(sound(45))
    writer.flush()
    writer.append(sound(1))
    writer.discard(end_reason="too-short")
    assert [path.name for path in writer_folder(tmp_path).iterdir()] == ["recording.json"]
    assert find_recording(tmp_path, ID).recording.state == "discarded"


def test_a_disk_that_comes_back_gets_all_that_waited(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    audio = sound(35)
    writer = started(tmp_path)
    writer.append(audio[:BYTES_PER_S])
    writer.flush()

    def full(self: OpenSegment, audio: bytes) -> None:
        raise StateWriteError("disk full")

    with monkeypatch.context() as patch:
        patch.setattr(OpenSegment, "append", full)
        writer.append(audio[BYTES_PER_S:])
        with pytest.raises(StateWriteError):
            writer.flush()
        assert writer.unwritten_bytes == 34 * BYTES_PER_S
    writer.end(state="ended")
    assert heard(tmp_path) == [(0.0, audio)]


def test_what_the_disk_never_took_is_a_gap(tmp_path: Path) -> None:
    writer = started(tmp_path)
    writer.append(sound(2))
    writer.flush()
    writer.append(sound(3, seed=2))
    writer.drop_unwritten()
    writer.append(sound(1, seed=3))
    writer.end(state="ended")
    assert heard(tmp_path) == [(0.0, sound(2)), (5.0, sound(1, seed=3))]
    assert [(g.start_s, g.end_s, g.reason) for g in writer.recording.gaps] == [(2, 5, "disk")]


def test_an_unknown_recording_is_named(tmp_path: Path) -> None:
    for name in ("nope", "../spool", "."):
        with pytest.raises(NotFoundError, match="no recording"):
            find_recording(tmp_path, name)
    assert list_recordings(tmp_path) == []


def test_a_meeting_is_dated_by_a_clock_that_was_set_later(tmp_path: Path) -> None:
    true_now = datetime(2027, 1, 1, 12, 0, tzinfo=UTC)
    recording = record()
    assert recording.started_at_by(true_now, "boot-a", 1600) == true_now - timedelta(seconds=600)
    assert recording.started_at_by(true_now, "boot-b", 1600) is None
    resumed = ClockAnchor(at_s=300, wall=STARTED, boot_id="boot-b", boot_s=20, synchronised=False)
    later = record(anchors=(*recording.anchors, resumed))
    assert later.started_at_by(true_now, "boot-b", 80) == true_now - timedelta(seconds=360)


Step = tuple[str, int]
STEPS = st.lists(
    st.tuples(st.sampled_from(["append", "flush", "gap", "forget", "drop"]), st.integers(1, 40_000)),
    max_size=14,
)


@settings(max_examples=100, deadline=None)
@given(STEPS)
def test_any_history_leaves_exactly_what_was_not_lost(
    tmp_path_factory: pytest.TempPathFactory, steps: list[Step]
) -> None:
    """Against a model: a list with a value for every sample of the meeting, None where there is no audio."""
    state = tmp_path_factory.mktemp("spool")
    writer = started(state)
    # Short segments, so that the histories cross many of their bounds.
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("daemon.spool.segment.SEGMENT_BYTES", 32 * 100)
        samples: list[bytes | None] = []
        durable = 0
        for number, (what, size) in enumerate(steps):
            if what == "append":
                audio = sound(size / 16_000, seed=number + 1)
                writer.append(audio)
                samples += [audio[i : i + 2] for i in range(0, len(audio), 2)]
            elif what == "flush":
                writer.flush()
                durable = len(samples)
            elif what == "gap":
                writer.open_gap("paused")
                writer.close_gap((len(samples) + size) / 16_000)
            elif what == "forget":
                first = max(0, len(samples) - size)
                writer.forget(first / 16_000)
                samples[first:] = [None] * (len(samples) - first)
                durable = len(samples)
            elif what == "drop":
                first = next(
                    (i for i in range(durable, len(samples)) if samples[i] is not None), len(samples)
                )
                samples[first:] = [None] * (len(samples) - first)
                writer.drop_unwritten()
                durable = len(samples)
            samples += [None] * (writer.position - len(samples))
        writer.end(state="ended")
        assert salvage(spool_dir(state)) == []
        found: list[bytes | None] = [None] * writer.position
        for start_s, pcm in find_recording(state, ID).audio():
            start = round(start_s * 16_000)
            found[start : start + len(pcm) // 2] = [pcm[i : i + 2] for i in range(0, len(pcm), 2)]
    assert found == samples
    assert SEGMENT_BYTES == 960_000
