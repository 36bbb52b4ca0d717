"""WebVTT, SubRip and SBV: blocks of lines, each cue a line of times and the words under it.

References: WebVTT (W3C candidate recommendation, sections 4 and 6) for blocks and tags; SubRip and SBV have
no standard, only habits.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import groupby, pairwise
from typing import NamedTuple

from pipelines.importers.clock import TIME, seconds
from pipelines.importers.damage import Damage
from pipelines.importers.labels import accepted, split_label
from pipelines.importers.markup import plain, voices
from pipelines.importers.source import Line, Source
from pipelines.importers.utterance import MOST_CHARACTERS, Counted, Utterance, is_words, transcript_of
from pipelines.transcript import Transcript

_TIMING = re.compile(rf"\s*({TIME})(?:\s*-->\s*({TIME})(?=\s|$)|,({TIME})\s*$)")
_NO_ARROW = re.compile(rf"\s*{TIME}[\s>-]+{TIME}\s*$")
_NO_SPEECH = re.compile(r"(?:WEBVTT|NOTE|STYLE|REGION)(?:\s|$)")
_LANGUAGE = re.compile(r"Language:\s*([a-z]{2})(?:-\w+)?\s*$")


class _Cue(NamedTuple):
    start_s: float
    end_s: float
    lines: list[str]


class _Span(NamedTuple):
    """A part of a cue: one line, or what one voice says."""

    cue: int
    speaker: str | None
    text: str


def import_cues(source: Source) -> Transcript:
    """The cues of a .vtt, .srt or .sbv file; BadInputError if it has none that can be read."""
    lines = source.lines()
    language = None
    cues: list[_Cue] = []
    for block in _blocks(lines):
        if block[0].number == 1 and block[0].text.startswith("WEBVTT"):
            language = next((m[1] for line in block if (m := _LANGUAGE.match(line.text))), None)
        cues += _cues(block, source.damage)
    utterances = list(_utterances(cues, Counted(source)))
    if not utterances:
        raise source.nothing_readable("no cue can be read")
    return transcript_of(source, utterances, language=language)


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


def _cues(block: list[Line], damage: Damage) -> Iterator[_Cue]:
    """The cues of a block: one as a rule, several where the empty lines between them are missing."""
    opening = [i for i, line in enumerate(block) if _opens_cue(line.text)]
    head = block[: opening[0]] if opening else block
    if (len(head) > 1 or not opening) and not _NO_SPEECH.match(head[0].text) and is_words(_joined(head)):
        damage.add(head[0].number, f"words without a time were skipped: {_excerpt(_joined(head))}")
    for i, end in pairwise([*opening, len(block)]):
        body = block[i + 1 : end]
        if end < len(block) and body and body[-1].text.strip().isdecimal():
            body.pop()  # the number of the next cue
        times = _times(block[i].text)
        if times is None:
            words = _excerpt(_joined(block[i:end]))
            damage.add(block[i].number, f"a cue with a damaged time was skipped: {words}")
        elif not body:
            damage.add(block[i].number, "a cue without words was skipped")
        else:
            yield _Cue(*times, [line.text for line in body])


def _opens_cue(text: str) -> bool:
    """Whether a line holds a cue's times, or did before it was damaged."""
    before, arrow, _ = text.partition("-->")
    if not arrow:
        return _TIMING.match(text) is not None or _NO_ARROW.match(text) is not None
    # People do say "10:30 --> 11:00" in the middle of a sentence; a line of times is made of digits.
    signs = before.replace(" ", "")
    return sum(c.isdigit() or c in ":.," for c in signs) * 2 >= len(signs)


def _times(text: str) -> tuple[float, float] | None:
    match = _TIMING.match(text)
    if match is None:
        return None
    start_s, end_s = seconds(match[1]), seconds(match[2] or match[3])
    return (start_s, end_s) if start_s is not None and end_s is not None and start_s <= end_s else None


def _joined(lines: list[Line]) -> str:
    return " ".join(line.text for line in lines)


def _excerpt(text: str) -> str:
    return f'"{text[:60]}..."' if len(text) > 63 else f'"{text}"'


def _utterances(cues: list[_Cue], counted: Counted) -> Iterator[Utterance]:
    """What was said, by whom: a cue gives one utterance for each of its speakers."""
    spans: list[_Span] = []
    for place, cue in enumerate(cues):
        spans += _spans(place, cue.lines, counted)
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
            if is_words(words := " ".join(texts).strip()):
                yield Utterance(cues[number].start_s, cues[number].end_s, speaker, words)


def _spans(number: int, lines: list[str], counted: Counted) -> Iterator[_Span]:
    for speaker, text in voices("\n".join(lines)):
        for part in text.split("\n") if speaker is None else [text]:
            if len(part) > MOST_CHARACTERS:
                counted.add(part)
            if words := plain(part):
                counted.add(words)
                yield _Span(number, speaker, words)
