"""German decisions and open questions."""

from __future__ import annotations

from collections.abc import Sequence

from pipelines.rules.german import cues
from pipelines.rules.sentences import Sentence

_LEAST_WORDS = 4
_REPLY_SENTENCES = 3


def is_decision(sentence: Sentence) -> bool:
    """Whether something was settled: no proposal, no condition, no question."""
    text = sentence.clean.text
    settles = cues.DECIDES.search(text) and not sentence.asks and len(text.split()) >= _LEAST_WORDS
    doubtful = cues.PROPOSES.search(text) or cues.UNSURE.search(text) or cues.OPEN.search(text)
    undecided = "noch nicht" in text or cues.AGENDA.search(text) or cues.AFTER_ALL_NOT.search(text)
    unnamed = cues.ONLY_POINTS.search(text) or cues.POINTS_BACK.search(text)
    return bool(settles) and not doubtful and not undecided and not unnamed


def is_open_question(index: int, sentences: Sequence[Sentence]) -> bool:
    """Whether it is called open, or was asked about the matter and left without an answer."""
    sentence = sentences[index]
    text = sentence.clean.text
    if len(text.split()) < _LEAST_WORDS or cues.MANAGES.search(text):
        return False
    if cues.OPEN.search(text) and not sentence.asks:
        # "Das ist noch offen" leans on a question before it, which is the one to be noted.
        return not text.startswith(("das ", "es ", "die frage ist noch offen"))
    if not sentence.asks or cues.ASKS_YOU.search(text):
        return False
    later = sentences[index + 1 : index + 1 + _REPLY_SENTENCES]
    if cues.ASKS_WHO.search(text):
        # Who does it is asked of everybody; open is what the first reply puts off.
        reply = next((each for each in later if not each.asks), None)
        return reply is not None and cues.DEFERS.search(reply.clean.text) is not None
    if any(cues.DEFERS.search(each.clean.text) for each in later):
        return True
    return not any(not each.asks and each.speaker != sentence.speaker for each in later)
