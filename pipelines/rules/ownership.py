"""Whose work it is: who says "I", who is called by name, who answers, or who is spoken of.

"We" owns nothing: an item of all is an item of nobody, and the note shows it without an owner. What a team
shall do is the team's, never one of its people's. A voice without a name is nobody either; the flag
`speaker-unknown` says that there was one.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from pipelines.draft import SEVERAL_OWNERS, UNKNOWN_SPEAKER
from pipelines.rules.acceptance import Answer, accepts_at_once
from pipelines.rules.cues import Cue
from pipelines.rules.grammar import CAN_YOU
from pipelines.rules.groups import Group, group_at, plural_you
from pipelines.rules.meeting import Meeting
from pipelines.rules.people import as_name, is_named, team_of
from pipelines.rules.sentences import Sentence

# "Maria will": before a modal a first word is a subject; before "to" it may be anything.
_PREDICTS = frozenset({"they-will", "they-of-will"})

_NAME = r"(?P<name>[^\W\d_][\w'.-]+(?: [^\W\d_][\w'.-]+)?)"
# "Bob, can you ...", "and for you, Ann, ..."; and at the end: "..., please, Bob?"
_CALLED_BEFORE = re.compile(
    rf"(?:^|[,.?!;] |\b(?:and|so|okay|ok|then|for|thanks|hey|but) ){_NAME},? (?:{CAN_YOU} you )?$",
    re.IGNORECASE,
)
_CALLED_AFTER = re.compile(
    rf", (?:please,? )?(?:[^\W\d_][\w'.-]+,? (?:and|or) )?{_NAME}[?.!]?$", re.IGNORECASE
)
_WORD = re.compile(r"[^\W\d_]+")
# "I'll call them, or rather Ann will": the second thought is who does it.
_RATHER_WHO = re.compile(
    r",? (?:(?:or|no|well|wait|but),? )*(?:or rather|rather|or better|no|actually|sorry|wait|scratch that),? "
    r"(?P<who>[^\W\d_][\w'-]*)(?:'ll| will| can| could| does| should| is going to)"
    r"(?: do (?:it|that|this)| take (?:it|that|this))?(?= ?[.!]|$)"
)


@dataclass(frozen=True, slots=True)
class Owner:
    name: str | None = None
    flags: tuple[str, ...] = ()
    by_name: bool = False
    """Whether the name was said, rather than told by the voice."""


@dataclass(frozen=True, slots=True)
class Named:
    """Who is called or spoken of as the one who shall do it: one person, or several."""

    name: str | None = None
    group: Group | None = None
    team: str | None = None
    """Several that are called by one name: "the design team"."""


def named_in(meeting: Meeting, sentence: Sentence, cue: Cue, match: re.Match[str]) -> Named:
    """Who is called or spoken of by name as the one who shall do what `match` of `cue` says."""
    cased = sentence.clean.cased
    name, end = None, None
    if cue.whose == "subject":
        name, end = _subject(meeting, cased, match, opens=cue.name in _PREDICTS or cue.act == "mark")
    elif cue.whose == "addressee":
        name, end = called_at(meeting, cased, match.start())
        if name is None and match.groupdict().get("called"):
            name = meeting.people.find(match["called"])
    elif cue.whose == "speaker" and match.group()[:2] in ("i ", "i'"):
        end = match.start() + 1
    team = team_of(cased[:end]) if cue.whose == "subject" and name is None and end is not None else None
    group = group_at(meeting.people, cased, end) if end is not None else None
    if group is None and cue.whose == "addressee" and plural_you(match.group()):
        group = Group("all")
    return Named(name, None, team) if group is None else Named(group=group)


def rather_who(meeting: Meeting, sentence: Sentence, begin: int, end: int) -> tuple[Named, int] | None:
    """Who does the work of sentence[begin:] by its own second thought, and where the task ends before it."""
    found = _RATHER_WHO.search(sentence.clean.text, begin)
    if found is None:
        return None
    if found["who"] == "i":
        return (Named(sentence.speaker), min(end, found.start())) if sentence.speaker else None
    name = meeting.people.find(found["who"]) or as_name(sentence.clean.cased[: found.end("who")])
    return (Named(name), min(end, found.start())) if name else None


def as_answered(meeting: Meeting, index: int, named: Named) -> Named:
    """`named`, or where nobody has that name, who answers to it: "Christoph", as heard for Krzysztof."""
    if named.name is None or meeting.people.knows(named.name):
        return named
    taker = accepts_at_once(meeting.sentences, index)
    if taker is None or not is_named(taker):
        return named
    called = {meeting.people.find(word) for word in _WORD.findall(meeting.sentences[index].clean.text)}
    return named if taker in called else Named(taker)


def owner_of(meeting: Meeting, index: int, cue: Cue, named: Named, answer: Answer | None) -> Owner:
    """The owner of the work in sentence `index`: by name, or by the voice that promises or accepts.

    Of several, none alone. Where nobody is named and nobody answers, "you" is whom the speaker talks with.
    """
    sentence = meeting.sentences[index]
    if named.name is not None:
        return Owner(named.name, by_name=True)
    accepted = answer is not None and answer.kind in ("promised", "accepted")
    if named.group is not None:
        taken = accepted and named.group.kind == "either" and cue.whose == "addressee"
        return (
            _voice(answer.speaker)
            if taken and answer
            else Owner(flags=(SEVERAL_OWNERS,), by_name=cue.whose == "subject")
        )
    if named.team is not None:
        return Owner(named.team)
    if cue.whose == "speaker":
        return _voice(sentence.speaker)
    if cue.whose not in ("addressee", "anyone"):
        return Owner(flags=(SEVERAL_OWNERS,)) if cue.name == "everybody" else Owner()
    if accepted and answer:
        return _voice(answer.speaker)
    return Owner(meeting.partner_at(index)) if cue.whose == "addressee" else Owner()


def _voice(speaker: str | None) -> Owner:
    return Owner(speaker) if speaker else Owner(flags=(UNKNOWN_SPEAKER,))


def _subject(
    meeting: Meeting, cased: str, match: re.Match[str], *, opens: bool
) -> tuple[str | None, int | None]:
    """The name, if it is one, and where in `cased` the subject ends."""
    end = None
    for group in ("other", "subject"):
        if match.groupdict().get(group):
            end = match.end(group)
            if name := meeting.people.find(match.group(group)) or as_name(cased[:end], opens=opens):
                return name, end
    return None, end


def called_at(meeting: Meeting, cased: str, start: int) -> tuple[str | None, int | None]:
    """The name by which "you" is called, and where in `cased` it ends."""
    for pattern, begin, words in (
        (_CALLED_BEFORE, 0, cased[:start]),
        (_CALLED_AFTER, start, cased[start:]),
    ):
        match = pattern.search(words)
        if match is None:
            continue
        full, end = match.group("name"), begin + match.end("name")
        last = full.split(" ")[-1]
        if name := meeting.people.find(full) or meeting.people.find(last):
            return name, end
        # A stranger's name stands between commas and has a capital: "Bob, can you".
        if f"{full}," in match.group() or pattern is _CALLED_AFTER:
            return as_name(last, opens=True), end
    return None, None
