"""The table of shapes: what a transcript's file can be, recognised by what is in it and not by its name.

Platforms, note takers and speech services write what they like under .vtt, .txt, .docx and .json, and people
rename it. The first shape whose signs are in a file is its own; its reader yields the utterances. Several
platforms write one shape: then the row only names it, for those who read the note.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final, NamedTuple

from pipelines.importers.chat import is_messages, read_messages
from pipelines.importers.clock import LOOSE_TIME, TIME
from pipelines.importers.cues import read_cues
from pipelines.importers.rows import is_labels, is_rows, read_rows
from pipelines.importers.segments import read_json
from pipelines.importers.source import Source
from pipelines.importers.turns import is_clocked, read_turns
from pipelines.importers.utterance import Reading, transcript_of
from pipelines.transcript import Transcript


class Shape(NamedTuple):
    name: str
    """What people call it."""
    signs: Callable[[Source], bool]
    """Whether it is in the file."""
    read: Callable[[Source], Reading | Transcript]


def _found(pattern: str, flags: re.RegexFlag = re.MULTILINE) -> Callable[[Source], bool]:
    compiled = re.compile(pattern, flags)
    return lambda source: compiled.search(source.edges) is not None


def _all(*signs: Callable[[Source], bool]) -> Callable[[Source], bool]:
    return lambda source: all(sign(source) for sign in signs)


_CUES: Final = _found(
    rf"\A\s*WEBVTT|^\s*{LOOSE_TIME}\s*-->\s*{LOOSE_TIME}|^\s*{TIME},{TIME}\s*$|^\s*[\d:.,]+\s*-->|-->\s*[\d:.,]+\s*$"
)
_TEXT_ONLY: Final = _found(r"\A\s*\[[\d:.,]+ -->")
"""Whisper's lines on a terminal: a range of time in brackets, and words behind it."""


def _is_cues(source: Source) -> bool:
    return _CUES(source) and not _TEXT_ONLY(source)


def _is_json(source: Source) -> bool:
    return re.match(r'\s*(?:\{\s*["}]|\[\s*[{\]])', source.opening) is not None or source.suffix == ".json"


_I = re.MULTILINE | re.IGNORECASE

SHAPES: Final = (
    Shape("JSON transcript", _is_json, read_json),
    Shape("Audacity labels", lambda source: is_labels(source.opening), read_rows),
    Shape("Whisper table", lambda source: is_rows(source.opening), read_rows),
    Shape("Roomscribe transcript", _all(_is_cues, _found(r"^NOTE Roomscribe")), read_cues),
    Shape("Webex transcript", _all(_is_cues, _found(r'^\d*\s*"[^"\n]+"\s*\(\d*\)\s*$')), read_cues),
    Shape(
        "YouTube captions", _all(_is_cues, _found(r"^Kind: captions|<\d\d:\d\d:\d\d\.\d{3}><c>")), read_cues
    ),
    Shape(
        "Teams transcript",
        _all(
            _is_cues,
            _found(r"^\s*\d:\d{1,2}:\d{1,2}\.\d+ -->|^[0-9a-f]{8}-[0-9a-f-]{27}|^[0-9a-f]+/\d+-\d+$", _I),
        ),
        read_cues,
    ),
    Shape(
        "Zoom transcript",
        _all(_found(r"\A\s*WEBVTT"), _found(r"^\d+\n\d\d:\d\d:\d\d\.\d{3} --> .*\n[^<\n]{2,60}: ")),
        read_cues,
    ),
    Shape("WebVTT captions", _found(r"\A\s*WEBVTT"), read_cues),
    Shape("SBV captions", _all(_is_cues, _found(rf"^\s*{TIME},{TIME}\s*$")), read_cues),
    Shape("SubRip captions", _is_cues, read_cues),
    Shape("Zoom chat", lambda source: is_messages(source.opening), read_messages),
    Shape(
        "Roomscribe transcript",
        _found(r"^Transcript by Roomscribe$|^From .* passages read\.$"),
        read_turns,
    ),
    Shape("Zoom captions", lambda source: is_clocked(source.opening), read_turns),
    Shape(
        "Teams transcript",
        _found(r"(?:started|stopped) transcription\s*$|-20\d{6}_\d{6}-Meeting ", _I),
        read_turns,
    ),
    Shape(
        "Google Meet transcript",
        _found(r"transcription ended after [\d:]+|transcript was computer generated|notes by gemini", _I),
        read_turns,
    ),
    Shape("Otter transcript", _found(r"otter\.ai|^SUMMARY KEYWORDS"), read_turns),
    Shape("Fireflies transcript", _found(r"fireflies\.ai|app\.fireflies", _I), read_turns),
    Shape("tl;dv transcript", _found(r"tldv\.io|tl;dv", _I), read_turns),
    Shape("Read transcript", _found(r"read\.ai", _I), read_turns),
    Shape("Descript transcript", _found(r"descript\.com|made with descript", _I), read_turns),
    Shape("Rev transcript", _found(r"rev\.com|^[^\n:]{1,40} \(\d\d:\d\d(?::\d\d)?\):", _I), read_turns),
    Shape("Granola transcript", _all(_found(r"^\W*Me:"), _found(r"^\W*Them:")), read_turns),
    Shape("Webex transcript", _found(r"webex", _I), read_turns),
    Shape("text", lambda source: True, read_turns),
)


def read(source: Source) -> Transcript:
    """The transcript in the file; BadInputError, one line, where there is none."""
    shape = next(shape for shape in SHAPES if shape.signs(source))
    found = shape.read(source)
    transcript = transcript_of(source, found) if isinstance(found, Reading) else found
    return transcript.model_copy(update={"taken_for": transcript.taken_for or shape.name})
