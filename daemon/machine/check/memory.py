"""Do the models fit into memory, and does the kernel enforce the services' limits?"""

from __future__ import annotations

from daemon.base.sizes import human
from daemon.machine.check.finding import Found, ok, skipped, warn
from daemon.machine.check.host import Host
from pipelines.llm.tier import BOTH_FIT_BYTES, ROOMY_BYTES, carries_model

_TIGHT_BYTES = 300e6


def look(host: Host) -> Found:
    info = host.read("proc/meminfo")
    if not info:
        return skipped("/proc/meminfo cannot be read")
    sizes = {name: int(rest.split()[0]) * 1024 for name, _, rest in map(_parts, info.splitlines()) if rest}
    total, available = sizes.get("MemTotal", 0), sizes.get("MemAvailable", 0)
    limits = _limits_hold(host)
    message = f"{human(total)}, {human(available)} of it available"
    details = {"total_bytes": total, "available_bytes": available, "limits_hold": limits}
    if available < _TIGHT_BYTES:
        return warn(message, "see what uses it: `ps aux --sort=-rss | head`", **details)
    if limits is False:
        return warn(
            f"{message}; the kernel does not enforce the services' memory limits",
            "add cgroup_enable=memory to the kernel's command line (/boot/firmware/cmdline.txt) and restart"
            if host.is_raspberry_pi
            else "take cgroup_disable=memory off the kernel's command line (/etc/default/grub, then "
            "`update-grub`) and restart; in a container the host has to give it a memory controller",
            **details,
        )
    if not carries_model(total):
        return ok(f"{message}: the rules write the notes, Gemma needs {human(ROOMY_BYTES)}", **details)
    if total < BOTH_FIT_BYTES:
        return ok(f"{message}: Gemma runs after the meeting", **details)
    return ok(message, **details)


def _parts(line: str) -> tuple[str, str, str]:
    return line.partition(":")


def _limits_hold(host: Host) -> bool | None:
    """Whether there is a memory controller for systemd (version 2 or 1); None: cannot tell."""
    controllers = host.read("sys/fs/cgroup/cgroup.controllers")
    if controllers is not None:
        return "memory" in controllers.split()
    return (host.root / "sys/fs/cgroup/memory").is_dir() if host.has_systemd else None
