"""The second half of a request: whether somebody took it, refused it, or let it pass (an adjacency pair)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Literal

from pipelines.rules.sentences import Sentence

Answer = Literal["accepted", "refused", "ignored"]

# How many sentences may lie between a request and its answer: one of thanks or detail, one interjection.
_WINDOW = 4

_ACCEPT = re.compile(
    r"^(?:(?:and|so|oh|well|okay|ok|yeah|yes|yep),? )*(?:sure|absolutely|of course|certainly|definitely|no problem|will do|can do|"
    r"happy to|gladly|yes|yep|yeah|yup|okay|ok|alright|all right|fine|right|sounds good|got it|on it|consider it done|"
    r"i'll|i will|i can|i'm on it|i'm happy|i'd be happy|that's fine|that works|i'll do)\b"
)
_REFUSE = re.compile(
    r"\b(?:no,? (?:sorry|i|not|thanks|way)|sorry,? i|i can't|i cannot|can't do|i won't|i will not|i'd rather not|"
    r"i don't (?:have|think i)|i'm afraid|not really|unfortunately|i couldn't|somebody else|someone else|"
    r"too busy|no time|not this week|not possible)\b|^no\b(?! problem| worries)|^nope\b|^nah\b"
)


def answer_to(sentences: Sequence[Sentence], index: int) -> tuple[Answer, str | None, int | None]:
    """How sentence `index` was answered, by whom, and in which sentence.

    The answer is the first sentence of another voice that accepts or refuses. Where voices are unknown, the next
    sentence counts, whoever said it.
    """
    asker = sentences[index].speaker
    for later in range(index + 1, min(index + 1 + _WINDOW, len(sentences))):
        sentence = sentences[later]
        if asker is not None and sentence.speaker == asker:
            continue
        words = sentence.clean.text
        if _REFUSE.search(words[:80]):
            return ("refused", sentence.speaker, later)
        if _ACCEPT.search(words):
            return ("accepted", sentence.speaker, later)
        return ("ignored", None, None)
    return ("ignored", None, None)
