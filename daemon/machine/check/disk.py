"""How long can be recorded before the disk is full?"""

from __future__ import annotations

import shutil

from daemon.base.sizes import human
from daemon.machine.check.finding import Found, fail, ok, warn
from daemon.machine.check.host import Host
from daemon.spool.segment import BYTES_PER_SAMPLE
from pipelines.speech.audio import SAMPLE_RATE

BYTES_PER_HOUR = SAMPLE_RATE * BYTES_PER_SAMPLE * 3600
_FEW_HOURS = 40.0
"""A week of meetings: enough time to act."""
_ADVICE = (
    "remove old audio with `roomscribe prune`, keep it for fewer days ([retention]), or take a larger disk"
)


def look(host: Host) -> Found:
    folder = host.state_dir
    while not folder.exists() and folder != folder.parent:
        folder = folder.parent
    usage = shutil.disk_usage(folder)
    hours = max(0.0, usage.free - host.config.recorder.reserve_mb * 1e6) / BYTES_PER_HOUR
    message = f"{human(usage.free)} free: {hours:.0f} hours of recording"
    details = {"free_bytes": usage.free, "total_bytes": usage.total, "hours_left": round(hours, 1)}
    if hours < 1:
        return fail(message, _ADVICE, **details)
    if hours < _FEW_HOURS:
        return warn(message, _ADVICE, **details)
    return ok(message, **details)
