"""How loud a meeting was: measured with its note, drawn with its page, gone with its sound."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from daemon.meetings import MeetingFolder
from daemon.meetings.sound import drawing, find_sound, loudness_files
from daemon.notes.deletion import delete_audio
from daemon.spool.forget import forget_range
from daemon.spool.recording import read_record
from pipelines.render.waveform import waveform
from pipelines.speech.loudness import SLOTS, Loudness, Measured
from pipelines.speech.passages import FileAudio
from tests.fakes.hub_room import HubRoom
from tests.fakes.live_room import ID, LiveRoom
from tests.fakes.meetings import office_move
from tests.fakes.sound import context, write_audio
from tests.fakes.whisper import evenly


def heights(svg: str) -> list[int]:
    """Of the bars."""
    bars = next(path for path in ET.fromstring(svg) if path.get("class") == "bars")
    return [int(each) for each in re.findall(r"v(\d+)", bars.get("d") or "")]


def files(folder: MeetingFolder) -> list[Path]:
    return list(loudness_files(folder))


def test_loud_and_silent_stretches_are_told_apart_from_start_to_end(tmp_path: Path) -> None:
    path = write_audio(tmp_path / "talk.wav", [context(10, 10, 10)])
    found = Measured(FileAudio(path)).read(lambda *_: None)
    assert found
    assert found.length_s == pytest.approx(30, abs=0.5)
    third = len(found.levels) // 3
    loud, silent = found.levels[2 : third - 2], found.levels[third + 2 : 2 * third - 2]
    assert min(loud) > 70
    assert max(silent) == 0
    assert min(found.levels[2 * third + 2 : -2]) > 70


def test_a_meeting_of_hours_is_a_drawing_of_a_few_kilobytes() -> None:
    full = Loudness(length_s=4 * 3600, levels=(77,) * SLOTS)
    svg = waveform(full, office_move())
    assert len(svg.encode()) < 20_000
    assert len(heights(svg)) == SLOTS


def test_marks_stand_where_confirmed_items_were_said() -> None:
    svg = waveform(Loudness(length_s=240, levels=(10, 20)), office_move())
    marks = next(path for path in ET.fromstring(svg) if path.get("class") == "marks")
    at_s = [float(x) * 240 / 600 for x in re.findall(r"M([\d.]+)", marks.get("d") or "")]
    # Lines s3, s4, s9, s11, s14 (what shows that a question is open), s15 and s16; not the refusal in s10.
    assert at_s == pytest.approx([25, 37.5, 100, 125, 162.5, 175, 187.5], abs=0.1)
    nothing = office_move().model_copy(update={"action_items": (), "decisions": (), "questions": ()})
    assert 'class="marks" d=""' in waveform(Loudness(length_s=240, levels=(10,)), nothing)


def test_a_file_is_measured_when_its_note_is_made_and_that_goes_with_its_sound(tmp_path: Path) -> None:
    room = HubRoom(tmp_path)
    write_audio(tmp_path / "talk.wav", [context(10, 10, 10)])
    with room.open_hub() as hub:
        room.drop("talk.wav", (tmp_path / "talk.wav").read_bytes())
        room.finish(hub)
        (note,) = room.notes()
        folder, sound = MeetingFolder(tmp_path, note.id), find_sound(tmp_path, note.id)
        assert sound
        bars = heights(drawing(tmp_path, note, sound))
        assert bars[10] > 30 > bars[len(bars) // 2]
        assert len(files(folder)) == 1
        delete_audio(tmp_path, note.id, room.clock.now())
    assert files(folder) == []


def test_of_what_was_forgotten_nothing_is_shown_or_left(tmp_path: Path) -> None:
    room = LiveRoom(tmp_path / "state")
    room.whispering.whisper.script = [[evenly("We begin.", 0.5, 2.5)], [evenly("We end.", 0.5, 2.5)]]
    room.hear(25, 3, 25, 3)
    room.end()
    with room.open_hub() as hub:
        room.work(hub)
        folder, before = MeetingFolder(room.path, ID), find_sound(room.path, ID)
        (note,) = room.notes()
        assert before
        bars = heights(drawing(room.path, note, before))
        assert min(bars[5:100]) > 10
        forget_range(room.folder, read_record(room.folder), 0, 20)
        after = find_sound(room.path, ID)
        assert after
        assert drawing(room.path, note, after) == "", "at once, whatever is still on the disk"
        room.whispering.whisper.script = [[evenly("We end.", 0.5, 2.5)]]
        room.work(hub)
        assert [path.name for path in files(folder)] in ([], [f"loudness-{after.tag}.json"])
        if shown := drawing(room.path, note, after):
            assert max(heights(shown)[:50]) == 2
