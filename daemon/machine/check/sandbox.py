"""Runs a command in the sandbox of a service, as systemd has it loaded.

The directives are read from the unit with all of its drop-ins and given to a transient unit, including
whatever an administrator has relaxed.
"""

from __future__ import annotations

from collections.abc import Sequence

from daemon.machine.check.host import Host, Ran

# What the service does, not how it is confined.
_ITS_OWN = (
    "Exec", "Type", "Notify", "Restart", "Watchdog", "Timeout", "Standard", "PIDFile", "BusName", "Sockets",
    "FileDescriptor", "NonBlocking", "SuccessExit", "OOMPolicy",
)  # fmt: skip

_EMPTY_MEANS_NONE = ("CapabilityBoundingSet", "AmbientCapabilities")


def run_in_sandbox(host: Host, unit: str, command: Sequence[str], *, timeout_s: float) -> Ran:
    """As root. What cannot be read or set makes systemd-run fail, with its message in `err`."""
    text = host.run(["systemctl", "cat", unit], timeout_s=5)
    if not text.ok:
        return text
    # The folder below /run is the service's own, which goes on: it must not go with the command.
    kept = [*directives(text.out), "RuntimeDirectoryPreserve=yes"]
    properties = [f"--property={line}" for line in kept]
    return host.run(
        ["systemd-run", "--quiet", "--wait", "--pipe", "--collect", *properties, "--", *command],
        timeout_s=timeout_s,
    )


def directives(text: str) -> list[str]:
    """The `Key=value` lines of all [Service] sections that confine the service, in order."""
    kept: list[str] = []
    section = ""
    for line in text.replace("\\\n", " ").splitlines():
        line = line.strip()
        key, _, value = line.partition("=")
        if line.startswith("["):
            section = line
        elif section != "[Service]" or not line or line[0] in "#;" or key.startswith(_ITS_OWN):
            continue
        elif value:
            # systemd-run knows the names of networks ("localhost"), but only one at a time.
            words = value.split() if key.startswith("IPAddress") else [value]
            kept += [f"{key}={word}" for word in words]
        else:
            # An empty value resets earlier ones; systemd-run would read it as "nothing at all".
            kept = [line for line in kept if not line.startswith(f"{key}=")]
            kept += [f"{key}="] if key in _EMPTY_MEANS_NONE else []
    return kept
