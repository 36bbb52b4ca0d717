"""What a meeting says of itself when it opens: "let's begin with the office move"."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from guardrails.types import Segment
from pipelines.rules.sentences import Sentence, sentences_of
from pipelines.summary.words import is_content, stem, words_of

# Openings are in the first sentences; later "let's talk about the price" is one matter of several.
_FIRST = 14
_MOST_WORDS = 7
_TOPIC = r"(?P<topic>(?:(?:the|our|your|this|a|an|some)\s)?[^\W\d_].*)"
_WE = (
    r"\b(?:let's|let us|i'd like to|we'll|we will|(?:i|we) want to|we need to|we have to|shall we) (?:just )?"
)
_DISCUSS = r"(?:discuss|talk about|plan|review|decide on)"
_MEETING = r"\b(?:meeting|call|session|discussion|topic|agenda|workshop|review)(?: today| for today)?"
_ANNOUNCES = tuple(
    re.compile(words + _TOPIC, re.IGNORECASE)
    for words in (
        rf"{_MEETING} (?:is|will be|was)(?: all)? (?:about|on|for|to {_DISCUSS}) ",
        rf"\b(?:today|here|together)(?:,| we're here| we are here)? to {_DISCUSS} ",
        r"\btoday(?:'s (?:topic|meeting|call))? (?:is|will be) (?:all )?(?:about )?(?=the |our |a )",
        r"\bwelcome to (?:this|the|our|another) ",
        rf"{_WE}(?:begin|start|kick off|open|go)(?: off)? with ",
        rf"{_WE}{_DISCUSS} ",
        r"^(?:(?:okay|ok|so|now|right|all right|alright|good|first|well)[,.]? )+(?=(?:the|our) [^,.]*[.]?$)",
    )
)
# Of these so many say what the meeting is about; the rest only where it begins.
_CALLED = 3
# Where a topic ends: at a mark, or where another clause begins.
_ENDS = re.compile(
    r"[,.;:?!]|\s(?:and (?:then|so|i|we|you|also|maybe|let's)|because|so|but|which|who|that|where|when|if|"
    r"first|today|now|then|please|again|right|okay|is|are|was|were|will|has|have|we|you|i|they)\b",
    re.IGNORECASE,
)


def announced(segments: Sequence[Segment]) -> str | None:
    """The topic that the first sentences call the meeting's, or name and the rest speaks of: seven words."""
    sentences = sentences_of(segments)
    count = Counter(stem(word) for s in sentences for word in words_of(s.clean.cased) if is_content(word))
    for sentence in sentences[:_FIRST]:
        for topic, is_called in _topics(sentence):
            content = [stem(word) for word in words_of(topic) if is_content(word)]
            if content and (is_called or all(count[word] > 1 for word in content[-1:])):
                return topic
    return None


def _topics(sentence: Sentence) -> Iterator[tuple[str, bool]]:
    """Topics, and whether the meeting is said to be about them."""
    for number, pattern in enumerate(_ANNOUNCES):
        found = pattern.search(sentence.clean.cased)
        if found is None:
            continue
        topic = _ENDS.split(found["topic"], maxsplit=1)[0].split()
        if 1 < len(topic) <= _MOST_WORDS:
            yield " ".join(topic), number < _CALLED
