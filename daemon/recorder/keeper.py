"""Keeps a microphone open: finds it again when it was unplugged, asks less and less often, never gives up."""

from __future__ import annotations

import logging

from daemon.base.clock import Clock
from daemon.base.errors import MicrophoneError
from daemon.recorder.soundcard import Block, Card, OpenMicrophone
from daemon.spool.recorder_status import Microphone

_FIRST_WAIT_S = 1.0
_LONGEST_WAIT_S = 30.0
_DEAD_S = 3.0
"""A microphone that gives nothing for so long is gone, whatever the system says: silence gives blocks too."""

log = logging.getLogger("roomscribe.recorder")


class MicrophoneKeeper:
    """Call `take` a few times a second."""

    def __init__(self, card: Card, pattern: str, clock: Clock) -> None:
        self.status = Microphone(state="missing", name="", detail="not looked for yet")
        self._card = card
        self._pattern = pattern
        self._clock = clock
        self._open: OpenMicrophone | None = None
        self._wait_s = _FIRST_WAIT_S
        self._next_try_s = float("-inf")
        self._heard_s = 0.0
        self._gives_sound = False
        """Some cards open and stay silent for ever: only sound proves that one works."""

    @property
    def is_open(self) -> bool:
        return self._open is not None

    @property
    def silent_because(self) -> str:
        """Why no sound comes in; "" while it does."""
        return "" if self._gives_sound else self.status.detail

    def take(self) -> list[Block]:
        """The blocks since the last call; none while the microphone is missing, but then it is looked for."""
        now_s = self._clock.boot_s()
        if self._open is None:
            if now_s >= self._next_try_s:
                self._try_to_open(now_s)
            return []
        blocks = self._open.take()
        if blocks:
            self._heard_s = now_s
            self._wait_s = _FIRST_WAIT_S
            if not self._gives_sound:
                self._gives_sound = True
                self._note_open(self._open)
        elif now_s - self._heard_s > _DEAD_S or not self._open.is_alive():
            self._lose(f"{self._open.name} gives no sound any more; is it unplugged?")
        return blocks

    def close(self) -> None:
        """Let go of the microphone."""
        if self._open is not None:
            self._open.close()
            self._open = None

    def _try_to_open(self, now_s: float) -> None:
        try:
            self._open = self._card.open(self._pattern)
        except MicrophoneError as error:
            self._note_missing(str(error))
            return
        self._heard_s = now_s
        self.status = Microphone(state="missing", name="", detail=f"{self._open.name} has given no sound yet")

    def _note_open(self, microphone: OpenMicrophone) -> None:
        self.status = Microphone(state="open", name=microphone.name, detail=microphone.detail)
        log.info("microphone: %s, %s", microphone.name, microphone.detail)

    def _lose(self, reason: str) -> None:
        self._gives_sound = False
        self.close()
        self._note_missing(reason)

    def _note_missing(self, reason: str) -> None:
        if self.status.detail != reason:  # once, not every 30 s
            log.warning("%s; looking for it again and again", reason)
        self.status = Microphone(state="missing", name="", detail=reason)
        self._next_try_s = self._clock.boot_s() + self._wait_s
        self._wait_s = min(_LONGEST_WAIT_S, 2 * self._wait_s)
