"""Our own JSON: `{"started_at"?, "title"?, "language"?, "segments": [{"id"?, "start_s", "end_s", "speaker",
"text"}]}`, and Whisper's, which is the same with "start" and "end" in a segment and keys of its own.

What is not ours is skipped and named: no file is refused for saying more than we ask. The file is read member
by member instead of in one go, for two reasons: a warning can name the line of a segment, and of a file that
was cut off the segments before the cut are kept.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import count, islice
from typing import Annotated, Any

from pydantic import (
    AfterValidator,
    AliasChoices,
    BaseModel,
    ConfigDict,
    Field,
    FiniteFloat,
    ValidationError,
    model_validator,
)

from guardrails.core.types import Segment
from pipelines.characters import shortened, tidy
from pipelines.importers.damage import Damage
from pipelines.importers.source import Source
from pipelines.importers.utterance import Counted, Utterance, divided, in_order, is_words
from pipelines.text import LONGEST_NAME, LONGEST_TAG, LONGEST_WORDS, Instant, Seconds
from pipelines.transcript import Transcript

_Line = Annotated[str, AfterValidator(tidy)]
"""JSON can hold any character as an escape, whatever the file's own bytes are."""

_SPACE = re.compile(r"\s*")
# Python's decoder counts the lines before each error, which takes milliseconds in a large file.
_MAX_TORN = 100
# Each error that pydantic finds takes microseconds to tell, and 8 MB hold millions.
_MAX_BAD = 1000
_MAX_NOTED = 100
"""Flags, and warnings: a file of ours has a few."""
_NEXT_OBJECT = re.compile(r"\}\s*,\s*(?=\{)")


class _Head(BaseModel):
    """What a file may say besides its segments; also everything that a stored `Transcript` holds."""

    started_at: Instant | None = None
    title: _Line | None = None
    language: _Line | None = None
    recorded_s: Seconds | None = None
    flags: tuple[_Line, ...] = ()
    warnings: tuple[_Line, ...] = ()


class _Item(BaseModel):
    model_config = ConfigDict(strict=True)

    id: _Line | int | None = None
    start_s: Seconds | None = Field(None, validation_alias=AliasChoices("start_s", "start"))
    end_s: Seconds | None = Field(None, validation_alias=AliasChoices("end_s", "end"))
    speaker: _Line | None = None
    text: _Line
    confidence: Annotated[FiniteFloat, Field(ge=0, le=1)] | None = None
    also: _Line | None = None

    @model_validator(mode="after")
    def _ends_after_start(self) -> _Item:
        if self.start_s is not None and self.end_s is not None and self.end_s < self.start_s:
            raise ValueError("end_s is before start_s")
        return self


_ITEM_KEYS = frozenset({*_Item.model_fields, "start", "end"})


class _TornError(ValueError):
    """The text is no JSON from here on."""


def import_json(source: Source) -> Transcript:
    """The segments of a .json file; BadInputError where none can be read."""
    reader = _Reader(source)
    head: dict[str, Any] = {}
    said: list[tuple[int, Segment]] = []
    try:
        for key in reader.members():
            if key == "segments":
                # One by one: what was read before a tear stays, and a pydantic model takes four times a
                # segment's memory.
                for line, item in reader.items():
                    if is_words(item.text):
                        said += ((line, segment) for segment in _lines(item))
            else:
                head |= reader.head_member(key)
    except _TornError as error:
        source.damage.add(reader.line, f"the file is damaged from here on: {error}")
        if not said:
            raise source.nothing_readable(f"no segment can be read ({error})") from None
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
    )


def _few(lines: Iterable[str], most: int) -> Iterator[str]:
    """As many as a note shows, each of at most that many characters."""
    return (shortened(line, most) for line in islice(lines, _MAX_NOTED))


class _Reader:
    """Walks over the file's one object; `line` is where the value read last begins."""

    def __init__(self, source: Source) -> None:
        self._source = source
        self._counted = Counted(source)
        self._text = source.text()
        self._decoder = json.JSONDecoder()
        self._position = 0
        self._counted_to = 0
        self._lines = 1
        self._bad = 0
        self.line = 1

    def members(self) -> Iterator[str]:
        """The keys of the object; the caller takes each one's value before it asks for the next."""
        self._expect("{")
        if self._accept("}"):
            return
        while True:
            key = self._value()
            if not isinstance(key, str):
                raise _TornError("a key was expected")
            self._expect(":")
            yield key
            if not self._accept(","):
                break
        self._expect("}")
        if self._position < len(self._text):
            self.line = self._line_here()
            raise _TornError("the file goes on after its end")

    def head_member(self, key: str) -> dict[str, Any]:
        """A key beside the segments with its value; nothing where it is not ours, or cannot be used."""
        line = self._line_here()
        member = {key: self._value()}
        if key not in _Head.model_fields:
            self._source.damage.skip_key(line, key)
            return {}
        try:
            _Head.model_validate(member)
        except ValidationError as error:
            self._skip(line, f"skipped: {_reason(error)}")
            return {}
        return member

    def items(self) -> Iterator[tuple[int, _Item]]:
        """(line, segment): the segments that can be read; the others are noted as damage."""
        self._expect("[")
        if self._accept("]"):
            return
        torn = 0
        while True:
            line = self._line_here()
            try:
                value = self._value()
            except _TornError as error:
                torn += 1
                if torn > _MAX_TORN:
                    raise
                self._skip_to_next_object(error)
                self._source.damage.add(line, f"a segment was skipped: {error}")
                continue
            if item := self._item(line, value):
                yield line, item
            if not self._accept(","):
                break
        self._expect("]")

    def _item(self, line: int, value: Any) -> _Item | None:
        if isinstance(value, dict):
            for key in value:
                if key not in _ITEM_KEYS:
                    self._source.damage.skip_key(line, key)
            if isinstance(text := value.get("text"), str):
                self._counted.add(text)
        try:
            return _Item.model_validate(value)
        except ValidationError as error:
            self._skip(line, f"a segment was skipped: {_reason(error)}")
            return None

    def _skip(self, line: int, what: str) -> None:
        """Note what is JSON and cannot be used; _TornError where that goes on and on."""
        self._source.damage.add(line, what)
        self._bad += 1
        if self._bad >= _MAX_BAD:
            raise _TornError(f"{_MAX_BAD:,} places cannot be used, so reading ended")

    def _skip_to_next_object(self, error: _TornError) -> None:
        following = _NEXT_OBJECT.search(self._text, self._position)
        if following is None:
            raise error
        self._position = following.end()

    def _value(self) -> Any:
        self.line = self._line_here()
        try:
            value, self._position = self._decoder.raw_decode(self._text, self._position)
        except json.JSONDecodeError as error:
            raise _TornError(error.msg) from None
        except (ValueError, RecursionError) as error:  # a number of thousands of digits; brackets without end
            raise _TornError(str(error)) from None
        return value

    def _expect(self, sign: str) -> None:
        if not self._accept(sign):
            self.line = self._line_here()
            raise _TornError(f"{sign!r} was expected")

    def _accept(self, sign: str) -> bool:
        self._skip_space()
        found = self._text.startswith(sign, self._position)
        self._position += found
        self._skip_space()
        return found

    def _skip_space(self) -> None:
        self._position = _SPACE.match(self._text, self._position).end()  # type: ignore[union-attr]  # matches
        ""

    def _line_here(self) -> int:
        self._lines += self._text.count("\n", self._counted_to, self._position)
        self._counted_to = self._position
        return self._lines


def _reason(error: ValidationError) -> str:
    first = error.errors()[0]
    where = ".".join(map(str, first["loc"][:1]))
    message = first["msg"].removeprefix("Value error, ")
    return tidy(f"{where}: {message}" if where else message)


def _lines(item: _Item) -> Iterator[Segment]:
    """Their ids are empty where the file gives none: of an item that is divided, the first has its own."""
    name = "" if item.id is None else str(item.id)
    name = name if len(name) <= LONGEST_NAME else ""
    also = shortened(item.also or "", LONGEST_NAME) or None if item.speaker else None
    said = Utterance(item.start_s, item.end_s, item.speaker or None, item.text)
    for line in divided(said):
        yield Segment(name, *line, item.confidence, also)
        name = ""


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
