"""Plain text and Markdown: turns of speech in the forms that people and exports write them.

    Name: text                   [00:01:02] Name: text       Name 00:12    (text on the lines below)
    **Name** [00:00:00] text     [00:01:02] text             00:12         (text on the lines below)

A line that opens no turn goes on with the one above it; after an empty line it is a paragraph of its own,
whose speaker is unknown, unless the turn was opened by a line of its own (then it lasts until the next such
line).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from pipelines.characters import tidy
from pipelines.importers.clock import TIME, seconds
from pipelines.importers.labels import accepted, may_be_name, split_label
from pipelines.importers.markup import unescaped
from pipelines.importers.source import Source
from pipelines.importers.utterance import Counted, Utterance, in_order, is_words, transcript_of
from pipelines.transcript import Transcript

_HEADING = re.compile(r"#{1,6}\s+(.+)")
_RULE = re.compile(r"\s*(?:[-*_=]\s*){3,}$")
# "[0:12]", "(0:12)", "[0:12 - 0:15]", or bare: with hours, or alone on its line, or before a label.
_TIME_FIRST = re.compile(
    rf"(?:[\[(]({TIME})(?:\s*[-\u2013>]+\s*({TIME}))?[\])]|({TIME})(?=\s|$))\s*[-\u2013|:]?\s*"
)
_NAME_THEN_TIME = re.compile(
    r"\[?([^\[\]():]{1,60}?(?:\([^()]{1,40}\))?)\]?\s?[-\u2013|:]?\s?"
    rf"(?:[\[(]({TIME})[\])]\s?:?\s?|(?<=\s)({TIME})$)"
)
_SENTENCE_ENDS = (".", "?", "!", "\u2026", '"', "\u201d")


class _Line(NamedTuple):
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


@dataclass
class _Turn:
    start_s: float | None = None
    end_s: float | None = None
    speaker: str | None = None
    has_header: bool = False
    texts: list[str] = field(default_factory=list)

    def ends_before_plain_line(self, after_blank: bool) -> bool:
        """Whether a line that opens no turn is a new paragraph, not the rest of this one."""
        if self.has_header or not self.texts:
            return False
        is_bare = self.speaker is None and self.start_s is None
        # Bare text is either wrapped by hand, or one line for each remark: a sentence that ends tells.
        return after_blank or (is_bare and self.texts[-1].endswith(_SENTENCE_ENDS))


def import_text(source: Source) -> Transcript:
    """The turns of a .txt or .md file; BadInputError where it holds no words, or is no text."""
    title = None
    lines: list[_Line] = []
    counted = Counted(source)
    for _, text in source.lines():
        counted.add(text)
        if source.suffix == ".md":
            if heading := _HEADING.match(text):
                title = title or tidy(unescaped(heading[1])) or None
                continue
            if _RULE.match(text):
                continue
        lines.append(_read(tidy(unescaped(text).replace("**", ""))))
    if _is_binary(lines):
        raise source.nothing_readable("this is no text")
    utterances = [u for u in _utterances(lines) if is_words(u.text)]
    if not utterances:
        raise source.nothing_readable("no words can be read")
    return transcript_of(source, _closed(utterances), title=title)


def _is_binary(lines: list[_Line]) -> bool:
    """Whether the file's opening looks like a program's data: a tenth of it cannot be shown."""
    opening = " ".join(line.whole[:4096] for line in lines[:40])[:4096]
    return opening.count("\ufffd") * 10 > len(opening)


def _read(text: str) -> _Line:
    line = _Line(text, text)
    if not text:
        return line
    if match := _TIME_FIRST.match(text):
        return _with_time_first(line, match)
    found = _NAME_THEN_TIME.match(text)
    if found and may_be_name(found[1]) and (start_s := seconds(found[2] or found[3])) is not None:
        rest = text[found.end() :]
        return line._replace(text=rest, label=found[1].strip(), start_s=start_s, is_header=not rest)
    if label := split_label(text):
        return line._replace(label=label[0], text=label[1])
    return line


def _with_time_first(line: _Line, match: re.Match[str]) -> _Line:
    bare = match[3]
    start_s, end_s = seconds(match[1] or bare), seconds(match[2] or "")
    rest = line.text[match.end() :]
    label = split_label(rest)
    if start_s is None or (bare and bare.count(":") < 2 and rest and not label):
        # "10:30 is fine for me" is a sentence.
        return line
    if end_s is not None and end_s < start_s:
        end_s = None
    timed = line._replace(start_s=start_s, end_s=end_s, text=rest, is_header=not rest)
    return timed._replace(label=label[0], text=label[1]) if label else timed


def _utterances(lines: list[_Line]) -> Iterator[Utterance]:
    labels = Counter(line.label for line in lines if line.label is not None)
    names = accepted(labels, labels.total() + _unlabelled_paragraphs(lines))
    for turn in _turns(lines, names):
        if turn.texts:
            yield Utterance(turn.start_s, turn.end_s, turn.speaker, tidy(" ".join(turn.texts)))


def _unlabelled_paragraphs(lines: list[_Line]) -> int:
    """Paragraphs that open without a label and stand under none."""
    count = 0
    under_header = False
    previous_is_blank = True
    for line in lines:
        is_blank = not line.whole
        if not is_blank:
            if line.label is not None:
                under_header = line.is_header
            elif previous_is_blank and not under_header:
                count += 1
        previous_is_blank = is_blank
    return count


def _turns(lines: list[_Line], names: frozenset[str]) -> Iterator[_Turn]:
    turn = _Turn()
    after_blank = False
    for line in lines:
        if not line.whole:
            after_blank = True
            continue
        is_named = line.label in names
        opens = is_named or (line.label is None and line.start_s is not None)
        if opens or turn.ends_before_plain_line(after_blank):
            yield turn
            turn = _Turn()
        if opens:
            turn = _Turn(line.start_s, line.end_s, line.label if is_named else None, line.is_header)
        turn.texts.append(line.text if opens else line.whole)
        after_blank = False
    yield turn


def _closed(utterances: Iterable[Utterance]) -> list[Utterance]:
    """A turn whose end is not written ends where the next one starts; the last one's end stays unknown."""
    listed = list(utterances)
    ordered = [listed[i] for i in in_order(u.start_s for u in listed)]
    next_start: float | None = None
    for i in range(len(ordered) - 1, -1, -1):
        start_s = ordered[i].start_s
        if start_s is None:
            continue
        if ordered[i].end_s is None:
            ordered[i] = ordered[i]._replace(end_s=next_start)
        next_start = start_s
    return ordered
