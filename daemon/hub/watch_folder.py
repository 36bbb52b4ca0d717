"""The watch folder: what has arrived in it, and in the folders in it that give tags, goes to the intake."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from daemon.base.config import Config
from daemon.base.inotify import CHANGES
from daemon.base.log import LOGGER
from daemon.hub.intake import Intake
from daemon.hub.wakeup import Wakeup
from daemon.inbox import Found, Inbox
from daemon.meetings import Priority

_AT_ONCE = 8
"""Files taken in before anything else is checked again."""
_SMALL_FILE_S = 0.1
"""How long the loop waits for one to be read; a larger one is read beside it."""
_PILE = 5
"""More files at once than this are an archive, not meetings that somebody waits for."""


def inbox_folder(state_dir: Path, config: Config) -> Path:
    return Path(config.inbox.folder) if config.inbox.folder else state_dir / "inbox"


class WatchFolder:
    """Used by the hub's one thread."""

    def __init__(
        self,
        state_dir: Path,
        config: Config,
        intake: Intake,
        wakeup: Wakeup,
        monotonic: Callable[[], float],
        alive: Callable[[], None],
    ) -> None:
        """`alive` is called for each file that was taken in. StateWriteError."""
        self._state_dir = state_dir
        self._intake = intake
        self._wakeup = wakeup
        self._monotonic = monotonic
        self._alive = alive
        self._ready: list[Found] = []
        """Files found but not taken in yet."""
        self._folders_logged: set[str] = set()
        self.configure(config)

    def configure(self, config: Config) -> None:
        """Open the folders that the configuration names. StateWriteError."""
        folder = inbox_folder(self._state_dir, config)
        within = (None, *config.tags.folders)
        self._inboxes = tuple(
            Inbox(folder / (each or ""), config.inbox.settle_s, self._monotonic, each) for each in within
        )
        self._intake.inbox = folder
        self._config = config

    def watch(self) -> None:
        for each in self._inboxes:
            self._wakeup.watch(each.folder, CHANGES)

    def update(self, renamed: Sequence[Path]) -> None:
        """Take in what has arrived, some files at a time; `renamed` came by a rename. StateWriteError."""
        # Always, so that no rename reported by the kernel is lost.
        known = {*self._intake.arriving, *(each.path for each in self._ready)}
        for inbox in self._inboxes:
            found = inbox.scan(path.name for path in renamed if path.parent == inbox.folder)
            self._ready += [each for each in found if each.path not in known]
        known_folders = self._folders_logged.union(self._config.tags.folders)
        for name in self._inboxes[0].folders - known_folders:
            self._folders_logged.add(name)
            LOGGER.warning("%s: is a folder and left alone; put the files themselves into the inbox", name)
        priority: Priority = "backlog" if len(self._ready) > _PILE else "normal"
        for _ in range(_AT_ONCE):
            self._intake.settle()
            fitting = next((each for each in self._ready if self._intake.has_room(each)), None)
            if fitting is None:
                break
            self._ready.remove(fitting)
            self._intake.take(fitting, priority, self._config.timezone)
            self._intake.settle(_SMALL_FILE_S)
            self._alive()

    def has_next(self) -> bool:
        """Whether there is a file that can be taken at once."""
        return any(map(self._intake.has_room, self._ready))

    def next_s(self) -> list[float]:
        """When to look again even if nothing happens, on the monotonic clock."""
        return [next_s for each in self._inboxes if (next_s := each.next_s()) is not None]

    def count(self) -> int:
        """How many files are not meetings yet."""
        return sum(each.count() for each in self._inboxes) + self._intake.count_unfinished()
