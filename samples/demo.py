"""`make demo`: the sample meeting that ships, from file to note to page, on whatever this machine has.

With models (installed, or fetched where a hub can be reached) the sample's sound is transcribed and drafted;
without them its transcript goes through the rules engine, and one line says so.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

from daemon.cli.main import roomscribe, run
from guardrails.core.errors import RoomscribeError

ROOT = Path(__file__).resolve().parent.parent
SAMPLE = ROOT / "samples" / "2026-11-16-planning"
STATE = ["--state", str(ROOT / ".demo")]


def main() -> int:
    """Exit code of the first step that fails; 0 when the note was made (and, unless SERVE=0, served)."""
    suffix = ".opus" if models_are_here() else ".vtt"
    exit_code = run(roomscribe, [*STATE, "process", f"{SAMPLE}{suffix}", "--save"])
    if exit_code or os.environ.get("SERVE") == "0":
        return exit_code
    return run(roomscribe, [*STATE, "serve"])


def models_are_here() -> bool:
    """Whether speech and language model are installed; where a hub answers, they are fetched."""
    try:
        if roomscribe.main([*STATE, "models", "pull"], standalone_mode=False) == 0:
            return True
        why = "The models could not be installed"
    except RoomscribeError:
        why = "No model hub can be reached from here"
    sys.stderr.write(
        f"{why}: the rules engine stands in for Gemma, and the sample's transcript for Whisper.\n"
    )
    return False


if __name__ == "__main__":
    sys.exit(main())
