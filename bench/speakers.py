"""Telling voices apart with the classical engine: error rate, right lines, time, memory, and the targets.

    python -m bench.speakers                 built conversations and AMI clips; four minutes of a core
    python -m bench.speakers --hours 1 4     time and memory of recordings so long, too
    python -m bench.speakers --network       time and memory of an hour's 600 turns in networks of true shapes

Conversations of 8 minutes are built from read utterances (bench/conversations.py), three of each kind
(--conversations N); the turns of the reference are the lines. AMI clips are 30 s of real rooms. Needs the
evaluation data (--data DIR, by default ../shared/data). Exits 1 where a target is missed.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
import wave
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from bench.conversations import CONDITIONS, Condition, Conversation, build, read_voices
from bench.corpus import DATA
from bench.measured import python, roomscribe
from pipelines.evaluate.speakers import FileScore, SpeakerScore, read_rttm, score_recording
from pipelines.speakers.classical import ClassicalEngine, tell_apart
from pipelines.speakers.embedder import Embedder, OnnxEmbedder
from pipelines.speakers.features import Speech, hear
from pipelines.speakers.turns import Turn, VoiceCount
from pipelines.speech.audio import SAMPLE_RATE
from pipelines.speech.decode import AudioFile
from pipelines.speech.tier import physical_cores

if TYPE_CHECKING:
    from pipelines.speech.audio import Samples

SECONDS = 480.0
SPARE = 2
"""People who are invited and say nothing."""
MOST_TIME, MOST_MB = 0.03, 250
TURNS, MEASURED, CORES, MOST_NETWORK = 600, 60, 2, 0.05
"""An hour has so many turns; every tenth is measured, since each costs the same."""


@dataclass(frozen=True)
class Row:
    name: str
    scores: Sequence[FileScore]
    least_right: float | None = None
    most_der: float | None = None

    @property
    def score(self) -> SpeakerScore:
        return sum((each.score for each in self.scores), SpeakerScore())

    @property
    def met(self) -> bool:
        right = self.least_right is None or self.score.right_lines >= self.least_right
        return right and (self.most_der is None or self.score.der <= self.most_der)

    def __str__(self) -> str:
        targets = [f"lines >= {self.least_right:.0%}"] if self.least_right is not None else []
        targets += [f"DER <= {self.most_der:.1%}"] if self.most_der is not None else []
        verdict = ("met" if self.met else "missed") if targets else "-"
        right = min(each.score.right_lines for each in self.scores)
        der = max(each.score.der for each in self.scores)
        voices = sum(each.voices for each in self.scores) / len(self.scores)
        figures = (
            f"{self.score.right_lines:.1%}, {right:.1%} | {self.score.der:.1%}, {der:.1%} | {voices:.1f}"
        )
        return f"| {self.name} | {figures} | {', '.join(targets) or '-'} | {verdict} |"


@dataclass(frozen=True)
class Embedded:
    """What the turns of an hour cost in a network of random weights."""

    shape: str
    real_s: float
    """By the clock, with as many threads as the engine takes."""
    processor_s: float
    megabytes: float

    @property
    def met(self) -> bool:
        return self.real_s / 3600 <= MOST_NETWORK

    def __str__(self) -> str:
        return (
            f"{TURNS} turns of an hour in a network of the shape of {self.shape}: {self.real_s:.0f} s by the "
            f"clock, {self.real_s / 3600:.3f} of real time (target {MOST_NETWORK} on {CORES} cores; here are "
            f"{physical_cores()}), {self.processor_s:.0f} s of processor, {self.megabytes:.0f} MB: "
            f"{'met' if self.met else 'missed'}"
        )


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--data", type=Path, default=DATA)
    parser.add_argument("--conversations", type=int, default=3)
    parser.add_argument("--hours", type=int, nargs="*", default=[])
    parser.add_argument("--network", action="store_true")
    parser.add_argument("--embed", type=Path, nargs=2, help=argparse.SUPPRESS)
    options = parser.parse_args(arguments)
    if options.embed:
        weights, talk = options.embed
        print(*embed(OnnxEmbedder(weights), np.load(talk)))
        return 0
    if options.network:
        return 0 if network(options.data / "audio") else 1
    print("| built conversations, clips | right lines: all, worst | DER: all, worst | voices | target | |")
    print("|---|---|---|---|---|---|")
    met = True
    for row in (
        *conversations(options.data / "audio", options.conversations),
        *clips(options.data / "audio" / "ami"),
    ):
        print(row, flush=True)
        met &= row.met
    for hours in options.hours:
        met &= cost(options.data / "audio", hours)
    return 0 if met else 1


def conversations(audio: Path, many: int) -> Iterator[Row]:
    for people in (4, 6):
        for condition in CONDITIONS:
            built = [conversation(audio, condition, people, seed) for seed in range(many)]
            heard = [(hear(blocks(each.samples)), each.turns) for each in built]
            counts: tuple[tuple[str, VoiceCount, float | None, float | None], ...] = (
                ("known", VoiceCount(exactly=people), *((0.95, 0.08) if people == 4 else (None, None))),
                ("at most as many", VoiceCount(at_most=people), 0.9 if people == 4 else 0.8, None),
                (f"at most {SPARE} more", VoiceCount(at_most=people + SPARE), None, None),
                ("not known", VoiceCount(), None, None),
            )
            for name, count, right, der in counts:
                yield row(f"{people} voices, {condition.name}, count {name}", heard, count, right, der)


def row(
    name: str,
    heard: list[tuple[Speech, tuple[Turn, ...]]],
    count: VoiceCount,
    right: float | None,
    der: float | None,
) -> Row:
    scored = [score_recording("", turns, tell_apart(speech, count)) for speech, turns in heard]
    return Row(name, scored, right, der)


def blocks(samples: Samples) -> Iterator[Samples]:
    """As a decoder gives them."""
    for start in range(0, len(samples), 5 * SAMPLE_RATE):
        yield samples[start : start + 5 * SAMPLE_RATE]


def conversation(audio: Path, condition: Condition, people: int, seed: int) -> Conversation:
    voices = read_voices(audio / "librispeech")
    chosen = np.random.default_rng(100 * people + seed).choice(sorted(voices), people, replace=False)
    return build({name: voices[name] for name in sorted(chosen)}, condition, SECONDS, seed)


def clips(folder: Path) -> Iterator[Row]:
    """The engine must do no worse than one voice for all, which is what it gives for so little speech."""
    ours: list[FileScore] = []
    one: list[FileScore] = []
    for path in sorted(folder.glob("*.flac")):
        reference = read_rttm(folder / "speakers.rttm", path.stem)
        people = len({turn.voice for turn in reference})
        heard = ClassicalEngine().turns(AudioFile(path).blocks(), VoiceCount(exactly=people))
        ours.append(score_recording(path.name, reference, heard))
        alone = [Turn(turn.start_s, turn.end_s, "Voice 1") for turn in heard]
        one.append(score_recording(path.name, reference, alone))
    least = Row("AMI clips, one voice for all", one)
    yield least
    yield Row("AMI clips, count known", ours, least.score.right_lines, least.score.der)


def cost(audio: Path, hours: int) -> bool:
    """Processor time and peak memory of the whole command."""
    with tempfile.TemporaryDirectory() as name:
        talk = conversation(audio, CONDITIONS[1], 4, 0)
        repeat(Path(name) / "long.wav", talk, round(hours * 3600 / SECONDS))
        _, spent = roomscribe(["dev", "eval", "speakers", name, "--most-voices", "6", "--json"])
    ratio = spent.processor_s / (hours * 3600)
    met = ratio <= MOST_TIME and spent.megabytes <= MOST_MB
    print(
        f"{hours} h: {spent.processor_s:.0f} s of processor, {ratio:.4f} of real time (target {MOST_TIME}), "
        f"{spent.megabytes:.0f} MB (target {MOST_MB}): {'met' if met else 'missed'}"
    )
    return met


def network(audio: Path) -> bool:
    """Each shape in a process of its own, which shows its memory, without what writes the weights."""
    from tests.fakes.voice_weights import write_campplus, write_resnet34, write_titanet_small

    shapes = (
        ("WeSpeaker's ResNet34", write_resnet34),
        ("3D-Speaker's CAM++", write_campplus),
        ("TitaNet-S", write_titanet_small),
    )
    met = True
    with tempfile.TemporaryDirectory() as name:
        samples = conversation(audio, CONDITIONS[0], 4, 0).samples[: (MEASURED + 6) * SAMPLE_RATE]
        np.save(talk := Path(name) / "talk.npy", samples)
        for shape, write in shapes:
            weights = write(Path(name) / "voices.onnx")
            printed, spent = python(["-m", "bench.speakers", "--embed", str(weights), str(talk)])
            run = Embedded(shape, *map(float, printed.split()), spent.megabytes)
            print(run, flush=True)
            met &= run.met
    return met


def embed(embedder: Embedder, talk: Samples) -> tuple[float, float]:
    """Seconds by the clock and of processor for the points of an hour's turns.

    Each is 6 s long and cut in two; a second of `talk` lies between the starts of two.
    """
    began_s, spent_s = time.monotonic(), time.process_time()
    for turn in range(MEASURED):
        for half in np.split(talk[turn * SAMPLE_RATE : (turn + 6) * SAMPLE_RATE], 2):
            embedder.embed(half)
    scale = TURNS / MEASURED
    return scale * (time.monotonic() - began_s), scale * (time.process_time() - spent_s)


def repeat(path: Path, talk: Conversation, times: int) -> None:
    """Write a recording that says the same again and again, and its turns beside it."""
    with wave.open(str(path), "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(SAMPLE_RATE)
        for _ in range(times):
            file.writeframes((np.clip(talk.samples, -1, 1) * 32767).astype("<i2").tobytes())
    lines = [
        f"SPEAKER long 1 {turn.start_s + SECONDS * index:.3f} {turn.end_s - turn.start_s:.3f} "
        f"<NA> <NA> {turn.voice} <NA> <NA>"
        for index in range(times)
        for turn in talk.turns
    ]
    path.with_suffix(".rttm").write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
