"""Has the voltage dropped? A weak power supply is what ruins SD cards and recordings on a Raspberry Pi.

The firmware keeps flags (`vcgencmd get_throttled`); the kernel's own driver (rpi_volt) knows only the present
state, but can be read by anybody.
"""

from __future__ import annotations

import re

from daemon.machine.check.finding import Found, fail, ok, skipped, warn
from daemon.machine.check.host import Host

_NOW, _SINCE_BOOT = 1 << 0, 1 << 16
_ADVICE = "use the power supply made for this board (27 W for a Raspberry Pi 5) and a short cable"


def look(host: Host) -> Found:
    flags = _flags(host)
    if flags is None:
        return skipped("this machine does not report its voltage")
    if flags & _NOW:
        return fail("the voltage is too low", _ADVICE, throttled=hex(flags))
    if flags & _SINCE_BOOT:
        return warn(
            "the voltage was too low at some time since the machine was started",
            _ADVICE,
            throttled=hex(flags),
        )
    return ok("the voltage has not dropped", throttled=hex(flags))


def _flags(host: Host) -> int | None:
    answer = re.search(
        r"throttled=0x([0-9a-fA-F]+)", host.run(["vcgencmd", "get_throttled"], timeout_s=3).out
    )
    if answer:
        return int(answer[1], 16)
    for sensor in (host.root / "sys/class/hwmon").glob("hwmon*"):
        folder = str(sensor.relative_to(host.root))
        if host.read(f"{folder}/name") == "rpi_volt":
            return _NOW if host.read(f"{folder}/in0_lcrit_alarm") == "1" else 0
    return None
