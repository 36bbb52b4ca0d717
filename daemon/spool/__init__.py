"""The spool: what the microphone heard, as files that survive any crash.

One folder for each recording, `STATE/spool/<id>/`, written by the recorder alone and read by everybody:

    recording.json       what is known about it (`Recording`), durably replaced at every change
    000000000.wav        sealed segments of up to 30 s, named by where they begin, in ms of the meeting
    000030000.wav.part   the segment that is being written, made durable every second

Names and lengths of the segments alone say which parts of the meeting there are and where the gaps lie; so
nothing needs repair but the open segment (`salvage`).
"""

from __future__ import annotations

from daemon.spool.recording import (
    ClockAnchor,
    Gap,
    Recording,
    SpooledRecording,
    find_recording,
    list_recordings,
)

__all__ = ["ClockAnchor", "Gap", "Recording", "SpooledRecording", "find_recording", "list_recordings"]
