"""When to record and when not: the behaviour of the recorder, without a sound card and without a clock.

It is fed blocks of sound, orders of people and the passing of time. Where a disk refuses, sound waits in
memory and everything is tried again; a person's "off the record" holds at once, whatever the disk says.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from pathlib import Path

from daemon.base.clock import Clock
from daemon.base.errors import RefusedError, StateWriteError
from daemon.base.sections import Recorder as Settings
from daemon.recorder.bounds import Beginnings, Conditions, Endings
from daemon.recorder.level import LevelMeter, loudness
from daemon.recorder.meeting import Meeting
from daemon.recorder.off_record import Forgotten, OffTheRecord, forget_ended
from daemon.recorder.soundcard import Block
from daemon.recorder.voice import Listener, Voice
from daemon.spool.recording import EndReason, SpooledRecording, StartedBy, spool_dir
from daemon.spool.segment import BYTES_PER_S

_PATIENCE = 3
"""A recording that was started by hand waits so many times longer for its first word, and each for a
microphone that was lost."""
_CHECK_S = 5.0
"""How often disk and hours are looked at, and what the disk refused is tried again."""

log = logging.getLogger("roomscribe.recorder")


class Session:
    """Call `hear` for every block, `tick` a few times a second, the rest when somebody asks for it."""

    def __init__(
        self,
        settings: Settings,
        state_dir: Path,
        clock: Clock,
        voice: Voice,
        conditions: Conditions,
        beginnings: Beginnings,
    ) -> None:
        self.settings = settings
        self.meeting: Meeting | None = None
        self.level = LevelMeter()
        self.overflows = 0
        self.device = ""
        self.conditions = conditions
        self._off_record = OffTheRecord(spool_dir(state_dir))
        self._state_dir = state_dir
        self._clock = clock
        self._voice = voice
        self._beginnings = beginnings
        self._listener = Listener(settings.speech_s, settings.within_s, settings.before_s)
        self._endings = Endings(settings.least_speech_s, clock.now)
        self._refused: str | None = None  # why the last start by voice failed
        self._quiet_s = 0.0
        """How long nobody has spoken, recording or not."""
        self._wait_for_quiet = False
        """After a stop by hand the same talk must not start the next recording."""
        self._lost_at_s: float | None = None
        """Since when there has been no microphone."""
        self.silent_because = ""
        """Why no sound comes in: a start by hand is then refused."""
        self._checked_s = float("-inf")

    @property
    def is_paused(self) -> bool:
        """Whether it is off the record now."""
        return self._off_record.is_on

    @property
    def silence_s(self) -> float:
        """How long nobody speaks until a meeting is over."""
        return 60 * self.settings.silence_minutes

    @property
    def problem(self) -> str | None:
        """What keeps sound from being stored, in one line."""
        if self.conditions.is_full:
            return self.conditions.full
        if self.meeting is not None and self.meeting.problem is not None:
            return self.meeting.problem
        return self._refused

    @property
    def deaf_because(self) -> str:
        """Why talk would not start a recording now; "" if it would."""
        if self.meeting is not None:
            return "a recording is going on"
        if self.is_paused:
            return "off the record until somebody resumes"
        if self.settings.start != "voice":
            return f"recordings are started by {self.settings.start}"
        if not self.conditions.is_allowed:
            return self.conditions.outside_hours
        if self.conditions.is_full:
            return self.conditions.full
        return "stopped by hand; waits until the room is quiet" if self._wait_for_quiet else ""

    def hear(self, block: Block) -> None:
        """Take the next block from the microphone."""
        sound = loudness(block.pcm)
        self.level.hear(sound)
        if block.lost_s > 0 or block.overflow:
            self.overflows += 1
        if self._lost_at_s is not None:
            self._lost_at_s = None
            if self.meeting is not None and not self.is_paused:
                self.meeting.go_on(block.began_s)
        flags: Sequence[bool] = ()
        if self.settings.start == "voice" or self.meeting is not None:
            flags = self._voice.hear(block.pcm)
        spoken = any(flags)
        self._quiet_s = 0.0 if spoken else self._quiet_s + block.duration_s
        if self._quiet_s >= self.silence_s:
            self._wait_for_quiet = False
        if self.is_paused:
            if self._off_record.is_over(spoken, self._quiet_s >= self.silence_s):
                log.info("off the record ends: the room has been quiet")
                self._unpause()
                self._end("silence")
        elif self.meeting is not None:
            self.meeting.hear(block, sound, flags)
            patience = 1 if self.meeting.has_spoken else _PATIENCE
            if self.meeting.quiet_s >= patience * self.silence_s:
                self._end("silence")
        elif not self.deaf_because and self._listener.hear(block.pcm, flags) and not self._refused:
            self._start_by_voice(block)

    def microphone_lost(self) -> None:
        """There is no sound any more; it has come back when `hear` is called again."""
        if self._lost_at_s is None:
            self._lost_at_s = self._clock.boot_s()
            self._forget_heard()
            if self.meeting is not None and not self.is_paused:
                self.meeting.break_off("unplugged")

    def tick(self) -> None:
        """Do what time alone brings: write, look at disk and hours, end what is too long or has no sound."""
        now_s = self._clock.boot_s()
        if now_s - self._checked_s >= _CHECK_S:
            self._check()
        if self.meeting is None:
            return
        self.meeting.flush(now_s)
        if self.meeting.is_deleted:
            log.info("recording %s was deleted while it went on", self.stop())
            return
        if self._lost_at_s is not None and now_s - self._lost_at_s >= _PATIENCE * self.silence_s:
            self._end("unplugged")
        elif self.meeting.elapsed_s(now_s) >= 3600 * self.settings.longest_hours:
            # Of a pause or a gap there is nothing to go on with.
            if self.is_paused or self._lost_at_s is not None:
                self._end("longest")
            else:
                self._split(self.meeting)

    def start(self, by: StartedBy) -> str:
        """Begin a recording; returns its id, or that of the running one. RefusedError, StateWriteError.

        A person hears at once that there is no microphone. Nobody is there to hear it from the schedule: its
        recording begins with a gap, and with the first sound the microphone is there.
        """
        hears_nothing = by == "button" and (self.is_paused or self.silent_because)
        if self.meeting is not None and not hears_nothing:
            return self.meeting.id
        self._check()
        if self.is_paused:
            raise RefusedError("it is off the record now; resume first (roomscribe record resume)")
        if not self.conditions.is_allowed:
            outside = self.conditions.outside_hours
            raise RefusedError(f"{outside}; change [recorder] allowed_hours to record now")
        if self.conditions.is_full:
            raise RefusedError(self.conditions.full)
        if by == "button" and self.silent_because:
            raise RefusedError(f"nothing would be recorded: {self.silent_because}")
        meeting = self._begin(by, self._clock.boot_s())
        if self._lost_at_s is not None:
            meeting.break_off("unplugged")
        return meeting.id

    def stop(self) -> str | None:
        """End the recording; returns its id, or None if there was none."""
        if self.meeting is None:
            return None
        stopped = self.meeting.id
        self._wait_for_quiet = True
        self._quiet_s = 0.0
        self._unpause()
        self._end("order")
        return stopped

    def pause(self, asked_s: float) -> None:
        """Go off the record: nothing heard after `asked_s` (since boot) stays anywhere (StateWriteError)."""
        self._forget_heard()
        self._off_record.begin()
        if self.meeting is not None:
            try:
                # The order took a moment to get here; what was said meanwhile is off the record, too.
                self.meeting.forget(asked_s, "paused")
            finally:
                self.meeting.break_off("paused")
        self._off_record.mark()

    def resume(self) -> None:
        """Go on the record again."""
        self._unpause()
        if self.meeting is not None:
            self.meeting.go_on(self._clock.boot_s())
            self.meeting.count_silence_anew()
            if self._lost_at_s is not None:
                self.meeting.break_off("unplugged")

    def forget(self, minutes: float, asked_s: float) -> list[Forgotten]:
        """Remove what was heard from some minutes before `asked_s` (since boot) on, for good.

        That is from memory, from the running recording and from those that have ended. StateWriteError: it
        has to be tried again; doing it twice is harmless.
        """
        self._forget_heard()
        from_s = asked_s - 60 * minutes
        live = self._endings.meetings + ([self.meeting] if self.meeting is not None else [])
        spans = [(meeting.id, *meeting.forget(from_s)) for meeting in live]
        forgotten = [Forgotten(id=name, from_s=begin, to_s=end) for name, begin, end in spans if begin < end]
        return forget_ended(self._state_dir, self._clock, from_s, asked_s) + forgotten

    def take_over(self, last: SpooledRecording, *, lost_s: float) -> None:
        """Go on with the meeting that a recorder before this one was recording `lost_s` ago.

        One that crashed left its recording open, and that is continued; one that was stopped has ended it,
        and the meeting goes on in another recording that names the first. StateWriteError.
        """
        if last.recording.state == "ended":
            meeting = self._begin(last.recording.started_by, self._clock.boot_s(), continues=last.id)
        else:
            writer = self._beginnings.again(last, lost_s)
            meeting = self.meeting = Meeting(writer, self._clock.boot_s() - writer.position_s)
            log.info("recording %s goes on after %.0f s", meeting.id, lost_s)
        if self.is_paused:
            meeting.break_off("paused")

    def close(self) -> None:
        """The process ends: so does the recording. The next process goes on with it if that comes soon."""
        self._end("shutdown")
        self._endings.close()

    def _start_by_voice(self, block: Block) -> None:
        heard, speech_s = self._listener.meeting(), self._listener.speech_s
        began_s = block.at_s - len(heard) / BYTES_PER_S
        try:
            meeting = self._begin("voice", began_s)
        except StateWriteError as error:
            log.error("%s", error)
            self._refused = str(error)
            return
        meeting.take_heard(heard, speech_s)

    def _begin(
        self, by: StartedBy, began_s: float, *, continues: str | None = None, quiet_s: float = 0.0
    ) -> Meeting:
        writer = self._beginnings.new(by, began_s, device=self.device, continues=continues)
        self._listener.reset()
        self.meeting = Meeting(writer, began_s, quiet_s=quiet_s)
        log.info("recording %s started by %s", self.meeting.id, by)
        return self.meeting

    def _split(self, part: Meeting) -> None:
        """Close a part of an endless meeting and begin the next one: no sample lies between them."""
        by, began_s = part.writer.recording.started_by, part.began_s + part.writer.position_s
        try:
            self._begin(by, began_s, continues=part.id, quiet_s=part.quiet_s)
        except StateWriteError:
            return  # this part grows on; its own writing says what is wrong
        self._endings.add(part, "longest")

    def _end(self, reason: EndReason) -> None:
        if self.meeting is not None:
            meeting, self.meeting = self.meeting, None
            self._forget_heard()
            self._endings.add(meeting, reason)

    def _check(self) -> None:
        self._checked_s = self._clock.boot_s()
        self._refused = None
        self.conditions.check(self._clock.now())
        if self.conditions.is_full and self.meeting is not None:
            log.error("%s", self.conditions.full)
            self._end("disk")
        self._endings.finish()
        if self.deaf_because:
            self._listener.reset()

    def _unpause(self) -> None:
        if self.is_paused:
            self._off_record.end()
            self._forget_heard()

    def _forget_heard(self) -> None:
        """Drop what is in memory of the time before a recording; detector and listener count together."""
        self._listener.reset()
        self._voice.reset()
