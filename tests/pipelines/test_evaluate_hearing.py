"""The sound of the control set: what is heard of it, and what a model without sense makes of it."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from pipelines.errors import EngineError
from pipelines.evaluate.selfcheck.hearing import LANGUAGE, LENGTH, hearing_speed, sound_set, try_hearing
from pipelines.evaluate.selfcheck.trying import Result
from pipelines.speech.passages import FileAudio
from pipelines.speech.settings import SpeechSettings
from pipelines.speech.silero import SileroNetwork
from pipelines.speech.transcriber import SpeechWeights, WhisperTranscriber
from pipelines.speech.windows import WINDOW_S, SpeechWindows
from tests.fakes.whisper import ScriptedWhisper, evenly, transcriber
from tests.fakes.whisper_weights import write_whisper

SAID = (
    "Yes, the stock will be here by then. All right, so we agreed, the shop opens on the first of December. "
    "Now, money. I'll send the revised budget to everybody by Friday. Good, because the old one is, like, "
    "2,400 euros off. I sent the invoices yesterday, so that part is done."
)


def heard(text: str) -> dict[str, str | None]:
    whisper = ScriptedWhisper(((evenly(text, 0.0, 23.0),),) if text else ((),))
    return {result.id: result.problem for result in try_hearing(transcriber(whisper), sound_set())}


def test_a_model_that_hears_every_word_passes_every_case() -> None:
    assert heard(SAID) == dict.fromkeys(sound_set().cases)


@pytest.mark.parametrize(
    ("text", "case", "problem"),
    [
        (SAID.replace("invoices", "in voices"), "done", "not heard: invoices"),
        (SAID.replace("2,400", "24"), "amount", "not heard: 2400|€2400"),
        (f"{SAID} {SAID} {SAID}", LENGTH, "instead of at most 110"),
        ("", LENGTH, "nothing was heard"),
    ],
)
def test_what_was_not_heard_or_was_too_much_is_told(text: str, case: str, problem: str) -> None:
    assert problem in (heard(text)[case] or "")


def test_how_fast_it_hears_is_told_in_seconds_for_a_second_of_talk() -> None:
    whisper = ScriptedWhisper(((evenly(SAID, 0.0, 20.0),),))
    ticks = iter((100.0, 105.0))
    assert hearing_speed(transcriber(whisper), sound_set(), lambda: next(ticks)) == pytest.approx(
        0.25, abs=0.01
    )
    assert hearing_speed(transcriber(ScriptedWhisper(((),))), sound_set(), lambda: 0.0) is None


def test_the_sound_fills_a_window_so_that_its_speed_is_that_of_talk() -> None:
    (window,) = SpeechWindows(FileAudio(sound_set().sound).blocks(0.0), SileroNetwork())
    assert window.length_s > 0.9 * WINDOW_S


def test_the_real_engine_on_random_weights_of_a_true_shape_has_a_speed(tmp_path: Path) -> None:
    weights = SpeechWeights(write_whisper(tmp_path / "tiny", layers=4, width=384, heads=6), "tiny")
    settings = SpeechSettings(language=LANGUAGE, threads=1, beam_size=1, temperatures=(0.0,))
    real = WhisperTranscriber(lambda: weights, settings)
    try:
        speed = hearing_speed(real, sound_set(), time.monotonic)
    finally:
        real.close()
    assert speed is not None
    assert speed > 0


def test_a_model_that_cannot_be_loaded_passes_nothing() -> None:
    whisper = ScriptedWhisper(fails=EngineError("out of memory"))
    assert {result.problem for result in try_hearing(transcriber(whisper), sound_set())} == {"out of memory"}


def test_the_real_engine_on_random_weights_gives_a_result_for_every_case_and_hears_no_word(
    tmp_path: Path,
) -> None:
    weights = SpeechWeights(write_whisper(tmp_path / "noise"), "noise")
    real = WhisperTranscriber(lambda: weights, SpeechSettings(language=LANGUAGE, threads=1))
    told: list[Result] = []
    try:
        results = try_hearing(real, sound_set(), told.append)
    finally:
        real.close()
    assert told == results
    assert tuple(result.id for result in results) == sound_set().cases
    assert all(result.problem for result in results if result.id != LENGTH)
