"""How loud a meeting was over its time, as a drawing (SVG) with marks where its items were said."""

from __future__ import annotations

from pipelines.note import Item, Note
from pipelines.speech.loudness import Loudness

WIDTH, HEIGHT = 600, 48
_LEAST = 1
"""Half the height of a bar of silence."""


def waveform(loudness: Loudness, note: Note) -> str:
    """For a page: it takes its colours from there, and says how long the sound is in `data-length`."""
    step = WIDTH / len(loudness.levels)
    bars = "".join(
        f"M{_short((place + 0.5) * step)} {HEIGHT // 2 - half}v{2 * half}"
        for place, level in enumerate(loudness.levels)
        for half in (max(_LEAST, round(level * HEIGHT / 200)),)
    )
    marks = "".join(
        f"M{_short(at_s / loudness.length_s * WIDTH)} 0v{HEIGHT}" for at_s in _said_at(note, loudness)
    )
    return (
        f'<svg class="waveform" viewBox="0 0 {WIDTH} {HEIGHT}" preserveAspectRatio="none" role="img" '
        f'aria-label="Loudness, with marks where items were said" data-length="{loudness.length_s:g}">'
        f'<path class="bars" d="{bars}"/><path class="marks" d="{marks}"/>'
        f'<path class="head" d="M0 0v{HEIGHT}"/></svg>'
    )


def _said_at(note: Note, loudness: Loudness) -> list[float]:
    """When the items that the transcript confirms were said, each moment once."""
    starts = {segment.id: segment.start_s for segment in note.transcript.segments}
    items: list[Item] = [*note.action_items, *note.decisions, *note.questions]
    said = {starts.get(item.evidence[-1]) for item in items if item.evidence and item.verdict == "verified"}
    return sorted(at_s for at_s in said if at_s is not None and at_s <= loudness.length_s)


def _short(number: float) -> str:
    return f"{number:.1f}".removesuffix(".0")
