"""`make demo`: the sample meeting that ships, from sound to note to page, on whatever this machine has.

The note comes first: Whisper's weights are small and come from a model hub or the package index, so the
sample's sound is heard and the rules draft. Gemma follows where a hub can be reached: 3 GB of weights, and
llama.cpp, which is compiled beside their download. Ctrl-C leaves that for another time. Where no weights can
be had, the sample's transcript, without the names in it, stands in for Whisper.
"""

from __future__ import annotations

import importlib.util
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

from daemon.base.sizes import human
from daemon.cli.context import AppContext
from daemon.cli.main import roomscribe, run
from daemon.models import ModelSpec
from daemon.models.catalogue import shipped
from daemon.models.configured import left_out
from daemon.models.hub import DEFAULT_ENDPOINT, Hub
from daemon.models.presence import is_there
from daemon.models.source import UnreachableError

ROOT = Path(__file__).resolve().parent.parent
SOUND = ROOT / "samples" / "2026-11-16-planning.opus"
DEMO = ROOT / ".demo"
STATE = ["--state", str(DEMO)]
WHISPER = ModelSpec("Systran/faster-whisper-base")
USUAL_SPEED = 10_000_000
"""Bytes a second, for an estimate where nothing was fetched yet."""


def main() -> int:
    """Exit code of the first step that fails; 0 when the note was made (and, unless SERVE=0, served)."""
    models = AppContext(DEMO, None).models_dir
    began = time.monotonic()
    is_new = not is_there(models, WHISPER)
    heard = not is_new or run(roomscribe, [*STATE, "models", "pull", WHISPER.name]) == 0
    speed = (
        shipped().models[WHISPER.name].size / (time.monotonic() - began) if heard and is_new else USUAL_SPEED
    )
    words = [] if heard else ["--words", str(unnamed())]
    if exit_code := run(roomscribe, [*STATE, "process", str(SOUND), *words, "--save"]):
        return exit_code
    keep_sound()
    if not heard:
        say("Whisper could not be fetched: the sample's transcript stands in for what it would hear.")
    if reason := without_gemma(models, speed):
        say(f"{reason}: the rules drafted.")
    return 0 if os.environ.get("SERVE") == "0" else run(roomscribe, [*STATE, "service", "hub"])


def without_gemma(models: Path, speed: float) -> str | None:
    """Draft the note by Gemma; why that could not be, or None where it was."""
    gemma = ModelSpec.parse(AppContext(DEMO, None).config.models.llm)
    if os.environ.get("GEMMA") == "0":
        return "Gemma was left out (GEMMA=0)"
    if is_there(models, gemma) and can_run():
        return None  # it has drafted already
    if left_out(gemma):
        return "Gemma was left out, since this machine has less than 6 GB of memory"
    if not is_there(models, gemma) and not hub_answers():
        return "Gemma could not be fetched, since no model hub can be reached"
    return fetch_gemma(gemma, speed) or redraft()


def fetch_gemma(gemma: ModelSpec, speed: float) -> str | None:
    """Its weights, and beside them what runs it; why that failed, or None."""
    size = shipped().models[gemma.name].size
    minutes = max(1, round(size / speed / 60))
    steps = f"fetching Gemma: {human(size)}, about {minutes} min at {human(int(speed))}/s"
    if not can_run():
        steps += "; llama.cpp, which runs it, is compiled meanwhile, about 6 min on two cores"
    say(f"The note above is the rules'. Now {steps}.")
    say("Ctrl-C keeps what has come and goes on with that note; GEMMA=0 leaves Gemma out.")
    compiler = None
    if not can_run():
        compiler = subprocess.Popen([ROOT / "scripts" / "setup.sh", "gemma"], start_new_session=True)
    try:
        fetched = run(roomscribe, [*STATE, "models", "pull", gemma.name])
        if fetched == 0 and compiler is not None:
            compiler.wait()
    except KeyboardInterrupt:
        fetched = 130
    if fetched or (compiler is not None and compiler.poll() != 0):
        if compiler is not None and compiler.poll() is None:
            os.killpg(compiler.pid, signal.SIGTERM)  # pip and the compilers that it started, too
            compiler.wait()
        return (
            "Gemma could not be fetched" if fetched else "llama.cpp, which runs Gemma, could not be compiled"
        )
    return None


def redraft() -> str | None:
    importlib.invalidate_caches()
    (note,) = [record.parent.name for record in sample_records()]
    failed = run(roomscribe, [*STATE, "notes", "remake", note, "--engine", "gemma"])
    return "Gemma could not draft" if failed else None


def can_run() -> bool:
    importlib.invalidate_caches()
    return importlib.util.find_spec("llama_cpp") is not None


def hub_answers() -> bool:
    try:
        Hub(os.environ.get("HF_ENDPOINT") or DEFAULT_ENDPOINT).knock()
    except UnreachableError:
        return False
    return True


def unnamed() -> Path:
    """The sample's transcript as a speech model writes it: nobody is named."""
    text = SOUND.with_suffix(".vtt").read_text("utf-8")
    path = DEMO / "heard.vtt"
    path.parent.mkdir(exist_ok=True)
    path.write_text(re.sub(r"^(?:Priya|Tom|Elena|Marcus): ", "", text, flags=re.MULTILINE), "utf-8")
    return path


def sample_records() -> list[Path]:
    records = (DEMO / "meetings").glob("*/meeting.json")
    return [record for record in records if json.loads(record.read_bytes())["source"] == SOUND.name]


def keep_sound() -> None:
    """Beside the note, as the watch folder does, so that its voices can be played."""
    for record in sample_records():
        (record.parent / "source").mkdir(exist_ok=True)
        shutil.copy(SOUND, record.parent / "source" / SOUND.name)


def say(line: str) -> None:
    sys.stderr.write(f"{line}\n")


if __name__ == "__main__":
    sys.exit(main())
