"""In which language a recording is heard."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pipelines.errors import BadInputError
from pipelines.transcript import Transcript
from tests.fakes.sound import context, write_audio
from tests.fakes.whisper import ScriptedWhisper, transcriber

Hear = Callable[..., Transcript]


@pytest.fixture
def hear(tmp_path: Path) -> Hear:
    """Transcribe seconds of speech, pause, speech ... with a scripted Whisper."""

    def run(whisper: ScriptedWhisper, *parts: float, **settings: Any) -> Transcript:
        path = write_audio(tmp_path / "meeting.wav", [context(*parts or (20,))])
        return transcriber(whisper, **settings).transcribe(path)

    return run


def test_the_language_is_heard_once_and_kept(hear: Hear) -> None:
    """Three windows vote; a greeting in another language does not decide, nor does what comes later."""
    whisper = ScriptedWhisper(
        languages=[{"en": 0.9, "de": 0.1}, {"de": 0.95, "en": 0.05}, {"de": 0.9, "en": 0.1}]
    )

    transcript = hear(whisper, 150)

    assert transcript.language == "de"
    assert {call["language"] for call in whisper.calls} == {"de"}
    assert (len(whisper.calls), whisper.detections) == (5, 3)
    assert transcript.flags == ()


def test_an_uncertain_language_is_flagged(hear: Hear) -> None:
    transcript = hear(ScriptedWhisper(languages=[{"fr": 0.4, "en": 0.35, "de": 0.25}]))

    assert transcript.language == "fr"
    assert transcript.flags == ("language-uncertain",)
    assert "'fr' with a certainty of 40%" in transcript.warnings[0]


def test_a_configured_language_is_not_questioned(hear: Hear) -> None:
    whisper = ScriptedWhisper()

    assert hear(whisper, language="de").language == "de"
    assert whisper.detections == 0
    assert whisper.calls[0]["language"] == "de"


def test_an_english_only_model_needs_no_detection(hear: Hear) -> None:
    whisper = ScriptedWhisper(supported_languages=["en"])

    assert hear(whisper).language == "en"
    assert whisper.detections == 0


def test_a_language_the_model_does_not_know_is_refused(hear: Hear) -> None:
    with pytest.raises(BadInputError, match=r"\[speech\] language = 'english'"):
        hear(ScriptedWhisper(), language="english")
