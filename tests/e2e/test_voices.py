"""Two people in a room with one microphone: who is named once on the page owns what that voice promised."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from playwright.sync_api import Page, expect

from daemon.base.clock import SystemClock
from daemon.base.config import load_config
from daemon.base.control import ask
from daemon.base.paths import run_dir
from daemon.base.systemd import Notifier
from daemon.meetings import read_jobs
from daemon.models.weights import Weights
from daemon.spool import list_recordings
from daemon.worker.status import Pulse
from daemon.worker.worker import Worker
from guardrails.core.types import Segment
from pipelines.importers import import_transcript
from pipelines.note import Engine
from pipelines.progress import Progress, silent
from pipelines.speakers.turns import Turn
from pipelines.speech.decode import AudioFile
from pipelines.speech.passages import Audio, Mark, Passage
from pipelines.speech.transcriber import Report
from tests.fakes.appliance import wait_for
from tests.fakes.configured import configured
from tests.fakes.engines import ScriptedEngines
from tests.fakes.hub_page import hub_page
from tests.fakes.pulse import ROOT, Sound, VirtualRoom, correlation, recorder_config
from tests.fakes.serving import answering
from web.server import Server

pytestmark = [pytest.mark.browser, pytest.mark.system, pytest.mark.timeout(420)]

SAMPLE = ROOT / "samples" / "2026-11-16-planning.opus"
PEOPLE = ("Priya", "Tom")
LONGEST_S = 110.0
"""Of the talk: enough to tell voices apart, and no minute more."""
PARTS = 4
"""It is played in parts of less than a minute."""
PAUSE_S = 0.5


def talk() -> list[tuple[Segment, Sound]]:
    """What two people say in the sample, each line with its sound."""
    samples = np.concatenate(list(AudioFile(SAMPLE).blocks()))
    every = (samples * 32_767).astype(np.int16)
    lines = import_transcript(SAMPLE.with_suffix(".vtt")).segments
    said: list[tuple[Segment, Sound]] = []
    left_s = dict.fromkeys(PEOPLE, LONGEST_S / len(PEOPLE))
    for line in lines:
        start_s, end_s = line.start_s or 0.0, line.end_s or 0.0
        if line.speaker in left_s and left_s[line.speaker] > end_s - start_s:
            left_s[line.speaker] -= end_s - start_s
            said.append((line, every[round(start_s * 16_000) : round(end_s * 16_000)]))
    return said


class Dictated(ScriptedEngines):
    """Whisper is scripted, line by line; voices are told apart by the real engine."""

    def __init__(self, lines: Sequence[Segment]) -> None:
        super().__init__([line.text for line in lines])
        self._lines = lines

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
        self.asr, report.language = Engine(name="scripted"), "en"
        for line in self._lines[after.segments :]:
            number = int(line.id.removeprefix("s"))
            yield Passage((line,), Mark(line.end_s or 0.0, number, line.end_s or 0.0, "en"))

    def voices(
        self, audio: Audio, progress: Progress, invited: int | None, meeting: object
    ) -> Sequence[Turn]:
        config = load_config(None, system=Path("/no-such-file"))
        chairs = config.model_copy(update={"speakers": config.speakers.model_copy(update={"most": 2})})
        return Weights(chairs, Path("/no-models")).voices(audio, silent)


def recorded(room: VirtualRoom, state: Path) -> list[Segment]:
    """The talk, played into the room and recorded: its lines at their times in the recording, unnamed."""
    said = talk()
    size = -(-len(said) // PARTS)
    parts = [said[at : at + size] for at in range(0, len(said), size)]
    pause = np.zeros(round(PAUSE_S * 16_000), np.int16)
    with room.recorder(state, recorder_config(state, "button")):
        ask(state, "recorder", "start")
        for part in parts:
            room.play(np.concatenate([piece for _, sound in part for piece in (sound, pause)]))
        ask(state, "recorder", "stop")
    (spooled,) = list_recordings(state)
    heard = np.concatenate([np.frombuffer(pcm, "<i2") for _, pcm in spooled.audio()])
    lines: list[Segment] = []
    for line, sound in said:
        at = correlation(heard, sound)[0] / 16_000
        lines.append(replace(line, id=f"s{len(lines) + 1}", start_s=at, end_s=at + len(sound) / 16_000))
    return [replace(line, speaker=None) for line in lines]


def test_naming_the_voices_of_a_room_gives_its_promises_their_owners(
    room: VirtualRoom, tmp_path: Path, watched: Callable[..., Page]
) -> None:
    lines = recorded(room, tmp_path)
    with hub_page(tmp_path, configured={"vocabulary": {"roster": list(PEOPLE)}}) as page:
        wait_for(lambda: bool(read_jobs(tmp_path)), "the recording was not taken in", 20)
        config = configured(vocabulary={"roster": PEOPLE})
        pulse = Pulse(run_dir(tmp_path, {}), Notifier({}))
        Worker(tmp_path, config, Dictated(lines), SystemClock(), pulse).work_once()
        wait_for(lambda: bool(page.store.heads()), "no note was stored", 20)
        note_id = page.store.heads()[0].id
        with answering(Server(page.app, "127.0.0.1", 0)) as server:
            shown = watched(f"{server.url}/meetings/{note_id}")
            voices = shown.get_by_role("region", name="Voices", exact=True)
            expect(voices).to_contain_text("2 voices, none named")
            budget = shown.locator("li.claim", has_text="Send the revised budget to everybody").first
            expect(budget.locator(".owner")).to_have_text("Owner: Voice 1")
            sample = voices.locator("#voice-1 audio").first
            sample.evaluate("audio => audio.play()")
            shown.wait_for_function("() => document.querySelector('#voice-1 audio').currentTime > 0")
            voices.get_by_role("button", name="Voice 1 is Priya").click()
            expect(voices).to_contain_text("2 voices, 1 named")
            expect(budget.locator(".owner")).to_have_text("Owner: Priya")
            voices.get_by_role("button", name="Voice 2 is Tom").click()
            expect(voices).to_have_count(0)
            newsletter = shown.locator("li.claim", has_text="launch newsletter").first
            expect(newsletter.locator(".owner")).to_have_text("Owner: Tom")
            shown.get_by_role("button", name="Undo: Voice 2 is Tom").click()
            expect(newsletter.locator(".owner")).to_have_text("Owner: Voice 2")
