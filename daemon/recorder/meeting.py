"""One meeting that is being recorded: its audio into the spool, and what is known about it meanwhile."""

from __future__ import annotations

import logging
from collections import defaultdict
from collections.abc import Sequence
from datetime import datetime

from daemon.base.errors import StateWriteError
from daemon.recorder.level import LevelMeter, Loudness
from daemon.recorder.soundcard import Block
from daemon.recorder.voice import CHUNK_S
from daemon.spool.recording import EndReason, GapReason
from daemon.spool.segment import BYTES_PER_S
from daemon.spool.writer import RecordingWriter

FLUSH_S = 1.0
"""How often audio is made durable; half of the 2 s that a power cut may cost, the rest is on its way here."""
_UNWRITTEN_BYTES = 60 * BYTES_PER_S
"""A disk that takes nothing for longer loses what was said meanwhile: memory is finite."""
_SMALLEST_SKIP_S = 1.0
"""Where the sound system lost something it does not say how much. Once the clock is ahead of the audio by
this much, a gap is marked; less is only counted."""

log = logging.getLogger("roomscribe.recorder")


class Meeting:
    """Position 0 of its writer was at `began_s`, in seconds since boot."""

    def __init__(self, writer: RecordingWriter, began_s: float, *, quiet_s: float = 0.0) -> None:
        """`quiet_s`: for how long nobody had spoken when it began."""
        self.writer = writer
        self.began_s = began_s
        self.level = LevelMeter()
        self.problem: str | None = None
        """Why the disk does not take the audio, in one line."""
        self.is_deleted = False
        """Whether somebody has deleted it while it went on."""
        self.has_spoken = writer.recording.continues is not None or writer.recording.speech_s > 0
        """Whether anybody has spoken yet, in this part or in the one before."""
        self.has_sound = writer.position > 0
        """Whether anything but digital silence has come in yet, as far as this process knows."""
        self._quiet_since_s = writer.position_s - quiet_s
        self._speech: defaultdict[int, float] = defaultdict(float)
        """Seconds of speech in every second of the meeting: what is forgotten does not count any more."""
        self.speech_s = writer.recording.speech_s
        self._flushed_s = float("-inf")

    @property
    def id(self) -> str:
        return self.writer.recording.id

    @property
    def quiet_s(self) -> float:
        """How long nobody has spoken."""
        return self.writer.position_s - self._quiet_since_s

    def elapsed_s(self, now_s: float) -> float:
        """Length of the meeting at a moment, gaps included."""
        return max(self.writer.position_s, now_s - self.began_s)

    def take_heard(self, pcm: bytes, speech_s: float) -> None:
        """Take what was heard before the recording was started by it."""
        self.has_sound = True
        self.writer.append(pcm)
        self._note_speech(speech_s)

    def hear(self, block: Block, loudness: Loudness, flags: Sequence[bool]) -> None:
        """Add a block; `flags` are what the voice detector has decided meanwhile."""
        self.level.hear(loudness)
        self.has_sound = self.has_sound or loudness.peak > 0
        if block.lost_s > 0:
            self._skip_to(self.writer.position_s + block.lost_s)
        elif block.overflow and self._behind_s(block) > _SMALLEST_SKIP_S:
            self._skip_to(block.began_s - self.began_s)
        if block.lost_s > 0 or block.overflow:
            self.writer.update(overflows=self.writer.recording.overflows + 1)
        self.writer.append(block.pcm)
        if any(flags):
            self._note_speech(sum(flags) * CHUNK_S)

    def break_off(self, reason: GapReason) -> None:
        """There is no sound from now on, until `go_on`; what there is goes to the disk."""
        self.writer.open_gap(reason)
        self._flush(seal=True)

    def go_on(self, at_s: float) -> None:
        """Sound comes again, from this moment (since boot) on; a gap is no silence."""
        quiet_s = self.quiet_s
        self.writer.close_gap(at_s - self.began_s)
        self._quiet_since_s = self.writer.position_s - quiet_s

    def count_silence_anew(self) -> None:
        """Somebody is there, even if nobody speaks."""
        self._quiet_since_s = self.writer.position_s

    def flush(self, now_s: float) -> None:
        """Bring what came in to the disk, if it is time; what the disk refuses waits and is tried again."""
        if now_s - self._flushed_s >= FLUSH_S:
            self._flushed_s = now_s
            self._flush()

    def forget(self, from_boot_s: float, reason: GapReason = "forgotten") -> tuple[float, float]:
        """Remove all since `from_boot_s` (since boot); returns the span in the meeting (StateWriteError)."""
        from_s = max(0.0, from_boot_s - self.began_s)
        if from_s >= self.writer.position_s:
            return self.writer.position_s, self.writer.position_s
        for second in [second for second in self._speech if second >= int(from_s)]:
            self.speech_s -= self._speech.pop(second)
        self._note_figures()
        self.writer.forget(from_s, reason)
        return from_s, self.writer.position_s

    def end(self, reason: EndReason, at: datetime, least_speech_s: float) -> bool:
        """Close the recording, or discard it without sound or with less speech; returns whether it was kept.

        StateWriteError: the same can be tried again.
        """
        self._note_figures()
        # After a restart one that waits for its microphone, or is off the record so far, goes on.
        if not self.has_sound and reason != "shutdown":
            self.writer.discard(end_reason="no-sound", ended_at=at)
            return False
        if self.speech_s < least_speech_s:
            self.writer.discard(end_reason="too-short", ended_at=at)
            return False
        self.writer.end(state="ended", end_reason=reason, ended_at=at)
        return True

    def _flush(self, *, seal: bool = False) -> None:
        self._note_figures()
        try:
            self.writer.flush(seal=seal)
            self.problem = None
        except StateWriteError as error:
            if self.writer.is_deleted:
                self.is_deleted = True
                return
            if self.problem is None:
                log.error("%s", error)
            self.problem = str(error)
            if self.writer.unwritten_bytes > _UNWRITTEN_BYTES:
                self.writer.drop_unwritten()
                log.error("the disk took nothing for a minute; what was said in it is lost")

    def _skip_to(self, position_s: float) -> None:
        self.writer.open_gap("overflow")
        self.writer.close_gap(position_s)

    def _behind_s(self, block: Block) -> float:
        """How far the audio lies behind the clock."""
        return block.began_s - self.began_s - self.writer.position_s

    def _note_speech(self, seconds: float) -> None:
        self._speech[int(self.writer.position_s)] += seconds
        self.speech_s += seconds
        self._quiet_since_s = self.writer.position_s
        self.has_spoken = True

    def _note_figures(self) -> None:
        self.writer.update(
            speech_s=round(max(0.0, self.speech_s), 1),
            peak_dbfs=_rounded(self.level.peak_dbfs),
            mean_dbfs=_rounded(self.level.mean_dbfs),
            silent=self.level.is_silent,
        )


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, 1)
