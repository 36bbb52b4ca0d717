"""`make demo`: the sample meeting that ships, from file to note to page, on whatever this machine has.

The sample's transcript goes through the rules engine.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
STATE = ROOT / ".demo"
SAMPLE = ROOT / "samples" / "2026-11-16-planning"
ROOMSCRIBE = [str(Path(sys.executable).with_name("roomscribe")), "--state", str(STATE)]


def main() -> int:
    """Exit code of the first step that fails; 0 when the note was made (and, unless SERVE=0, served)."""
    made = subprocess.run([*ROOMSCRIBE, "process", f"{SAMPLE}.vtt", "--save"], check=False)
    if made.returncode != 0 or os.environ.get("SERVE") == "0":
        return made.returncode
    os.execv(ROOMSCRIBE[0], [*ROOMSCRIBE, "serve"])


if __name__ == "__main__":
    sys.exit(main())
