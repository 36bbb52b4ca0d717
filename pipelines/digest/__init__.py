"""The digest of a day or a week: what was decided, what is due, what slipped, person by person.

A pure function of notes and a period: made again from the same notes, it is the same. Only what a meeting's
own words confirm goes in; the rest is counted, because a digest is read without the transcript beside it.
Each line names note and item, so that a page can lead to the words that prove it.
"""

from pipelines.digest.digest import ActionLine, Digest, Line, MeetingLine, Person
from pipelines.digest.make import make_digest
from pipelines.digest.period import Kind, Period

__all__ = [
    "ActionLine",
    "Digest",
    "Kind",
    "Line",
    "MeetingLine",
    "Period",
    "Person",
    "make_digest",
]
