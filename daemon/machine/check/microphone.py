"""Does the microphone deliver a signal?

While the recorder has the microphone open, its status is used: most sound cards serve one program at a time.
"""

from __future__ import annotations

import json
import sys
from typing import Any

from daemon.machine.check.finding import Found, fail, ok, warn
from daemon.machine.check.host import Host
from daemon.recorder.level import LOWEST_DBFS
from daemon.spool.recorder_status import RecorderStatus, live_status

LISTEN_S = 3.0
_GIVE_UP_S = 25.0
"""A USB sound card that sleeps takes seconds to open; a driver that hangs takes for ever."""
_TOO_QUIET_DBFS = -70.0
"""A room with nobody in it gives -60 to -70 with a microphone that works."""
_CLIPS_DBFS = -0.5
_DEAF = "check its cable, its switch and its mute in `alsamixer`"


def look(host: Host) -> Found:
    status = live_status(host.state_dir, host.clock)
    if status and status.microphone.state == "open":
        return reported(status)
    command = [
        sys.executable,
        "-m",
        "daemon.machine.check.listen",
        host.config.recorder.device,
        f"{LISTEN_S}",
    ]
    ran = host.run(command, timeout_s=_GIVE_UP_S)
    if not ran.ok:
        reason = (ran.err.strip().splitlines() or ["no reason given"])[-1]
        return fail(f"listening failed: {reason}", "see `arecord -l` and `dmesg`")
    return _judged(json.loads(ran.out))


def reported(status: RecorderStatus) -> Found:
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
