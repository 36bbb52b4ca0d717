"""Small edits of speech: how a promise becomes its negation, a maybe, or a question."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

from guardrails.types import Segment

# What carries the force of a sentence. Each row: pattern, and what stands there when the sentence is denied,
# when it is in doubt (several), and how it begins as a question.
_FORCE: tuple[tuple[str, tuple[str, ...], tuple[str, ...], str], ...] = (
    (
        r"\bI(?:'ll| will)\b",
        (
            "I won't",
            "I will not",
            "I'm not going to",
            "I'm not gonna",
            "I can't",
            "There's no way I'll",
            "I'll never",
        ),
        (
            "I might",
            "I may",
            "Maybe I'll",
            "I guess I could",
            "I'd like to",
            "I was thinking I could",
            "I'll see if I can",
        ),
        "Should I",
    ),
    (
        r"\bI(?:'m going to|'m gonna| am going to)\b",
        ("I'm not going to", "I won't"),
        ("I might", "Perhaps I'll", "I could maybe"),
        "Should I",
    ),
    (
        r"\b[Ww]e(?:'ll| will)\b",
        ("we won't", "we will not", "we're not going to", "we decided not to", "nobody will"),
        ("we might", "maybe we'll", "we could perhaps", "one option is that we", "I wonder if we should"),
        "should we",
    ),
    (
        r"\b[Ww]e(?:'re going to|'re gonna| are going to)\b",
        ("we're not going to", "we won't"),
        ("we might", "maybe we will"),
        "should we",
    ),
    (
        r"\b[Yy]ou(?:'re gonna| will|'ll|'re going to)\b(?! have)",
        ("you're not gonna", "you won't"),
        ("you might", "maybe you could"),
        "will you",
    ),
    (r"\b[Ll]et's\b(?! not)", ("let's not",), ("maybe we could", "perhaps we should"), "should we"),
    (
        r"\bwill\b",
        ("will not", "won't", "will never", "is not going to"),
        ("might", "may", "could maybe", "will possibly"),
        "",
    ),
    (r"\b(?:is|are) going to\b", ("isn't going to",), ("might",), ""),
    (r"\bwe decided to\b", ("we decided not to",), ("we were thinking we might",), "should we"),
)


_STUMBLE = re.compile(r"(?:[\s,.…-]|\b(?:um|uh|er|erm|well)\b)*", re.IGNORECASE)


def denials(sentence: str) -> list[str]:
    """The sentence denied, in several ways; empty where nothing in it carries its force."""
    found = _force(sentence)
    return [_put(sentence, found[0], words) for words in found[1]] if found else []


def doubts(sentence: str) -> list[str]:
    """The sentence in doubt."""
    found = _force(sentence)
    return [_put(sentence, found[0], words) for words in found[2]] if found else []


def asked(sentence: str) -> str | None:
    """The sentence as a question: what follows the verb of force stays as it is."""
    found = _force(sentence)
    if found is None or not found[3]:
        return None
    start = found[3][0].upper() + found[3][1:]
    return f"{start}{sentence[found[0].end() :].rstrip(' .,')}?"


def governed(sentence: str) -> str:
    """What the verb of force reaches: the words after it; empty where there is none."""
    found = _force(sentence)
    return sentence[found[0].end() :] if found else ""


def _force(sentence: str) -> tuple[re.Match[str], tuple[str, ...], tuple[str, ...], str] | None:
    rows = [(match, *row[1:]) for row in _FORCE for match in re.finditer(row[0], sentence)]
    rows.sort(key=lambda row: row[0].start())
    chosen = rows[0] if rows else None
    for row in rows[1:]:  # "I'll, um, I'll send it": what is said last counts
        if chosen is not None and _STUMBLE.fullmatch(sentence[chosen[0].end() : row[0].start()]):
            chosen = row
    return chosen


def _put(sentence: str, found: re.Match[str], words: str) -> str:
    if not sentence[: found.start()].strip():
        words = words[0].upper() + words[1:]
    return sentence[: found.start()] + words + sentence[found.end() :]


_STOPS = re.compile(r"[.,?!;:]+(?=\s|$)")


@lru_cache(maxsize=100_000)  # a meeting is drawn many times
def unpunctuated(segment: Segment) -> Segment:
    """As a recogniser writes that knows neither sentences nor capitals."""
    return replace(segment, text=_STOPS.sub("", segment.text).lower())


def ending(sentence: str, words: str) -> str:
    """`sentence` with `words` at its end, before the full stop."""
    return f"{sentence.rstrip(' .,;')}{words}."


def said_after(
    segments: Sequence[Segment], place: int, speaker: str | None, text: str
) -> tuple[Segment, ...]:
    """The meeting with one more turn after the segment at `place`."""
    before = segments[place]
    turn = Segment(f"{before.id}+{speaker or ''}", before.end_s, before.end_s, speaker, text)
    return (*segments[: place + 1], turn, *segments[place + 1 :])
