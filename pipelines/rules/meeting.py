"""A meeting as the rules see it: its sentences, its people, and who leads it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from guardrails.core.types import Segment
from pipelines.rules.people import People, people_of
from pipelines.rules.sentences import Sentence, sentences_of

# Whoever says most in the first and in the last twentieth of the words opens and closes the meeting.
_EDGE = 0.05
# Sentences that one turn may have before and after the words that "you" stands in.
_TURN = 4


@dataclass(frozen=True, slots=True)
class Meeting:
    segments: Sequence[Segment]
    sentences: Sequence[Sentence]
    people: People
    pair: tuple[str, ...]
    """The two speakers of a talk between two; empty in any other meeting."""
    chair: str | None
    """Who opens and closes it; None where nobody has a name."""

    def partner_at(self, index: int) -> str | None:
        """Whom the speaker of sentence `index` talks with: "you", where no name is said.

        The other one in a talk between two; else whoever spoke right before and speaks right after.
        """
        speaker = self.sentences[index].speaker
        if speaker is None:
            return None
        if self.pair:
            return next(other for other in self.pair if other != speaker)
        before = self._next_voice(range(index - 1, max(index - 1 - _TURN, -1), -1), speaker)
        after = self._next_voice(range(index + 1, min(index + 1 + _TURN, len(self.sentences))), speaker)
        return before if before == after else None

    def _next_voice(self, places: range, speaker: str) -> str | None:
        """The first voice but the speaker's; None where it has no name, or there is none."""
        said = (self.sentences[place] for place in places)
        return next((one.speaker for one in said if one.speaker != speaker and one.says_something), None)


def meeting_of(segments: Sequence[Segment], roster: Sequence[str] = ()) -> Meeting:
    """Time is linear in the words."""
    sentences = sentences_of(segments)
    speakers = dict.fromkeys(segment.speaker for segment in segments)
    pair = tuple(name for name in speakers if name is not None) if len(speakers) == 2 else ()
    return Meeting(
        segments,
        sentences,
        people_of(segments, roster),
        pair if len(pair) == 2 else (),
        _chair(sentences),
    )


def _chair(sentences: Sequence[Sentence]) -> str | None:
    said: Counter[str] = Counter()
    for sentence in sentences:
        if sentence.speaker and not _EDGE < sentence.position < 1 - _EDGE:
            said[sentence.speaker] += len(sentence.raw)
    return said.most_common(1)[0][0] if said else None
