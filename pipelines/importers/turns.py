"""Plain text, Markdown and Word documents: turns of speech in the forms that people and platforms write them.

    Name: text                   [00:01:02] Name: text       Name 00:12    (text on the lines below)
    **Name** [00:00:00] text     [00:01:02] text             00:12         (lines below, named or not)
    Name                         [00:01:02] Name
    00:12                        text
    text

A line that opens no turn goes on with the one above it; after an empty line it is a paragraph of its own,
whose speaker is unknown, unless the turn was opened by a line of its own (then it lasts until the next such
line). A time alone on its line is that of all turns below it which have none.

Sources: Teams' and Meet's documents (a header line of name and time; blocks of a minute and a half),
otter.ai, rev.com, descript.com, fireflies.ai, tldv.io, granola.ai and read.ai help pages on exports.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from pipelines.characters import tidy
from pipelines.importers.clock import TIME, seconds
from pipelines.importers.headline import (
    Headline,
    ended_after,
    is_nobodys,
    is_section,
    is_sound,
    read_headline,
)
from pipelines.importers.labels import accepted
from pipelines.importers.source import Source
from pipelines.importers.text_line import TextLine, is_name, read_line
from pipelines.importers.utterance import Counted, Reading, Utterance, is_words, since_the_first

_TIME_BEHIND = re.compile(rf"({TIME})\s+(?=\S)")
_SPOKEN_TIME = re.compile(r"\d{1,3} (?:hours?|minutes?|seconds?)(?: \d{1,2} (?:minutes?|seconds?)){0,2}")
"""As a screen reader says it, beside the time: Teams' page, copied."""
_INLINE_TIME = re.compile(r"\s*\[(\d{1,2}:\d{2}(?::\d{2})?(?:\.\d{1,3})?)\]\s*")
_SENTENCE_ENDS = (".", "?", "!", "\u2026", '"', "\u201d")
_MOST_ABOVE = 15
"""Lines of title, day and people. More are words."""
_HOUR_S = 3_600.0


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


def read_turns(source: Source) -> Reading:
    """The turns of a text; BadInputError where it holds no words, or is no text."""
    lines: list[TextLine] = []
    length_s = None
    counted = Counted(source)
    for _, text in source.lines():
        counted.add(text)
        line = read_line(text, is_markdown=source.suffix == ".md")
        length_s = ended_after(line.whole) or length_s
        if not is_nobodys(line.whole):
            lines.append(line)
    if _is_binary(lines):
        raise source.nothing_readable("this is no text")
    above, lines = _from_section(_with_names_alone(lines))
    spoken_lines = [line for line in lines if not line.is_heading]
    labels = Counter(line.label for line in spoken_lines if line.label is not None)
    people = read_headline([line.whole for line in (*above, *lines[:_MOST_ABOVE])]).people
    names = accepted(labels, labels.total() + _unlabelled_paragraphs(spoken_lines), people)
    about, lines = _headed(above, lines, names)
    utterances = [each for turn in _turns(lines, names) for each in _utterances(turn)]
    if about.said:
        utterances.insert(0, Utterance(None, None, None, " ".join(about.said)))
    spoken = [each for each in utterances if is_words(each.text) and not is_sound(each.text)]
    if not spoken:
        raise source.nothing_readable("no words can be read")
    return Reading(
        since_the_first(spoken, _HOUR_S if is_clocked(source.opening) else 5 * _HOUR_S),
        title=about.title,
        held_at=about.held_at,
        people=about.people,
        length_s=length_s or about.length_s,
    )


def _is_binary(lines: list[TextLine]) -> bool:
    """Whether the file's opening looks like a program's data: a tenth of it cannot be shown."""
    opening = " ".join(line.whole[:4096] for line in lines[:40])[:4096]
    return opening.count("\ufffd") * 10 > len(opening)


def _with_names_alone(lines: list[TextLine]) -> list[TextLine]:
    """The lines with names that have a line to themselves: above a time, or beside it with words below."""
    lines = [line for line in lines if not (line.is_plain and _SPOKEN_TIME.fullmatch(line.whole))]
    beside = [
        place
        for place, line in enumerate(lines[:-1])
        if line.start_s is not None and not line.is_header and line.label is None
        and lines[place + 1].is_plain and is_name(line.text)
    ]  # fmt: skip
    timed = sum(line.start_s is not None for line in lines)
    if len(beside) > 1 and len(beside) >= 0.8 * timed:
        for place in beside:
            lines[place] = lines[place]._replace(
                label=lines[place].text, text="", is_header=True, is_doubtful=False
            )
    lines = [TextLine(line.whole, line.whole) if line.is_doubtful else line for line in lines]
    behind = [
        (place, match)
        for place, line in enumerate(lines)
        if line.label and line.start_s is None and (match := _TIME_BEHIND.match(line.text))
    ]
    if len(behind) > 1 and len(behind) >= 0.8 * sum(line.label is not None for line in lines):
        for place, match in behind:  # "Ann: 0:03 We ship."
            lines[place] = lines[place]._replace(
                start_s=seconds(match[1]), text=lines[place].text[match.end() :]
            )
    joined: list[TextLine] = []
    for line in lines:
        if line.is_time and joined and joined[-1].is_plain and is_name(joined[-1].whole):
            line = line._replace(label=joined.pop().whole)
        joined.append(line)
    return joined


def _from_section(lines: list[TextLine]) -> tuple[list[TextLine], list[TextLine]]:
    """The lines above the heading of the transcript, where there is one with most turns below, and those
    below."""
    turns = [place for place, line in enumerate(lines) if line.label or line.start_s is not None]
    sections = [place for place, line in enumerate(lines) if is_section(line.whole)]
    for place in reversed(sections):
        following = sum(turn > place for turn in turns)
        if 2 * following > len(turns) or (following and lines[place].is_heading):
            return lines[: place + 1], lines[place + 1 :]
    return [], lines


def _headed(
    above: list[TextLine], lines: list[TextLine], names: frozenset[str]
) -> tuple[Headline, list[TextLine]]:
    """What stands above the first turn, and the lines from there on."""
    first = next((i for i, line in enumerate(lines) if line.opens(names)), len(lines))
    before = [line for line in lines[:first] if line.whole and not line.is_heading]
    is_headed = first < len(lines) and len(before) <= _MOST_ABOVE
    head = [*above, *(lines[:first] if is_headed else ())]
    headings = [line.whole for line in (head or lines) if line.is_heading]
    about = read_headline([line.whole for line in head] if is_headed or above else headings, headings)
    if above:  # somebody's notes, or a program's
        about.said = []
    return about, [line for line in (lines[first:] if is_headed else lines) if not line.is_heading]


def _unlabelled_paragraphs(lines: list[TextLine]) -> int:
    """Paragraphs that open without a label and stand under none."""
    count = 0
    under_header = False
    previous_is_blank = True
    for line in lines:
        is_blank = not line.whole
        if not is_blank:
            if line.label is not None:
                under_header = line.is_header
            elif previous_is_blank and not under_header and not line.is_time:
                count += 1
        previous_is_blank = is_blank
    return count


def _turns(lines: Sequence[TextLine], names: frozenset[str]) -> Iterator[_Turn]:
    turn = _Turn()
    after_blank = False
    block_s: float | None = None
    for line in lines:
        if not line.whole:
            after_blank = True
            continue
        is_named, opens = line.label in names, line.opens(names)
        if opens or turn.ends_before_plain_line(after_blank):
            yield turn
            turn = _Turn()
        if opens:
            if line.start_s is not None:
                block_s = line.start_s if line.is_time else None
            start_s = line.start_s if line.start_s is not None else block_s
            turn = _Turn(start_s, line.end_s, line.label if is_named else None, line.is_header)
        turn.texts.append(line.text if opens else line.whole)
        after_blank = False
    yield turn


def _utterances(turn: _Turn) -> Iterator[Utterance]:
    """The turn, cut where a time stands in its middle."""
    text = tidy(" ".join(turn.texts))
    start_s, done = turn.start_s, 0
    for match in _INLINE_TIME.finditer(text):
        at_s = seconds(match[1])
        if at_s is None or (start_s is not None and at_s < start_s):
            continue
        if before := text[done : match.start()].strip():
            yield Utterance(start_s, at_s if start_s is not None else None, turn.speaker, before)
        start_s, done = at_s, match.end()
    if rest := text[done:].strip():
        yield Utterance(start_s, turn.end_s, turn.speaker, rest)


def is_clocked(opening: str) -> bool:
    """Whether the lines are as in Zoom's saved captions: "[Ann Lee] 15:05:17", words below."""
    return re.match(r"\s*\[[^\[\]\n]{1,80}\] \d\d:\d\d:\d\d\n", opening) is not None
