"""How much slower or faster than talk speech is heard: seconds of work for each second of sound.

    python -m bench.asr [--minutes 180] [FILE ...]

Without files, decoding and voice detection run over silence, over noise and over the sample meeting said
again and again, as 16-bit WAV; with files, over those. Then one window of 30 s goes through Whisper in the
shapes of tiny, base and small with random weights: speed does not depend on their values, only on how much is
said, for which 110 tokens stand. Prints ratios (1 is as fast as people talk) and peak resident memory.
"""

from __future__ import annotations

import argparse
import resource
import tempfile
import time
import wave
from collections.abc import Iterator
from pathlib import Path

SAMPLE = Path(__file__).resolve().parents[1] / "samples" / "2026-11-16-planning.opus"
SHAPES = {"tiny": (4, 384, 6), "base": (6, 512, 8), "small": (12, 768, 12)}
"""Layers, width, heads."""
TOKENS = 110


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--minutes", type=int, default=180)
    parser.add_argument("files", nargs="*", type=Path)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        for path in options.files or made(Path(folder), options.minutes):
            detection(path)
        for name, shape in SHAPES.items():
            recognition(name, shape, Path(folder) / name)


def made(folder: Path, minutes: int) -> Iterator[Path]:
    """Write one WAV after the other; a minute is repeated, so that memory is not measured by its writer."""
    import numpy as np

    from pipelines.speech.decode import AudioFile

    noise = np.random.default_rng(1).standard_normal(16000 * 60) * 1e-3
    talk = np.concatenate([block for block, _ in zip(AudioFile(SAMPLE).blocks(), range(12), strict=False)])
    for name, minute in {"silence": noise * 0, "noise": noise, "talk": talk}.items():
        path = folder / f"{name}.wav"
        with wave.open(str(path), "wb") as file:
            file.setnchannels(1)
            file.setsampwidth(2)
            file.setframerate(16000)
            content = (minute * 32767).astype("<i2").tobytes()
            for _ in range(round(minutes * 60 * 16000 / len(minute))):
                file.writeframes(content)
        yield path
        path.unlink()


def detection(path: Path) -> None:
    from pipelines.speech.decode import AudioFile
    from pipelines.speech.silero import SileroNetwork
    from pipelines.speech.windows import speech_windows

    began = time.perf_counter()
    audio = AudioFile(path)
    windows = sum(1 for _ in speech_windows(audio.blocks(), SileroNetwork()))
    ratio = (time.perf_counter() - began) / audio.position_s
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"hear {path.name}: {ratio:.5f} ({windows} windows of speech, peak memory {peak:.0f} MB)")


def recognition(name: str, shape: tuple[int, int, int], folder: Path) -> None:
    import numpy as np
    from faster_whisper import WhisperModel
    from faster_whisper.tokenizer import Tokenizer

    from pipelines.speech.settings import SpeechSettings
    from pipelines.speech.tier import physical_cores
    from tests.fakes.whisper_weights import TEXT_TOKENS, write_whisper

    layers, width, heads = shape
    write_whisper(folder, layers=layers, width=width, heads=heads)
    model = WhisperModel(str(folder), device="cpu", compute_type="int8", cpu_threads=physical_cores())
    tokenizer = Tokenizer(model.hf_tokenizer, True, task="transcribe", language="en")
    sound = np.random.default_rng(1).standard_normal(30 * 16000).astype(np.float32) * 0.05
    model.encode(model.feature_extractor(sound)[:, :3000])  # the first run allocates
    began = time.perf_counter()
    encoded = model.encode(model.feature_extractor(sound)[:, :3000])
    found = model.model.generate(
        encoded,
        [tokenizer.sot_sequence],
        beam_size=SpeechSettings().beam_size,
        max_length=2 * TOKENS,  # CTranslate2 gives the prompt half of it
        suppress_tokens=list(range(TEXT_TOKENS, 51865)),  # noise would end when it likes
    )
    tokens = found[0].sequences_ids[0]
    model.model.align(encoded, tokenizer.sot_sequence, [tokens], 3000)
    ratio = (time.perf_counter() - began) / 30
    print(f"transcribe with the shape of {name}: {ratio:.3f} ({len(tokens)} tokens)")


if __name__ == "__main__":
    main()
