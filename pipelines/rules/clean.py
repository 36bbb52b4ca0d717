"""Speech without its stumbles, with a way back to the words as they were said.

People say "um I I'll send uh the report". Rules read "I'll send the report"; a quote must be the former.
Removed are filled pauses, broken-off words ("wi-") and immediate repetitions of up to four words: the
classical reparandum and interruption point of Shriberg (1994), found by shape alone. Discourse markers
("you know", "I mean") go too: they stand between the words that a rule needs side by side.
"""

from __future__ import annotations

import re
from array import array
from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import dataclass, field

# An address is one token, lest "er@mail.org" lose its filler; so is what a mark inside holds together:
# "1,200.50", "10:30", "R&D", "12/24/2026", "node.js", ".NET". A mail address names at most 64 characters
# before its "@", which keeps the search linear.
_TOKEN = re.compile(
    r"(?:https?://|www\.)\S*[^\W_]/?"
    r"|[^\W_][\w.+-]{0,63}@[\w-]+(?:\.[\w-]+)+"
    r"|(?:(?<!\S)\.)?[^\W_]+(?:(?:['.&/-]|(?<=\d)[,:](?=\d))[^\W_]+)*-?"
    r"|[^\w\s]|_+",
    re.IGNORECASE,
)
_CLINGING = frozenset(",.;:?!)]}")
_PARTING = frozenset(",;:?!")
_FILLERS = frozenset("um uh uhm umm er erm eh ah hm hmm mm mmm huh mhm".split())
_MARKERS = (("you", "know"), ("i", "mean"), ("sort", "of"), ("kind", "of"))
# After these words "kind of" and "you know" carry meaning: "what kind of", "do you know".
_MARKER_GUARDS = frozenset(
    "what which this that some any the a do did if as so one every all different".split()
)
_MAX_REPEAT = 4
_BREAKS = frozenset({",", "…"})
"""Where a speaker breaks off, to begin again: "in the, in the chat"."""
# Recognisers drop the apostrophe; where nothing else can be meant it is put back.
_APOSTROPHES = {
    word.replace("'", ""): word
    for word in (
        "i'm i've you're you've you'll they're they've they'll don't doesn't didn't won't can't isn't aren't "
        "wasn't weren't couldn't wouldn't shouldn't haven't hasn't hadn't let's that's there's what's who's"
    ).split()
}
# "[00:12:31]" or "12:31" before the words is the transcript's, not the speaker's.
_CLOCK = re.compile(r"^\s*[\[(]?\d{1,2}:\d\d(?::\d\d)?[\])]?(?=\s)")


def offsets(places: Iterable[int]) -> array[int]:
    """Offsets in little room: a meeting of four hours has 45,000 tokens, each with three of them."""
    return array("I", places)


@dataclass(frozen=True, slots=True)
class Clean:
    """Cleaned text in two forms of equal length: `text` is lower-cased for rules, `cased` is for people."""

    text: str
    cased: str
    starts: array[int] = field(hash=False)
    """Offset in `text` of each kept token."""
    begins: array[int] = field(hash=False)
    """Where the same tokens begin in the original."""
    ends: array[int] = field(hash=False)

    def original(self, start: int, end: int) -> tuple[int, int]:
        """The stretch of the original that covers text[start:end]; empty at 0 if there are no tokens."""
        if not self.starts:
            return (0, 0)
        first = max(bisect_right(self.starts, start) - 1, 0)
        last = max(bisect_right(self.starts, max(end - 1, start)) - 1, first)
        return (self.begins[first], self.ends[last])


def _norm(token: str) -> str:
    lowered = token.lower()
    return lowered if len(lowered) == len(token) else token


def _spelled(token: str) -> str:
    whole = _APOSTROPHES.get(token.lower())
    return token if whole is None else token[0] + whole[1:]


def _without_fillers(tokens: list[tuple[str, int, int]]) -> list[tuple[str, int, int]]:
    kept: list[tuple[str, int, int]] = []
    skip_comma = False
    index = 0
    while index < len(tokens):
        token = tokens[index]
        word = token[0].lower()
        pair = (word, tokens[index + 1][0].lower()) if index + 1 < len(tokens) else (word, "")
        between = bool(kept) and kept[-1][0] == "," == pair[1]
        marker = pair in _MARKERS and not (kept and kept[-1][0].lower() in _MARKER_GUARDS)
        if (
            word in _FILLERS
            or marker
            or (word == "like" and between)
            or (word.endswith("-") and len(word) > 1)
        ):
            index += 2 if marker else 1
            skip_comma = True
            if kept and kept[-1][0] == "," and index < len(tokens) and tokens[index][0] == ",":
                kept.pop()  # "by, um, Friday": both commas are the pause's
                index += 1
            continue
        if skip_comma and word == "," and (not kept or kept[-1][0] in ",.?!"):
            index += 1
            continue
        skip_comma = False
        kept.append(token)
        index += 1
    return kept


def _without_repeats(tokens: list[tuple[str, int, int]]) -> list[tuple[str, int, int]]:
    """Drop the first of two equal runs of words, longest run first; "i i'll" counts as one."""
    kept: list[tuple[str, int, int]] = []
    words: list[str] = []
    for token in tokens:
        word = token[0].lower()
        if len(words) > 1 and words[-1] in _BREAKS and _restarts(words[-2], word):
            if word == words[-2]:  # "the... The sync": it goes on as it began
                token = (kept[-2][0], *token[1:])
            del kept[-2:], words[-2:]
        elif words and words[-1] != word and _restarts(words[-1], word):
            del kept[-1:], words[-1:]
        kept.append(token)
        words.append(word)
        for size in range(_MAX_REPEAT, 0, -1):
            if (
                len(words) >= 2 * size
                and words[-size:] == words[-2 * size : -size]
                and words[-1][0].isalpha()
            ):
                del kept[-2 * size : -size], words[-size:]
                break
            if (
                1 < size < len(words) / 2
                and words[-size - 1] in _BREAKS
                and words[-size:] == words[-2 * size - 1 : -size - 1]
            ):
                del kept[-2 * size - 1 : -size], words[-size - 1 :]
                break
    return kept


def _restarts(before: str, word: str) -> bool:
    return before[:1].isalpha() and (word == before or word.startswith(before + "'"))


def _apart(before: str, gap: str, token: str) -> bool:
    """Whether a blank stands between two kept tokens: as written, `gap` being what lay between them.

    Rules rely on a mark that clings to the word before it and on a blank between it and the word after it.
    """
    if token in _CLINGING:
        return False
    if token[0].isalnum() and before[-1].isalnum():
        return True  # even if what stood between them is gone: "by,um,Friday"
    return gap[:1].isspace() or (before in _PARTING and token[0].isalpha())


def clean(text: str) -> Clean:
    """Linear in the length of the text; never fails."""
    text = _CLOCK.sub(lambda match: " " * len(match.group()), text)
    straight = text.replace("\u2019", "'").replace("\u02bc", "'")
    raw = [(_spelled(m.group()), m.start(), m.end()) for m in _TOKEN.finditer(straight)]
    tokens = _without_repeats(_without_fillers(raw))
    pieces: list[str] = []
    starts: list[int] = []
    length = before = 0
    for token, start, end in tokens:
        if pieces and _apart(pieces[-1], straight[before:start], token):
            pieces.append(" ")
            length += 1
        pieces.append(token)
        starts.append(length)
        length += len(token)
        before = end
    cased = "".join(pieces)
    lowered = "".join(_norm(piece) for piece in pieces)
    return Clean(
        lowered,
        cased,
        offsets(starts),
        offsets(start for _, start, _ in tokens),
        offsets(end for _, _, end in tokens),
    )
