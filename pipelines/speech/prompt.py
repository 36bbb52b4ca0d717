"""What is put before Whisper: names and words of the house as a hint, and what was said just before.

Both share the 224 of its 448 tokens that it has for a prompt.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import groupby
from typing import Any

from pipelines.speech.windows import PAUSE_S

TOKENS = 120
"""Of the hint. English talk needs about 130 tokens for 30 s, languages outside the Latin script twice that;
what fills the prompt leaves their text no room."""
_PROMPT_TOKENS = 223
"""Of hint and context together."""
_CHANCE_WORDS = 4
"""Shorter lines ("I think so.") come again in any talk."""


class Context:
    """What was said before a window, as Whisper itself wrote it: its own tokens, those of time among them.

    Whisper spells names and ends sentences as it did before. Written in any other way (lines without their
    times, or with times of the recording), it leaves out whole sentences or puts words of nobody between
    those that are said. Whoever finds that it went wrong calls `reset`, or it goes on like that.
    """

    def __init__(
        self, tokenizer: Any, hint: str | None, tokens: Iterable[int] = (), ended_s: float = 0.0
    ) -> None:
        """`tokenizer` as in `Recogniser`; `tokens`: of what was heard earlier, which ended at `ended_s`."""
        self._tokenizer = tokenizer
        self._first_time: int = tokenizer.token_to_id("<|notimestamps|>") + 1
        hinted = tokenizer.encode(f" {hint}", add_special_tokens=False).ids if hint else ()
        self._tokens: deque[int] = deque(tokens, maxlen=_PROMPT_TOKENS - len(hinted))
        self._ended_s = ended_s

    @property
    def tokens(self) -> tuple[int, ...]:
        return tuple(self._tokens)

    def before(self, at_s: float) -> tuple[int, ...]:
        """What goes before a window that begins there: nothing after a long pause, which ends a topic."""
        if at_s - self._ended_s >= PAUSE_S:
            self.reset()
        return self.tokens

    def is_repeated(self, text: str) -> bool:
        """Whether a line was said before, word for word, and is too long for a coincidence."""
        words = _plain(text)
        return len(words) >= _CHANCE_WORDS and words in map(_plain, self.lines())

    def add(self, tokens: Iterable[int], ended_s: float) -> None:
        self._tokens += tokens
        self._ended_s = ended_s

    def reset(self) -> None:
        """Forget it all."""
        self._tokens.clear()

    def lines(self) -> Iterator[str]:
        """Its text, a line between two tokens of time."""
        for is_time, tokens in groupby(self._tokens, lambda token: token >= self._first_time):
            if not is_time:
                yield self._tokenizer.decode([*tokens])


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
