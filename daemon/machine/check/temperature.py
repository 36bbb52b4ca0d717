"""Is the processor too hot? A Pi in a closed box slows down long before it fails."""

from __future__ import annotations

from daemon.machine.check.finding import Found, fail, ok, skipped, warn
from daemon.machine.check.host import Host

_WARM_C = 75.0
"""A Raspberry Pi slows its processor from 80 on; a mini-PC has a little more."""
_HOT_C = 85.0
_ADVICE = "add ventilation or a fan: transcription falls behind when the processor slows down"


def look(host: Host) -> Found:
    readings = [
        int(text) / 1000
        for zone in (host.root / "sys/class/thermal").glob("thermal_zone*/temp")
        if (text := host.read(str(zone.relative_to(host.root)))) and text.lstrip("-").isdecimal()
    ]
    if not readings:
        return skipped("this machine does not report its temperature")
    hottest = max(readings)
    message = f"{hottest:.0f} degrees Celsius"
    if hottest >= _HOT_C:
        return fail(message, _ADVICE, celsius=hottest)
    if hottest >= _WARM_C:
        return warn(message, _ADVICE, celsius=hottest)
    return ok(message, celsius=hottest)
