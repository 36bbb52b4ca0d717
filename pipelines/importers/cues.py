"""WebVTT, SubRip and SBV: blocks of lines, each cue a line of times and the words under it.

References: WebVTT (W3C candidate recommendation, sections 4 and 6) for blocks and tags; SubRip and SBV have
no standard, only habits. Names stand in a voice tag (Teams: learn.microsoft.com, callTranscript; unpadded
times), in the identifier (Webex: `12 "Ann Lee" (1234)`, developer.webex.com, meeting transcripts), before the
words (Zoom), or on a line of their own (older documents of Teams). YouTube's captions roll: each cue repeats
the line before (yt-dlp issue 1734).

A damaged time costs no word: what cannot be read of it is unknown, and words without a time stay with the cue
before.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from itertools import groupby, pairwise
from typing import NamedTuple

from pipelines.characters import tidy
from pipelines.importers.clock import LOOSE_TIME, TIME, seconds
from pipelines.importers.damage import Damage
from pipelines.importers.headline import is_nobodys, is_sound
from pipelines.importers.labels import accepted, is_capitalised, may_be_name, split_label
from pipelines.importers.markup import plain, voices
from pipelines.importers.source import Line, Source
from pipelines.importers.utterance import MOST_CHARACTERS, Counted, Reading, Utterance, is_words
from pipelines.text import LONGEST_LINE

_TIMING = re.compile(rf"\s*({LOOSE_TIME})\s*-->\s*({LOOSE_TIME})(?=\s|$)")
_SBV_TIMING = re.compile(rf"\s*({TIME}),({TIME})\s*$")
_DAMAGED = re.compile(r"\s*(\S*?)\s*(?:-+>|\s|,)\s*(\S*)")
_NO_ARROW = re.compile(rf"\s*{TIME}[\s>-]+{TIME}\s*$")
_NO_SPEECH = re.compile(r"(?:WEBVTT|NOTE|STYLE|REGION)(?:\s|$)")
_FIELD = re.compile(r"(Title|Language|Began):\s*(.*\S)")
_SIGNED = "NOTE Roomscribe"
"""Our own files say of what meeting they are (`pipelines.render.subtitles`)."""
_IDENTIFIED = re.compile(r'\d*\s*"([^"]{1,80})"\s*(?:\(\d*\))?\s*$')
_WORD_STAMP = re.compile(r"<\d{1,4}(?::\d\d){1,2}\.\d{1,3}>")


class _Cue(NamedTuple):
    start_s: float | None
    end_s: float | None
    lines: list[str]
    voice: str | None = None


class _Span(NamedTuple):
    """A part of a cue: one line, or what one voice says."""

    cue: int
    speaker: str | None
    text: str


def read_cues(source: Source) -> Reading:
    """The cues of a file; BadInputError if it has none that can be read."""
    about: dict[str, str] = {}
    cues: list[_Cue] = []
    for block in _blocks(source.lines()):
        is_head = block[0].number == 1 and block[0].text.startswith("WEBVTT")
        if is_head or block[0].text == _SIGNED:
            about |= {match[1]: match[2] for line in block if (match := _FIELD.match(line.text))}
        _add_cues(cues, block, source.damage)
    cues = _named_by_lines(_unrolled(cues))
    utterances = list(_utterances(cues, Counted(source)))
    if not any(each.start_s is not None for each in utterances):
        raise source.nothing_readable("no cue can be read")
    code = re.match(r"[a-z]{2}(?=$|-)", about.get("Language", ""))
    return Reading(
        utterances,
        title=tidy(about.get("Title", "")) or None,
        language=code[0] if code else None,
        started_at=_instant(about.get("Began", "")),
    )


def _instant(text: str) -> datetime | None:
    try:
        return datetime.fromisoformat(text).astimezone(UTC) if text.endswith("Z") else None
    except (ValueError, OverflowError):
        return None


def _blocks(lines: Iterable[Line]) -> Iterator[list[Line]]:
    """Runs of lines that are not empty. A line of spaces is part of a cue: players blank a row with it."""
    block: list[Line] = []
    for line in lines:
        if line.text:
            block.append(line)
        elif block:
            yield block
            block = []
    if block:
        yield block


def _add_cues(cues: list[_Cue], block: list[Line], damage: Damage) -> None:
    """The cues of a block: one as a rule, several where the empty lines between them are missing."""
    opening = [i for i, line in enumerate(block) if _opens_cue(line.text)]
    head = block[: opening[0]] if opening else block
    identifier = head[-1].text if opening and head else ""
    above = head[:-1] if opening else head
    if above and not _NO_SPEECH.match(head[0].text):
        _add_to_last(cues, above, damage)
    for i, end in pairwise([*opening, len(block)]):
        body = block[i + 1 : end]
        following = ""
        if (
            end < len(block)
            and body
            and (_IDENTIFIED.match(body[-1].text) or body[-1].text.strip().isdecimal())
        ):
            following = body.pop().text  # the identifier of the next cue
        start_s, end_s = _times(block[i], damage)
        name = _IDENTIFIED.match(identifier)
        cues.append(_Cue(start_s, end_s, [line.text for line in body], name[1] if name else None))
        if not body:
            damage.add(block[i].number, "a cue has no words")
        identifier = following


def _add_to_last(cues: list[_Cue], lines: list[Line], damage: Damage) -> None:
    """Words without a time, which stay with the cue before."""
    number = lines[0].number
    if len(lines) > 1 and lines[0].text.strip().isdecimal():
        lines = lines[1:]
    words = " ".join(line.text for line in lines)
    if not any(map(str.isalpha, words)):
        if is_words(words):
            damage.add(number, f"a number stands alone: {_excerpt(words)}")
        return
    damage.add(number, f"words without a time stay with those before: {_excerpt(words)}")
    if not cues:
        cues.append(_Cue(None, None, []))
    cues[-1].lines.extend(line.text for line in lines)


def _opens_cue(text: str) -> bool:
    """Whether a line holds a cue's times, or did before it was damaged."""
    before, arrow, _ = text.partition("-->")
    if not arrow:
        return _SBV_TIMING.match(text) is not None or _NO_ARROW.match(text) is not None or _is_sbv(text)
    # People do say "10:30 --> 11:00" in the middle of a sentence; a line of times is made of digits.
    signs = before.replace(" ", "")
    return sum(c.isdigit() or c in ":.," for c in signs) * 2 >= len(signs)


def _is_sbv(text: str) -> bool:
    """Whether it is two times of SBV with a letter or two astray."""
    first, comma, second = text.strip().partition(",")
    astray = sum(not (c.isdigit() or c in ":.") for c in first + second)
    return bool(comma) and astray <= 2 and all(each.count(":") == 2 for each in (first, second))


def _times(line: Line, damage: Damage) -> tuple[float | None, float | None]:
    match = _TIMING.match(line.text) or _SBV_TIMING.match(line.text)
    damaged = _DAMAGED.match(line.text) if match is None else None
    first, second = (match or damaged or ("", "", ""))[1], (match or damaged or ("", "", ""))[2]
    start_s, end_s = seconds(first), seconds(second)
    if match is None or start_s is None or end_s is None or end_s < start_s:
        damage.add(line.number, f"the time of a cue is damaged: {_excerpt(line.text)}")
        end_s = None if start_s is not None and (end_s is None or end_s < start_s) else end_s
    return start_s, end_s


def _excerpt(text: str) -> str:
    return f'"{text[:60]}..."' if len(text) > 63 else f'"{text}"'


def _unrolled(cues: list[_Cue]) -> list[_Cue]:
    """Each line once, in the cue that shows it first, where cues repeat the line before, as YouTube's do."""
    if sum(len(cue.lines) > 1 for cue in cues) < 2:
        return cues
    shown = [
        [words for line in cue.lines if (words := plain(line) if len(line) <= LONGEST_LINE else line)]
        for cue in cues
    ]
    rolling = sum(len(b) > 1 and bool(a) and a[-1] == b[0] for a, b in pairwise(shown))
    stamped = sum(any(map(_WORD_STAMP.search, cue.lines)) for cue in cues)
    if rolling < 2 or rolling < 0.3 * (len(cues) - stamped):
        return cues
    new: list[_Cue] = []
    before: list[str] = []
    for cue, lines in zip(cues, shown, strict=True):
        known = next((n for n in range(min(len(lines), len(before)), 0, -1) if before[-n:] == lines[:n]), 0)
        if lines[known:]:
            new.append(cue._replace(lines=lines[known:]))
        before = lines or before
    return new


def _named_by_lines(cues: list[_Cue]) -> list[_Cue]:
    """With the first line of a cue as its voice, where nearly every cue begins with one of a few names."""
    first = [cue.lines[0].strip().strip("()") for cue in cues if len(cue.lines) > 1 and not cue.voice]
    names = Counter(
        name for name in first if may_be_name(name) and is_capitalised(name) and len(name.split()) < 6
    )
    is_few = names.total() >= 0.8 * len(cues) and len(names) <= max(2, 0.5 * names.total())
    if names.total() < 2 or not (is_few or names.total() == len(cues)):
        return cues
    return [
        cue._replace(voice=name, lines=cue.lines[1:])
        if len(cue.lines) > 1 and (name := cue.lines[0].strip().strip("()")) in names
        else cue
        for cue in cues
    ]


def _utterances(cues: list[_Cue], counted: Counted) -> Iterator[Utterance]:
    """What was said, by whom: a cue gives one utterance for each of its speakers."""
    spans: list[_Span] = []
    for place, cue in enumerate(cues):
        spans += _spans(place, cue, counted)
    labels = Counter(label[0] for span in spans if not span.speaker and (label := split_label(span.text)))
    names = accepted(labels, len({span.cue for span in spans}))
    for number, in_cue in groupby(spans, key=lambda span: span.cue):
        said: list[tuple[str | None, list[str]]] = []
        for _, speaker, text in in_cue:
            if speaker is None and (label := split_label(text)) and label[0] in names:
                speaker, text = label
            if said and speaker in (None, said[-1][0]):
                said[-1][1].append(text)
            else:
                said.append((speaker, [text]))
        for speaker, texts in said:
            words = " ".join(texts).strip()
            if is_words(words) and not is_sound(words) and not is_nobodys(words):
                yield Utterance(cues[number].start_s, cues[number].end_s, speaker, words)


def _spans(number: int, cue: _Cue, counted: Counted) -> Iterator[_Span]:
    for speaker, text in voices("\n".join(cue.lines)):
        for part in text.split("\n") if speaker is None else [text]:
            if len(part) > MOST_CHARACTERS:
                counted.add(part)
            if words := plain(part):
                counted.add(words)
                yield _Span(number, speaker or cue.voice, words)
