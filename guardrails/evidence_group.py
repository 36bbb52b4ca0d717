"""A group as owner: what one voice takes on alone ("I'll send it") is not "the team's".

Of most work a group may be the owner without a word to that end. Only a promise in the first person, with the
task's own verb, by one voice, and with nobody else in the words or in the answers, gives it to that voice.
"""

from __future__ import annotations

import re

from guardrails.evidence_force import force_of
from guardrails.evidence_passage import Passage
from guardrails.evidence_people import is_group, parts_of
from guardrails.evidence_subject import does_himself, joint_doers
from guardrails.guardrail import Scene
from guardrails.types import Claim
from guardrails.words import spoken_words

_OTHERS = re.compile(
    r"\b(?:we|us|all|both|every(?:one|body)|any(?:one|body)|some(?:one|body)|teams?|groups?|together"
    r"|let['’]?s|each|others?|rest|guys|people|folks|you['’]ll"
    r"|you (?:two|three|all|too|lot|should|must|can|could|need|have|will|do|might)"
    r"|(?:and|with) you|you and|(?:and|with) me|me and|myself and)\b",
    re.IGNORECASE,
)
_JOINS = re.compile(
    r"\b(?:too|as well|same here|likewise|me neither|together|both|join\w*|help\w*|so (?:will|do|can|am) i"
    r"|let['’]?s|we['’]ll|we (?:can|could|should|will|all)|us|all of)\b",
    re.IGNORECASE,
)
# Turns behind the promise in which somebody joins in.
_ANSWERS = 3
_SUBJECT = re.compile(
    r"(?:(?:the |all |our |both |every)?(?:team|group|members|participants|one|body)|we|they|all|both)"
    r" (?:will |shall |should |is going to |are going to |has to |have to |to )",
    re.IGNORECASE,
)


def is_taken_alone(owner: str, claim: Claim, passage: Passage, scene: Scene) -> bool:
    """Whether the one who speaks takes it on himself, and nothing said there lets the group `owner` do it."""
    speaker = passage.segment.speaker
    if speaker is None or is_group(speaker) or not does_himself(task_of(claim), passage.sentence):
        return False
    cited = [scene.segments[place] for place in passage.cited]
    said = " ".join(segment.text for segment in cited)
    if _OTHERS.search(said) or joint_doers(said) or set(parts_of(owner)) & set(spoken_words(said)):
        return False
    if {s.speaker for s in cited if force_of(s.text, claim.text) == "promise"} - {speaker}:
        return False
    behind = scene.segments[passage.place + 1 : passage.place + 1 + _ANSWERS]
    return not any(_JOINS.search(segment.text) for segment in behind)


def task_of(claim: Claim) -> str:
    """The text of `claim` from its verb on: without "The team will" or "We"."""
    return _SUBJECT.sub("", claim.text, count=1) if _SUBJECT.match(claim.text) else claim.text
