"""What one line of a text may be: name and time, a time alone, a label with words, a heading, or words.

Whether its label is a speaker is decided once all lines are seen (`pipelines.importers.turns`).
"""

from __future__ import annotations

import re
from typing import NamedTuple

from pipelines.characters import tidy
from pipelines.importers.clock import TIME, seconds
from pipelines.importers.headline import day_in
from pipelines.importers.labels import is_capitalised, may_be_name, split_label
from pipelines.importers.markup import unescaped

_HEADING = re.compile(r"#{1,6}\s+(.+)")
_RULE = re.compile(r"\s*(?:[-*_=]\s*){3,}$")
_ESCAPED = re.compile(r"\\([\\`*_{}\[\]()#+\-.!~>|&=:'\"])")
"""Markdown's, of which Google's documents are full."""
_EMPHASIS = re.compile(r"\*\*|__|^\*(?=\S)|(?<=\S)\*$|^>\s")
_RANGE = rf"({TIME})(?:\s*[-\u2013\u2014>]+\s*({TIME}))?"
# "[0:12]", "(0:12)", "[0:12 - 0:15]", or bare: with hours, or alone on its line, or before a label.
_TIME_FIRST = re.compile(
    rf"(?:[\[(](?:(?:chat|typed) )?{_RANGE}[\])]|{_RANGE}(?=\s|$))\s*[-\u2013|:\u2022]?\s*"
)
_NAME_THEN_TIME = re.compile(
    r"\[?([^\[\]():]{1,60}?(?:\([^()]{1,40}\))?)\]?\s?[-\u2013\u2014|:,@\u2022\u00b7]?\s?"
    rf"(?:[\[(]{_RANGE}[\])]\s?:?\s?|(?<=\s){_RANGE}$)"
)
_MOST_WORDS_OF_NAME = 5


class TextLine(NamedTuple):
    """What one line may be; whether its label is a speaker is decided once all lines are seen."""

    whole: str
    """All of it, tidied; "" for an empty line."""
    text: str
    """What is left of it without label and time."""
    label: str | None = None
    start_s: float | None = None
    end_s: float | None = None
    is_header: bool = False
    """Nothing but name and time: the words stand below."""
    is_heading: bool = False
    is_doubtful: bool = False
    """Its time and what follows may be a sentence: "10:30 Works"."""

    @property
    def is_time(self) -> bool:
        return self.is_header and self.label is None

    def opens(self, names: frozenset[str]) -> bool:
        """Whether a turn begins here, if those are the speakers."""
        return not self.is_heading and (
            self.label in names or (self.label is None and self.start_s is not None)
        )

    @property
    def is_plain(self) -> bool:
        return bool(self.whole) and self.label is None and self.start_s is None and not self.is_heading


def read_line(raw: str, *, is_markdown: bool) -> TextLine:
    if is_markdown:
        raw = _ESCAPED.sub(r"\1", raw)
    heading = _HEADING.match(raw)
    if _RULE.match(raw):
        return TextLine("", "")
    text = tidy(_EMPHASIS.sub("", unescaped(heading[1] if heading else raw).strip()))
    text = text.removeprefix("[chat] ").removeprefix("[typed] ")
    line = TextLine(text, text)
    if not text:
        return line
    if match := _TIME_FIRST.match(text):
        line = _with_time_first(line, match)
    elif (found := _NAME_THEN_TIME.match(text)) and may_be_name(found[1]) and not day_in(found[1])[0]:
        start_s, end_s = seconds(found[2] or found[4]), seconds(found[3] or found[5] or "")
        if start_s is not None:
            rest = text[found.end() :]
            line = TextLine(text, rest, found[1].strip(), start_s, end_s, is_header=not rest)
    elif label := split_label(text):
        line = line._replace(label=label[0], text=label[1])
    # A time may be a heading, and so may a name with one; anything else that is one is no speech.
    return line._replace(is_heading=True) if heading and not line.is_header else line


def _with_time_first(line: TextLine, match: re.Match[str]) -> TextLine:
    bare = match[3]
    start_s, end_s = seconds(match[1] or bare), seconds(match[2] or match[4] or "")
    rest = line.text[match.end() :]
    label = split_label(rest)
    # "10:30 is fine for me" is a sentence.
    may_be_said = bool(bare and bare.count(":") < 2 and end_s is None and rest and not label)
    if start_s is None or (may_be_said and not is_name(rest)):
        return line
    timed = line._replace(
        start_s=start_s, end_s=end_s, text=rest, is_header=not rest, is_doubtful=may_be_said
    )
    return timed._replace(label=label[0], text=label[1], is_header=not label[1]) if label else timed


def is_name(text: str) -> bool:
    return len(text.split()) <= _MOST_WORDS_OF_NAME and may_be_name(text) and is_capitalised(text)
