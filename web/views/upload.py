"""What was uploaded, before it is kept: what it was taken for, and how else it may be read."""

from __future__ import annotations

from dataclasses import dataclass

from daemon.base.foreign import Seen
from daemon.inbox.upload import Upload
from pipelines.accepted import TRANSCRIPTS
from web import format
from web.language import _, said

_READERS = {
    "captions": "Captions with times",
    "text": "Text with names",
    "lines": "Text without names and times",
    "table": "Table with a line for each remark",
    "chat": "Saved chat",
    "json": "Data of a speech service (JSON)",
}


@dataclass(frozen=True, slots=True)
class Received:
    id: str
    name: str
    what: str
    """`Teams transcript, 2 speakers, 30 min`"""
    lines: tuple[str, ...]
    others: tuple[tuple[str, str], ...]
    """Other readers of a transcript, each with its name for people."""


def received(upload: Upload) -> Received:
    seen = upload.seen or Seen()
    others = tuple((each, _(_READERS[each])) for each in seen.others if each in _READERS)
    return Received(upload.id, upload.offer.name, _what(seen, upload.offer.name), seen.lines, others)


def _what(seen: Seen, name: str) -> str:
    if seen.taken_for is not None or name.lower().endswith(TRANSCRIPTS):
        speakers = format.count(len(seen.people), "speaker") if seen.people else None
        parts = (
            format.capital(said(seen.taken_for or _("Transcript"))),
            speakers,
            format.length(seen.lasts_s),
        )
        return ", ".join(filter(None, parts))
    tracks = format.count(seen.tracks, "track") if seen.tracks else None
    found = ", ".join(filter(None, (_("Sound recording"), tracks, format.length(seen.length_s))))
    return (
        _("%(recording)s: %(names)s", recording=found, names=", ".join(seen.people)) if seen.people else found
    )
