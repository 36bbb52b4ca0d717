"""Names and words of the house, put before Whisper as a hint within the room that it has for hints."""

from __future__ import annotations

from collections.abc import Callable, Sequence

TOKENS = 120
"""Whisper's 448 tokens hold the hint (224 at most) and the text of 30 s. English talk needs about 130 of
them, languages outside the Latin script twice as many: a full hint would cut their text off."""


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
