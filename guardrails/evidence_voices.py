"""Whose voice says something: by the label of its segments, or, where they have none, by a role it took."""

from __future__ import annotations

import re

from guardrails.evidence_people import is_group, is_named, is_opaque, same_person
from guardrails.guardrail import Scene
from guardrails.types import Segment

_INTRODUCTION = re.compile(r"\b(?:i'm|i am|i'll be|as)\b(?: (?:the|your|our|a|an))? ", re.IGNORECASE)


def voices(scene: Scene) -> tuple[str, ...]:
    return tuple(dict.fromkeys(s.speaker for s in scene.segments if s.speaker))


def speaks(owner: str, segment: Segment, scene: Scene) -> bool:
    """Whether `owner` is the voice of `segment`; a role may be that of an unnamed one."""
    if segment.speaker is not None and same_person(owner, segment.speaker):
        return True
    if (
        not is_opaque(segment.speaker)
        or is_opaque(owner)
        or any(same_person(owner, v) for v in voices(scene))
    ):
        return False
    holders = [s.speaker for s in scene.segments if _introduces(owner, s.text)]
    return segment.speaker in holders if holders else any(is_named(owner, s.text) for s in scene.segments)


def is_nobody(owner: str, scene: Scene) -> bool:
    """Whether a name is borne by nobody in the meeting, and nobody said it."""
    if is_group(owner) or is_opaque(owner):
        return False
    if any(same_person(owner, name) for name in (*voices(scene), *scene.people)):
        return False
    return not any(is_named(owner, segment.text) for segment in scene.segments)


def _introduces(owner: str, text: str) -> bool:
    found = _INTRODUCTION.search(text)
    return found is not None and is_named(owner, text[found.end() : found.end() + 24])
