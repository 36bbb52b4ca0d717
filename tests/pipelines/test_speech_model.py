"""The real engine, faster-whisper on CTranslate2, over weights that are noise."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from pipelines.errors import EngineError
from pipelines.speech.decode import AudioFile
from pipelines.speech.model import SpeechWeights, load_whisper
from pipelines.speech.transcriber import SpeechSettings, WhisperTranscriber
from pipelines.transcript import Transcript
from tests.fakes.sound import context, write_audio
from tests.fakes.whisper import LoudIsSpeech, ScriptedWhisper
from tests.fakes.whisper_weights import write_whisper

pytestmark = pytest.mark.models

ROOT = Path(__file__).resolve().parents[2]
CLIPS = ROOT.parent / "shared" / "data" / "audio" / "clips"
SAMPLE = ROOT / "samples" / "2026-11-16-planning.opus"


@pytest.fixture(scope="session")
def noise(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_whisper(tmp_path_factory.mktemp("whisper"))


def transcriber(folder: Path, **settings: object) -> WhisperTranscriber:
    weights = SpeechWeights(folder, "test/noise", "r1", "00" * 32)
    chosen = SpeechSettings(threads=1, temperatures=(0.0,), **settings)
    return WhisperTranscriber(lambda: weights, chosen)


def check(transcript: Transcript, path: Path) -> None:
    audio = AudioFile(path)
    for _ in audio.blocks():
        pass
    segments = transcript.segments
    assert segments, "noise says something"
    assert [segment.id for segment in segments] == [f"s{i + 1}" for i in range(len(segments))]
    edges = [edge for s in segments for edge in (s.start_s, s.end_s) if edge is not None]
    assert len(edges) == 2 * len(segments)
    assert edges == sorted(edges)
    assert edges[0] >= 0
    assert edges[-1] <= audio.position_s
    for segment in segments:
        assert segment.speaker is None
        assert segment.text
        assert segment.confidence is not None
        assert 0 <= segment.confidence <= 1


@pytest.mark.skipif(not SAMPLE.is_file(), reason="the repository's sample meeting is missing")
def test_the_sample_meeting_goes_through_the_real_engine(noise: Path) -> None:
    engine = transcriber(noise, roster=("Maya", "Tom"), words=("Roomscribe",))

    transcript = engine.transcribe(SAMPLE)

    check(transcript, SAMPLE)
    assert transcript.language is not None
    assert "language-uncertain" in transcript.flags, "noise knows no language"
    assert engine.engine is not None
    assert engine.engine.name == "test/noise"
    engine.close()


@pytest.mark.skipif(not CLIPS.is_dir(), reason="the evaluation data is not beside the project")
@pytest.mark.parametrize("name", ["jfk.flac", "multilingual.mp3", "stereo_diarization.wav"])
def test_real_recordings_go_through_the_real_engine(noise: Path, name: str) -> None:
    transcript = transcriber(noise, language="en").transcribe(CLIPS / name)

    check(transcript, CLIPS / name)
    assert transcript.language == "en"
    assert transcript.flags == ("hard-to-hear",), "random weights are sure of nothing"


@pytest.mark.skipif(not CLIPS.is_dir(), reason="the evaluation data is not beside the project")
@pytest.mark.parametrize("name", ["jfk.flac", "multilingual.mp3", "stereo_diarization.wav"])
def test_real_recordings_that_were_cut_are_transcribed_up_to_the_cut(
    noise: Path, tmp_path: Path, name: str
) -> None:
    path = tmp_path / name
    content = (CLIPS / name).read_bytes()
    path.write_bytes(content[: len(content) // 2])

    transcript = transcriber(noise, language="en").transcribe(path)

    check(transcript, path)
    assert "audio-truncated" in transcript.flags


def test_a_model_that_was_closed_is_loaded_again(noise: Path, tmp_path: Path) -> None:
    path = write_audio(tmp_path / "a.wav", [context(8)])
    weights = SpeechWeights(noise, "test/noise")
    engine = WhisperTranscriber(
        lambda: weights, SpeechSettings(threads=1, language="en", temperatures=(0.0,)), listen=LoudIsSpeech
    )

    before = engine.transcribe(path)
    engine.close()

    assert engine.transcribe(path) == before


def test_the_fake_obeys_the_protocol_of_the_real_model(noise: Path) -> None:
    """Contract: what the tests with a script rely on holds for faster-whisper as well."""
    sound = context(3)
    for model in (load_whisper(SpeechWeights(noise, "test/noise"), 1), ScriptedWhisper()):
        language, probability, ranked = model.detect_language(sound)
        assert language in model.supported_languages
        assert ranked[0] == (language, probability)
        assert [p for _, p in ranked] == sorted((p for _, p in ranked), reverse=True)
        assert sum(p for _, p in ranked) == pytest.approx(1, abs=0.01)
        assert len(model.hf_tokenizer.encode(" Ann Lee", add_special_tokens=False).ids) > 0
        found, unheard_s = model.transcribe(sound, language="en", word_timestamps=True, temperature=[0.0])
        assert 0 <= unheard_s <= len(sound) / 16000
        for heard in found:
            assert heard.start <= heard.end
            assert heard.avg_logprob <= 0
            assert all(0 <= word.probability <= 1 for word in heard.words or ())
            assert "".join(word.word for word in heard.words or ()).strip() == heard.text.strip()


@pytest.mark.parametrize("missing", ["model.bin", "config.json", "tokenizer.json", "vocabulary.json"])
def test_an_incomplete_model_is_named_and_nothing_is_fetched(
    noise: Path, tmp_path: Path, missing: str
) -> None:
    folder = Path(shutil.copytree(noise, tmp_path / "model"))
    (folder / missing).unlink()

    with pytest.raises(EngineError, match=rf"test/noise lacks {missing}: run `roomscribe models verify`"):
        load_whisper(SpeechWeights(folder, "test/noise"), 1)


@pytest.mark.parametrize("name", ["model.bin", "tokenizer.json", "vocabulary.json"])
def test_a_damaged_model_is_one_line_with_a_way_out(noise: Path, tmp_path: Path, name: str) -> None:
    folder = Path(shutil.copytree(noise, tmp_path / "model"))
    content = (folder / name).read_bytes()
    (folder / name).write_bytes(content[: len(content) // 2])

    with pytest.raises(EngineError) as caught:
        load_whisper(SpeechWeights(folder, "test/noise"), 1)

    assert "run `roomscribe models verify`" in str(caught.value)
    assert "\n" not in str(caught.value)


def test_loading_forces_the_hub_offline(noise: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("HF_HUB_OFFLINE", raising=False)

    load_whisper(SpeechWeights(noise, "test/noise"), 1)

    assert os.environ["HF_HUB_OFFLINE"] == "1"
