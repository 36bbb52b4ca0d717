"""The recording light: a LED of the kernel that is on while sound is kept, and only then."""

from __future__ import annotations

import contextlib
import logging
from pathlib import Path

LEDS = Path("/sys/class/leds")

log = logging.getLogger("roomscribe.recorder")


class Light:
    """Switches it on change only; one that cannot be switched is reported once, and recording goes on."""

    def __init__(self, name: str, leds: Path = LEDS) -> None:
        """`name` in /sys/class/leds; "" is no light."""
        self._folder = leds / name if name else None
        self._is_on: bool | None = None

    def set(self, is_on: bool) -> None:
        if self._folder is None or is_on == self._is_on:
            return
        first = self._is_on is None
        self._is_on = is_on
        try:
            if first:
                # The kernel's own use of it ("the SD card is read") would say something false.
                with contextlib.suppress(PermissionError):
                    (self._folder / "trigger").write_text("none")
            brightest = (self._folder / "max_brightness").read_text().strip()
            (self._folder / "brightness").write_text(brightest if is_on else "0")
        except OSError as error:
            log.warning(
                "the recording light does not work: %s: %s; see [recorder] light",
                error.filename,
                error.strerror,
            )
            self._folder = None
