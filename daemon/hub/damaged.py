"""The substitute for the hub while its notes are damaged: what can be read is shown, nothing is changed.

Refusing everything would hide a year of notes for one damaged record, and leave people with a page that does
not answer. Recorder and worker continue: what they finish waits until the notes are repaired.
"""

from __future__ import annotations

import platform
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from shlex import quote
from threading import Event

from daemon.base.config import Config
from daemon.base.errors import ConfigError, StateDamagedError
from daemon.base.log import LOGGER
from daemon.base.systemd import Notifier
from daemon.hub.status import HubReport
from daemon.meetings.confidential import Confidential
from daemon.notes.backup.make import backup_folder
from daemon.notes.backup.target import Target
from daemon.notes.store import NoteStore

_TICK_S = 20.0
"""For the watchdog; checking whether the file was repaired takes one stat."""
_DAMAGED = "the notes are damaged and can only be read: restore a backup"


@dataclass(frozen=True, slots=True)
class Damage:
    """What people are shown as long as it lasts."""

    hides_all: bool
    """So much is damaged that any note may be a private one: none is shown."""
    backup: Path | None
    """The latest one."""

    @property
    def command(self) -> str | None:
        """The command that restores that backup."""
        if self.backup is None:
            return None
        return (
            f"sudo systemctl stop roomscribe && sudo roomscribe restore --force {quote(str(self.backup))} && "
            "sudo systemctl start roomscribe"
        )


class DamagedHub:
    """Open it with `opened`. It ends when the notes are intact again, and is restarted as the hub."""

    def __init__(
        self,
        state_dir: Path,
        store: NoteStore,
        config: Config,
        load_config: Callable[[], Config],
        notifier: Notifier,
    ) -> None:
        self.store = store
        self.config = config
        self._load_config = load_config
        self._state_dir = state_dir
        self._notifier = notifier
        self._stops = Event()
        self.lacks: str | None = None
        """As `Hub.lacks`."""
        self._report = HubReport(state_dir)

    @classmethod
    @contextmanager
    def opened(
        cls, state_dir: Path, config: Config, load_config: Callable[[], Config], notifier: Notifier
    ) -> Iterator[DamagedHub]:
        """StateDamagedError if something else than the notes is damaged, or none of them can be read."""
        if is_whole(state_dir):
            raise StateDamagedError(f"something in {state_dir} other than the notes is damaged")
        # What the damage has made public is not known.
        Confidential(state_dir).begin(None)
        with NoteStore.open_salvaged(state_dir) as store:
            yield cls(state_dir, store, config, load_config, notifier)

    @property
    def damage(self) -> Damage:
        """Determined each time: a stick with backups may be plugged in at any time."""
        return Damage(self.store.is_unsure, latest_backup(self._state_dir, self.config))

    def run(self) -> None:
        """Wait for `stop`, or until somebody has repaired the notes."""
        seen = self.store.version  # a page may see the change before we do
        while not self._stops.is_set():
            self._notifier.alive()
            told = "; ".join(each for each in (self.lacks, _DAMAGED) if each)
            self._notifier.status(told)
            self._report.write(self.store, told)
            self._stops.wait(_TICK_S)
            if self.store.version != seen:
                if is_whole(self._state_dir):
                    LOGGER.info("the notes are intact again")
                    return
                seen = self.store.version

    def reload(self) -> None:
        try:
            self.config = self._load_config()
        except ConfigError as error:
            LOGGER.error("the new configuration is refused, the old one stays in force: %s", error)

    def stop(self) -> None:
        """End `run`; from any thread and from a signal handler."""
        self._stops.set()


def is_whole(state_dir: Path) -> bool:
    """Whether the notes can be read."""
    try:
        NoteStore.open_reader(state_dir).close()
    except StateDamagedError:
        return False
    return True


def latest_backup(state_dir: Path, config: Config) -> Path | None:
    """None if there is no backup of this machine, or its folder cannot be read."""
    folder = backup_folder(config.backup) or state_dir / "backups"
    try:
        return max(Target(folder, platform.node()).archives(), default=None)
    except OSError:
        return None
