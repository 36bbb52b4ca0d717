"""What is put before Whisper: names and words of the house as a hint, and what was said just before.

Both share the 224 of its 448 tokens that it has for a prompt.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any

from pipelines.speech.windows import PAUSE_S, WINDOW_S

TOKENS = 120
"""Of the hint. English talk needs about 130 tokens for 30 s, languages outside the Latin script twice that;
what fills the prompt leaves their text no room."""
_PROMPT_TOKENS = 223
"""Of hint and context together."""
_LINES = 6
"""Of the context. After twice as many, as short as in a quick exchange, Whisper base begins to put words of
nobody ("nd", "______") between those that are said."""
_STEP_S = 0.02
"""Between two of Whisper's tokens of time."""
_CHANCE_WORDS = 4
"""Shorter lines ("I think so.") come again in any talk."""


@dataclass(frozen=True, slots=True)
class Said:
    """A line of the transcript; times in seconds of the recording."""

    text: str
    start_s: float
    end_s: float


class Context:
    """What was said before a window, written as Whisper writes: each line between the tokens of its times.

    Whisper spells names and ends sentences as it did before; lines without their times make it leave out
    whole sentences. Whoever finds that it went wrong calls `reset`, or it goes on like that.
    """

    def __init__(self, tokenizer: Any, hint: str | None, before: Iterable[Said] = ()) -> None:
        """`tokenizer` as in `Recogniser`; `before`: lines of the same talk that were heard earlier."""
        self._tokenizer = tokenizer
        self._first_time: int = tokenizer.token_to_id("<|notimestamps|>") + 1
        self._room = _PROMPT_TOKENS - (len(self._encode(hint)) if hint else 0)
        self._lines: deque[Said] = deque(before, maxlen=50)

    def tokens(self, at_s: float) -> list[int]:
        """What goes before a window that begins there: nothing after a long pause, which ends a topic."""
        if self._lines and at_s - self._lines[-1].end_s >= PAUSE_S:
            self.reset()
        found: list[int] = []
        for line in islice(reversed(self._lines), _LINES):
            begins_s = line.start_s % WINDOW_S
            ends_s = min(begins_s + line.end_s - line.start_s, WINDOW_S)
            more = [self._time(begins_s), *self._encode(line.text), self._time(ends_s)]
            if len(more) + len(found) > self._room:
                break
            found = more + found
        return found

    def is_repeated(self, text: str) -> bool:
        """Whether a line was said before, word for word, and is too long for a coincidence."""
        words = _plain(text)
        return len(words) >= _CHANCE_WORDS and any(words == _plain(line.text) for line in self._lines)

    def add(self, lines: Iterable[Said]) -> None:
        self._lines += lines

    def reset(self) -> None:
        """Forget it all."""
        self._lines.clear()

    def _encode(self, text: str) -> list[int]:
        found: list[int] = self._tokenizer.encode(f" {text}", add_special_tokens=False).ids
        return found

    def _time(self, seconds: float) -> int:
        return self._first_time + round(seconds / _STEP_S)


def hint(terms: Sequence[str], count_tokens: Callable[[str], int]) -> tuple[str | None, int]:
    """Join as many `terms` as fit, in their order, and say how many did not.

    With a full stop at the end, because Whisper goes on in the style of the hint. None where there is
    nothing to say. A term that is too long for the rest is left out whole: half a name would teach Whisper
    to write half of it.
    """
    taken: list[str] = []
    wanted = list(dict.fromkeys(term.strip() for term in terms if term.strip()))
    for term in wanted:
        if count_tokens(f" {', '.join([*taken, term])}.") <= TOKENS:
            taken.append(term)
    return f"{', '.join(taken)}." if taken else None, len(wanted) - len(taken)


def is_echo(text: str, hinted: str | None, without_hint: Callable[[], str]) -> bool:
    """Whether `text` only repeats words of the hint, in any order, as Whisper does where it understands
    nothing.

    Names are something that people say, too, as an answer: then one of the words is in what is heard
    `without_hint`. A name that was put into a longer utterance is not examined.
    """
    if hinted is None:
        return False
    words = _plain(text)
    if not words or not set(words) <= set(_plain(hinted)):
        return False
    return not set(words) & set(_plain(without_hint()))


def _plain(text: str) -> list[str]:
    return [word for word in ("".join(c for c in w if c.isalnum()) for w in text.casefold().split()) if word]
