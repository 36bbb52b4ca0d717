"""The table of probes, in the order of the report."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from daemon.machine.check import (
    clock,
    configuration,
    disk,
    egress,
    folders,
    memory,
    microphone,
    models,
    nightly,
    page,
    permissions,
    power,
    services,
    temperature,
)
from daemon.machine.check.finding import Found
from daemon.machine.check.host import Host


@dataclass(frozen=True, slots=True)
class Probe:
    """A question to the machine."""

    name: str
    look: Callable[[Host], Found]
    help: str
    deadline_s: float = 10.0
    """The default is ample for reading a few files, even on a worn SD card under load."""
    needs_state: bool = False
    """Without access to the state it would report what it may not see as missing or damaged."""


PROBES = {
    probe.name: probe
    for probe in (
        Probe("configuration", configuration.look, "whether the services can use it"),
        Probe("services", services.look, "whether systemd has them running"),
        # Three seconds of listening, and a sound card that may have to wake up first.
        Probe(
            "microphone", microphone.look, "whether it delivers a signal", deadline_s=30.0, needs_state=True
        ),
        # A model that was copied by hand is hashed: 3 GB at 50 MB/s from an SD card.
        Probe(
            "models",
            models.look,
            "whether they are installed and undamaged",
            deadline_s=120.0,
            needs_state=True,
        ),
        Probe("disk", disk.look, "how many hours of recording fit on it"),
        Probe("memory", memory.look, "whether models fit, and whether limits hold"),
        Probe("temperature", temperature.look, "whether the processor is too hot"),
        Probe("power", power.look, "whether the voltage has dropped (Raspberry Pi)"),
        Probe("clock", clock.look, "whether the time is synchronised"),
        # Walks over all files of the state.
        Probe(
            "permissions",
            permissions.look,
            "whether the state belongs to the service",
            deadline_s=30.0,
            needs_state=True,
        ),
        Probe("folders", folders.look, "whether backups and watch folder can be written", deadline_s=20.0),
        Probe("nightly", nightly.look, "whether backups and the other jobs went well", needs_state=True),
        Probe("page", page.look, "whether its port is free, or answered by Roomscribe"),
        # Three sandboxes, in each of which a few attempts may run into their own timeouts.
        Probe("egress", egress.look, "whether a service could send anything out", deadline_s=90.0),
    )
}
