"""A room in which somebody talks: the recorder's spool, and the real transcriber over a scripted Whisper."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from daemon.hub.hub import Hub
from daemon.meetings import MeetingFolder
from daemon.meetings.receipts import SoFar, read_receipt
from daemon.spool import ClockAnchor, Recording
from daemon.spool.recorder_status import LiveRecording, status_path, write_status
from daemon.spool.recording import spool_dir
from daemon.spool.writer import RecordingWriter
from pipelines.note import Engine
from pipelines.progress import Progress
from pipelines.speech.passages import Audio, Mark, Passage
from pipelines.speech.transcriber import Report, SpeechSettings, SpeechWeights, WhisperTranscriber
from tests.fakes.engines import ScriptedEngines
from tests.fakes.hub_room import HubRoom
from tests.fakes.language_model import ScriptedModel, drafting
from tests.fakes.room_page import recorder_status
from tests.fakes.sound import loud, quiet
from tests.fakes.whisper import LoudIsSpeech, ScriptedWhisper, evenly

ID = "20261116-100312-09af"
LINES = ("We begin.", "The plan is secret.", "Ann sends it by Friday.", "Good bye.")


class LiveEngines(ScriptedEngines):
    """The real transcriber, with a Whisper that says one of LINES in each window."""

    def __init__(self) -> None:
        super().__init__()
        self.whisper = ScriptedWhisper([[evenly(line, 0.5, 2.5)] for line in LINES])
        self._transcriber = WhisperTranscriber(
            lambda: SpeechWeights(Path("whisper"), "Systran/faster-whisper-base"),
            SpeechSettings(language="en"),
            load=lambda *_: self.whisper,
            listen=LoudIsSpeech,
        )

    def passages(
        self,
        audio: Audio,
        progress: Progress,
        report: Report,
        after: Mark,
        *,
        ended: bool,
        people: Sequence[str] = (),
    ) -> Iterator[Passage]:
        self.asr = Engine(name="scripted")
        return self._transcriber.passages(audio, progress, report, after, ended=ended, people=people)


class LiveRoom(HubRoom):
    """A room in which somebody talks."""

    def __init__(self, path: Path, **config: dict[str, Any]) -> None:
        super().__init__(path, **config)
        self.whispering = LiveEngines()
        self.engines = self.whispering
        anchor = ClockAnchor(
            at_s=0, wall=self.clock.now(), boot_id=self.clock.boot_id, boot_s=1000, synchronised=True
        )
        record = Recording(
            id=ID, started_at=self.clock.now(), anchors=(anchor,), device="Room mic", started_by="voice"
        )
        self.folder = spool_dir(path) / ID
        self.writer = RecordingWriter(self.folder, record)

    def hear(self, *parts: float) -> None:
        """Seconds of talk, silence, talk ..."""
        for index, seconds in enumerate(parts):
            samples = quiet(seconds) if index % 2 else loud(seconds)
            self.writer.append((samples * 32767).astype("<i2").tobytes())
            self.clock.sleep(seconds)
        self.writer.flush()

    def end(self) -> None:
        self.writer.end(state="ended", ended_at=self.clock.now(), end_reason="silence")

    def tell_quiet(self, seconds: float) -> None:
        """The recorder says for how long nobody has spoken."""
        told = recorder_status(
            boot_s=self.clock.boot_s(),
            recording=LiveRecording(
                id=ID,
                started_at=self.writer.recording.started_at,
                started_by="voice",
                duration_s=self.writer.position_s,
                speech_s=60,
                quiet_s=seconds,
                overflows=0,
            ),
        )
        write_status(status_path(self.path, {}), told)

    def so_far(self) -> SoFar | None:
        """The note of the meeting that goes on, as a page reads it."""
        return read_receipt(MeetingFolder(self.path, ID).so_far, SoFar)

    def work(self, hub: Hub) -> None:
        """Hub and worker do all that can be done now."""
        worker = self.worker()
        hub.step()
        while worker.work_once():
            hub.step()

    def words(self) -> list[str]:
        return [segment.text for note in self.notes() for segment in note.transcript.segments]

    def left_of(self, word: str) -> list[str]:
        """Files in the state directory that hold a word."""
        return [
            str(path.relative_to(self.path))
            for path in self.path.rglob("*")
            if path.is_file() and word.encode() in path.read_bytes()
        ]


LONG = " ".join(f"word{number}" for number in range(150))
"""Half a minute of talk: three of them fill a chunk."""
TOLD = "They said word1, word2 and word3."


answer = drafting(TOLD)


def room_with_model(path: Path, **config: dict[str, Any]) -> tuple[LiveRoom, ScriptedModel]:
    room = LiveRoom(path, **config)
    model = room.whispering.model = ScriptedModel(answer)
    room.whispering.whisper.script = [[evenly(f"{n} {LONG}.", 0.5, 20)] for n in range(80)]
    return room, model


def talk(room: LiveRoom, hub: Hub, times: int) -> None:
    for _ in range(times):
        room.hear(25, 6)
        room.work(hub)
