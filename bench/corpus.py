"""Meetings to measure with, of the corpora beside the project; never copied into it."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

DATA = Path(__file__).resolve().parents[2] / "shared" / "data"
_PAUSE_S = 5.0

Said = dict[str, Any]
"""A segment of our own JSON transcripts."""


def meetings(data: Path, files: str = "ami_icsi*.jsonl.gz") -> list[dict[str, Any]]:
    """All of AMI and ICSI that the folder holds, or of other `files`, as the corpora have them."""
    found = []
    for file in sorted(data.glob(files)):
        with gzip.open(file, "rt", encoding="utf-8") as lines:
            found += [json.loads(line) for line in lines]
    return found


def stretch(data: Path, minutes: float) -> list[Said]:
    """So many minutes of AMI, one meeting after the other, over and over if there are too few."""
    segments: list[Said] = []
    for segment in _without_end(data):
        if segment["end_s"] > minutes * 60:
            return segments
        segments.append(segment)
    return segments


def longest(data: Path, folder: Path, count: int = 5) -> list[Path]:
    """The longest meetings, written as transcripts into `folder`."""
    every = sorted(meetings(data), key=lambda meeting: meeting["utterances"][-1]["end"], reverse=True)
    paths = []
    for meeting in every[:count]:
        minutes = round(meeting["utterances"][-1]["end"] / 60)
        path = folder / f"{meeting['meeting_id']}-{minutes}min.json"
        paths.append(write_transcript(path, list(_said(meeting, 0.0))))
    return paths


def write_transcript(path: Path, segments: list[Said]) -> Path:
    path.write_text(json.dumps({"segments": segments}), "utf-8")
    return path


def _without_end(data: Path) -> Iterator[Said]:
    ami = [meeting for meeting in meetings(data) if meeting["corpus"].lower() == "ami"]
    after_s = 0.0
    while ami:
        for meeting in ami:
            yield from _said(meeting, after_s)
            after_s += meeting["utterances"][-1]["end"] + _PAUSE_S


def _said(meeting: dict[str, Any], after_s: float) -> Iterator[Said]:
    for utterance in meeting["utterances"]:
        yield {
            "start_s": after_s + utterance["start"],
            "end_s": after_s + utterance["end"],
            "speaker": utterance["speaker"],
            "text": utterance["text"],
        }
