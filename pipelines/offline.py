"""Nothing but `roomscribe models pull` talks to a model hub, and it does so itself.

Libraries that we use would: faster-whisper asks the hub for a tokenizer it misses, others report their use.
They read these variables when they are first imported, so the command line calls this before anything else,
and each adapter before its import; what has been imported already is changed as well.
"""

from __future__ import annotations

import os
import sys

OFFLINE = {
    "HF_HUB_OFFLINE": "1",
    "TRANSFORMERS_OFFLINE": "1",
    "HF_HUB_DISABLE_TELEMETRY": "1",
    "DO_NOT_TRACK": "1",
    "HF_HUB_DISABLE_IMPLICIT_TOKEN": "1",
    "HF_HUB_DISABLE_XET": "1",
    # Since 1.29 ONNX Runtime for Linux reports its use to its maker, from its import on, unless this is set.
    "ORT_DISABLE_TELEMETRY": "1",
}


def force_offline() -> None:
    """Keep the hub's libraries from the network in this process and its children."""
    os.environ.update(OFFLINE)
    if constants := sys.modules.get("huggingface_hub.constants"):
        constants.HF_HUB_OFFLINE = True  # type: ignore[attr-defined]  # its own switch, read at every request
