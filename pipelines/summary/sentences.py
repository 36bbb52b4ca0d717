"""The sentences of a summary, with who says each and where its lines end.

A line of a summary may open with a speaker's name ("Ann: We wait. The lease goes out."). When a sentence is
left out, the ones around it keep their line and their speaker: nobody is quoted with another's words.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from itertools import pairwise

from guardrails.language import Language, sentence_spans

_REMARK = re.compile(r"\([^()]*\)")
_LINE_END = re.compile(r"\s*\n\s*")


@dataclass(frozen=True, slots=True)
class Sentence:
    gap: str
    """The white space before it."""
    label: str
    """The "Ann: " that it begins with: who said it, and no part of what was said."""
    text: str


def split(summary: str, speakers: Collection[str | None], spoken: Language) -> list[Sentence]:
    """In order. A line that opens with the name of one of `speakers` begins a sentence in any case."""
    summary = summary.strip()
    if not summary:
        return []
    gaps = {(end, begin) for (_, end), (begin, _) in pairwise(sentence_spans(summary, spoken)) if end < begin}
    gaps |= {
        found.span() for found in _LINE_END.finditer(summary) if _label(summary[found.end() :], speakers)
    }
    begins = [(0, 0), *sorted(gaps)]
    ends = [begin for begin, _ in begins[1:]] + [len(summary)]
    found = []
    for (gap, begin), end in zip(begins, ends, strict=True):
        text = summary[begin:end]
        label = _label(text, speakers)
        found.append(Sentence(summary[gap:begin], label, text.removeprefix(label)))
    return found


def join(sentences: Iterable[tuple[Sentence, str | None]]) -> str:
    """The summary again, of sentences in order with what is shown of each; None leaves one out.

    A label that was left out moves to the next sentence of the same line: it is still that speaker who talks.
    """
    shown, gap, speaks, named = "", "", "", ""
    for sentence, text in sentences:
        if "\n" in sentence.gap:
            speaks, named = "", ""
        if "\n" in sentence.gap or "\n" not in gap:
            gap = sentence.gap
        speaks = sentence.label or speaks
        if text is None:
            continue
        label = sentence.label or (speaks if speaks != named else "")
        shown += f"{gap if shown else ''}{label}{text}"
        gap, named = "", speaks
    return shown


def _label(text: str, speakers: Collection[str | None]) -> str:
    """Also where it says a part of the name ("Theo: "), or a remark behind it ("Theo (remote): ")."""
    name, colon, _ = text.partition(": ")
    words = set(_REMARK.sub("", name).casefold().split())
    is_known = any(words <= set((speaker or "").casefold().split()) for speaker in speakers)
    return name + colon if colon and words and is_known else ""
