"""Was the due phrase said where the claim was said, and about the same thing?

A phrase is said when its words are there, prepositions aside ("by Friday" for "on Friday"); its figures may
be spoken ("the 23rd", "the twenty-third"). In a long speech it has to be near the words that carry the claim,
unless no other due date stands there.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from guardrails.due_phrases import due_phrases
from guardrails.evidence_force import force_of
from guardrails.evidence_passage import Passage
from guardrails.evidence.said import is_said, spoken_line
from guardrails.guardrail import Scene
from guardrails.numbers import figures_in, same
from guardrails.words import SENTENCE_END, spoken_words

_SMALL = frozenset(
    "by before until till on at in for the this of within no not later than due a an to from".split()
)
# Segments beside the cited ones in which a due phrase may belong to the claim, though it was not cited.
_BESIDE = 3
# A time may be put right in words of its own: "on Friday", "make that 3 pm".
_DAY_AND_TIME = re.compile(
    r"(?P<day>.*\w) (?:at|um) "
    r"(?P<time>(?:\d|noon|midday|half past|quarter|halb|viertel|\w+ (?:o'clock|uhr)).*)$",
    re.IGNORECASE,
)
# A note-taker may write "in the next meeting" of what was said about what comes next.
_MEETING = re.compile(r"\b(?:meeting|call|phase|stage|time)s?\b", re.IGNORECASE)
_OPENS = re.compile(r"\b(?:by|before|until|till|within|no later than)\s+(?:\w+\s?){1,3}", re.IGNORECASE)


def may_be_dated(sentence: str, task: str) -> bool:
    """Whether words that open a due phrase stand there, though no phrase that is known follows.

    Those that `task` has are its own: "repaint the hoarding by the bus stop".
    """
    said = (" ".join(spoken_words(found.group())) for found in _OPENS.finditer(sentence))
    own = " ".join(spoken_words(task))
    return any(words not in own for words in said)


def is_due_said(phrase: str, passage: Passage, cited: str) -> bool:
    """Whether `phrase` was said in the words `cited`, and not of something else in a long speech."""
    if not _said(phrase, cited):
        parts = _DAY_AND_TIME.match(phrase)
        return parts is not None and _said(parts["time"], cited) and is_due_said(parts["day"], passage, cited)
    near = due_phrases(passage.near)
    if _said(phrase, passage.redated):
        return True
    # "End of day's fine" has the phrase with an ending.
    return not near or _said(phrase, passage.near) or any(stands_in(phrase, other) for other in near)


def unsaid_end(text: str, cited: str) -> str | None:
    """The due phrase that `text` ends with, if no word of it that tells a time was said in `cited`."""
    text = text.rstrip(" .")
    ends = [phrase for phrase in due_phrases(text) if text.endswith(phrase)]
    if not ends or _MEETING.search(ends[-1]) or _said(ends[-1], cited):
        return None
    said = set(spoken_words(cited))
    telling = [word for word in spoken_words(ends[-1]) if word not in _SMALL]
    return None if any(word in said for word in telling) else ends[-1]


def with_end(text: str, written: str, said: Sequence[str]) -> str:
    """`text` without the due phrase `written` at its end; with the one that was said instead, if it alone
    stands in that place: "by the 23rd" for "by the 32nd"."""
    text = text.rstrip(" .").removesuffix(written).rstrip(" ,;")
    is_plain = len(said) == 1 and said[0].split()[0].casefold() == written.split()[0].casefold()
    return f"{text} {said[0]}" if is_plain else text


def is_beside(phrase: str, passage: Passage, scene: Scene) -> bool:
    """Whether `phrase` was said near the claim, and not as the day of something else that is to be done."""
    near = scene.segments[max(0, passage.cited[0] - _BESIDE) : passage.cited[-1] + _BESIDE + 1]
    return any(
        is_said(spoken_line(phrase), spoken_line(segment.text)) and force_of(segment.text, "") == "neither"
        for segment in near
    )


def _said(phrase: str, text: str) -> bool:
    return any(_said_in(phrase, sentence) for sentence in SENTENCE_END.split(text)) or stands_in(phrase, text)


def point_of(phrase: str) -> str:
    """The time that `phrase` names: the same for "before Friday" and "by Friday"."""
    return " ".join(word for word in spoken_words(phrase) if word not in _SMALL)


def stands_in(phrase: str, text: str) -> bool:
    """Whether the words of `phrase` stand in `text` in a row; "Friday's fine" has Friday."""
    return f" {' '.join(_words(phrase))} " in f" {' '.join(_words(text))} "


def _words(text: str) -> list[str]:
    return [word.removesuffix("'s") for word in spoken_words(text)]


def _said_in(phrase: str, sentence: str) -> bool:
    if stands_in(phrase, sentence):
        return True
    said = set(_words(sentence))
    figures = figures_in(sentence)
    for word in _words(phrase):
        if word in _SMALL or word in said:
            continue
        wanted = figures_in(word)
        if not wanted or not any(same(wanted[0], figure) for figure in figures):
            return False
    return any(word not in _SMALL for word in spoken_words(phrase))
