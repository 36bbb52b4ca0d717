"""What a version shows of itself before it may run: `VERSION/bin/python -m daemon.upgrade.trial [notes]`.

Run as the user of the services while another version is at work, so it reads the state and writes nothing
there: its libraries load on this processor, the configuration can be used, the notes can be read, and a
sample transcript becomes a note. With the word `notes` only the notes are read, which is the question on the
way back. Ends with one line on stderr where something fails.
"""

from __future__ import annotations

import importlib
import os
import sys
import tempfile
from pathlib import Path
from typing import NoReturn

from daemon.base.paths import SYSTEM_STATE
from daemon.base.settings import config_of
from daemon.cli.context import AppContext
from daemon.cli.main import report
from guardrails.core.errors import RoomscribeError

LIBRARIES = (
    "av",
    "ctranslate2",
    "kaldi_native_fbank",
    "llama_cpp",
    "onnxruntime",
    "sounddevice",
    "z3",
    "web.hub",
)
"""All with machine code in them, and the page."""


class TrialError(RoomscribeError):
    """This version can't do its work here."""


def main() -> int:
    try:
        _read_notes(SYSTEM_STATE)
        if sys.argv[1:] != ["notes"]:
            _load_libraries()
            config_of(SYSTEM_STATE)  # the file itself: the last usable one is this machine's concern
            _make_a_note()
    except Exception as error:
        return report(error, debug=False)
    return 0


def _read_notes(state_dir: Path) -> None:
    from daemon.notes.store.reading import StoredNotes

    with StoredNotes.open_reader(state_dir) as notes:
        notes.heads()


def _load_libraries() -> None:
    from pipelines.llm.loading import load_cpu_variant

    for name in LIBRARIES:
        try:
            importlib.import_module(name)
        except (ImportError, OSError) as error:
            raise TrialError(f"{name} can't be loaded: {error}") from error
    load_cpu_variant()


def _make_a_note() -> None:
    from daemon.worker.at_once import NotesAtOnce
    from daemon.worker.engines import Engines
    from pipelines.evaluate.selfcheck.control import SAMPLES
    from pipelines.progress import silent

    with tempfile.TemporaryDirectory() as folder:
        app = AppContext(Path(folder), None)
        engines = Engines(app.config, app.models_dir)
        maker = NotesAtOnce(app.config, app.state_dir, engines, silent, "rules")
        note = maker.of_file(SAMPLES / "2026-11-23-moving.vtt")
    if not note.action_items:
        raise TrialError("it finds nothing in a sample meeting")


def run() -> NoReturn:
    """The trial as a program."""
    code = main()
    sys.stderr.flush()
    # Native libraries may hang while the interpreter takes them down.
    os._exit(code)
