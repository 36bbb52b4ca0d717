"""Clock, disk, memory, microphone, power and heat: what goes wrong with a small computer in a room.

A Raspberry Pi without a battery starts in the past, and due dates count from today; in a closed box it
slows down long before it fails. A weak power supply is what ruins SD cards and recordings: the firmware
keeps flags (`vcgencmd get_throttled`); the kernel's own driver (rpi_volt) knows only the present state,
but can be read by anybody. While the recorder has the microphone open, its status is used: most sound
cards serve one program at a time.
"""

from __future__ import annotations

import json
import re
import shutil
import sys
from typing import Any

from daemon.base.sizes import human
from daemon.machine.check.host import Found, Host, fail, ok, skipped, warn
from daemon.recorder.level import LOWEST_DBFS
from daemon.spool.recorder_status import RecorderStatus, live_status
from daemon.spool.segment import BYTES_PER_SAMPLE
from pipelines.llm.tier import BOTH_FIT_BYTES, ROOMY_BYTES, carries_model
from pipelines.speech.audio import SAMPLE_RATE


def check_clock(host: Host) -> Found:
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


BYTES_PER_HOUR = SAMPLE_RATE * BYTES_PER_SAMPLE * 3600
_FEW_HOURS = 40.0
"""A week of meetings: enough time to act."""
_MAKE_ROOM = (
    "remove old audio with `roomscribe prune`, keep it for fewer days ([retention]), or take a larger disk"
)


def check_disk(host: Host) -> Found:
    folder = host.state_dir
    while not folder.exists() and folder != folder.parent:
        folder = folder.parent
    usage = shutil.disk_usage(folder)
    hours = max(0.0, usage.free - host.config.recorder.reserve_mb * 1e6) / BYTES_PER_HOUR
    message = f"{human(usage.free)} free: {hours:.0f} hours of recording"
    details = {"free_bytes": usage.free, "total_bytes": usage.total, "hours_left": round(hours, 1)}
    if hours < 1:
        return fail(message, _MAKE_ROOM, **details)
    if hours < _FEW_HOURS:
        return warn(message, _MAKE_ROOM, **details)
    return ok(message, **details)


_TIGHT_BYTES = 300e6


def check_memory(host: Host) -> Found:
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


LISTEN_S = 3.0
_GIVE_UP_S = 25.0
"""A USB sound card that sleeps takes seconds to open; a driver that hangs takes for ever."""
_TOO_QUIET_DBFS = -70.0
"""A room with nobody in it gives -60 to -70 with a microphone that works."""
_CLIPS_DBFS = -0.5
_DEAF = "check its cable, its switch and its mute in `alsamixer`"


def check_microphone(host: Host) -> Found:
    status = live_status(host.state_dir, host.clock)
    if status and status.microphone.state == "open":
        return microphone_of(status)
    command = [
        sys.executable,
        "-m",
        "daemon.machine.check.listen",
        host.config.recorder.device,
        f"{LISTEN_S}",
        *map(str, host.config.recorder.channels),
    ]
    ran = host.run(command, timeout_s=_GIVE_UP_S)
    if not ran.ok:
        reason = (ran.err.strip().splitlines() or ["no reason given"])[-1]
        return fail(f"listening failed: {reason}", "see `arecord -l` and `dmesg`")
    return _judged(json.loads(ran.out))


def microphone_of(status: RecorderStatus) -> Found:
    """As the recorder has it."""
    level = {"level_dbfs": status.level_dbfs}
    if status.microphone.state == "missing":
        return fail(status.microphone.detail, "`arecord -l` lists the devices; see `dmesg`")
    if status.alarm:
        return fail(status.alarm, _DEAF, **level)
    return ok(f"{status.microphone.name}, {status.level_dbfs:.0f} dBFS", **level)


def _judged(heard: dict[str, Any]) -> Found:
    if "error" in heard:
        return fail(
            heard["error"], "`arecord -l` lists the devices, `fuser -v /dev/snd/*` shows what uses them"
        )
    loudest, mean = heard["loudest_dbfs"], heard["mean_dbfs"]
    if mean is None or loudest == LOWEST_DBFS:
        return fail(
            f"{heard['used']} gives {'nothing' if mean is None else 'digital silence'}", _DEAF, **heard
        )
    message = f"{heard['used']} ({heard['detail']}): {mean:.0f} dBFS, at its loudest {loudest:.0f}"
    if others := [name for name in heard["devices"] if name != heard["used"]]:
        message += f"; other microphones: {', '.join(others)}"
    if mean < _TOO_QUIET_DBFS:
        return warn(message, "very quiet: turn it up in `alsamixer` (F4), or speak while it listens", **heard)
    if loudest > _CLIPS_DBFS:
        return warn(message, "it clips: turn it down in `alsamixer` (F4)", **heard)
    return ok(message, **heard)


_NOW, _SINCE_BOOT = 1 << 0, 1 << 16
_SUPPLY_ADVICE = "use the power supply made for this board (27 W for a Raspberry Pi 5) and a short cable"


def check_power(host: Host) -> Found:
    flags = _flags(host)
    if flags is None:
        return skipped("this machine does not report its voltage")
    if flags & _NOW:
        return fail("the voltage is too low", _SUPPLY_ADVICE, throttled=hex(flags))
    if flags & _SINCE_BOOT:
        return warn(
            "the voltage was too low at some time since the machine was started",
            _SUPPLY_ADVICE,
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


_WARM_C = 75.0
"""A Raspberry Pi slows its processor from 80 on; a mini-PC has a little more."""
_HOT_C = 85.0
_HEAT_ADVICE = "add ventilation or a fan: transcription falls behind when the processor slows down"


def check_temperature(host: Host) -> Found:
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
        return fail(message, _HEAT_ADVICE, celsius=hottest)
    if hottest >= _WARM_C:
        return warn(message, _HEAT_ADVICE, celsius=hottest)
    return ok(message, celsius=hottest)
