"""Conversations built from read utterances, with known turns: the sound that `bench.speakers` measures on.

Every recording of a corpus like LibriSpeech has a microphone and a room of its own, and an engine could tell
these apart instead of voices. So there are four conditions: as recorded; in one room with echo; in that room,
with every voice's mean spectrum made alike first; and, as recorded, in turns of a second or two.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from pipelines.speakers.turns import Turn
from pipelines.speech.audio import SAMPLE_RATE
from pipelines.speech.decode import AudioFile

if TYPE_CHECKING:
    from pipelines.speech.audio import Samples

RT60_S = 0.4
"""A meeting room of 40 square metres with some carpet."""
MURMURED_INTO_S = 3.0
"""So long is a turn at least into which somebody murmurs."""
NOISE_DB = -30.0
"""Of a room's noise, under the speech."""
_FFT = 512


@dataclass(frozen=True)
class Condition:
    name: str
    shortest_s: float = 2.0
    longest_s: float = 15.0
    echo: bool = False
    level_spectra: bool = False
    overlaps: float = 0.1
    """Share of turns that begin before the last one ends: 0.5 s, or up to `longest_overlap_s`."""
    longest_overlap_s: float = 0.5
    murmurs: float = 0.0
    """Share of long turns into which somebody else says a word or two, softly."""


CONDITIONS = (
    Condition("clean"),
    Condition("far", echo=True),
    Condition("far, level spectra", echo=True, level_spectra=True),
    Condition("short turns", shortest_s=0.7, longest_s=3.0),
)


@dataclass(frozen=True)
class Conversation:
    samples: Samples
    turns: tuple[Turn, ...]


def read_voices(folder: Path) -> dict[str, list[Samples]]:
    """The utterances of each speaker; the number of the speaker begins the name of a file."""
    voices: dict[str, list[Samples]] = {}
    for path in sorted(folder.glob("*.flac")):
        voices.setdefault(path.name.split("-")[0], []).append(_trimmed(path))
    return voices


def build(
    voices: Mapping[str, Sequence[Samples]], condition: Condition, seconds: float, seed: int
) -> Conversation:
    """Turns of random voices and lengths, 0.1 to 0.8 s apart; some begin before the last one ends."""
    random = np.random.default_rng(seed)
    said = {name: _prepared(name, voices, condition, random) for name in voices}
    total = round(seconds * SAMPLE_RATE)
    sound = np.zeros(total + SAMPLE_RATE, dtype=np.float32)
    turns: list[Turn] = []
    names = sorted(voices)
    at, name = 0.5, ""
    while True:
        name = str(random.choice([other for other in names if other != name] or names))
        whole = said[name][random.integers(len(said[name]))]
        part = _cut(whole, random.uniform(condition.shortest_s, condition.longest_s), random)
        start = round(at * SAMPLE_RATE)
        if start + len(part) > total:
            break
        sound[start : start + len(part)] += part
        length_s = len(part) / SAMPLE_RATE
        turns.append(Turn(at, at + length_s, name))
        if length_s >= MURMURED_INTO_S and condition.murmurs and random.random() < condition.murmurs:
            who = str(random.choice([other for other in names if other != name]))
            murmur = 0.5 * _cut(said[who][random.integers(len(said[who]))], random.uniform(0.5, 1.0), random)
            murmured_s = at + random.uniform(0.5, length_s - 1.5)
            start = round(murmured_s * SAMPLE_RATE)
            sound[start : start + len(murmur)] += murmur
            turns.append(Turn(murmured_s, murmured_s + len(murmur) / SAMPLE_RATE, who))
        if random.random() < condition.overlaps:
            more_s = condition.longest_overlap_s - 0.5
            at += length_s - 0.5 - (random.uniform(0, more_s) if more_s else 0)
        else:
            at += length_s + random.uniform(0.1, 0.8)
    if condition.echo:
        level = np.sqrt(np.mean(sound**2)) * 10 ** (NOISE_DB / 20)
        sound += random.standard_normal(len(sound)).astype(np.float32) * level
    return Conversation(sound[:total], tuple(sorted(turns, key=lambda turn: turn.start_s)))


def _cut(whole: Samples, seconds: float, random: np.random.Generator) -> Samples:
    """A stretch of it from anywhere."""
    length = round(seconds * SAMPLE_RATE)
    begin = random.integers(max(1, len(whole) - length))
    return whole[begin : begin + length]


def _trimmed(path: Path) -> Samples:
    """Without the silence at both ends, and at the level of all others."""
    samples = np.concatenate(list(AudioFile(path).blocks()))
    frame = SAMPLE_RATE // 100
    power = np.square(samples[: len(samples) // frame * frame].reshape(-1, frame)).mean(axis=1)
    loud = np.flatnonzero(power > np.quantile(power, 0.95) * 10**-3.5)
    samples = samples[loud[0] * frame : (loud[-1] + 1) * frame]
    return (samples * (0.05 / np.sqrt(np.mean(samples**2)))).astype(np.float32)


def _prepared(
    name: str, voices: Mapping[str, Sequence[Samples]], condition: Condition, random: np.random.Generator
) -> list[Samples]:
    parts = list(voices[name])
    if condition.level_spectra:
        mean = np.exp(np.mean([np.log(_spectrum(each)) for each in voices.values()], axis=0))
        parts = [_filtered(part, np.sqrt(mean / _spectrum(voices[name]))) for part in parts]
    if condition.echo:
        answer = _room(random)
        parts = [_convolved(part, answer)[: len(part)] for part in parts]
    return parts


def _spectrum(parts: Sequence[Samples]) -> np.ndarray:
    """Mean power at _FFT // 2 + 1 frequencies."""
    every = np.concatenate(parts)
    frames = every[: len(every) // _FFT * _FFT].reshape(-1, _FFT) * np.hanning(_FFT)
    power: np.ndarray = np.square(np.abs(np.fft.rfft(frames, axis=1))).mean(axis=0) + 1e-9
    return power


def _filtered(samples: Samples, gains: np.ndarray) -> Samples:
    """Through a filter of linear phase with these gains, up to 20 dB."""
    answer = np.roll(np.fft.irfft(np.clip(gains, 0.1, 10.0)), _FFT // 2) * np.hanning(_FFT)
    return _convolved(samples, answer)[_FFT // 2 : _FFT // 2 + len(samples)]


def _room(random: np.random.Generator) -> np.ndarray:
    """What a microphone hears of a click some steps away: the sound itself, then noise that dies away.

    The echo has as much power as the direct sound, or up to four times as much: each voice has its own seat.
    """
    times = np.arange(round(RT60_S * SAMPLE_RATE)) / SAMPLE_RATE
    echo = random.standard_normal(len(times)) * 10 ** (-3 * times / RT60_S)
    echo[: SAMPLE_RATE // 200] = 0.0
    echo *= np.sqrt(random.uniform(1.0, 4.0) / np.sum(echo**2))
    echo[0] = 1.0
    return echo / np.sqrt(np.sum(echo**2))


def _convolved(samples: Samples, answer: np.ndarray) -> Samples:
    size = 1 << (len(samples) + len(answer) - 1).bit_length()
    product = np.fft.rfft(samples, size) * np.fft.rfft(answer, size)
    return np.fft.irfft(product, size)[: len(samples) + len(answer) - 1].astype(np.float32)
