"""A file of JSON, read value by value instead of in one go.

Of a file that was cut off what stands before the cut is kept, a warning names the line of what it is about,
and values without end do not fill the memory.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

from pipelines.importers.source import Source

_SPACE = re.compile(r"\s*")
# Python's decoder counts the lines before each error, which takes milliseconds in a large file.
_MAX_TORN = 100
_NEXT_OBJECT = re.compile(r"\}\s*,\s*(?=\{)")
_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[\[\]{}]|"')
_MOST_VALUES = 500_000
"""Objects and lists: each word of a day's talk is two. Empty ones would take twenty times their size."""


class TornError(ValueError):
    """The text is no JSON from here on."""


class Walk:
    """Walks over the file's one object or list; `line` is where the value read last begins."""

    def __init__(self, source: Source) -> None:
        self._source = source
        self._text = source.text()
        self._decoder = json.JSONDecoder()
        self._position = 0
        self._counted_to = 0
        self._lines = 1
        self._left = _MOST_VALUES
        self._is_dense = self._text.count("[") + self._text.count("{") > _MOST_VALUES
        self.line = 1
        self.was_cut = False
        """Whether a member was cut off, so that nothing can follow."""

    def opens_list(self) -> bool:
        self._skip_space()
        return self._text.startswith("[", self._position)

    def members(self) -> Iterator[str]:
        """The keys of the object; the caller takes each one's value before it asks for the next."""
        self._expect("{")
        if self._accept("}"):
            return
        while True:
            key = self._value()
            if not isinstance(key, str):
                raise TornError("a key was expected")
            self._expect(":")
            yield key
            if not self._accept(","):
                break
        self._expect("}")
        if self._position < len(self._text):
            self.line = self.line_here()
            raise TornError("the file goes on after its end")

    def member(self) -> Any:
        """The value of a key; of one that was cut off, what stands before the cut."""
        begin = self._position
        try:
            return self._value()
        except TornError as error:
            self._position = begin
            if (mended := self._mended()) is None:
                raise
            self._source.damage.add(self.line_here(), f"the file is damaged from here on: {error}")
            self.was_cut = True
            return mended

    def items(self) -> Iterator[tuple[int, Any]]:
        """(line, value) of each item of the list; those that are torn are noted as damage."""
        self._expect("[")
        if self._accept("]"):
            return
        torn = 0
        while True:
            line = self.line_here()
            try:
                value = self._value()
            except TornError as error:
                torn += 1
                if torn > _MAX_TORN:
                    raise
                self._skip_to_next_object(error)
                self._source.damage.add(line, f"a segment was skipped: {error}")
                continue
            yield line, value
            if not self._accept(","):
                break
        self._expect("]")

    def _skip_to_next_object(self, error: TornError) -> None:
        following = _NEXT_OBJECT.search(self._text, self._position)
        if following is None:
            raise error
        self._position = following.end()

    def _value(self) -> Any:
        self.line = self.line_here()
        begin = self._position
        if self._is_dense:
            self._check_parts(begin)
        try:
            value, self._position = self._decoder.raw_decode(self._text, begin)
        except json.JSONDecodeError as error:
            raise TornError(error.msg) from None
        except (ValueError, RecursionError) as error:  # a number of thousands of digits; brackets without end
            raise TornError(str(error)) from None
        return value

    def _check_parts(self, begin: int) -> None:
        """TornError for a value of so many parts that it would fill the memory."""
        if not self._text.startswith(("[", "{"), begin):
            return
        opened = depth = 0
        for token in _TOKEN.finditer(self._text, begin):
            opened += token[0] in "[{"
            depth += (token[0] in "[{") - (token[0] in "]}")
            if opened > _MOST_VALUES:
                raise TornError(f"it has more than {_MOST_VALUES:,} parts")
            if depth <= 0:
                return

    def _mended(self) -> Any:
        """The value at this place as far as it is whole, with its brackets closed; None where nothing is."""
        open_brackets: list[str] = []
        whole: tuple[int, str] | None = None
        for token in _TOKEN.finditer(self._text, self._position):
            sign = token[0]
            if sign == '"':
                break
            if sign in "[{":
                open_brackets.append("]" if sign == "[" else "}")
            elif sign in "]}":
                if not open_brackets or open_brackets.pop() != sign:
                    break
                whole = token.end(), "".join(reversed(open_brackets))
            self._left -= 1
            if self._left < 0 or len(open_brackets) > 50:
                break
        if whole is None:
            return None
        try:
            return json.loads(self._text[self._position : whole[0]] + whole[1])
        except (ValueError, RecursionError):
            return None

    def _expect(self, sign: str) -> None:
        if not self._accept(sign):
            self.line = self.line_here()
            raise TornError(f"{sign!r} was expected")

    def _accept(self, sign: str) -> bool:
        self._skip_space()
        found = self._text.startswith(sign, self._position)
        self._position += found
        self._skip_space()
        return found

    def _skip_space(self) -> None:
        self._position = _SPACE.match(self._text, self._position).end()  # type: ignore[union-attr]  # matches
        ""

    def line_here(self) -> int:
        self._lines += self._text.count("\n", self._counted_to, self._position)
        self._counted_to = self._position
        return self._lines
