"""How well voices are told apart: the diarization error rate, and the share of lines with the right voice.

The diarization error rate (DER) is what the evaluations of NIST (RT-09) and DIHARD count: seconds of speech
that were missed, seconds of a voice where nobody spoke, and seconds given to another voice, over all seconds
of speech. Overlapping speech counts once for each voice. Voices are matched with speakers one to one, so that
they share the most time; a collar around every start and end of a reference turn is left out, because people
who annotate do not agree on it any better.

Written here and not taken from a library: `roomscribe dev eval speakers` needs it at run time, and the
libraries that compute it want SciPy or a compiler. The tests compare it with one.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pipelines.errors import BadInputError
from pipelines.speakers.lines import voices_of
from pipelines.speakers.turns import SpeakerEngine, Turn, VoiceCount
from pipelines.speech.audio import AUDIO_SUFFIXES
from pipelines.speech.decode import AudioFile

COLLAR_S = 0.25
"""On either side of a boundary, as in the evaluations of NIST."""
_LINE_WEIGHT = 1e-6
"""Of a second of a line against a second of sound, when voices are matched with speakers."""


@dataclass(frozen=True, slots=True)
class SpeakerScore:
    """Sums over a recording or several; `+` adds them up."""

    speech_s: float = 0.0
    """Of the reference; overlapping speech once for each voice."""
    missed_s: float = 0.0
    false_s: float = 0.0
    confused_s: float = 0.0
    lines: int = 0
    right: int = 0

    @property
    def der(self) -> float:
        wrong_s = self.missed_s + self.false_s + self.confused_s
        return wrong_s / self.speech_s if self.speech_s else float(wrong_s > 0)

    @property
    def right_lines(self) -> float:
        return self.right / self.lines if self.lines else 1.0

    def __add__(self, other: SpeakerScore) -> SpeakerScore:
        return SpeakerScore(
            self.speech_s + other.speech_s,
            self.missed_s + other.missed_s,
            self.false_s + other.false_s,
            self.confused_s + other.confused_s,
            self.lines + other.lines,
            self.right + other.right,
        )

    def as_json(self) -> dict[str, Any]:
        return {"der": round(self.der, 4), "right_lines": round(self.right_lines, 4)}


@dataclass(frozen=True, slots=True)
class FileScore:
    file: str
    score: SpeakerScore
    voices: int
    """That were found."""

    def as_json(self) -> dict[str, Any]:
        return {"file": self.file, **self.score.as_json(), "voices": self.voices}


def annotated(folder: Path) -> list[Path]:
    """The recordings with a NAME.rttm beside them; BadInputError where there are none."""
    try:
        files = sorted(path for path in folder.iterdir() if path.suffix.lower() in AUDIO_SUFFIXES)
    except OSError as error:
        raise BadInputError(f"{folder}: cannot be read ({error.strerror})") from error
    found = [path for path in files if path.with_suffix(".rttm").is_file()]
    if not found:
        raise BadInputError(f"{folder}: has no recording with its turns in a file NAME.rttm beside it")
    return found


def score_file(path: Path, engine: SpeakerEngine, count: VoiceCount) -> FileScore:
    """BadInputError for what is no audio or no RTTM."""
    reference = read_rttm(path.with_suffix(".rttm"))
    return score_recording(path.name, reference, engine.turns(AudioFile(path).blocks(), count))


def score_recording(name: str, reference: Sequence[Turn], found: Sequence[Turn]) -> FileScore:
    """The turns of the reference stand for the lines of a transcript."""
    lines = voices_of([(turn.start_s, turn.end_s) for turn in reference], found)
    score = score_speakers(reference, found, [voice for voice, _ in lines])
    return FileScore(name, score, len({turn.voice for turn in found}))


def read_rttm(path: Path, recording: str | None = None) -> tuple[Turn, ...]:
    """The turns of a file in NIST's Rich Transcription Time Marked format, of one `recording` or of all.

    BadInputError where it cannot be read; it names the line that is none.
    """
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or "it is no text"
        raise BadInputError(f"{path}: cannot be read ({reason})") from error
    turns: list[Turn] = []
    for number, line in enumerate(lines, 1):
        fields = line.split()
        if not fields or fields[0] != "SPEAKER" or (recording and fields[1:2] != [recording]):
            continue
        try:
            start_s, length_s, voice = float(fields[3]), float(fields[4]), fields[7]
        except (IndexError, ValueError):
            wanted = "SPEAKER file 1 start duration <NA> <NA> name <NA> <NA>"
            raise BadInputError(f"{path}, line {number}: is not of the form {wanted!r}") from None
        if length_s > 0:
            turns.append(Turn(start_s, start_s + length_s, voice))
    return tuple(sorted(turns, key=lambda turn: (turn.start_s, turn.end_s)))


def score_speakers(
    reference: Sequence[Turn],
    found: Sequence[Turn],
    lines: Sequence[str | None] = (),
    collar_s: float = COLLAR_S,
) -> SpeakerScore:
    """`lines`: the voice found for each turn of `reference`, which counts as a line of the transcript."""
    pieces = _pieces(reference, found, collar_s)
    shared: defaultdict[tuple[str, str], float] = defaultdict(float)
    for length_s, speakers, voices in pieces:
        for speaker in speakers:
            for voice in voices:
                shared[speaker, voice] += length_s
    for turn, given in zip(reference, lines, strict=bool(lines)):
        if given is not None:  # decides only between voices that share no time with anybody
            shared[turn.voice, given] += _LINE_WEIGHT * (turn.end_s - turn.start_s)
    speaker_of = _matched(shared)
    speech_s = missed_s = false_s = confused_s = 0.0
    for length_s, speakers, voices in pieces:
        agreed = sum(speaker_of.get(voice) in speakers for voice in voices)
        speech_s += length_s * len(speakers)
        missed_s += length_s * max(0, len(speakers) - len(voices))
        false_s += length_s * max(0, len(voices) - len(speakers))
        confused_s += length_s * (min(len(speakers), len(voices)) - agreed)
    right_lines = sum(
        voice is not None and speaker_of.get(voice) == turn.voice
        for turn, voice in zip(reference, lines, strict=bool(lines))
    )
    return SpeakerScore(speech_s, missed_s, false_s, confused_s, len(lines), right_lines)


def _pieces(
    reference: Sequence[Turn], found: Sequence[Turn], collar_s: float
) -> list[tuple[float, frozenset[str], frozenset[str]]]:
    """The recording cut wherever anything changes, without collars: length, speakers, voices found."""
    changes: list[tuple[float, int, str, int]] = []
    for side, turns in enumerate((reference, found)):
        for turn in turns:
            changes += [(turn.start_s, side, turn.voice, 1), (turn.end_s, side, turn.voice, -1)]
    for turn in reference:
        for edge_s in (turn.start_s, turn.end_s):
            changes += [(edge_s - collar_s, 2, "", 1), (edge_s + collar_s, 2, "", -1)]
    active: tuple[Counter[str], ...] = (Counter(), Counter(), Counter())
    pieces = []
    before_s = 0.0
    for at_s, side, voice, step in sorted(changes):
        if at_s > before_s and not active[2][""] and (+active[0] or +active[1]):
            pieces.append((at_s - before_s, frozenset(+active[0]), frozenset(+active[1])))
        active[side][voice] += step
        before_s = at_s
    return pieces


def _matched(shared: Mapping[tuple[str, str], float]) -> dict[str, str]:
    """Speakers of voices, one to one, with the most shared time: the Hungarian method with potentials.

    Kuhn 1955, in the form with shortest augmenting paths (Jonker and Volgenant 1987); O(n^3).
    """
    speakers = sorted({speaker for speaker, _ in shared})
    voices = sorted({voice for _, voice in shared})
    size = max(len(speakers), len(voices))
    cost = [[0.0] * size for _ in range(size)]
    for (speaker, voice), shared_s in shared.items():
        cost[voices.index(voice)][speakers.index(speaker)] = -shared_s
    row_of = _assigned(cost)
    return {
        voices[row]: speakers[column]
        for column, row in enumerate(row_of[: len(speakers)])
        if row < len(voices) and cost[row][column] < 0
    }


def _assigned(cost: Sequence[Sequence[float]]) -> list[int]:
    """The row for each column of a square matrix, with the least sum."""
    size = len(cost)
    row_price, column_price = [0.0] * size, [0.0] * (size + 1)
    row_of = [-1] * (size + 1)  # the last column means "none yet"
    for row in range(size):
        row_of[size], column = row, size
        least, came_from, seen = [float("inf")] * size, [size] * size, [False] * (size + 1)
        while row_of[column] >= 0:
            seen[column] = True
            current = row_of[column]
            for other in range(size):
                slack = cost[current][other] - row_price[current] - column_price[other]
                if not seen[other] and slack < least[other]:
                    least[other], came_from[other] = slack, column
            nearest = min((each for each in range(size) if not seen[each]), key=least.__getitem__)
            step = least[nearest]
            for other in range(size + 1):
                if seen[other]:
                    row_price[row_of[other]] += step
                    column_price[other] -= step
                elif other < size:
                    least[other] -= step
            column = nearest
        while column != size:
            row_of[column] = row_of[came_from[column]]
            column = came_from[column]
    return row_of[:size]
