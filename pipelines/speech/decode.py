"""Any audio file as a stream of blocks at 16 kHz; what is damaged costs only itself.

FFmpeg's libraries (PyAV) do the decoding. Nothing here holds more than a few seconds of sound, whatever the
length of the file. Times stay true: a place that cannot be decoded becomes silence of the same length.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, NamedTuple

from pipelines.errors import BadInputError
from pipelines.speech.audio import LONGEST_S, SAMPLE_RATE, clock
from pipelines.speech.header import Promise, read_promise
from pipelines.speech.mixdown import Mixdown

if TYPE_CHECKING:
    from av.audio.frame import AudioFrame
    from av.audio.stream import AudioStream
    from av.container import InputContainer
    from av.packet import Packet

    from pipelines.speech.audio import Samples

FORMATS = "wav,w64,aiff,caf,mp3,mov,ogg,flac,matroska,aac,avi,mpegts,asf,amr"
"""The containers that are opened. A list of ours, because FFmpeg also knows playlists: a few lines of text
that are named meeting.mp3 would make it read other files of this machine, or the network."""
_STATED = frozenset({"wav", "flac", "mp3", "mov,mp4,m4a,3gp,3g2,mj2", "matroska,webm"})
"""The containers whose duration comes from a header; the others' is guessed from the bit rate."""
_JITTER_S = 0.25
"""Timestamps of real encoders stray by up to a tenth of a second; only more than this is a gap."""
_GAP_S = 600.0
"""A timestamp that jumps further than this is not believed."""
_GAPS_S = 4 * 3600.0
"""Nor is any once the gaps add up to more: a few kilobytes could otherwise claim a day of silence."""
_RATES = range(4_000, 768_001)
"""Hz. Telephones have 8,000, the best converters 768,000; at 1 Hz two megabytes would last 23 days, and at
2 GHz a second would not fit into the memory."""
_CUT_S = 2.0
"""A file may end this much before its header says and still be whole: encoders pad and round."""
_LOST_S = 1.0
"""A gap from here on is reported to the reader; smaller ones are pauses of a recorder that saves space."""
_READ_ERRORS = 20
"""Errors of the medium or the container after which reading ends."""
_BROKEN_PACKETS = 10_000
"""With more unreadable packets in a row (minutes of sound), nothing is to be expected of the rest."""


def _open(path: Path) -> BinaryIO:
    return path.open("rb")


class AudioFile:
    """The sound of one file, read once from start to end by iterating over `blocks`.

    After the last block, `flags` and `warnings` say what was lost: "audio-truncated" where the file ends
    before its time, "audio-damaged" where something in the middle could not be read.
    """

    def __init__(
        self,
        path: Path,
        open_file: Callable[[Path], BinaryIO] | None = None,
        stream: int | None = None,
        channel: int | None = None,
    ) -> None:
        """`open_file` opens it for reading (OSError, BadInputError).

        `stream`: which of its audio streams, as `streams_of` counts them; None is FFmpeg's choice.
        `channel`: the only one of it that is heard; None is the mix.
        """
        self.path = path
        self.stream = stream
        self.channel = channel
        self.position_s = 0.0
        """Seconds read so far, silence for unreadable places included."""
        self.expected_s: float | None = None
        """The length that the file states, known from the first block on; None where it states none."""
        self.length_s: float | None = None
        """The same, or FFmpeg's guess: for progress."""
        self.flags: tuple[str, ...] = ()
        self.warnings: tuple[str, ...] = ()
        self.open_file = open_file or _open
        self._lost: list[float] = []
        self._gaps_s = 0.0
        self._cut = False
        self._read_s = 0.0

    def blocks(self) -> Iterator[Samples]:
        """Yield shape (n,) float32 at 16 kHz, n up to about 10 s.

        Raise BadInputError for a file that is no audio, has no audio track, decodes to nothing, or holds what
        no meeting has: see _RATES and LONGEST_S.
        """
        try:
            file = self.open_file(self.path)
        except OSError as error:
            raise BadInputError(f"{self.path}: cannot be read: {error.strerror}") from None
        with file:
            yield from self._blocks(file)

    def _blocks(self, file: BinaryIO) -> Iterator[Samples]:
        import av
        from av.audio.stream import AudioStream

        try:
            promise = read_promise(file)
            file.seek(0)
            options = {"format_whitelist": FORMATS}
            if promise.ignore_length:
                options["ignore_length"] = "1"
            # The open file, not its name: what is read is what was looked at, and no name of a protocol.
            with av.open(file, "r", options=options, metadata_errors="replace") as container:
                audio = container.streams.audio
                stream = container.streams.best("audio") if self.stream is None else audio[self.stream]
                if not isinstance(stream, AudioStream):
                    raise BadInputError(f"{self.path}: has no audio track")
                codec = stream.codec_context  # None for a code that FFmpeg does not know
                if codec is not None and codec.sample_rate:
                    self._refuse_rate(codec.sample_rate)
                self.expected_s = _expected_s(container, stream, promise)
                self._refuse_length(self.expected_s or 0.0)
                self.length_s = self.expected_s or (container.duration or 0) / 1_000_000 or None
                yield from self._decode(container, stream)
        except (av.error.FFmpegError, ValueError) as error:
            raise BadInputError(self._unreadable(error, file)) from None
        except OSError as error:
            raise BadInputError(f"{self.path}: cannot be read: {error.strerror}") from None
        if self._read_s == 0:
            raise BadInputError(f"{self.path}: holds no sound that can be decoded")
        self._conclude(promise)

    def _decode(self, container: InputContainer, stream: AudioStream) -> Iterator[Samples]:
        start_s = (container.start_time or 0) / 1_000_000
        mixdown = Mixdown(self.channel)
        for frame in self._frames(container, stream):
            self._refuse_rate(frame.sample_rate)  # some formats may change it on the way
            gap_s = 0.0 if frame.time is None else frame.time - start_s - self.position_s
            if _JITTER_S < gap_s < _GAP_S and self._gaps_s + gap_s <= _GAPS_S:
                yield from mixdown.flush()
                yield from _silence(gap_s)
                self.position_s += gap_s
                self._gaps_s += gap_s
                if gap_s >= _LOST_S and self._read_s:  # a film may begin before its sound does
                    self._lost.append(self.position_s - gap_s)
            self.position_s += frame.samples / frame.sample_rate
            self._refuse_length(self.position_s)
            self._read_s += frame.samples / frame.sample_rate
            yield from mixdown.feed(frame)
        yield from mixdown.flush()

    def _frames(self, container: InputContainer, stream: AudioStream) -> Iterator[AudioFrame]:
        """Decode packet by packet: one that is broken costs itself, the decoder goes on after it."""
        from av.error import FFmpegError

        broken = 0
        for packet in self._packets(container, stream):
            try:
                yield from stream.decode(packet)
                if packet.size:
                    broken = 0
            except FFmpegError:
                if not broken:
                    self._lost.append(self.position_s)
                broken += 1
                if broken > _BROKEN_PACKETS:
                    break
        if broken:
            # What could not be decoded up to the very end is a cut, not a hole.
            self._cut = True
            self._lost.pop()

    def _packets(self, container: InputContainer, stream: AudioStream) -> Iterator[Packet[AudioStream]]:
        """Read on after an error of the container; a medium that fails again and again ends the sound."""
        from av.error import FFmpegError

        for _ in range(_READ_ERRORS):
            try:
                yield from container.demux(stream)
                return
            except FFmpegError:
                self._lost.append(self.position_s)
        self._cut = True

    def _conclude(self, promise: Promise) -> None:
        """Turn what was seen on the way into flags and sentences."""
        name = self.path.name
        short = self.expected_s is not None and self.position_s < self.expected_s - _CUT_S
        short = short and (promise.timed or not self._lost)
        if short or self._cut or not promise.closed:
            whole = f" of {clock(self.expected_s)}" if short and self.expected_s else ""
            self._tell(
                "audio-truncated",
                f"{name} was cut off at {clock(self.position_s)}{whole}; what was said before is here.",
            )
        if self._lost:
            places = "one place" if len(self._lost) == 1 else f"{len(self._lost)} places"
            self._tell(
                "audio-damaged",
                f"{name} is damaged in {places} (at {clock(self._lost[0])}); what was said there is missing.",
            )

    def _tell(self, flag: str, warning: str) -> None:
        self.flags += (flag,)
        self.warnings += (warning,)

    def _refuse_rate(self, rate: int) -> None:
        if rate not in _RATES:
            raise BadInputError(
                f"{self.path}: has {rate:,} samples a second, which is no recording of speech; "
                f"record with {_RATES[0]:,} or more"
            )

    def _refuse_length(self, seconds: float) -> None:
        if seconds > LONGEST_S:
            raise BadInputError(
                f"{self.path}: lasts longer than {LONGEST_S / 3600:.0f} hours; cut it into its meetings"
            )

    def _unreadable(self, error: Exception, file: BinaryIO) -> str:
        file.seek(0)
        is_mp4 = file.read(8)[4:] == b"ftyp"
        if is_mp4 and not self._read_s:
            return (
                f"{self.path}: was cut off before its index, which is at the end of such files; "
                "copy it again from where it was recorded"
            )
        return f"{self.path}: is no audio that can be read ({_reason(error)})"


class Stream(NamedTuple):
    """An audio stream of a file."""

    title: str
    """Empty where it has none."""
    channels: int
    """0 for a code that FFmpeg does not know."""


def streams_of(path: Path, open_file: Callable[[Path], BinaryIO] | None = None) -> tuple[Stream, ...]:
    """Nothing where the file cannot be read."""
    import av

    try:
        with (
            (open_file or _open)(path) as file,
            av.open(file, "r", options={"format_whitelist": FORMATS}, metadata_errors="replace") as container,
        ):
            return tuple(
                Stream(each.metadata.get("title", ""), each.channels if each.codec_context else 0)
                for each in container.streams.audio
            )
    except (av.error.FFmpegError, ValueError, OSError, BadInputError):
        return ()


def _reason(error: Exception) -> str:
    return (getattr(error, "strerror", None) or str(error)).lower()


def _expected_s(container: InputContainer, stream: AudioStream, promise: Promise) -> float | None:
    """The length stated by the file; in a container with pictures the sound may be the shorter track."""
    if promise.length_s is not None or promise.ignore_length:
        return promise.length_s
    if not promise.stated or container.format.name not in _STATED:
        return None
    if stream.duration is not None and stream.time_base is not None:
        return float(stream.duration * stream.time_base)
    if container.duration is not None and len(container.streams) == 1:
        return container.duration / 1_000_000
    return None


def _silence(seconds: float) -> Iterator[Samples]:
    import numpy as np

    left = round(seconds * SAMPLE_RATE)
    while left > 0:
        size = min(left, 10 * SAMPLE_RATE)
        yield np.zeros(size, dtype=np.float32)
        left -= size
