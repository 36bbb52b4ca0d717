"""The notes of real meetings as Markdown, for people to read.

    python -m bench.examples            writes .examples/NAME.md for those of ../shared/data/zoom_vtt
    python -m bench.examples FILE ...   for other transcripts

The rules alone draft them: it is what a machine without weights shows. Git ignores the folder.
"""

from __future__ import annotations

import sys
import time
from datetime import UTC
from pathlib import Path

from bench.corpus import DATA
from pipelines.errors import WeightsMissingError
from pipelines.note import Engine
from pipelines.notemaker import Drafter, NoteMaker, Transcriber
from pipelines.progress import Progress
from pipelines.render.markdown import render_markdown
from pipelines.transcript import Transcript

FOLDER = Path(__file__).resolve().parents[1] / ".examples"


class _NoModel:
    """For transcripts nothing is to be heard."""

    engine: Engine | None = None

    def transcribe(self, path: Path, progress: Progress) -> Transcript:
        raise WeightsMissingError(f"{path}: only transcripts are read here")

    def close(self) -> None:
        pass


def _no_drafter() -> Drafter:
    raise WeightsMissingError("the rules write these notes")


def rules_alone() -> NoteMaker:
    silent: Transcriber = _NoModel()
    return NoteMaker(timezone=UTC, transcriber=silent, load_drafter=_no_drafter, choice="rules")


def main(arguments: list[str]) -> int:
    files = [Path(each) for each in arguments] or sorted((DATA / "zoom_vtt").glob("*.vtt"))
    FOLDER.mkdir(exist_ok=True)
    maker = rules_alone()
    for file in files:
        began = time.perf_counter()
        note = maker.make(file)
        path = FOLDER / f"{file.stem}.md"
        path.write_text(render_markdown(note, UTC), encoding="utf-8")
        print(f"{time.perf_counter() - began:5.1f} s  {path}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
