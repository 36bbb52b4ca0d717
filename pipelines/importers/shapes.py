"""The table of shapes: what a transcript's file can be, recognised by what is in it and not by its name.

Platforms, note takers and speech services write what they like under .vtt, .txt, .docx and .json, and people
rename it. The first shape whose signs are in a file is its own; its reader yields the utterances. Several
platforms write one shape: then the row only names it, for those who read the note. Whoever knows better names
another reader.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Final, NamedTuple

from pipelines.characters import tidy
from pipelines.errors import BadInputError
from pipelines.importers.chat import is_messages, read_messages
from pipelines.importers.clock import LOOSE_TIME, TIME
from pipelines.importers.cues import read_cues
from pipelines.importers.rows import is_labels, is_rows, read_rows
from pipelines.importers.segments import read_json
from pipelines.importers.source import Source
from pipelines.importers.turns import is_clocked, read_turns
from pipelines.importers.utterance import Counted, Reading, Utterance, is_words, transcript_of
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


def _read_lines(source: Source) -> Reading:
    """Each line as it stands: for names that are none, and times that are words."""
    counted = Counted(source)
    lines: list[Utterance] = []
    for _, text in source.lines():
        counted.add(text)
        if is_words(text):
            lines.append(Utterance(None, None, None, tidy(text)))
    if not lines:
        raise source.nothing_readable("no words can be read")
    return Reading(lines)


READERS: Final[Mapping[str, Callable[[Source], Reading | Transcript]]] = {
    "captions": read_cues,
    "text": read_turns,
    "lines": _read_lines,
    "table": read_rows,
    "chat": read_messages,
    "json": read_json,
}
"""By the names under which a person chooses one."""


def read(source: Source, reader: str | None = None) -> Transcript:
    """The transcript in the file; BadInputError, one line, where there is none.

    `reader`: the one of `READERS` that a person has chosen; a name that is not there chooses none.
    """
    shape = _shape_of(source, reader)
    found = shape.read(source)
    transcript = transcript_of(source, found) if isinstance(found, Reading) else found
    return transcript.model_copy(update={"taken_for": transcript.taken_for or shape.name})


def other_readers(source: Source, reader: str | None = None) -> tuple[str, ...]:
    """Those that find other words or speakers in the beginning of the file than `read` does."""
    beginning = source.beginning()
    own = _shape_of(source, reader).read
    found = {
        name: _said(beginning, name)
        for name in READERS
        if name != "table" or "\t" in source.opening or own is read_rows
    }
    known = [next(found[name] for name, each in READERS.items() if each is own and name in found)]
    others: list[str] = []
    for name, said in found.items():
        if said and said not in known:
            known.append(said)
            others.append(name)
    return tuple(others)


def _shape_of(source: Source, reader: str | None) -> Shape:
    chosen = READERS.get(reader or "")
    if chosen is _read_lines:
        return Shape("text", lambda _: True, _read_lines)
    rows = [shape for shape in SHAPES if chosen in (None, shape.read)]
    return next((shape for shape in rows if shape.signs(source)), rows[-1])


def _said(source: Source, reader: str) -> list[tuple[str | None, str]]:
    try:
        return [(each.speaker, each.text) for each in read(source.beginning(), reader).segments]
    except BadInputError:
        return []
