"""Whose work it is: who says "I", who is called by name, who answers, or who is spoken of.

"We" and "the team" own nothing: an item of all is an item of nobody, and the note shows it without an
owner. A voice without a name is nobody either; the flag `speaker-unknown` says that there was one.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from pipelines.rules.acceptance import Answer
from pipelines.rules.cues import Cue
from pipelines.rules.grammar import CAN_YOU
from pipelines.rules.meeting import Meeting
from pipelines.rules.people import as_name
from pipelines.rules.sentences import Sentence

UNKNOWN_SPEAKER = "speaker-unknown"

# "Maria will": before a modal a first word is a subject; before "to" it may be anything.
_PREDICTS = frozenset({"they-will"})

_NAME = r"(?P<name>[^\W\d_][\w'.-]+(?: [^\W\d_][\w'.-]+)?)"
# "Bob, can you ...", "and for you, Ann, ..."; and at the end: "..., please, Bob?"
_CALLED_BEFORE = re.compile(
    rf"(?:^|[,.?!;] |\b(?:and|so|okay|ok|then|for|thanks|hey|but) ){_NAME},? (?:{CAN_YOU} you )?$",
    re.IGNORECASE,
)
_CALLED_AFTER = re.compile(rf", (?:please,? )?{_NAME}[?.!]?$", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Owner:
    name: str | None = None
    flags: tuple[str, ...] = ()
    by_name: bool = False
    """Whether the name was said, rather than told by the voice."""


def named_in(meeting: Meeting, sentence: Sentence, cue: Cue, match: re.Match[str]) -> str | None:
    """Who is called or spoken of by name as the one who shall do what `match` of `cue` says."""
    if cue.whose == "subject":
        return _subject(meeting, sentence, match, opens=cue.name in _PREDICTS or cue.act == "mark")
    return _called(meeting, sentence.clean.cased, match.start()) if cue.whose == "addressee" else None


def owner_of(
    meeting: Meeting, sentence: Sentence, cue: Cue, named: str | None, answer: Answer | None
) -> Owner:
    """The owner of the work: by name, or by the voice that promises or accepts."""
    if named is not None:
        return Owner(named, by_name=True)
    if cue.whose == "speaker":
        return _voice(sentence.speaker)
    if cue.whose not in ("addressee", "anyone"):
        return Owner()
    if answer is not None and answer.kind in ("promised", "accepted"):
        return _voice(answer.speaker)
    return Owner(meeting.other_than(sentence.speaker)) if cue.whose == "addressee" else Owner()


def _voice(speaker: str | None) -> Owner:
    return Owner(speaker) if speaker else Owner(flags=(UNKNOWN_SPEAKER,))


def _subject(meeting: Meeting, sentence: Sentence, match: re.Match[str], *, opens: bool) -> str | None:
    for group in ("other", "subject"):
        if match.groupdict().get(group):
            said = sentence.clean.cased[: match.end(group)]
            if name := meeting.people.find(match.group(group)) or as_name(said, opens=opens):
                return name
    return None


def _called(meeting: Meeting, cased: str, start: int) -> str | None:
    for pattern, words in ((_CALLED_BEFORE, cased[:start]), (_CALLED_AFTER, cased[start:])):
        match = pattern.search(words)
        if match is None:
            continue
        full = match.group("name")
        last = full.split(" ")[-1]
        if name := meeting.people.find(full) or meeting.people.find(last):
            return name
        # A stranger's name stands between commas and has a capital: "Bob, can you".
        if f"{full}," in match.group() or pattern is _CALLED_AFTER:
            return as_name(last, opens=True)
    return None
