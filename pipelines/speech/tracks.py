"""A recording with a track for each person: which tracks it has, and who of them speaks when.

The track says who speaks, which telling voices apart has to guess. But an open microphone hears the others,
too, and some programs put a mix beside the tracks. So all tracks are measured first, and each is heard only
where its own speaker is not far below the loudest one, both held against how loud they are as a rule: a quiet
speaker next to a loud one stays, and two who speak at once stay both.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, BinaryIO

from guardrails.core.types import Segment
from pipelines.errors import BadInputError
from pipelines.progress import Progress
from pipelines.speech.archive import Archive, is_archive
from pipelines.speech.audio import LONGEST_S, SAMPLE_RATE
from pipelines.speech.decode import streams_of
from pipelines.speech.passages import FileAudio
from pipelines.speech.sides import SIDES_S, is_one_a_side
from pipelines.speech.track_names import names_of

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from pipelines.speech.audio import Samples

    Levels = npt.NDArray[np.float32]
    """Of all tracks, shape (tracks, steps): decibels of full scale."""

_START = re.compile(r"^Start time:\s*(\S+)", re.MULTILINE)
STAGE = "comparing the tracks"
_STEP = SAMPLE_RATE // 10
_SILENCE_DB = -100.0
_FAINT_DB = -60.0
"""A track that never gets louder has nobody on it."""
_AROUND = 3
"""Steps on both sides that count as well: between syllables, and for an echo that comes late."""
_OWN_DB = 25.0
"""Speech lies within so much of its loudest; what is fainter is the room."""
_APART_DB = 3.0
_CROSSTALK_DB = 12.0
"""So far below its speaker's usual level, beside somebody at theirs, a microphone hears the other one."""
_FEWEST = 10
"""Steps from which on a speaker's level is known."""
_MIX = 0.9
"""Share of the steps with sound in which a mix is as loud as all other tracks together."""
_MOST_S = 4 * LONGEST_S
"""Of all tracks together."""


@dataclass(frozen=True, slots=True)
class Track:
    name: str | None
    """Whose it is; None where nothing says so."""
    open: Callable[[], FileAudio]


def tracks_of(path: Path, open_file: Callable[[Path], BinaryIO] | None = None) -> tuple[Track, ...]:
    """The tracks of an archive, or of a container with several streams; none of an ordinary recording.

    BadInputError for an archive that is none of tracks.
    """
    if is_archive(path):
        archive = Archive.read(path, open_file)
        names = names_of([PurePosixPath(each).stem for each in archive.sounds])
        return tuple(
            Track(name, _opener(path / sound, partial(_of_archive, archive, sound), None))
            for name, sound in zip(names, archive.sounds, strict=True)
        )
    streams = streams_of(path, open_file)
    if len(streams) < 2:
        return ()
    names = names_of([each.title for each in streams])
    return tuple(Track(name, _opener(path, open_file, stream)) for stream, name in enumerate(names))


def sides_of(path: Path, open_file: Callable[[Path], BinaryIO] | None = None) -> tuple[Track, ...]:
    """The left and the right side of a stereo recording with one person on each, as telephones and programs
    for calls write it; none of any other.

    Nothing says who they are: they are voices without a name. Decodes the first minutes.
    """
    if is_archive(path) or [each.channels for each in streams_of(path, open_file)] != [2]:
        return ()
    tracks = tuple(Track(None, _opener(path, open_file, None, side)) for side in range(2))
    try:
        sides = [_levels_of(_first(track.open().blocks(), SIDES_S)) for track in tracks]
    except BadInputError:
        return ()  # whoever hears it says what is wrong
    return tracks if is_one_a_side(sides[0], sides[1], SAMPLE_RATE / _STEP) else ()


def _first(blocks: Iterator[Samples], seconds: float) -> Iterator[Samples]:
    left = round(seconds * SAMPLE_RATE)
    for block in blocks:
        yield block[:left]
        left -= len(block)
        if left <= 0:
            return


def began_at(path: Path, open_file: Callable[[Path], BinaryIO] | None = None) -> datetime | None:
    """When an archive of Craig's was recorded, as its info.txt says."""
    if not is_archive(path):
        return None
    said = _START.search(Archive.read(path, open_file).info)
    try:
        moment = datetime.fromisoformat(said[1]) if said else None
    except ValueError:
        return None
    return moment if moment and moment.tzinfo else None


def _of_archive(archive: Archive, sound: str, _: Path) -> BinaryIO:
    return archive.open(sound)


def _opener(
    path: Path,
    open_file: Callable[[Path], BinaryIO] | None,
    stream: int | None,
    channel: int | None = None,
) -> Callable[[], FileAudio]:
    return lambda: FileAudio(path, open_file, stream, channel)


class SeparatedAudio(FileAudio):
    """A track, silent where others are heard on it; obeys `pipelines.speech.passages.Audio`."""

    def __init__(self, audio: FileAudio, is_own: npt.NDArray[np.bool_]) -> None:
        super().__init__(audio.path, audio.open_file, audio.stream, audio.channel)
        self._is_own = is_own

    def blocks(self, from_s: float = 0.0) -> Iterator[Samples]:
        import numpy as np

        at = round(from_s * SAMPLE_RATE)
        for block in super().blocks(from_s):
            steps = np.minimum(np.arange(at, at + len(block)) // _STEP, len(self._is_own) - 1)
            yield np.where(self._is_own[steps], block, np.float32(0))
            at += len(block)


class Separated:
    """The tracks that are to be heard, of all that a recording has."""

    def __init__(self, tracks: Sequence[Track], progress: Progress) -> None:
        """Reads all of them once. BadInputError."""
        import numpy as np

        found: list[Levels] = []
        read: list[Track] = []
        self.warnings: tuple[str, ...] = ()
        """Of tracks that cannot be read: the others can."""
        for number, track in enumerate(tracks):
            try:
                found.append(_measured(track.open(), progress, number, len(tracks)))
            except BadInputError as error:
                self.warnings += (f"{error}.",)
                continue
            read.append(track)
            if sum(map(len, found)) * _STEP > _MOST_S * SAMPLE_RATE:
                raise BadInputError(
                    f"{track.open().path.parent}: its tracks last longer than {_MOST_S / 3600:.0f} hours "
                    "together; divide it"
                )
        if not found:
            raise BadInputError(self.warnings[0].removesuffix("."))
        longest = max(map(len, found))
        levels: Levels = np.full((len(found), longest), _SILENCE_DB, dtype=np.float32)
        for row, each in zip(levels, found, strict=True):
            row[: len(each)] = each
        kept = _people(levels)
        self.tracks = tuple(read[each] for each in kept)
        self.length_s = longest * _STEP / SAMPLE_RATE
        self._relative = _relative(levels[kept])
        self._is_own = self._relative >= self._relative.max(axis=0, initial=_SILENCE_DB) - _CROSSTALK_DB

    def audio(self, number: int) -> SeparatedAudio:
        """The track as it is to be heard."""
        return SeparatedAudio(self.tracks[number].open(), self._is_own[number])

    def merged(self, heard: Sequence[tuple[int, Segment]]) -> tuple[Segment, ...]:
        """The lines of all tracks by time, without those that a second microphone has heard, too; with ids
        of their order. Each comes with the number of its track."""
        lines = sorted(heard, key=lambda each: (each[1].start_s or 0.0, each[0]))
        echoes: set[int] = set()
        for at, (track, line) in enumerate(lines):
            for later in range(at + 1, len(lines)):
                other_track, other = lines[later]
                if (other.start_s or 0.0) > (line.end_s or 0.0):
                    break
                if other_track != track and _overlaps(line, other) and _is_said_again(line.text, other.text):
                    echoes.add(min(at, later, key=lambda each: (self._level(lines[each]), -lines[each][0])))
        kept = (line for at, (_, line) in enumerate(lines) if at not in echoes)
        return tuple(replace(line, id=f"s{index}") for index, line in enumerate(kept, 1))

    def _level(self, line: tuple[int, Segment]) -> float:
        first, last = (
            round((each or 0.0) * SAMPLE_RATE / _STEP) for each in (line[1].start_s, line[1].end_s)
        )
        steps = self._relative[line[0], first : max(last, first + 1)]
        return float(steps.mean()) if steps.size else _SILENCE_DB


def _measured(audio: FileAudio, progress: Progress, number: int, count: int) -> Levels:
    def told() -> Iterator[Samples]:
        for block in audio.blocks():
            length_s = audio.length_s
            done = number + (min(audio.position_s / length_s, 1.0) if length_s else 0.0)
            progress(STAGE, done, float(count))
            yield block

    return _levels_of(told())


def _levels_of(blocks: Iterable[Samples]) -> Levels:
    import numpy as np

    levels: list[Levels] = []
    rest = np.zeros(0, dtype=np.float32)
    for block in blocks:
        sound = np.concatenate((rest, block))
        whole = len(sound) // _STEP * _STEP
        powers = np.square(sound[:whole]).reshape(-1, _STEP).mean(axis=1)
        levels.append(10 * np.log10(np.maximum(powers, 1e-10)))
        rest = sound[whole:]
    return np.concatenate(levels) if levels else np.zeros(0, dtype=np.float32)


def _people(levels: Levels) -> list[int]:
    """The tracks with a person on them: not those that are silent, the mix of the others, or a copy."""
    import numpy as np

    kept = [number for number, row in enumerate(levels) if row.max(initial=_SILENCE_DB) > _FAINT_DB]
    powers = 10 ** (levels / 10)
    for number in tuple(kept):
        others = powers[[each for each in kept if each != number]].sum(axis=0)
        either = np.maximum(powers[number], others)
        sounding = either > either.max(initial=0.0) / 10 ** (_OWN_DB / 10)
        ratio = 10 * np.log10((powers[number][sounding] + 1e-10) / (others[sounding] + 1e-10))
        if len(kept) > 1 and sounding.any() and (np.abs(ratio) <= _APART_DB).mean() >= _MIX:
            kept.remove(number)
    return kept


def _relative(levels: Levels) -> Levels:
    """Each track's levels over what its speaker's are as a rule: where it is the loudest of all. Of who
    never speaks, nothing is known but the others' level."""
    import numpy as np

    padded = np.pad(levels, ((0, 0), (_AROUND, _AROUND)), constant_values=_SILENCE_DB)
    length = levels.shape[1]
    around = np.max([padded[:, at : at + length] for at in range(2 * _AROUND + 1)], axis=0)
    usual: list[float | None] = []
    for number, row in enumerate(around):
        others = np.delete(around, number, axis=0).max(axis=0, initial=_SILENCE_DB)
        own = row[
            (row >= others + _APART_DB) & (row > max(_FAINT_DB, row.max(initial=_SILENCE_DB) - _OWN_DB))
        ]
        usual.append(float(np.percentile(own, 90)) if len(own) >= _FEWEST else None)
    loudest = max((each for each in usual if each is not None), default=0.0)
    norms = np.array([loudest if each is None else each for each in usual], dtype=np.float32)
    relative: Levels = around - norms[:, None]
    return relative


def _overlaps(one: Segment, other: Segment) -> bool:
    starts, ends = (one.start_s or 0.0, other.start_s or 0.0), (one.end_s or 0.0, other.end_s or 0.0)
    shorter = min(end - start for start, end in zip(starts, ends, strict=True))
    return min(ends) - max(starts) >= 0.5 * shorter


def _is_said_again(text: str, other: str) -> bool:
    """Short lines are said by two at once, too."""
    from rapidfuzz.fuzz import ratio

    return len(text.split()) > 2 and ratio(text.casefold(), other.casefold()) >= 80
