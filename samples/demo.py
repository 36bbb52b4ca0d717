"""`make demo`: the sample meeting that ships, from file to note to page, on whatever this machine has.

With models (installed, or fetched where a hub can be reached) the sample's sound is transcribed and drafted; without
them its transcript goes through the rules engine, and one line says so.
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
    audio, transcript = SAMPLE.with_suffix(".opus"), SAMPLE.with_suffix(".vtt")
    meeting = audio if models_are_here() else transcript
    made = subprocess.run([*ROOMSCRIBE, "process", str(meeting), "--save"], check=False)
    if made.returncode != 0 or os.environ.get("SERVE") == "0":
        return made.returncode
    os.execv(ROOMSCRIBE[0], [*ROOMSCRIBE, "serve"])


def models_are_here() -> bool:
    """Whether sound can be transcribed and drafted: fetches the models where a hub answers."""
    pulled = subprocess.run([*ROOMSCRIBE, "models", "pull"], check=False)
    if pulled.returncode == 0:
        return True
    say("No models here: the rules engine writes the note, from the sample's transcript.")
    return False


def say(line: str) -> None:
    sys.stderr.write(f"{line}\n")


if __name__ == "__main__":
    sys.exit(main())
