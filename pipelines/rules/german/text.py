"""German speech as sentences: without its stumbles, with a way back to the words as they were said.

The English way of cleaning would take "er" and "um" for sighs and read "im" as "I'm", and would end a
sentence behind "am 4.". The types are the same, so that quotes are cut in one way for every language.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from itertools import accumulate

from guardrails.types import Segment
from pipelines.rules.clean import Clean, offsets
from pipelines.rules.sentences import Sentence

_TOKEN = re.compile(r"\d+(?:[.,:]\d+)*\.?(?=\W|$)|\w+(?:[-'’]\w+)*-?\.?(?<=z\.)|\w+(?:[-'’]\w+)*|[^\w\s]")
_FILLERS = frozenset("äh ähm öh öhm hm hmm ähem mhm".split())
# A full stop behind a figure belongs to a day unless the turn ends there, one behind these to the word.
_END = re.compile(
    r"(?<!\d)(?<!\bbzw)(?<!\bca)(?<!\bNr)(?<!\bDr)(?<!\bz\.B)(?<!\bd\.h)[.?!]+(?=\s|$)"
    r"|(?<=\d)\.(?=\s+(?:Ich|Wir|Das|Und|Dann|Okay|Gut|Ja|Nein|Aber|Also|Danke|Kannst|Wer|Was)\b|\s*$)"
    r"|(?<=\d)[?!]"
)


def clean(text: str) -> Clean:
    """Without sighs and immediate repetitions; linear in the length of the text."""
    tokens = [(match.group(), match.start(), match.end()) for match in _TOKEN.finditer(text)]
    kept: list[tuple[str, int, int]] = []
    for token in tokens:
        word = token[0].lower()
        if word in _FILLERS or (kept and word.isalpha() and kept[-1][0].lower() == word):
            continue
        if word == "," and (not kept or kept[-1][0] == ","):
            continue
        kept.append(token)
    cased, starts = "", []
    for said, _, _ in kept:
        glued = not cased or said[0] in ",.;:?!)"
        starts.append(len(cased) + (not glued))
        cased += said if glued else f" {said}"
    lowered = "".join(letter.lower() if len(letter.lower()) == 1 else letter for letter in cased)
    return Clean(
        lowered,
        cased,
        offsets(starts),
        offsets(start for _, start, _ in kept),
        offsets(end for _, _, end in kept),
    )


def sentences_of(segments: Sequence[Segment]) -> list[Sentence]:
    """All sentences in the order in which they were said."""
    before = [0, *accumulate(len(segment.text) for segment in segments)]
    turns: list[list[int]] = []
    for index, segment in enumerate(segments):
        if not segment.text.strip():
            continue
        if turns and segments[turns[-1][-1]].speaker == segment.speaker:
            turns[-1].append(index)
        else:
            turns.append([index])
    return [sentence for turn in turns for sentence in _of_turn(segments, turn, before)]


def _of_turn(segments: Sequence[Segment], turn: list[int], before: list[int]) -> Iterator[Sentence]:
    starts = [0, *accumulate(len(segments[index].text) + 1 for index in turn)][:-1]
    text = " ".join(segments[index].text for index in turn)
    begin = 0
    for end in [*(match.end() for match in _END.finditer(text)), len(text)]:
        raw = text[begin:end]
        offset = begin + len(raw) - len(raw.lstrip())
        begin = end
        raw = raw.strip()
        if not raw:
            continue
        first = bisect_right(starts, offset) - 1
        last = bisect_right(starts, offset + len(raw) - 1) - 1
        yield Sentence(
            speaker=segments[turn[0]].speaker,
            raw=raw,
            clean=clean(raw),
            position=(before[turn[first]] + offset - starts[first]) / max(before[-1], 1),
            segments=tuple(turn[first : last + 1]),
            bounds=tuple(max(starts[at] - offset, 0) for at in range(first, last + 1)),
            begins=offset - starts[first],
        )
