"""`make demo`: the sample meeting that ships, from file to note to page, on whatever this machine has.

With models (installed, or fetched where a hub can be reached) the sample's sound is transcribed and drafted;
without them its transcript, without the names in it, goes through the rules engine, and one line says so.
Whose voices its lines are is heard in the sound either way, and waits for names on the page.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import sys
from pathlib import Path

from daemon.cli.main import roomscribe, run
from guardrails.core.errors import RoomscribeError

ROOT = Path(__file__).resolve().parent.parent
SOUND = ROOT / "samples" / "2026-11-16-planning.opus"
DEMO = ROOT / ".demo"
STATE = ["--state", str(DEMO)]


def main() -> int:
    """Exit code of the first step that fails; 0 when the note was made (and, unless SERVE=0, served)."""
    words = [] if models_are_here() else ["--words", str(unnamed())]
    exit_code = run(roomscribe, [*STATE, "process", str(SOUND), *words, "--save"])
    if exit_code:
        return exit_code
    keep_sound()
    return 0 if os.environ.get("SERVE") == "0" else run(roomscribe, [*STATE, "service", "hub"])


def unnamed() -> Path:
    """The sample's transcript as a speech model writes it: nobody is named."""
    text = SOUND.with_suffix(".vtt").read_text("utf-8")
    path = DEMO / "heard.vtt"
    path.parent.mkdir(exist_ok=True)
    path.write_text(re.sub(r"^(?:Priya|Tom|Elena|Marcus): ", "", text, flags=re.MULTILINE), "utf-8")
    return path


def keep_sound() -> None:
    """Beside the note, as the watch folder does, so that its voices can be played."""
    for record in (DEMO / "meetings").glob("*/meeting.json"):
        if json.loads(record.read_bytes())["source"] == SOUND.name:
            (record.parent / "source").mkdir(exist_ok=True)
            shutil.copy(SOUND, record.parent / "source" / SOUND.name)


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
