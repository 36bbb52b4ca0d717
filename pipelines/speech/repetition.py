"""Guards against Whisper's loops: the same words again and again where nobody said them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import groupby

from pipelines.speech.utterance import Utterance, Word

PHRASE_WORDS = 8
"""The longest phrase that is looked for inside an utterance; a longer loop comes as repeated lines."""
PHRASE_TIMES = 4
"""From here on a phrase is a loop..."""
LOOP_WORDS = 8
"""...if it is this long in all: "no, no, no, no" is something that people say."""
_SPACELESS = re.compile(r"(\D{1,8}?)\1{5,}")
"""The same letters again and again inside a word ("octeaqaqaqaqaqaqaq")..."""
SPACELESS_LETTERS = 12
"""...if there are this many in all: "aaah" and "hahaha" are said. A figure stays as it is: one with fewer
noughts would be believed."""
LINES = 3
"""The same line this often in a row is a loop."""
_LONG_WORD = 12
"""Letters: a line of more is taken for several."""
SHORT_LINES = 6
"""Lines of one word ("yeah") are said in a row by several people."""


def collapse_phrases(words: Sequence[Word]) -> tuple[Word, ...]:
    """Leave one of a phrase, or of letters inside a word, repeated in a row; the others' time goes, too."""
    words = [_collapse_letters(word) for word in words]
    kept: list[Word] = []
    plain = [_plain(word.text) for word in words]
    i = 0
    while i < len(words):
        size, times = _loop(plain, i)
        kept += words[i : i + size]
        i += size * times
    return tuple(kept)


def _collapse_letters(word: Word) -> Word:
    found = _SPACELESS.search(word.text)
    if found is None or len(found[0]) < SPACELESS_LETTERS:
        return word
    return replace(word, text=word.text[: found.end(1)])


def _loop(plain: Sequence[str], start: int) -> tuple[int, int]:
    """Length and number of the repeated phrase that begins here; (1, 1) where there is none."""
    for size in range(1, PHRASE_WORDS + 1):
        phrase = plain[start : start + size]
        times = 1
        while plain[start + size * times : start + size * (times + 1)] == phrase:
            times += 1
        if times >= PHRASE_TIMES and size * times >= LOOP_WORDS:
            return size, times
    return 1, 1


def has_loop(lines: Iterable[str]) -> bool:
    """Whether any of these lines was said so often in a row that it is a loop."""
    runs = ([*run] for _, run in groupby(lines, _plain))
    return any(len(run) >= _limit(_words(run[0])) for run in runs)


class LineGuard:
    """Passes utterances on and leaves the first of a run of equal ones; `caught` lists where runs began.

    A repeated line is held back until it is clear whether it is a loop, so the stream is at most a few
    short lines late.
    """

    def __init__(self) -> None:
        self.caught: list[float] = []
        """Seconds."""
        self._run: list[Utterance] = []

    @property
    def is_holding(self) -> bool:
        """Whether a line is held back now."""
        return len(self._run) > 1

    def filter(self, utterances: Iterable[Utterance]) -> Iterator[Utterance]:
        """All of `utterances` through `feed` and `finish`."""
        for utterance in utterances:
            yield from self.feed(utterance)
        yield from self.finish()

    def feed(self, utterance: Utterance) -> Iterator[Utterance]:
        """Take the next utterance; yield what is certain now."""
        if self._run and _plain(self._run[0].text) != _plain(utterance.text):
            yield from self.finish()
        self._run.append(utterance)
        if len(self._run) == 1:
            yield utterance

    def finish(self) -> Sequence[Utterance]:
        """There is no more: return what was held back, unless it is a loop."""
        run, self._run = self._run, []
        return self._settle(run)

    def _settle(self, run: Sequence[Utterance]) -> Sequence[Utterance]:
        """What is left of a run whose first line is already out."""
        if not run:
            return ()
        if len(run) < _limit(len(run[0].words)):
            return run[1:]
        self.caught.append(run[0].start_s)
        return ()


def _limit(words: int) -> int:
    return LINES if words > 1 else SHORT_LINES


def _words(line: str) -> int:
    """About as many as Whisper has: some languages write without blanks."""
    return max(len(line.split()), round(len(line) / _LONG_WORD))


def _plain(text: str) -> str:
    return "".join(c for c in text.casefold() if c.isalnum())
