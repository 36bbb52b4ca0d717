"""German speech as sentences: without its stumbles, with a way back to the words as they were said.

The English way of cleaning would take "er" and "um" for sighs and read "im" as "I'm", and would end a
sentence behind "am 4.". The types are the same, so that quotes are cut in one way for every language.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from guardrails.core.types import Segment
from pipelines.rules.clean import Clean, offsets
from pipelines.rules.sentences import Sentence, sentences_in

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
    turns: list[list[int]] = []
    for index, segment in enumerate(segments):
        if not segment.text.strip():
            continue
        if turns and segments[turns[-1][-1]].speaker == segment.speaker:
            turns[-1].append(index)
        else:
            turns.append([index])
    return list(sentences_in(segments, turns, _ends, clean))


def _ends(text: str, *_: object) -> Iterator[int]:
    yield from (match.end() for match in _END.finditer(text))
    yield len(text)
