"""A sentence of the summary that gives an item's work to somebody else.

Nothing is said where the sentence names the owner, too, or where who does it is nobody that is known.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from guardrails.guardrail import Scene
from guardrails.types import Claim
from guardrails.words import spoken_words

_WHO = (
    r"(?:^|\b(?:that|and|then|while|whereas|dass|und|während) )(?P<who>[^\W\d_][\w'-]*(?: [^\W\d_][\w'-]*)?) "
)
_TAKES_ON = re.compile(
    _WHO + r"(?:also |then |now )?(?:will|(?:agree[sd]?|promise[sd]?|offer(?:s|ed)?|volunteer(?:s|ed)|"
    r"undertook|undertakes|commit(?:s|ted)|plans?|is going|has|needs|is) to|must|should|wird|soll|muss|"
    r"übernimmt)\b"
)
_DOES = re.compile(_WHO + r"(?P<verb>[a-z]+?)(?:e?s)\b")


def other_doer(item: Claim, line: str, sentence: str, scene: Scene) -> str | None:
    """The known person, other than the owner, to whom a clause of `sentence` gives the work of `item`."""
    if item.kind != "action" or item.owner is None:
        return None
    owner = set(spoken_words(item.owner))
    known = [set(spoken_words(person)) for person in scene.people]
    if not any(owner & names for names in known) or owner & set(spoken_words(sentence)):
        return None
    own = owner | set(spoken_words(item.text))
    for who in _doers(item, line):
        names = set(who.split())
        person = next((p for p, known_as in zip(scene.people, known, strict=True) if names <= known_as), None)
        if person is not None and not names & own and not owner & set(spoken_words(person)):
            return person
    return None


def is_doer(item: Claim, person: str) -> bool:
    """Whether `person` owns `item`, alone or with others."""
    return bool(set(spoken_words(item.owner or "")) & set(spoken_words(person)))


def _doers(item: Claim, line: str) -> Iterator[str]:
    """Who is said to do it, by one word or two."""
    verb = next(iter(spoken_words(item.text)), "")
    for found in (*_TAKES_ON.finditer(line), *_DOES.finditer(line)):
        if "verb" in found.groupdict() and found["verb"] not in (verb, verb.removesuffix("e")):
            continue
        yield found["who"]
