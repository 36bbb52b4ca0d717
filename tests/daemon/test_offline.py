"""The libraries that know a hub stay away from it."""

from __future__ import annotations

import subprocess
import sys

import pytest

ASK = """
import socket
from daemon.offline import force_offline

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
