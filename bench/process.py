"""Seconds and memory from a transcript file to its note with the rules engine, whole process included.

    python bench/process.py

Reads the real transcripts beside the project (../shared/data): the Zoom files as they are, and the five
longest AMI and ICSI meetings as JSON transcripts, which last over an hour. The target is 5 s and 300 MB for
every file; the last line starts with the slowest file's seconds, and a missed target exits 1.
"""

from __future__ import annotations

import gzip
import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
DATA = ROOT.parent / "shared" / "data"
MOST_S, MOST_MB = 5.0, 300.0
ROOMSCRIBE = str(Path(sys.executable).with_name("roomscribe"))


def main() -> int:
    if not DATA.is_dir():
        print(f"no transcripts to measure: {DATA} is absent")
        return 1
    with tempfile.TemporaryDirectory() as folder:
        files = sorted((DATA / "zoom_vtt").glob("*.vtt")) + longest_meetings(Path(folder))
        measured = [(measure(path), path) for path in files]
    print(f"{'seconds':>8} {'MB':>6}  file")
    for (seconds, megabytes), path in measured:
        print(f"{seconds:8.2f} {megabytes:6.0f}  {path.name}")
    slowest = max(seconds for (seconds, _), _ in measured)
    largest = max(megabytes for (_, megabytes), _ in measured)
    met = slowest < MOST_S and largest < MOST_MB
    print(
        f"{slowest:.2f} s and {largest:.0f} MB at most, over {len(measured)} files "
        f"(target {MOST_S:.0f} s, {MOST_MB:.0f} MB: {'met' if met else 'missed'})"
    )
    return 0 if met else 1


def longest_meetings(folder: Path, count: int = 5) -> list[Path]:
    """The longest meetings of the corpus, written as transcripts of our own JSON form."""
    with gzip.open(DATA / "ami_icsi.dev.jsonl.gz", "rt", encoding="utf-8") as lines:
        meetings: list[dict[str, Any]] = [json.loads(line) for line in lines]
    meetings.sort(key=lambda meeting: meeting["utterances"][-1]["end"], reverse=True)
    paths = []
    for meeting in meetings[:count]:
        minutes = round(meeting["utterances"][-1]["end"] / 60)
        path = folder / f"{meeting['meeting_id']}-{minutes}min.json"
        segments = [
            {"start_s": u["start"], "end_s": u["end"], "speaker": u["speaker"], "text": u["text"]}
            for u in meeting["utterances"]
        ]
        path.write_text(json.dumps({"segments": segments}), "utf-8")
        paths.append(path)
    return paths


def measure(path: Path) -> tuple[float, float]:
    """Seconds on the wall and peak resident megabytes of one `roomscribe process`."""
    started = time.monotonic()
    process = subprocess.Popen(
        [ROOMSCRIBE, "process", str(path), "--engine", "rules", "--date", "2026-11-16", "--json"],
        stdout=subprocess.DEVNULL,
    )
    _, status, usage = os.wait4(process.pid, 0)
    if status:
        raise SystemExit(f"{path.name}: roomscribe process failed")
    return time.monotonic() - started, usage.ru_maxrss / 1024


if __name__ == "__main__":
    sys.exit(main())
