"""The transcript as text, a line for each segment, with names and times: what people send on, and what our
own reader takes back as it was (`pipelines.importers.turns`)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import tzinfo

from guardrails.core.types import Segment
from pipelines.note import Note
from pipelines.render.words import when_line
from pipelines.text import is_time
from pipelines.transcript import CHAT, TYPED

SIGNED = "Transcript by Roomscribe"
"""Tells the readers that labels and times are ours."""


def render_txt(note: Note, timezone: tzinfo) -> str:
    """Title, day, people, and the lines with an empty one between them."""
    head = [_one_line(note.title), when_line(note, timezone)]
    if note.attendees:
        head.append(f"Attendees: {', '.join(note.attendees)}")
    lines = [label + words for label, words in transcript_lines(note.transcript.segments)]
    return "\n".join([*head, "", SIGNED, "", *(f"{line}\n" for line in lines)])


def transcript_lines(segments: Sequence[Segment]) -> Iterator[tuple[str, str]]:
    """(when and who, words): ("[0:05.5 - 0:07] Ann: ", "We ship on Friday.")."""
    for segment in segments:
        kind = CHAT if segment.id.startswith(CHAT) else TYPED if segment.id.startswith(TYPED) else ""
        start_s, end_s = _known(segment.start_s), _known(segment.end_s)
        time = "" if start_s is None else exact_clock(start_s)
        if start_s is not None and end_s is not None and end_s > start_s:
            time += f" - {exact_clock(end_s)}"
        place = " ".join(filter(None, (kind, time)))
        name = f"{segment.said_by}: " if segment.said_by else ""
        yield (f"[{place}] " if place else "") + name, _one_line(segment.text)


def _known(time_s: float | None) -> float | None:
    """None for what is no time of a meeting."""
    return time_s if is_time(time_s) else None


def exact_clock(seconds: float) -> str:
    """0:05, 0:05.54, 1:02:03.5: to the millisecond, and no digit more than it takes."""
    whole, milliseconds = divmod(round(seconds * 1000), 1000)
    minutes, second = divmod(whole, 60)
    hours, minute = divmod(minutes, 60)
    fraction = f".{milliseconds:03}".rstrip("0") if milliseconds else ""
    return (f"{hours}:{minute:02}" if hours else f"{minute}") + f":{second:02}{fraction}"


def _one_line(text: str) -> str:
    return " ".join(text.split())
