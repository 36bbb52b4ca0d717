"""Whose item it is: does the owner that a claim names follow from the words it cites?

A promise ("I'll send it") is its speaker's. A request ("can you ...") belongs to whoever is named in it or
answers it. Otherwise the owner has to be announced there, or be the one who speaks. That a person is in the
meeting, or is mentioned as the one who gets the report, proves nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from guardrails.evidence_addressed import address_in
from guardrails.evidence_duty import doers, has_duty
from guardrails.evidence_force import Force, first_said, force_of, is_order
from guardrails.evidence_group import is_taken_alone, task_of
from guardrails.evidence_passage import Passage
from guardrails.evidence_people import (
    is_charged,
    is_group,
    is_named,
    is_opaque,
    owners_of,
    parts_of,
    same_person,
)
from guardrails.evidence_subject import does_himself, given_to, is_name, is_of, joint_doers, says_i
from guardrails.evidence_voices import speaks, voices
from guardrails.guardrail import Scene
from guardrails.qualifiers.german.answering import TAKES
from guardrails.types import Claim, Segment
from guardrails.words import spoken_words

_TAKES = re.compile(
    r"\W{0,8}(?:(?:oh|um|uh|okay|ok|well|yes|yeah|sure)\W+)*"
    r"(?:i(?:'ll|’ll| will| can| could|'d)\b|sure\b|will do\b|no problem\b|"
    r"happy to\b|can do\b|of course\b|yep\b|got it\b|absolutely\b|certainly\b|on it\b|leave (?:it|that) "
    r"(?:to|with) me\b|i(?:'ve| have) got (?:it|that|this)\b|consider it done\b|that's mine\b|mine\b"
    r"|(?:\S+ ){0,4}(?:is|are) mine\b|i (?:don't|don’t|wouldn't|wouldn’t) mind\b(?! if)|put me down\b)",
    re.IGNORECASE,
)
_ROLE = r"(?:manager|designer|expert|executive|specialist|engineer|lead)\b"
_SUBJECT = re.compile(
    rf"(?:[Tt]he |[Oo]ur )?"
    rf"(?P<who>[^\W\d_][\w.'’-]*(?: (?:[A-Z(][\w.'’)-]*|\w+(?= {_ROLE})|{_ROLE})){{0,3}})\s+"
    r"(?:to|will|shall|should|must|is going to|was (?:asked|instructed|assigned)|has to|needs to|is to)\s",
)
# Turns after a request in which it is answered, and before it in which somebody was named.
_ANSWERED = 4
_CALLED = 3

# "I'll call them, or rather Ann will": the second thought is whose work it is.
_RATHER = re.compile(r"(?i)\b(?:rather|no|actually|sorry),? (?P<who>[^\W\d_][\w'-]*)(?:'ll| will| can)\W*$")


def stray_owner(claim: Claim, passage: Passage, scene: Scene) -> str | None:
    """The first of the claim's owners that the words do not give it to, or None."""
    force = force_of(passage.sentence, claim.text)
    owners = owners_of(claim.owner or "")
    return next((one for one in owners if not _fits(one, claim, force, passage, scene)), None)


def other_subject(claim: Claim, scene: Scene) -> str | None:
    """Who is to do it by the claim's text, where its owner is somebody else: "Tim to upload", owner Ann."""
    if claim.owner is None or is_opaque(claim.owner) or is_group(claim.owner):
        return None
    found = _SUBJECT.match(claim.text)
    if found is None or not _is_person(found["who"], claim.text, scene):
        return None
    if any(same_person(found["who"], owner) for owner in owners_of(claim.owner)):
        return None
    return found["who"]


def only_owner(claim: Claim, passage: Passage, scene: Scene) -> str | None:
    """The one person whose item it is by the words, or None where they leave it open."""
    if is_group(claim.owner or "") and task_of(claim) != claim.text:
        return None  # the text would still say "the team will"
    speaker = passage.segment.speaker
    force = force_of(passage.sentence, claim.text)
    # A transcript may have "Wei" and "wei".
    names = {name.casefold(): name for name in reversed((*voices(scene), *scene.people))}
    if len(doing := doers(names.values(), claim.text, passage.sentence)) == 1:
        return doing[0]
    if force == "promise" and given_to(claim.text, passage.sentence, True) is None:
        joint = joint_doers(passage.sentence)
        return None if any(same_person(one, name) for one in joint for name in names.values()) else speaker
    if (who := given_to(claim.text, passage.sentence)) is not None:
        known = [name for name in names.values() if not is_opaque(name) and is_of(name, who)]
        return known[0] if len(known) == 1 else who if not known and is_name(who) else None
    if says_i(claim.text, passage.sentence):
        return speaker
    announced = [name for name in names.values() if name != speaker and is_charged(name, passage.sentence)]
    if len(announced) > 1:  # a transcript may have "Greg" and "Greg Colvin"
        spoken = f" {' '.join(spoken_words(passage.sentence))} "
        announced = [name for name in announced if f" {' '.join(spoken_words(name))} " in spoken] or announced
    if announced:
        return announced[0] if len(announced) == 1 else None
    answer = _next_other(scene, passage.place) if force == "request" else None
    if answer is not None and _TAKES.match(answer.text):
        return answer.speaker
    # "It has to go out." ... "I'll send it": of what is cited, one voice takes it on.
    taking = {
        scene.segments[place].speaker
        for place in passage.cited
        if force_of(scene.segments[place].text, claim.text) == "promise"
    }
    return taking.pop() if len(taking) == 1 else None


def speaks_himself(claim: Claim, passage: Passage, scene: Scene) -> bool:
    """Whether the owner is who speaks, and speaks of himself ("note taker, put down that I'll call them")."""
    sentence = passage.sentence
    begins, place = address_in(sentence), first_said(claim.text, sentence)
    if begins is not None and place is not None and place > begins:
        sentence = sentence[begins:]  # what he promised before he turned to the note taker is something else
    if claim.owner is None or force_of(sentence, claim.text) != "promise":
        return False
    return speaks(claim.owner, passage.segment, scene)


def _is_person(who: str, text: str, scene: Scene) -> bool:
    """Whether `who` is a name or role of this meeting; another word may begin a task as well."""
    if re.search(r"(?i)\s(?:the|our|a)\s", who):
        return False  # "Ask the manager to sign"
    names = [n for n in (*voices(scene), *scene.people) if not is_opaque(n) and same_person(who, n)]
    # "Call Bob to ask" begins with what is to be done.
    first = next((word for word in who.split() if parts_of(word)), who)
    names = [n for n in names if same_person(first, n)]
    return bool(names) or bool(re.search(r"(?i)\b(?:manager|designer|expert|executive|specialist)$", who))


def _fits(owner: str, claim: Claim, force: Force, passage: Passage, scene: Scene) -> bool:
    if is_group(owner):
        return not is_taken_alone(owner, claim, passage, scene)
    if (rather := _RATHER.search(passage.sentence)) is not None and same_person(owner, rather["who"]):
        return True
    cited = [scene.segments[place] for place in passage.cited]
    doing = doers((*voices(scene), *scene.people), claim.text, passage.sentence)
    if doing and not any(same_person(owner, name) for name in doing):
        cited = [s for s in cited if s is not passage.segment]
    given = given_to(claim.text, passage.sentence, force != "neither") if force != "request" else None
    if given is not None and not is_of(owner, given):
        cited = [s for s in cited if s is not passage.segment]  # "I'd like Bob to call" takes nothing on
    takes = any(
        (_TAKES.match(s.text) or TAKES.match(s.text) or force_of(s.text, claim.text) == "promise")
        and speaks(owner, s, scene)
        for s in cited
    )
    if given is not None and force == "promise":
        return takes or is_of(owner, given)
    if doing:
        return takes or any(same_person(owner, name) for name in doing)
    if force == "promise":
        return (
            takes
            or speaks(owner, passage.segment, scene)
            or (not does_himself(claim.text, passage.sentence) and has_duty(owner, claim.text, passage.near))
            or any(same_person(owner, name) for name in joint_doers(passage.sentence))
        )
    if takes or given is not None:
        return takes or is_of(owner, given or "")
    if is_charged(owner, passage.near):
        return True
    if force == "request":
        return _is_called(owner, passage, scene) or _answers(owner, passage, scene)
    if is_named(owner, passage.near):
        return True
    if is_order(passage.sentence, claim.text):
        return _is_called(owner, passage, scene) or _answers(owner, passage, scene)
    others = [name for name in voices(scene) if not same_person(name, owner)]
    if speaks(owner, passage.segment, scene):
        return not any(is_charged(other, passage.near) for other in others)
    # "Action item for Marcus" is his, whoever was called before it.
    is_theirs = any(is_charged(other, passage.sentence) for other in others)
    return not is_theirs and _is_called(owner, passage, scene)


def _answers(owner: str, passage: Passage, scene: Scene) -> bool:
    """Whether `owner` is the first other voice after the request, or a cited one besides who asks."""
    answer = _next_other(scene, passage.place)
    if answer is not None and speaks(owner, answer, scene):
        return True
    cited = [scene.segments[place] for place in passage.cited]
    return any(s.speaker != passage.segment.speaker and speaks(owner, s, scene) for s in cited)


def _is_called(owner: str, passage: Passage, scene: Scene) -> bool:
    """Whether the speaker named `owner` just before, or just after, what is cited."""
    turns: Iterator[Segment] = iter(scene.segments[max(0, passage.place - _CALLED) : passage.place + 2])
    return any(is_charged(owner, s.text) for s in turns if s.speaker == passage.segment.speaker)


def _next_other(scene: Scene, place: int) -> Segment | None:
    speaker = scene.segments[place].speaker
    after = scene.segments[place + 1 : place + 1 + _ANSWERED]
    return next((s for s in after if s.speaker != speaker and s.text.strip()), None)
