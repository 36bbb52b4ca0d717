"""Which day somebody names, and whether somebody else agrees to it."""

from __future__ import annotations

import re
from dataclasses import dataclass

from pipelines.merging.days import DAY
from pipelines.merging.talk import Talk

# Segments in which whoever is asked answers.
_ANSWER = 2
# Words: whoever agrees says little.
_SHORT = 8


@dataclass(frozen=True, slots=True)
class Dated:
    """A sentence as far as it names days."""

    frame: str
    """Its words in lower case, each due phrase being `DAY`."""
    days: tuple[str, ...]


def dated(raw: str, talk: Talk, *, times: bool = False) -> Dated:
    """`raw` as far as it names days; with `times` a time or a mere number counts, where no day is named."""
    said = raw.replace("’", "'")
    places = [(phrase.start, phrase.end) for phrase in talk.tongue.due_phrases(said)]
    if times and not places:
        found = talk.tongue.days.time.finditer(said)
        places = [(one.end() - len(one.group().lstrip(" ,")), one.end()) for one in found]
        places = places or [one.span("day") for one in talk.tongue.days.number.finditer(said)]
    frame, end = "", 0
    for start, stop in places:
        frame, end = f"{frame}{said[end:start]}{DAY}", stop
    frame = " ".join(f"{frame}{said[end:]}".casefold().split())
    return Dated(frame, tuple(said[start:stop] for start, stop in places))


def with_time(old: str, new: str, talk: Talk) -> str:
    """The due phrase `new`; on the day of `old` where it is no more than a time of day."""
    clock = talk.tongue.days.time
    found = clock.fullmatch(new.strip())
    if found is None or clock.fullmatch(old.strip()):
        return new
    day = " ".join(clock.sub(" ", old).split()).strip(" ,")
    return f"{day} {talk.tongue.days.at} {found['time']}"


def answer_of(owner: str, at: int, talk: Talk) -> int | None:
    """The first sentence that `owner` says after sentence `at`."""
    sentences = talk.meeting.sentences
    for later in range(at + 1, len(sentences)):
        if sentences[later].segments[0] > sentences[at].segments[-1] + _ANSWER:
            return None
        if sentences[later].speaker == owner and sentences[later].says_something:
            return later
    return None


def agrees(answer: int, day: str, talk: Talk) -> bool:
    """Whether the sentence of that number says yes to `day`."""
    sentence, days = talk.meeting.sentences[answer], talk.tongue.days
    said = dated(sentence.raw, talk)
    if any(not same_day(other, day, talk) for other in said.days):
        return False
    if days.settles.fullmatch(said.frame):
        return True
    accepts = talk.tongue.accepts.match(sentence.raw) is not None and not sentence.asks
    return accepts and not days.doubts.search(said.frame) and len(sentence.raw.split()) <= _SHORT


def inside(phrase: str, talk: Talk) -> str:
    """A due phrase without the capital that it has where it opens a sentence."""
    opens = phrase.split(" ")[0].casefold() in talk.tongue.days.links
    return phrase[0].lower() + phrase[1:] if opens else phrase


def same_day(one: str, other: str, talk: Talk) -> bool:
    """Whether two due phrases name one day in the same words: "by Friday", "Friday"."""
    return _bare(one, talk) == _bare(other, talk)


def _bare(phrase: str, talk: Talk) -> list[str]:
    words = re.findall(r"\w+", phrase.casefold())
    return [word for word in words if word not in talk.tongue.days.links]
