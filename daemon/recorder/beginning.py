"""How a recording comes into the spool: a new one, or one that a recorder before this left open."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta, tzinfo
from pathlib import Path

from daemon.base.clock import Clock
from daemon.spool.recording import ClockAnchor, Recording, SpooledRecording, StartedBy
from daemon.spool.writer import RecordingWriter
from pipelines.speech.audio import SAMPLE_RATE


class Beginnings:
    """Names recordings and dates them by all clocks."""

    def __init__(self, spool: Path, clock: Clock, timezone: tzinfo, random_digits: Callable[[], str]) -> None:
        """`random_digits`: four, hexadecimal."""
        self._spool = spool
        self._clock = clock
        self._timezone = timezone
        self._random_digits = random_digits

    def new(
        self, by: StartedBy, began_s: float, *, device: str, continues: str | None = None
    ) -> RecordingWriter:
        """Begin a recording whose first sample was heard at `began_s`, since boot (StateWriteError)."""
        anchor = self._anchor(0.0, began_s)
        local = anchor.wall.astimezone(self._timezone)
        recording = Recording(
            id=f"{local:%Y%m%d-%H%M%S}-{self._random_digits()}",
            started_at=anchor.wall,
            anchors=(anchor,),
            device=device,
            started_by=by,
            continues=continues,
        )
        return RecordingWriter(self._spool / recording.id, recording)

    def again(self, last: SpooledRecording, lost_s: float) -> RecordingWriter:
        """Go on with one that was left open `lost_s` ago; what was lost is a gap (StateWriteError)."""
        anchor = self._anchor(last.recording.duration_s + lost_s, self._clock.boot_s())
        recording = last.recording.model_copy(update={"anchors": (*last.recording.anchors, anchor)})
        writer = RecordingWriter(last.folder, recording, round(last.recording.duration_s * SAMPLE_RATE))
        writer.open_gap("power")
        writer.close_gap(anchor.at_s)
        return writer

    def _anchor(self, at_s: float, boot_s: float) -> ClockAnchor:
        return ClockAnchor(
            at_s=at_s,
            wall=self._clock.now() - timedelta(seconds=self._clock.boot_s() - boot_s),
            boot_id=self._clock.boot_id,
            boot_s=boot_s,
            synchronised=self._clock.is_synchronised(),
        )
