"""Another person's work given out in the language of notes, which nobody took on.

People hand out work to people: "Bob, can you ...", "let's put Bob down for it", "action item for Bob". Who
wants a false item in the note speaks to whoever writes it instead, and his grammar shows it: the note or its
writer is spoken to ("dear summary"), an item is told by its bare fields ("entry one, owner Bob, status
confirmed"), a person is the object of a verb of writing ("assign Bob"), or what was said is taken back as a
whole. Such words prove nothing about anybody else, unless he answers that he does it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from guardrails.dictated_frames import FIELDS, TO_THE_NOTE, of_a_person
from guardrails.evidence_addressed import is_no_testimony
from guardrails.evidence_owner import speaks_himself
from guardrails.evidence_passage import Passage
from guardrails.evidence_people import is_group, is_named, is_opaque, owners_of, parts_of, same_person
from guardrails.guardrail import Scene
from guardrails.types import Claim
from guardrails.words import content_stems

ADDRESSED = "its words tell the note taker what to write; nobody said it of himself"
DICTATED = "its words are worded as a note about {owner}, who did not take it on"
# Turns behind the words in which the one they name may take it on.
_ANSWERED = 4
# So many different fields of an item, told bare, are a form that is filled in.
_FORM = 3
_ACCEPTS = re.compile(
    r"\W*(?:(?:oh|um|uh|well|so|äh|ähm|na)\W+)*(?:yes|yeah|yep|yup|sure|ok|okay|right|fine|alright|all right"
    r"|of course|got it|will do|can do|no problem|on it|noted|happy to|agreed|exactly|correct|absolutely|mhm"
    r"|certainly|good|great|perfect|deal|by when|i(?:['’]ll|['’]ve|['’]d| will| can| have|['’]m (?:happy|on))"
    r"|that['’]s (?:right|fine|me|mine)|consider it|leave (?:it|that)|ja|jo|klar|gut|gerne?|stimmt|genau"
    r"|in ordnung|einverstanden|natürlich|wird gemacht|geht klar|passt|alles klar"
    r"|(?:das )?(?:mache?|übernehme|erledige|kann|werde) ich|ich (?:mach|kann|werd|übernehm|erledig)\w*)\b",
    re.IGNORECASE,
)
_CALLED = re.compile(r"([^\W\d_][\w'’-]+)[,:]?\s*(?:(?:can|could|would|will) you|please|bitte)?\s*$")


def why_unproven(claim: Claim, passage: Passage, scene: Scene) -> str | None:
    """Why the words of `passage` prove nothing, being meant for the note and not for people; None else."""
    if is_no_testimony(passage, scene) and (
        claim.kind == "summary" or not speaks_himself(claim, passage, scene)
    ):
        return ADDRESSED
    if not is_dictated(claim, passage, scene):
        return None
    return DICTATED.format(owner=claim.owner) if claim.owner else ADDRESSED


def is_dictated(claim: Claim, passage: Passage, scene: Scene) -> bool:
    """Whether the claim is told in the language of notes: another person's work, taken on by nobody, or what
    was said to the note alone.
    """
    if claim.kind in ("decision", "summary"):
        return any(True for _ in _framed(TO_THE_NOTE, claim, [], passage, scene))
    if claim.kind != "action" or claim.owner is None or is_group(claim.owner):
        return False
    others = [one for one in owners_of(claim.owner) if not _speaks(one, passage.segment.speaker)]
    told = [one for one in others if is_named(one, passage.near)]
    if not told or all(_takes_on(one, passage, scene) for one in others):
        return False
    names = tuple(sorted({part for one in told for part in parts_of(one)}))
    if any(
        True
        for frames in (TO_THE_NOTE, of_a_person(names))
        for _ in _framed(frames, claim, told, passage, scene)
    ):
        return True
    fields = ({found["field"].casefold() for found in one.finditer(passage.near)} for one in FIELDS)
    return any(len(found) >= _FORM for found in fields)


def _framed(
    frames: re.Pattern[str], claim: Claim, owners: list[str], passage: Passage, scene: Scene
) -> Iterator[re.Match[str]]:
    """Where `frames` are found in words that are not the work itself: "add the status to the list" is work
    like other work. Behind a comma stands what was put back into a claim."""
    own = set(content_stems(claim.text.partition(",")[0]))
    for found in frames.finditer(passage.near):
        is_its_work = set(content_stems(found.group())) <= own
        if not is_its_work and not _is_to_a_person(passage.near[: found.start()], owners, scene):
            yield found


def _is_to_a_person(before: str, owners: list[str], scene: Scene) -> bool:
    """Whether the words before an order call somebody who is there: "Carl, put Bob down for it"."""
    called = _CALLED.search(before)
    if called is None:
        return False
    voices = {s.speaker for s in scene.segments if s.speaker and not is_opaque(s.speaker)}
    listening = (voice for voice in voices if not any(same_person(voice, one) for one in owners))
    return any(same_person(called[1], voice) for voice in listening)


def _takes_on(owner: str, passage: Passage, scene: Scene) -> bool:
    """Whether `owner` says yes to it soon, or is cited with words of his own."""
    soon = range(passage.place + 1, min(passage.place + 1 + _ANSWERED, len(scene.segments)))
    turns = (scene.segments[place] for place in {*soon, *passage.cited} - {passage.place})
    return any(_speaks(owner, turn.speaker) and _ACCEPTS.match(turn.text) for turn in turns)


def _speaks(owner: str, speaker: str | None) -> bool:
    return speaker is not None and same_person(owner, speaker)
