"""Private meetings that visitors have opened with their PINs, each for a while."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from daemon.access import SealedPin, opened_by
from daemon.access.guesses import Guesses

OPEN_S = 30 * 60.0
"""After this time without a visit the PIN is asked for again."""
MOST_OPENED = 1000
"""Pairs of visitor and meeting; bounds the memory."""


@dataclass(frozen=True, slots=True)
class _Opened:
    key: str
    """Of the PIN that opened it: a new PIN closes it again."""
    until_s: float


class Keyring:
    """Which visitor has opened which meeting, in memory: a restart closes all."""

    def __init__(
        self, monotonic: Callable[[], float] = time.monotonic, keep_guesses_in: Path | None = None
    ) -> None:
        """`keep_guesses_in` is a folder; without it a restart forgets wrong guesses."""
        self._monotonic = monotonic
        self._opened: dict[tuple[str, str], _Opened] = {}
        self._lock = threading.Lock()
        self.guesses = Guesses(
            monotonic, keep_guesses_in / "private-guesses.json" if keep_guesses_in else None
        )

    def may(self, visitor: str, note_id: str, sealed: SealedPin | None) -> bool:
        """Whether the visitor has opened this meeting; counts as a visit."""
        with self._lock:
            found = self._opened.get((visitor, note_id))
            now_s = self._monotonic()
            if found is None or sealed is None or found.key != sealed.key or found.until_s < now_s:
                return False
            self._opened[visitor, note_id] = _Opened(found.key, now_s + OPEN_S)
            return True

    def try_pin(self, visitor: str, pin: str, private: Mapping[str, SealedPin | None]) -> list[str]:
        """Open every meeting of this PIN; their ids. The time it takes does not reveal how many there are."""
        known = {each: sealed for each, sealed in private.items() if sealed}
        opened = opened_by(pin, known)
        with self._lock:
            until_s = self._monotonic() + OPEN_S
            for note_id in opened:
                self._opened.pop((visitor, note_id), None)
                self._opened[visitor, note_id] = _Opened(known[note_id].key, until_s)
            while len(self._opened) > MOST_OPENED:
                del self._opened[next(iter(self._opened))]
        return opened

    def close(self, visitor: str) -> None:
        """Forget what this visitor has opened."""
        with self._lock:
            self._opened = {key: each for key, each in self._opened.items() if key[0] != visitor}
