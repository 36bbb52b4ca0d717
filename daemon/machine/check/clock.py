"""Is the time right? A Pi without a battery starts in the past, and due dates count from today."""

from __future__ import annotations

from daemon.machine.check.finding import Found, ok, warn
from daemon.machine.check.host import Host


def look(host: Host) -> Found:
    now = host.clock.now()
    message = f"{now:%Y-%m-%d %H:%M} UTC"
    battery = any((host.root / "sys/class/rtc").glob("rtc*"))
    details = {"now": now.isoformat(), "battery_clock": battery}
    if host.clock.is_synchronised():
        return ok(f"{message}, synchronised", synchronised=True, **details)
    return warn(
        f"{message}, not synchronised: due dates stay provisional until it is",
        "see `timedatectl`; in a network without time servers, name one in /etc/systemd/timesyncd.conf",
        synchronised=False,
        **details,
    )
