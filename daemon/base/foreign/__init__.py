"""Files that others put here: opened without following links, and read in a process with nothing to lose.

A hostile file may crash, hang or take over what decodes it. So the hub opens it (`plain`), and a child that
can open, write, start and reach nothing (`confinement`) reads it and says in one line what it is (`look`).
"""

from __future__ import annotations

from daemon.base.foreign.look import Seen, look_into
from daemon.base.foreign.plain import NotPlainError, open_plain, opened_folder, why_not_plain

__all__ = ["NotPlainError", "Seen", "look_into", "open_plain", "opened_folder", "why_not_plain"]
