"""The libraries that know a hub stay away from it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]

ASK = """
import socket
from pipelines.offline import force_offline

{before}
force_offline()
{after}

def forbidden(*_, **__):
    print("asked the network")
    raise OSError

socket.socket.connect = forbidden
socket.getaddrinfo = forbidden
from faster_whisper.utils import download_model
try:
    download_model("base", cache_dir={folder!r})
except Exception as error:
    print(type(error).__name__)
"""


@pytest.mark.parametrize("late", [False, True])
def test_the_speech_library_cannot_ask_the_hub(tmp_path: object, late: bool) -> None:
    imports = "import huggingface_hub"
    script = ASK.format(before=imports if late else "", after="" if late else imports, folder=str(tmp_path))
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True, timeout=120
    )
    assert done.stdout.strip() == "LocalEntryNotFoundError"


def test_the_neural_network_library_reports_to_nobody(tmp_path: Path) -> None:
    """Its reporting begins with an identifier of this machine and a queue of events below ~/.cache."""
    script = "from pipelines.speech.silero import SileroNetwork; SileroNetwork()"
    environ = {"HOME": str(tmp_path), "PATH": os.environ["PATH"]}
    subprocess.run([sys.executable, "-c", script], env=environ, cwd=ROOT, check=True, timeout=120)
    assert list(tmp_path.iterdir()) == []
