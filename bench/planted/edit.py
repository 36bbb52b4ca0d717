"""Small edits of speech: how a promise becomes its negation, a maybe, a question, or something done."""

from __future__ import annotations

import re

# What carries the force of a sentence: pattern; what stands there when the sentence is denied, and when it is
# in doubt; how it begins as a question.
_FORCE: tuple[tuple[re.Pattern[str], str, str, str], ...] = tuple(
    (re.compile(pattern), denied, doubted, asked)
    for pattern, denied, doubted, asked in (
        (
            r"\bI(?:'ll| will)\b",
            "I won't|I will not|I'm not going to|I can't|There's no way I'll|I'll never",
            "I might|I may|Maybe I'll|I guess I could|I'd like to|I'll see if I can",
            "Should I",
        ),
        (
            r"\bI(?:'m going to|'m gonna| am going to)\b",
            "I'm not going to|I won't",
            "I might|Perhaps I'll|I could maybe",
            "Should I",
        ),
        (
            r"\b[Ww]e(?:'ll| will|'re going to|'re gonna| are going to)\b",
            "we won't|we will not|we're not going to|we decided not to|nobody will",
            "we might|maybe we'll|we could perhaps|one option is that we|I wonder if we should",
            "should we",
        ),
        (
            r"\b[Yy]ou(?:'re gonna| will|'ll|'re going to)\b(?! have)",
            "you're not gonna|you won't",
            "you might|maybe you could",
            "will you",
        ),
        (r"\b[Ll]et's\b(?! not)", "let's not", "maybe we could|perhaps we should", "should we"),
        (r"\bwill\b", "will not|won't|will never|is not going to", "might|may|could maybe|will possibly", ""),
        (r"\b(?:is|are) going to\b", "isn't going to", "might", ""),
        (r"\bwe decided to\b", "we decided not to", "we were thinking we might", "should we"),
    )
)
_STUMBLE = re.compile(r"(?:[\s,.…-]|\b(?:um|uh|er|erm|well)\b)*", re.IGNORECASE)
_IRREGULAR = {
    "send": "sent sent", "write": "wrote written", "pay": "paid paid", "get": "got gotten", "feed": "fed fed",
    "make": "made made", "take": "took taken", "bring": "brought brought", "find": "found found",
}  # fmt: skip
UNCHANGED = frozenset({"put", "set", "cut", "read"})
""" "We put them there on Friday" may be a plan."""


def denials(sentence: str) -> list[str]:
    """The sentence denied, in several ways; empty where nothing in it carries its force."""
    return _instead(sentence, 1)


def doubts(sentence: str) -> list[str]:
    """The sentence in doubt."""
    return _instead(sentence, 2)


def asked(sentence: str) -> str | None:
    """The sentence as a question: what follows the verb of force stays as it is."""
    found = _force(sentence)
    begins = _FORCE[found[1]][3] if found else ""
    if not found or not begins:
        return None
    return f"{begins[0].upper()}{begins[1:]}{sentence[found[0].end() :].rstrip(' .,')}?"


def governed(sentence: str) -> str:
    """What the verb of force reaches: the words after it; empty where there is none."""
    found = _force(sentence)
    return sentence[found[0].end() :] if found else ""


def _instead(sentence: str, column: int) -> list[str]:
    found = _force(sentence)
    if found is None:
        return []
    before, after = sentence[: found[0].start()], sentence[found[0].end() :]
    ways = str(_FORCE[found[1]][column]).split("|")
    return [before + (way if before.strip() else way[0].upper() + way[1:]) + after for way in ways]


def _force(sentence: str) -> tuple[re.Match[str], int] | None:
    """The first verb of force, and its row; of several that stumble over each other, the last."""
    found = [(match, n) for n, row in enumerate(_FORCE) for match in row[0].finditer(sentence)]
    found.sort(key=lambda row: row[0].start())
    chosen = found[0] if found else None
    for row in found[1:]:  # "I'll, um, I'll send it": what is said last counts
        if chosen is not None and _STUMBLE.fullmatch(sentence[chosen[0].end() : row[0].start()]):
            chosen = row
    return chosen


def ending(sentence: str, words: str) -> str:
    """`sentence` with `words` at its end, before the full stop."""
    return f"{sentence.rstrip(' .,;')}{words}."


def past(verb: str) -> str:
    """ "sent" of "send"."""
    return _IRREGULAR[verb].split()[0] if verb in _IRREGULAR else _regular(verb)


def participle(verb: str) -> str:
    """ "written" of "write"."""
    return _IRREGULAR[verb].split()[1] if verb in _IRREGULAR else _regular(verb)


def _regular(verb: str) -> str:
    if verb.endswith("e"):
        return f"{verb}d"
    return f"{verb[:-1]}ied" if verb.endswith("y") and verb[-2] not in "aeiou" else f"{verb}ed"
