"""A machine for `roomscribe check`, made of a folder and of answers to commands."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

from daemon.machine.check.host import Host, Ran


class FixedClock:
    """It is always 16 November 2026, 10:00 UTC."""

    boot_id = "b"

    def __init__(self, synchronised: bool = True) -> None:
        self.synchronised = synchronised

    def now(self) -> datetime:
        return datetime(2026, 11, 16, 10, 0, tzinfo=UTC)

    def boot_s(self) -> float:
        return 1000.0

    def is_synchronised(self) -> bool:
        return self.synchronised


class Answers:
    """Answers a command by the longest beginning that it knows; there is no other command."""

    def __init__(self, answers: dict[str, Ran | str] | None = None) -> None:
        self.answers = answers or {}
        self.asked: list[str] = []

    def __call__(self, command: Sequence[str], *, timeout_s: float) -> Ran:
        line = " ".join(command)
        self.asked.append(line)
        known = [start for start in self.answers if line.startswith(start)]
        if not known:
            return Ran(None, err=f"no such command: {command[0]}")
        answer = self.answers[max(known, key=len)]
        return Ran(0, out=answer) if isinstance(answer, str) else answer


def host(
    folder: Path,
    files: dict[str, str] | None = None,
    answers: dict[str, Ran | str] | None = None,
    *,
    synchronised: bool = True,
    systemd: bool = False,
    uid: int | None = None,
) -> Host:
    """A machine below `folder`: its root, its state and a configuration of defaults."""
    root = folder / "root"
    for name, text in (files or {}).items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    if systemd:
        (root / "run/systemd/system").mkdir(parents=True)
    (folder / "state").mkdir(mode=0o750, exist_ok=True)
    config = folder / "config.toml"
    config.touch()
    made = Host(
        state_dir=folder / "state",
        config_file=config,
        clock=FixedClock(synchronised),
        run=Answers(answers),
        root=root,
    )
    return made if uid is None else Host(**{**made.__dict__, "uid": uid})
