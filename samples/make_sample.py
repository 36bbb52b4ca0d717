"""Builds the sample meetings from their scripts: planning.json is spoken, the others are transcripts alone.

    python samples/make_sample.py moving     writes 2026-11-23-moving.vtt beside this file
    apt-get install espeak-ng
    python samples/make_sample.py planning   writes 2026-11-16-planning.opus, and .vtt with the audio's times

Nobody needs this to use Roomscribe; the files are kept in the repository. It is run again when the script of
a meeting changes, and its .expected.json is then corrected by hand. The same versions of espeak-ng and
PyAV give the same bytes: the voices are synthetic, and the encoder is told to write neither its name nor a
random serial.
"""

from __future__ import annotations

import array
import io
import json
import subprocess
import sys
import wave
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import av
import av.audio.resampler
from av.codec.context import Flags

HERE = Path(__file__).resolve().parent
SPOKEN = "planning"
BIT_RATE = 20_000
OPUS_RATE = 24_000
"""Hz; enough for speech, and one of the rates that Opus has."""
WORDS_PER_MINUTE = 150
"""People in a meeting; each voice of the spoken one has its own."""
GAP_S = 0.3
"""Between two lines of one speaker; turns take a little longer to change."""
TURN_GAP_S = 0.55


class Voice(NamedTuple):
    name: str
    pitch: int
    """0..99"""
    words_per_minute: int


# Far apart in pitch and accent, so that ears and diarisation can tell them from each other.
VOICES = {
    "Priya": Voice("en-gb+f3", 62, 158),
    "Tom": Voice("en-us+m3", 38, 165),
    "Elena": Voice("en-gb-x-rp+f4", 78, 162),
    "Marcus": Voice("en-gb-scotland+m7", 18, 150),
}


class Line(NamedTuple):
    speaker: str
    text: str
    samples: array.array[int]
    """16 bit, mono."""


def main(meeting: str) -> None:
    """Write a meeting's files; fails with espeak-ng's own words where it is needed and not installed."""
    script = json.loads((HERE / f"{meeting}.json").read_text(encoding="utf-8"))
    name = f"{script['started_at'][:10]}-{meeting}"
    rate, lines = spoken(script["lines"]) if meeting == SPOKEN else timed(script["lines"])
    samples, cues = laid_out(rate, lines)
    (HERE / f"{name}.vtt").write_text("WEBVTT\n\n" + "\n".join(cues), encoding="utf-8", newline="\r\n")
    if meeting == SPOKEN:
        write_opus(HERE / f"{name}.opus", rate, samples)


def timed(script: list[tuple[str, str]]) -> tuple[int, list[Line]]:
    """Lines as long as it takes to say them, in silence."""
    rate = 1_000
    per_word = 60 * rate / WORDS_PER_MINUTE
    lengths = [round(len(text.split()) * per_word) for _, text in script]
    silence = [array.array("h", bytes(2 * length)) for length in lengths]
    return rate, [Line(*line, samples) for line, samples in zip(script, silence, strict=True)]


def spoken(script: list[tuple[str, str]]) -> tuple[int, list[Line]]:
    """(sampling rate in Hz, lines with their audio)."""
    rate = 0
    lines = []
    for speaker, text in script:
        voice = VOICES[speaker]
        options = ["-v", voice.name, "-p", str(voice.pitch), "-s", str(voice.words_per_minute), "--stdout"]
        # The text comes last and could start with a dash.
        run = subprocess.run(["espeak-ng", *options, "--", text], capture_output=True, check=True)
        # espeak-ng cannot seek on its standard output: the header's length is a guess, so read to the end.
        with wave.open(io.BytesIO(run.stdout)) as sound:
            rate = sound.getframerate()
            samples = array.array("h", sound.readframes(sound.getnframes()))
        lines.append(Line(speaker, text, samples))
    return rate, lines


def laid_out(rate: int, lines: list[Line]) -> tuple[array.array[int], list[str]]:
    """(the whole meeting's samples, its cues in Zoom's form)."""
    samples = array.array("h", bytes(2 * int(rate * TURN_GAP_S)))
    cues = []
    for number, line in enumerate(lines, start=1):
        start_s = len(samples) / rate
        samples.extend(line.samples)
        end_s = len(samples) / rate
        cues.append(f"{number}\n{clock(start_s)} --> {clock(end_s)}\n{line.speaker}: {line.text}\n")
        same = number < len(lines) and lines[number].speaker == line.speaker
        samples.extend(array.array("h", bytes(2 * int(rate * (GAP_S if same else TURN_GAP_S)))))
    return samples, cues


def clock(seconds: float) -> str:
    milliseconds = round(seconds * 1000)
    minutes, rest = divmod(milliseconds, 60_000)
    return f"{minutes // 60:02}:{minutes % 60:02}:{rest // 1000:02}.{rest % 1000:03}"


def write_opus(path: Path, rate: int, samples: array.array[int]) -> None:
    """Encode as Ogg Opus, mono."""
    with av.open(str(path), "w", format="ogg", options={"fflags": "+bitexact"}) as container:
        stream = container.add_stream(
            "libopus", rate=OPUS_RATE, layout="mono", options={"application": "voip"}
        )
        stream.bit_rate = BIT_RATE
        stream.codec_context.flags |= Flags.bitexact  # no encoder version in the tags
        for frame in frames(rate, samples, stream.codec_context):
            container.mux(stream.encode(frame))
        container.mux(stream.encode(None))


def frames(rate: int, samples: array.array[int], encoder: av.AudioCodecContext) -> Iterator[av.AudioFrame]:
    """The samples in the encoder's rate and format."""
    frame = av.AudioFrame(format="s16", layout="mono", samples=len(samples))
    frame.planes[0].update(samples.tobytes())
    frame.sample_rate = rate
    frame_size = encoder.frame_size or OPUS_RATE // 50
    resampler = av.audio.resampler.AudioResampler("s16", "mono", OPUS_RATE, frame_size)
    yield from resampler.resample(frame)
    yield from resampler.resample(None)


if __name__ == "__main__":
    main(sys.argv[1])
