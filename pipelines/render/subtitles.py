"""What was said as subtitles: WebVTT (w3.org/TR/webvtt1) and SubRip, for players and other tools."""

from __future__ import annotations

import html
from collections.abc import Iterator, Sequence

from guardrails.core.types import Segment
from pipelines.note import Note
from pipelines.text import is_time

SIGNED = "NOTE Roomscribe"
LAST_LINE_S = 5.0
"""How long a line stays whose end nobody knows, if none follows."""


def render_vtt(note: Note) -> str:
    """WebVTT with a voice tag where the speaker has a name; segments without a time are left out.

    A note at the top, which no player shows, has title, beginning and language, for our own reader.
    """
    about = [f"Title: {_one_line(note.title)}", f"Began: {note.started_at:%Y-%m-%dT%H:%M:%SZ}"]
    about += [f"Language: {note.language}"] if note.language else []
    lines = "\n".join(line.replace("-->", "->") for line in about)
    cues = [f"WEBVTT\n\n{SIGNED}\n{lines}\n"]
    for segment, start_s, end_s in _timed(note.transcript.segments):
        voice = f"<v {_escaped(segment.said_by)}>" if segment.said_by else ""
        cues.append(f"{_stamp(start_s, '.')} --> {_stamp(end_s, '.')}\n{voice}{_escaped(segment.text)}\n")
    return "\n".join(cues)


def render_srt(segments: Sequence[Segment]) -> str:
    """SubRip; the speaker comes before the words. Segments without a time are left out."""
    cues = []
    for number, (segment, start_s, end_s) in enumerate(_timed(segments), 1):
        voice = f"{segment.said_by}: " if segment.said_by else ""
        # An arrow in the words would be taken for a line of times by some readers; SubRip has no escape.
        words = _one_line(f"{voice}{segment.text}").replace("-->", "->")
        cues.append(f"{number}\n{_stamp(start_s, ',')} --> {_stamp(end_s, ',')}\n{words}\n")
    return "\n".join(cues)


def _timed(segments: Sequence[Segment]) -> Iterator[tuple[Segment, float, float]]:
    """Each with its start and end in seconds; an end that is not known is the next start. A time that no
    meeting has, in a note of an older version, is none."""
    timed = [segment for segment in segments if is_time(segment.start_s) and segment.text.strip()]
    for index, segment in enumerate(timed):
        start_s = segment.start_s or 0.0
        following = timed[index + 1].start_s if index + 1 < len(timed) else None
        end_s = segment.end_s if is_time(segment.end_s) else following
        if end_s is None or end_s <= start_s:
            end_s = start_s + LAST_LINE_S
        yield segment, start_s, end_s


def _stamp(seconds: float, point: str) -> str:
    whole, milliseconds = divmod(round(seconds * 1000), 1000)
    minutes, second = divmod(whole, 60)
    hours, minute = divmod(minutes, 60)
    return f"{hours:02}:{minute:02}:{second:02}{point}{milliseconds:03}"


def _escaped(text: str) -> str:
    return html.escape(_one_line(text), quote=False)


def _one_line(text: str) -> str:
    return " ".join(text.split())
