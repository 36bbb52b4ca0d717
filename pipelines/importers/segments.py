"""JSON whose lines are the items of one list: our own, Whisper's, WhisperX's, those of podcasts and others.

    {"started_at"?, "title"?, "language"?, "segments": [{"id"?, "start_s", "end_s", "speaker", "text"}]}

What is not ours is skipped and named: no file is refused for saying more than we ask, and no line loses its
words to a time, a name or a confidence that cannot be used.

Sources: openai/whisper `WriteJSON`; m-bain/whisperX `alignment.py`; Podcastindex-org/podcast-namespace,
docs/examples/transcripts; docs.fireflies.ai/schema/sentence.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import count, islice
from typing import Annotated, Any, Final

from pydantic import AfterValidator, BaseModel, NaiveDatetime, ValidationError

from guardrails.core.types import Segment
from pipelines.characters import shortened, tidy
from pipelines.importers.clock import seconds_of
from pipelines.importers.damage import Damage
from pipelines.importers.services import SPEAKERS, read_service, speaker_of
from pipelines.importers.source import Source
from pipelines.importers.utterance import Counted, Utterance, divided, in_order, is_words, transcript_of
from pipelines.importers.walk import TornError, Walk
from pipelines.text import LONGEST_NAME, LONGEST_TAG, LONGEST_WORDS, Instant, Seconds
from pipelines.transcript import Transcript

_Line = Annotated[str, AfterValidator(tidy)]
"""JSON can hold any character as an escape, whatever the file's own bytes are."""

_MAX_BAD = 1000
"""Items that cannot be used: 8 MB hold millions, and each takes microseconds to tell."""
_MAX_NOTED = 100
"""Flags, and warnings: a file of ours has a few."""

_STARTS: Final = ("start_s", "start", "startTime", "start_time", "startSeconds")
_ENDS: Final = ("end_s", "end", "endTime", "end_time", "endSeconds")
_TEXTS: Final = ("text", "body", "sentence")
_KNOWN: Final = {
    *_STARTS, *_ENDS, *_TEXTS, *SPEAKERS, "id", "confidence", "also",
    "seek", "tokens", "temperature", "avg_logprob", "compression_ratio", "no_speech_prob", "words", "chars",
    "index", "type", "word_segments", "version", "ai_filters", "raw_text", "speaker_id", "duration",
}  # fmt: skip
"""Keys of these files; with what else they say nothing is lost that a note needs."""


class _Head(BaseModel):
    """What a file may say besides its segments; also everything that a stored `Transcript` holds."""

    started_at: Instant | None = None
    title: _Line | None = None
    language: _Line | None = None
    recorded_s: Seconds | None = None
    flags: tuple[_Line, ...] = ()
    warnings: tuple[_Line, ...] = ()
    taken_for: _Line | None = None
    held_at: NaiveDatetime | None = None
    attendees: tuple[_Line, ...] = ()


def read_json(source: Source) -> Transcript:
    """The lines of a .json file; BadInputError where none can be read."""
    walk, counted = Walk(source), Counted(source)
    head: dict[str, Any] = {}
    others: dict[str, tuple[int, Any]] = {}
    said: list[tuple[int, Segment]] = []
    keys: set[str] = set()
    bad = 0
    try:
        if walk.opens_list():
            said += _said(source.damage, walk, counted, keys)
        else:
            for key in walk.members():
                if key == "segments":
                    # One by one: what was read before a tear stays.
                    said += _said(source.damage, walk, counted, keys)
                elif key in _Head.model_fields:
                    member = _head_member(source.damage, walk, key)
                    head |= member
                    bad += not member
                    if bad >= _MAX_BAD:
                        raise TornError(f"{_MAX_BAD:,} places cannot be used, so reading ended")
                else:
                    others[key] = walk.line_here(), walk.member()
                    if walk.was_cut:
                        break
    except TornError as error:
        if not said and not others:
            source.damage.add(walk.line, f"the file is damaged from here on: {error}")
            raise source.nothing_readable(f"no segment can be read ({error})") from None
        source.damage.add(walk.line, f"the file is damaged from here on: {error}")
    if not said and (reading := read_service({key: value for key, (_, value) in others.items()}, counted)):
        return transcript_of(source, reading)
    for key, (line, _) in others.items():
        if key not in _KNOWN and key != "text":
            source.damage.skip_key(line, key)
    segments = _segments(source.damage, said)
    if not segments:
        raise source.nothing_readable("no segment can be read")
    known = _Head.model_validate(head)
    return Transcript(
        started_at=known.started_at,
        title=known.title or None,
        language=shortened(known.language or "", LONGEST_TAG) or None,
        recorded_s=known.recorded_s,
        segments=segments,
        flags=tuple(dict.fromkeys((*_few(known.flags, LONGEST_TAG), *source.damage.flags))),
        warnings=(*_few(known.warnings, LONGEST_WORDS), *source.damage.warnings),
        taken_for=shortened(known.taken_for or _shape(keys), LONGEST_TAG),
        held_at=known.held_at,
        attendees=tuple(_few(known.attendees, LONGEST_NAME)),
    )


def _shape(keys: set[str]) -> str:
    if {"start_s", "end_s"} & keys:
        return "Roomscribe transcript"
    if "body" in keys:
        return "podcast transcript"
    if "sentence" in keys:
        return "Fireflies transcript"
    return "WhisperX transcript" if "speaker" in keys else "Whisper transcript"


def _few(lines: Iterable[str], most: int) -> Iterator[str]:
    """As many as a note shows, each of at most that many characters."""
    return (shortened(line, most) for line in islice(lines, _MAX_NOTED))


def _head_member(damage: Damage, walk: Walk, key: str) -> dict[str, Any]:
    """A key beside the segments with its value; nothing where it cannot be used."""
    line = walk.line_here()
    member = {key: walk.member()}
    try:
        _Head.model_validate(member)
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(map(str, first["loc"][:1]))
        damage.add(line, tidy(f"skipped: {where}: {first['msg'].removeprefix('Value error, ')}"))
        return {}
    return member


def _said(damage: Damage, walk: Walk, counted: Counted, keys: set[str]) -> Iterator[tuple[int, Segment]]:
    bad = 0
    for line, value in walk.items():
        row = value if isinstance(value, dict) else {}
        text = next((row[key] for key in _TEXTS if isinstance(row.get(key), str)), None)
        if text is None:
            bad += 1
            damage.add(line, "a segment was skipped: it has no words")
            if bad >= _MAX_BAD:
                raise TornError(f"{_MAX_BAD:,} places cannot be used, so reading ended")
            continue
        counted.add(text)
        keys.update(row)
        for key in value:
            if key not in _KNOWN:
                damage.skip_key(line, key)
        if is_words(text):
            yield from ((line, segment) for segment in _lines(damage, line, value, tidy(text)))


def _lines(damage: Damage, line: int, item: dict[str, Any], text: str) -> Iterator[Segment]:
    """Their ids are empty where the file gives none: of an item that is divided, the first has its own."""
    start_s, end_s = _time(damage, line, item, _STARTS), _time(damage, line, item, _ENDS)
    if start_s is not None and end_s is not None and end_s < start_s:
        damage.add(line, "a segment ends before it begins; its words and its start are kept")
        end_s = None
    confidence = seconds_of(item.get("confidence"))
    if item.get("confidence") is not None and (confidence is None or confidence > 1):
        damage.add(line, "the confidence of a segment is none")
        confidence = None
    name = item.get("id")
    name = tidy(str(name)) if isinstance(name, (str, int)) and not isinstance(name, bool) else ""
    name = name if len(name) <= LONGEST_NAME else ""
    is_ours = not {"start_s", "end_s"}.isdisjoint(item)
    speaker = _name(item.get("speaker")) if is_ours else speaker_of(item)
    also = shortened(_name(item.get("also")) or "", LONGEST_NAME) or None if speaker else None
    for each in divided(Utterance(start_s, end_s, speaker, text)):
        yield Segment(name, *each, confidence, also)
        name = ""


def _time(damage: Damage, line: int, item: dict[str, Any], keys: tuple[str, ...]) -> float | None:
    given = next((item[key] for key in keys if item.get(key) is not None), None)
    found = seconds_of(given)
    if given is not None and found is None:
        damage.add(line, "a time of a segment cannot be used; its words are kept")
    return found


def _name(given: Any) -> str | None:
    return tidy(given) or None if isinstance(given, str) else None


def _segments(damage: Damage, said: list[tuple[int, Segment]]) -> tuple[Segment, ...]:
    given = {segment.id for _, segment in said}
    fresh = (name for n in count(1) if (name := f"s{n}") not in given)
    taken: set[str] = set()
    segments = []
    for i in in_order(segment.start_s for _, segment in said):
        line, segment = said[i]
        name = segment.id
        if name in taken:
            damage.add(line, f"the id {name!r} is given twice; the later segment got a new one")
            name = ""
        if not name:
            segment = replace(segment, id=(name := next(fresh)))
        taken.add(name)
        segments.append(segment)
    return tuple(segments)
