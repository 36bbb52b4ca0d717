"""Voices are told apart while people talk, where a network for it is there, and keep their labels."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from daemon.hub.hub import Hub
from pipelines.speakers.turns import Turn
from pipelines.transcript import Segment
from tests.fakes.language_model import ScriptedModel
from tests.fakes.live_room import LiveRoom, room_with_model
from tests.fakes.whisper import evenly
from tests.pipelines.test_speakers_neural import Pitch

LOW, HIGH = 220, 440
SAID = ("I'll send the offer to the bank by Friday.", "Thank you.", "I'll book the room on Monday.", "Bye.")


def talking(path: Path) -> tuple[LiveRoom, ScriptedModel]:
    room, model = room_with_model(path)
    room.whispering.whisper.script = [[evenly(line, 0.5, 9)] for line in SAID * 3]
    return room, model


def speak(room: LiveRoom, hub: Hub, *pitches: int) -> None:
    """Half a minute of each voice, and a pause of six seconds behind."""
    for pitch in pitches:
        wave = 0.5 * np.sin(2 * np.pi * pitch * np.arange(25 * 16_000) / 16_000)
        room.writer.append((wave * 32767).astype("<i2").tobytes())
        room.clock.sleep(25)
        room.hear(0, 6)
        room.work(hub)


def speakers(lines: tuple[Segment, ...]) -> list[str | None]:
    return [line.speaker for line in lines]


def test_lines_have_voices_in_the_pause_and_keep_them_when_the_whole_was_heard(tmp_path: Path) -> None:
    room, model = talking(tmp_path)
    room.whispering.embedder = Pitch()
    with room.open_hub() as hub:
        speak(room, hub, HIGH, LOW, LOW)
        room.whispering.live = None  # as after a restart
        speak(room, hub, HIGH)
        room.hear(0, 30)
        room.work(hub)
        so_far = room.so_far()
        assert so_far
        heard = so_far.note.transcript.segments
        assert speakers(heard) == ["Voice 1", "Voice 2", "Voice 2", "Voice 1"]
        assert model.calls
        assert not any("Voice" in call.text for call in model.calls)
        asked = len(model.calls)
        found = ("Voice 2", "Voice 1", "Voice 1", "Voice 3")
        room.whispering.turns = [
            Turn(line.start_s or 0.0, line.end_s or 0.0, who) for line, who in zip(heard, found, strict=True)
        ]
        room.end()
        room.work(hub)
    (note,) = room.notes()
    assert speakers(note.transcript.segments) == ["Voice 1", "Voice 2", "Voice 2", "Voice 3"]
    assert len(model.calls) == asked, "what was drafted while people talked stays valid"


def test_what_is_forgotten_is_part_of_no_voice(tmp_path: Path) -> None:
    room, _ = talking(tmp_path)
    room.whispering.embedder = Pitch()
    with room.open_hub() as hub:
        speak(room, hub, HIGH, LOW)
        before = room.whispering.live
        room.writer.forget(30)
        speak(room, hub, HIGH, LOW)
        after = room.whispering.live
        assert before is not None
        assert after is not None
        assert before[1] is not after[1], "the voices are learned anew, from what is left"
        room.hear(0, 30)
        room.work(hub)
        so_far = room.so_far()
    assert so_far
    assert speakers(so_far.note.transcript.segments) == ["Voice 1", "Voice 1", "Voice 2"]


def test_without_a_network_lines_have_no_voices_while_people_talk(tmp_path: Path) -> None:
    room, _ = talking(tmp_path)
    with room.open_hub() as hub:
        speak(room, hub, HIGH, LOW)
        room.hear(0, 30)
        room.work(hub)
        so_far = room.so_far()
    assert so_far
    assert speakers(so_far.note.transcript.segments) == [None, None]
