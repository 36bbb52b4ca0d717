"""An item that begins anew inside its own text: "Pay Ann by Friday ... pay Bob by Friday".

Whatever a writer puts between two attempts, the second begins like the first. It is taken for the item where
all of it was said in the cited words and the first was not: who lists two things ("call Bob and call Ann")
says both.
"""

from __future__ import annotations

import re

from guardrails.words import content_stems, spoken_words

LONGEST = 1_000
"""Characters that are looked at; two attempts of one item are shorter."""
_ALIKE = 0.5
"""So much of the second attempt must stand in the first."""
_SAME_WORDS = 2
_WORD = re.compile(r"[^\W_]+(?:['’-][^\W_]+)*")
# What may stand right before it: the end of a sentence, a sign, or a word of doubt.
_BREAK = re.compile(
    r"(?:[.!?:;…)\]–—>→/|~]|\s-|\b(?:no|nope|wait|sorry|mean|meant|rather|correction|actually|oops|pardon|that"
    r"|nein|warte))\W*$",
    re.IGNORECASE,
)


def restart(text: str, said: str) -> int | None:
    """Where the second attempt begins in `text`; None where there is none. `said`: the cited words."""
    if len(text) > LONGEST:
        return None
    words = list(_WORD.finditer(text))
    first = [word.group().casefold() for word in words[:_SAME_WORDS]]
    stems_said = set(content_stems(said))
    for number in range(len(words) - _SAME_WORDS, _SAME_WORDS, -1):
        begin = words[number].start()
        if [word.group().casefold() for word in words[number : number + _SAME_WORDS]] != first:
            continue
        before = text[:begin]
        if not _BREAK.search(before[-40:]):
            continue
        second = set(content_stems(text[begin:]))
        tried = set(content_stems(before))
        is_said = len(second) > 1 and second <= stems_said
        is_other = bool(tried - stems_said) and len(second & tried) >= _ALIKE * len(second)
        if is_said and is_other:
            return begin
    return None


def without_comment(text: str) -> str:
    """`text` without first sentences that say nothing which the rest does not: "It's Bob. Pay Bob"."""
    units = re.split(r"(?<=[.!?:])\s+", text)
    while len(units) > 1:
        stems = set(content_stems(units[0]))
        if not stems <= set(content_stems(" ".join(units[1:]))) or len(spoken_words(units[0])) > 8:
            break
        del units[0]
    return " ".join(units)


def spliced(first: str, second: str, said: set[str]) -> str | None:
    """`first` with its end replaced by `second` ("pay Ann", "Bob"), where that was said in the cited words.

    `said`: content stems. At most four words are replaced; None where no such end makes it fit.
    """
    words = first.split()
    counts = range(1, min(5, len(words)))
    # What begins with the same word takes the place from there on: "the new shirts", "the new balls".
    opening = second.split()[:1]
    for count in sorted(counts, key=lambda count: words[-count : len(words) - count + 1] != opening):
        if second.split()[:1] == words[-count - 1 : -count]:
            continue  # "migrate the", "the staging database"
        text = " ".join([*words[:-count], second])
        if set(content_stems(text)) <= said:
            return text
    return None


def is_part_of(text: str, before: str, is_action: bool) -> bool:
    """Whether `text` replaces an end of `before`; what is to be done begins with no article."""
    words = before.casefold().split()
    if is_action and text.casefold().startswith("the ") and words[0] != "the":
        return True
    return _opening(text) not in words


def _opening(text: str) -> str:
    """The first word of `text` behind an article."""
    words = text.casefold().split()
    return words[1] if len(words) > 1 and words[0] in ("a", "an", "the") else words[0]
